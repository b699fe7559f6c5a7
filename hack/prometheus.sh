#!/usr/bin/env bash
#
# Prints the path of promtool or prometheus, for tests: the one on PATH; else one that was got before; else one from the
# Debian package, where apt is there; else one that is built from Go modules (some minutes). Nothing is installed, no
# service is started.
#
#   hack/prometheus.sh promtool|prometheus

set -euo pipefail

HACK_DIR=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# shellcheck source=versions.env
. "$HACK_DIR/versions.env"
BIN=${RAYLLM_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/rayllm-operator}/bin

log() { printf 'prometheus.sh: %s\n' "$*" >&2; }

# The programs are put in place by renaming, so that several runs at once do no harm.
keep() { # file name
    chmod 755 "$1"
    mv "$1" "$BIN/$2"
}

from_debian() { # scratch
    command -v apt-get >/dev/null && command -v dpkg-deb >/dev/null || return 1
    log "unpacking the Debian package"
    (cd "$1" && apt-get download -q prometheus >/dev/null 2>&1 && dpkg-deb -x prometheus_*.deb deb) || return 1
    keep "$1/deb/usr/bin/promtool" promtool
    keep "$1/deb/usr/bin/prometheus" prometheus
}

from_go() { # scratch
    command -v go >/dev/null || { log "go is needed to build it: https://go.dev/dl, or install Prometheus"; return 1; }
    log "building v$PROMETHEUS_VERSION with Go, some minutes"
    local dir
    dir=$(cd / && GOFLAGS='' GOTOOLCHAIN=auto go mod download -json "github.com/prometheus/prometheus@v$PROMETHEUS_VERSION" |
        sed -n 's/^[[:space:]]*"Dir": "\(.*\)",*$/\1/p')
    [ -n "$dir" ] || return 1
    cp -r "$dir" "$1/src" && chmod -R u+w "$1/src"
    # Without the web page, which takes node to build, and without the discovery of clouds.
    (cd "$1/src" && GOFLAGS='' go build -tags builtinassets,remove_all_sd -o "$1/prometheus" ./cmd/prometheus &&
        GOFLAGS='' go build -tags remove_all_sd -o "$1/promtool" ./cmd/promtool) ||
        (cd "$1/src" && GOFLAGS='' go build -o "$1/prometheus" ./cmd/prometheus &&
            GOFLAGS='' go build -o "$1/promtool" ./cmd/promtool) || return 1
    keep "$1/promtool" promtool
    keep "$1/prometheus" prometheus
}

tool=${1:-}
case $tool in
    promtool | prometheus) ;;
    *) sed -n '3,7s/^# \{0,1\}//p' "$0" >&2; exit 2 ;;
esac
if command -v "$tool"; then
    exit 0
fi
if [ ! -x "$BIN/$tool" ]; then
    mkdir -p "$BIN/.tmp"
    scratch=$(mktemp -d "$BIN/.tmp/prometheus.XXXXXX")
    trap 'chmod -R u+w "$scratch"; rm -rf "$scratch"' EXIT
    from_debian "$scratch" || from_go "$scratch" || { log "there is no way to get $tool here"; exit 1; }
fi
echo "$BIN/$tool"
