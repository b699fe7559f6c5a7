#!/usr/bin/env bash
# Checks rendered RayServices with the real Ray and vLLM packages; no GPU and no cluster are needed.
#
#   hack/ray/validate.sh [--ray VERSION|all] [--hf-config DIR] FILE…
#   hack/ray/validate.sh [--ray VERSION|all] --self-test
#
#   FILE             multi-document YAML; its RayServices are checked, other kinds are passed over
#   --ray VERSION    check with this Ray (and the vLLM it pins) and refuse any other rayVersion or image tag
#   --ray all        check with every pair of pairs.txt; rayVersion and image tags are then not compared
#   (neither)        each RayService is checked with the pair that its spec.rayClusterConfig.rayVersion names
#   --self-test      break samples/good.yaml in many ways and see each fault found (default: with the main pair)
#   --hf-config DIR  also run vLLM's create_engine_config for each model whose DIR/<model>/config.json is there
#
# Exit status: 0 all good, 1 something is wrong with a RayService, 2 the check could not be done.
# The environment is made by env.sh, which says what it costs; this script never installs anything.
set -uo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
usage() { sed -n '2,/^set /{/^#/s/^# \{0,1\}//p}' "${BASH_SOURCE[0]}"; }
ray='' script=validate.py pass=() files=()
while (( $# )); do
  case $1 in
    --ray) ray=${2:?--ray needs a version}; shift 2 ;;
    --hf-config) pass+=(--hf-config "${2:?--hf-config needs a folder}"); shift 2 ;;
    --self-test) script=selftest.py; shift ;;
    -h|--help) usage; exit 0 ;;
    --) shift; files+=("$@"); break ;;
    -?*) echo "validate: unknown option $1" >&2; usage >&2; exit 2 ;;
    *) files+=("$1"); shift ;;
  esac
done
[[ $script == selftest.py ]] || (( ${#files[@]} )) || { usage >&2; exit 2; }

in_pair() { # in_pair RAY_VERSION ARGUMENT… : runs the script with that pair's packages
  local made python path
  made=$("$here/env.sh" --print "$1") || return 2
  IFS=$'\t' read -r python path <<< "$made"
  PYTHONPATH=$path PYTHONNOUSERSITE=1 "$python" "$here/$script" "${@:2}"
}

main=$(awk '$3 == "main" {print $1}' "$here/pairs.txt")
agree=(--expect-version)
if [[ $script == selftest.py ]]; then ray=${ray:-$main} pass=() files=(); fi
case $ray in
  '') versions=$(in_pair "$main" --list-versions "${files[@]}") || exit 2 ;;
  all) versions=$(awk '$1 ~ /^[0-9]/ {print $1}' "$here/pairs.txt") agree=() ;;
  *) versions=$ray ;;
esac
worst=0
for version in $versions; do
  select=()
  [[ -n $ray ]] || select=(--only "$version")
  in_pair "$version" "${agree[@]}" "${select[@]}" "${pass[@]}" "${files[@]}"
  code=$?
  if (( code > 2 )); then code=2; fi
  if (( code > worst )); then worst=$code; fi
done
exit "$worst"
