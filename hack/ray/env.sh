#!/usr/bin/env bash
# Makes the Python environment in which validate.sh checks rendered RayServices with the real Ray and vLLM packages.
#
#   hack/ray/env.sh [RAY_VERSION …]      pairs to make (default: all of pairs.txt); the main pair is always made
#   hack/ray/env.sh --print RAY_VERSION  prints "PYTHON<tab>PYTHONPATH" of a pair that is there, else fails
#
# One virtual environment holds the main pair with all its dependencies. Every other pair is a folder for PYTHONPATH:
# the unpacked Ray wheel plus the *.py files and the metadata of the vLLM wheel (its compiled part is not needed to
# check a configuration). Nothing here needs a GPU. Running it again does only what is missing.
#
# Variables: RAYLLM_CACHE (default: rayllm-operator under the user's cache folder), RAYLLM_PYTHON (a Python 3.12).
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=${RAYLLM_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/rayllm-operator}/ray
venv=$root/venv
torch=2.13.0
say() { printf 'ray-env: %s\n' "$*"; }
die() { printf 'ray-env: %s\n' "$*" >&2; exit 2; }

declare -A vllm extra
main=
while read -r ray pin more; do
  [[ -z $ray || $ray == \#* ]] && continue
  vllm[$ray]=$pin extra[$ray]=$more
  if [[ $more == main ]]; then main=$ray extra[$ray]=; fi
done < "$here/pairs.txt"

stamp_text() { printf 'ray %s vllm %s extra %s\n' "$1" "${vllm[$1]}" "${extra[$1]}"; }
stamp_file() { if [[ $1 == "$main" ]]; then echo "$venv/.complete"; else echo "$root/pairs/$1/.complete"; fi; }
is_made() { local f; f=$(stamp_file "$1"); [[ -f $f && $(<"$f") == "$(stamp_text "$1")" ]]; }

if [[ ${1:-} == --print ]]; then
  pair=${2:-$main}
  [[ -n ${vllm[$pair]:-} ]] || die "no pair for Ray '$pair'; known: $(printf '%s\n' "${!vllm[@]}" | sort | xargs)"
  if ! is_made "$main" || ! is_made "$pair"; then die "the environment for Ray $pair is not there: run hack/ray/env.sh $pair"; fi
  path=
  if [[ $pair != "$main" ]]; then path=$root/pairs/$pair; fi
  printf '%s\t%s\n' "$venv/bin/python" "$path"
  exit 0
fi

wanted=("$@")
if (( ${#wanted[@]} == 0 )); then mapfile -t wanted < <(printf '%s\n' "${!vllm[@]}" | sort); fi
todo=()
is_made "$main" || todo+=("$main")
for ray in "${wanted[@]}"; do
  [[ -n ${vllm[$ray]:-} ]] || die "no pair for Ray '$ray'; known: $(printf '%s\n' "${!vllm[@]}" | sort | xargs)"
  [[ $ray == "$main" ]] || is_made "$ray" || todo+=("$ray")
done
if (( ${#todo[@]} == 0 )); then say "complete in $root"; exit 0; fi

find_python() {
  local candidate
  for candidate in "${RAYLLM_PYTHON:-}" python3.12 "${PYENV_ROOT:-$HOME/.pyenv}"/versions/3.12*/bin/python3 python3; do
    [[ -n $candidate ]] || continue
    if "$candidate" -c 'import sys, ssl, venv; sys.exit(sys.version_info[:2] != (3, 12))' 2>/dev/null; then
      echo "$candidate"; return
    fi
  done
  die "no Python 3.12 found; name one in RAYLLM_PYTHON"
}

mkdir -p "$root/pairs"
exec 9> "$root/.lock"
flock -n 9 || { say "another run is at work here, waiting"; flock 9; }

need=$(( 1 + ${#todo[@]} ))   # GB: about 0.6 while a pair's wheels are unpacked, 0.3 afterwards
is_made "$main" || need=$(( need + 17 ))
free=$(( $(df -Pk "$root" | awk 'NR == 2 {print $4}') / 1000000 ))
say "to make in $root: ${todo[*]}"
is_made "$main" || say "main pair: about 250 wheels, 5.2 GB to download, 9.3 GB on disk, 4 to 10 minutes on two cores"
say "each other pair: 0.3 to 0.6 GB to download, 0.25 GB on disk; $free GB are free, $need GB wanted"
(( free >= need )) || die "not enough free disk"

timed() { # timed TEXT COMMAND…
  local text=$1 start=$SECONDS; shift
  say "$text"
  "$@"
  say "  done in $(( SECONDS - start )) s"
}
pip() { nice -n 15 "$venv/bin/python" -m pip --disable-pip-version-check "$@"; }

make_main() {
  local ray=$1 constraints=() log=$root/install.log
  rm -rf "$venv"
  "$(find_python)" -m venv "$venv"
  if [[ -f $here/constraints.txt ]]; then constraints=(-c "$here/constraints.txt"); fi
  # torch is named too: without it the newest torch is fetched first and dropped again
  pip install --no-cache-dir --only-binary=:all: --prefer-binary -q "${constraints[@]}" \
    "ray[serve,llm]==$ray" "vllm==${vllm[$ray]}" "torch==$torch" > "$log" 2>&1 || { tail -20 "$log" >&2; die "pip failed, see $log"; }
  pip check || true
  stamp_text "$ray" > "$(stamp_file "$ray")"
}

make_pair() {
  local ray=$1 pin=${vllm[$1]} folder=$root/pairs/$1 tmp
  tmp=$(mktemp -d "$root/pairs/.tmp.XXXXXX")
  # shellcheck disable=SC2064
  trap "rm -rf '$tmp'" EXIT
  pip download -q --no-cache-dir --only-binary=:all: --no-deps -d "$tmp/wheels" "ray==$ray" "vllm==$pin"
  if [[ -n ${extra[$ray]} ]]; then
    # shellcheck disable=SC2086
    pip install -q --no-cache-dir --only-binary=:all: --no-deps --target "$tmp/site" ${extra[$ray]}
  fi
  nice -n 15 "$venv/bin/python" - "$tmp/wheels" "$tmp/site" <<'PY'
import pathlib, sys, zipfile
wheels, site = map(pathlib.Path, sys.argv[1:])
for wheel in wheels.iterdir():
    with zipfile.ZipFile(wheel) as z:
        names = z.namelist()
        if wheel.name.startswith("vllm-"):
            names = [n for n in names if n.endswith((".py", ".json")) or ".dist-info/" in n]
        if wheel.name.startswith("ray-"):
            for name in names:  # extract, keeping the executable bit that Ray's own binaries need
                target = pathlib.Path(z.extract(name, site))
                if (z.getinfo(name).external_attr >> 16) & 0o100:
                    target.chmod(0o755)
        else:
            z.extractall(site, names)
PY
  rm -rf "$folder"
  mv "$tmp/site" "$folder"
  rm -rf "$tmp"
  stamp_text "$ray" > "$(stamp_file "$ray")"
}

started=$SECONDS
for ray in "${todo[@]}"; do
  if is_made "$ray"; then continue; fi
  if [[ $ray == "$main" ]]; then
    timed "Ray $ray with vLLM ${vllm[$ray]} and everything they need" make_main "$ray"
  else
    timed "Ray $ray with vLLM ${vllm[$ray]}, for PYTHONPATH" make_pair "$ray"
  fi
done
say "complete in $root after $(( SECONDS - started )) s: $(du -sh "$root" | cut -f1)"
