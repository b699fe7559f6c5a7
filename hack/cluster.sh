#!/usr/bin/env bash
#
# A real Kubernetes API server (etcd + kube-apiserver) on this machine for tests and demos, without containers.
# `hack/cluster.sh help` lists the commands; hack/README.md explains what is real and what is not.
#
# Meant to work with bash 3.2 (macOS) and later. Needs curl and openssl; Go only when binaries have to be built or CRDs read.

# Several functions are only called through a variable, which shellcheck takes for "never".
# shellcheck disable=SC2329

set -euo pipefail

HACK_DIR=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
SELF="$HACK_DIR/cluster.sh"
# shellcheck source=versions.env
. "$HACK_DIR/versions.env"

CACHE=${RAYLLM_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/rayllm-operator}
ENVTEST_INDEX=${RAYLLM_ENVTEST_INDEX:-https://raw.githubusercontent.com/kubernetes-sigs/controller-tools/HEAD/envtest-releases.yaml}
LAB_CATALOGUE=${RAYLLM_LAB_CATALOGUE:-$HACK_DIR/../src/main/resources/catalog/instances-aws.csv}
# This file marks a directory as one that `up` filled, so that `down` may empty it.
MARKER=.rayllm-cluster

usage() {
    cat <<'USAGE'
Usage: hack/cluster.sh COMMAND

  build [--full|--lab]    make sure the binaries are there (and kubectl, if none is on PATH)
  which TOOL              print the path of a tool (etcd, kube-apiserver, kubectl, ...), building it if need be
  up --dir DIR [--full|--lab] [--watch-pid PID]
                          start a cluster with its state in DIR; the last line of output is KUBECONFIG=...
                          --full       also kube-controller-manager and kube-scheduler
                          --lab        also fake nodes and pods (kwok), Karpenter, KubeRay and a stand-in for Ray:
                                       see hack/lab/README.md; DIR/lab.properties says where to steer it
                          --watch-pid  take everything down when that process is gone
  down --dir DIR          stop it and remove what `up` put into DIR; harmless when there is nothing to stop
  stop --dir DIR NAME     end one program of a running cluster (NAME as in DIR/pids), to see what happens without it
  start --dir DIR NAME    start it again as it was
  run --dir DIR NAME COMMAND...
                          start a program of your own beside the cluster and print its pid; `stop`, `start` and `down`
                          then treat it as a part of the cluster; it writes to DIR/logs/NAME.log
  running --dir DIR       whether a cluster runs there: exit code 0 or 1
  crds [kuberay|karpenter|prometheus|prometheus-old]
                          print the paths of the real CRD files of KubeRay, Karpenter or both; or those of the
                          Prometheus operator, of today or of years ago
  install-crds --kubeconfig FILE [kuberay|karpenter|prometheus|prometheus-old]
                          apply these CRDs and wait until the API server serves them

Environment:
  KUBEBUILDER_ASSETS      directory with etcd and kube-apiserver to use instead of building (setup-envtest makes one)
  RAYLLM_CACHE            where binaries are kept; default $XDG_CACHE_HOME/rayllm-operator or ~/.cache/rayllm-operator
  RAYLLM_OFFLINE=1        do not try to download binaries
  RAYLLM_ENVTEST_INDEX    another address of envtest-releases.yaml, for a mirror
  RAYLLM_LAB_CATALOGUE    machines that the lab's Karpenter can launch; default the operator's own list for AWS
USAGE
}

# --- small things ----------------------------------------------------------------------------------------------------

log() { printf 'cluster.sh: %s\n' "$*" >&2; }

die() {
    log "$@"
    exit 1
}

has() { command -v "$1" >/dev/null 2>&1; }

need() {
    has "$1" || die "'$1' is needed ($2) but is not on PATH"
}

# Directories removed at exit, whatever happens: builds and downloads that did not finish.
SCRATCH=
cleanup_scratch() {
    if [ -n "$SCRATCH" ]; then
        chmod -R u+w "$SCRATCH" 2>/dev/null || true
        rm -rf "$SCRATCH"
        SCRATCH=
    fi
}

new_scratch() {
    cleanup_scratch
    mkdir -p "$CACHE/bin/.tmp"
    SCRATCH=$(mktemp -d "$CACHE/bin/.tmp/work.XXXXXX")
}

# When a process started: tells a process from a later one that got the same pid. Empty when it is gone or a zombie.
process_start() {
    if [ -d /proc/self ]; then
        local stat
        { stat=$(cat "/proc/$1/stat"); } 2>/dev/null || return 0
        # The command name, in parentheses, may itself hold blanks and parentheses: read on after the last one.
        # shellcheck disable=SC2086
        set -- ${stat##*) }
        case $1 in Z | X) return 0 ;; esac
        printf '%s\n' "${20}"
    else
        ps -o stat= -o lstart= -p "$1" 2>/dev/null | sed -n '/^Z/!{s/^[^ ]* *//;s/ *$//;p;}' || true
    fi
}

# True when the pid is still the process that was recorded, and not a stranger with a reused pid.
same_process() { # pid start
    [ -n "$2" ] && [ "$(process_start "$1")" = "$2" ]
}

# --- where binaries come from ----------------------------------------------------------------------------------------

FULL_TOOLS="etcd kube-apiserver kube-controller-manager kube-scheduler"
LAB_TOOLS="kwok lab-karpenter lab-serve ray-operator"

version_of() {
    case $1 in
        etcd) echo "$ETCD_VERSION" ;;
        kube-apiserver | kube-controller-manager | kube-scheduler | kubectl) echo "$KUBERNETES_VERSION" ;;
        helm) echo "$HELM_VERSION" ;;
        glua) echo "$GLUA_VERSION" ;;
        kwok) echo "$KWOK_VERSION" ;;
        ray-operator) echo "$KUBERAY_VERSION" ;;
        lab-karpenter) echo "$KARPENTER_VERSION-$(source_hash lab-karpenter)" ;;
        lab-serve) source_hash lab-serve ;;
        *) die "unknown tool '$1'" ;;
    esac
}

# What a build takes on two cores with nothing built before. The four Kubernetes programs share most of their
# packages, so whichever comes first pays for the others.
usual_time() {
    case $1 in
        etcd) echo "about 1 minute" ;;
        kube-apiserver) echo "about 5 minutes" ;;
        kube-controller-manager) echo "2 to 5 minutes" ;;
        kubectl | helm) echo "1 to 3 minutes" ;;
        kwok) echo "2 to 3 minutes" ;;
        lab-karpenter) echo "2 to 3 minutes" ;;
        ray-operator) echo "2 to 3 minutes" ;;
        lab-serve | glua) echo "a few seconds" ;;
        *) echo "about 1 minute" ;;
    esac
}

# The package of the module that MODULE_OF names, or nothing for a program whose source is in hack/lab.
package_of() {
    case $1 in
        etcd) echo go.etcd.io/etcd/server/v3 ;;
        helm) echo helm.sh/helm/v4/cmd/helm ;;
        glua) echo github.com/yuin/gopher-lua/cmd/glua ;;
        kwok) echo sigs.k8s.io/kwok/cmd/kwok ;;
        ray-operator) echo github.com/ray-project/kuberay/ray-operator ;;
        lab-*) ;;
        *) echo "k8s.io/kubernetes/cmd/$1" ;;
    esac
}

# Where the source of one of our own programs is.
source_dir() { echo "$HACK_DIR/lab/${1#lab-}"; }

# Tells one state of such a source from another: part of the name in the cache, so that an edit is a new program.
source_hash() {
    cat "$(source_dir "$1")"/*.go | openssl dgst -sha256 -r | cut -c 1-10
}

cached_path() { echo "$CACHE/bin/$1-$(version_of "$1")"; }

envtest_platform() {
    local os arch
    os=$(uname -s | tr '[:upper:]' '[:lower:]')
    arch=$(uname -m)
    case $arch in
        x86_64) arch=amd64 ;;
        aarch64) arch=arm64 ;;
    esac
    echo "$os-$arch"
}

envtest_dir() { echo "$CACHE/bin/envtest-$ENVTEST_VERSION"; }

all_executable_in() { # dir tool...
    local dir=$1 tool
    shift
    for tool in "$@"; do
        [ -x "$dir/$tool" ] || return 1
    done
}

all_cached() {
    local tool
    for tool in "$@"; do
        [ -x "$(cached_path "$tool")" ] || return 1
    done
}

# One source serves all tools of a cluster, so that their versions always fit together. Sets SOURCE.
SOURCE=
find_binaries() { # tool...
    local tool missing='' core=''
    for tool in "$@"; do
        if ! is_lab_tool "$tool"; then
            core="$core $tool"
        elif [ ! -x "$(cached_path "$tool")" ]; then
            return 1
        fi
    done
    # From here on only what others publish ready-made. The names hold no blanks.
    # shellcheck disable=SC2086
    set -- $core
    if [ -n "${KUBEBUILDER_ASSETS:-}" ]; then
        if all_executable_in "$KUBEBUILDER_ASSETS" "$@"; then
            SOURCE=assets
            return 0
        fi
        for tool in "$@"; do
            [ -x "$KUBEBUILDER_ASSETS/$tool" ] || missing="$missing $tool"
        done
        # Once is enough: this is looked up again after waiting for the lock.
        [ -n "${ASSETS_WARNED:-}" ] || log "KUBEBUILDER_ASSETS=$KUBEBUILDER_ASSETS lacks:$missing. Ignoring it."
        ASSETS_WARNED=1
    fi
    if all_cached "$@"; then
        SOURCE=cache
    elif all_executable_in "$(envtest_dir)" "$@"; then
        SOURCE=envtest
    else
        return 1
    fi
}

# Nobody publishes these ready-made together: always built, always in the cache.
is_lab_tool() {
    case " $LAB_TOOLS " in
        *" $1 "*) ;;
        *) return 1 ;;
    esac
}

tool_path() {
    if is_lab_tool "$1"; then
        cached_path "$1"
        return
    fi
    case $SOURCE in
        assets) echo "$KUBEBUILDER_ASSETS/$1" ;;
        cache) cached_path "$1" ;;
        envtest) echo "$(envtest_dir)/$1" ;;
    esac
}

# Finds the tools or makes them. The lock keeps two builds from running at once; it is held in a subshell so that no
# process started later inherits it. Without flock (macOS) two builds may both run, but each moves finished files into
# place with one rename, so the cache stays whole either way.
ensure_binaries() { # tool...
    find_binaries "$@" && return 0
    mkdir -p "$CACHE/bin"
    (
        trap cleanup_scratch EXIT
        trap 'exit 130' INT TERM HUP
        if has flock; then
            if ! flock -n 9; then
                log "another process is filling $CACHE; waiting for it"
                flock 9
            fi
            # Only leftovers of killed runs can be here while the lock is held.
            rm -rf "${CACHE:?}/bin/.tmp"
        fi
        find_binaries "$@" || download_envtest "$@" || build_all "$@"
    ) 9>"$CACHE/bin/.lock" >&2
    find_binaries "$@" || die "some of these are still missing in $CACHE/bin: $*"
}

# Downloads the controller-tools archive. Any trouble means "no": the caller then builds from source.
download_envtest() { # tool...
    local tool archive entry url hash
    [ "${RAYLLM_OFFLINE:-}" != 1 ] || return 1
    for tool in "$@"; do
        case $tool in
            etcd | kube-apiserver | kubectl) ;;
            *) return 1 ;;
        esac
    done
    has curl && has openssl && has tar || return 1
    new_scratch
    archive="envtest-v$ENVTEST_VERSION-$(envtest_platform).tar.gz"
    curl -fsSL --connect-timeout 5 --max-time 20 -o "$SCRATCH/index.yaml" "$ENVTEST_INDEX" 2>/dev/null || return 1
    entry=$(grep -A 2 -F "$archive:" "$SCRATCH/index.yaml") || return 1
    hash=$(printf '%s\n' "$entry" | sed -n 's/^ *hash: *//p' | head -n 1)
    url=$(printf '%s\n' "$entry" | sed -n 's/^ *selfLink: *//p' | head -n 1)
    [ -n "$hash" ] && [ -n "$url" ] || return 1

    log "downloading $archive"
    if ! curl -fsSL --connect-timeout 5 --speed-limit 10000 --speed-time 20 -o "$SCRATCH/$archive" "$url"; then
        log "the download failed; going on without it"
        return 1
    fi
    if [ "$(openssl dgst -sha512 -r "$SCRATCH/$archive" | cut -d ' ' -f 1)" != "$hash" ]; then
        log "the checksum of $archive is not the one in the release index; going on without it"
        return 1
    fi
    mkdir "$SCRATCH/out"
    tar -xzf "$SCRATCH/$archive" -C "$SCRATCH/out" || return 1
    all_executable_in "$SCRATCH/out/controller-tools/envtest" "$@" || return 1
    # A leftover that lacks a tool would make the rename fail or nest.
    rm -rf "$(envtest_dir)"
    mv "$SCRATCH/out/controller-tools/envtest" "$(envtest_dir)" || return 1
    cleanup_scratch
    log "kept in $(envtest_dir)"
}

build_all() { # tool...
    local tool plan=
    has go || no_go "$@"
    for tool in "$@"; do
        [ -x "$(cached_path "$tool")" ] || plan="$plan, $tool ($(usual_time "$tool"))"
    done
    log "to be built, one after the other, with the usual times on two quiet cores:${plan#,}"
    for tool in "$@"; do
        [ -x "$(cached_path "$tool")" ] || build_from_source "$tool"
    done
}

no_go() { # tool...
    local tool missing=
    for tool in "$@"; do
        [ -x "$(cached_path "$tool")" ] || missing="$missing $tool"
    done
    cat >&2 <<MESSAGE
cluster.sh: no binaries of:$missing. Do one of these:
  - install Go 1.26 or later (https://go.dev/dl) and run this again: they are built from source, once;
  - set KUBEBUILDER_ASSETS to a directory that holds$(printf ' %s' "$@"), for example one made by
    'setup-envtest use ${KUBERNETES_VERSION%.*}.x -p path';
  - put them into $CACHE/bin, each named TOOL-VERSION, for example kube-apiserver-$KUBERNETES_VERSION.
MESSAGE
    exit 1
}

# go, kept apart from any surrounding workspace or settings, with the same flags for every build: another set of flags
# would compile all dependencies again. Without cgo no C compiler is needed.
plain_go() {
    # shellcheck disable=SC2086
    env GOWORK=off GOFLAGS=-mod=mod CGO_ENABLED=0 ${NICELY:-} go "$@"
}

build_from_source() { # tool
    local tool=$1 version package started
    version=$(version_of "$tool")
    package=$(package_of "$tool")
    started=$SECONDS
    log "building $tool $version from Go modules; cached in $CACHE/bin"
    new_scratch
    build_in_scratch "$tool" "$package" "$version" || die "building $tool failed"
    mv "$SCRATCH/$tool" "$(cached_path "$tool")" || die "cannot write to $CACHE/bin"
    cleanup_scratch
    case $tool in lab-*) forget_old_builds "$tool" ;; esac
    log "built $tool $version in $((SECONDS - started)) s"
}

# Each edit of our own programs makes another one. Keeps some, for other work trees.
forget_old_builds() { # tool
    local file
    # Our own names: no odd characters in them.
    # shellcheck disable=SC2012
    ls -t "$CACHE/bin/$1-"* | tail -n +4 | while read -r file; do
        rm -f "$file"
    done
}

# A throw-away module for this one tool: only then does it get exactly the dependencies of its own go.mod.
build_in_scratch() ( # tool package version
    local package=$2 needs NICELY="nice -n 15"
    case $1 in
        lab-*)
            package=. needs=
            cp "$(source_dir "$1")"/*.go "$SCRATCH" || exit 1
            ;;
        *) needs=$2@v$3 ;;
    esac
    [ "$1" != lab-karpenter ] || needs=sigs.k8s.io/karpenter/kwok@v$KARPENTER_VERSION
    # The caller's `||` switches `set -e` off in here, hence the chain.
    cd "$SCRATCH" &&
        plain_go mod init "rayllm.local/tools/$1" 2>/dev/null &&
        case $2 in k8s.io/kubernetes/*) replace_staging_modules ;; esac &&
        { [ -z "$needs" ] || plain_go get "$needs" 2>get.log || { cat get.log >&2 && exit 1; }; } &&
        plain_go build -ldflags="$(link_flags)" -o "$1" "$package"
)

# k8s.io/kubernetes replaces its own libraries (k8s.io/api and so on) by folders of its repository, which does not work
# from outside: replace them by the published versions. Kubernetes 1.x.y publishes them as 0.x.y.
replace_staging_modules() {
    local gomod
    gomod=$(plain_go mod download -json "k8s.io/kubernetes@v$KUBERNETES_VERSION" |
        sed -n 's/^[[:space:]]*"GoMod": "\(.*\)",*$/\1/p')
    [ -n "$gomod" ] || die "k8s.io/kubernetes v$KUBERNETES_VERSION is not to be had from the Go module proxy"
    # shellcheck disable=SC2046
    plain_go mod edit $(sed -n "s|^[[:space:]]*\(k8s.io/[^ ]*\) => ./staging/.*|-replace=\1=\1@v0.${KUBERNETES_VERSION#*.}|p" "$gomod")
}

# Smaller binaries, and the version that a release build reports: clients and kubectl read it from the API server.
link_flags() {
    local pkg=k8s.io/component-base/version minor=${KUBERNETES_VERSION#*.}
    echo "-s -w -X $pkg.gitVersion=v$KUBERNETES_VERSION -X $pkg.gitMajor=${KUBERNETES_VERSION%%.*} -X $pkg.gitMinor=${minor%%.*}"
}

# --- starting --------------------------------------------------------------------------------------------------------

# The state of the `up` that is running. Globals, because the exit trap needs them.
UP_DIR=
UP_CLAIMED=
UP_FULL=
UP_LAB=
UP_WATCHED_PID=
UP_WATCHED_START=

# A port that nobody listens on now. It is below the range from which systems pick ports for outgoing connections.
# Another process may still take it before we do: the caller tries again then.
free_port() {
    local port
    while :; do
        port=$((20000 + (RANDOM * 32768 + RANDOM) % 12000))
        (exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null || break
    done
    echo "$port"
}

record() { # name pid
    echo "$1 $2 $(process_start "$2")" >>"$UP_DIR/pids"
}

# Starts a process detached: in its own process group, so that Ctrl-C in a terminal does not reach it, and without our
# output streams, so that a caller reading them sees their end. Records it and sets STARTED_PID.
STARTED_PID=
start() { # name command...
    local name=$1
    shift
    mkdir -p "$UP_DIR/state/commands"
    printf '%q ' "$@" >"$UP_DIR/state/commands/$name"
    set -m
    nohup "$@" </dev/null >>"$UP_DIR/logs/$name.log" 2>&1 &
    STARTED_PID=$!
    set +m
    disown "$STARTED_PID"
    record "$name" "$STARTED_PID"
}

check_watched() {
    if [ -n "$UP_WATCHED_PID" ] && ! same_process "$UP_WATCHED_PID" "$UP_WATCHED_START"; then
        die "the watched process $UP_WATCHED_PID is gone; giving up"
    fi
}

# Polls until a check succeeds. Returns 1 when the process ends before, and gives up after the time limit.
wait_for() { # name pid seconds check...
    local name=$1 pid=$2 deadline=$((SECONDS + $3))
    shift 3
    while ! "$@"; do
        [ -n "$(process_start "$pid")" ] || return 1
        check_watched
        if [ "$SECONDS" -ge "$deadline" ]; then
            show_log "$name"
            die "$name did not become ready in time"
        fi
        sleep 0.1
    done
    # It may have answered for the last time, or somebody else on its port did.
    [ -n "$(process_start "$pid")" ]
}

show_log() { # name
    log "last lines of $1's log:"
    tail -n 25 "$UP_DIR/logs/$1.log" >&2
}

lost_its_port() { grep -q 'address already in use' "$UP_DIR/logs/$1.log"; }

local_curl() {
    curl -fsS --noproxy '*' --max-time 10 "$@"
}

# The member name is random: only our own etcd answers with it.
etcd_ready() { # port name
    local_curl -X POST -d '{}' "http://127.0.0.1:$1/v3/cluster/member/list" 2>/dev/null | grep -q "\"$2\""
}

# The token is random: only our own API server accepts it. Its certificate is new, hence -k; later calls verify it.
apiserver_ready() { # port token
    local_curl -k -o /dev/null -H "Authorization: Bearer $2" "https://127.0.0.1:$1/readyz" 2>/dev/null &&
        local_curl -k -o /dev/null -H "Authorization: Bearer $2" "https://127.0.0.1:$1/api/v1/namespaces/default" 2>/dev/null
}

healthz_ready() { # port
    local_curl -k -o /dev/null "https://127.0.0.1:$1/healthz" 2>/dev/null
}

start_etcd() { # sets ETCD_PORT
    local name peer
    name="rayllm-$$-$RANDOM$RANDOM"
    ETCD_PORT=$(free_port)
    peer=$(free_port)
    rm -rf "$UP_DIR/state/etcd"
    start etcd "$(tool_path etcd)" --name="$name" --data-dir="$UP_DIR/state/etcd" --unsafe-no-fsync \
        --listen-client-urls="http://127.0.0.1:$ETCD_PORT" --advertise-client-urls="http://127.0.0.1:$ETCD_PORT" \
        --listen-peer-urls="http://127.0.0.1:$peer" --initial-advertise-peer-urls="http://127.0.0.1:$peer" \
        --initial-cluster="$name=http://127.0.0.1:$peer"
    wait_for etcd "$STARTED_PID" 60 etcd_ready "$ETCD_PORT" "$name"
}

start_apiserver() { # sets API_PORT
    local admission=--disable-admission-plugins=ServiceAccount
    # Default service accounts are made by the controller manager. Without one, no pod could be created.
    [ -z "$UP_FULL" ] || admission=--enable-admission-plugins=ServiceAccount
    API_PORT=$(free_port)
    start kube-apiserver "$(tool_path kube-apiserver)" \
        --etcd-servers="http://127.0.0.1:$ETCD_PORT" \
        --bind-address=127.0.0.1 --advertise-address=127.0.0.1 --secure-port="$API_PORT" \
        --cert-dir="$UP_DIR/state/certs" \
        --token-auth-file="$UP_DIR/state/tokens.csv" --authorization-mode=RBAC \
        --service-account-issuer=https://kubernetes.default.svc \
        --service-account-key-file="$UP_DIR/state/sa.pub" \
        --service-account-signing-key-file="$UP_DIR/state/sa.key" \
        --service-cluster-ip-range=10.96.0.0/16 --endpoint-reconciler-type=none --allow-privileged=true \
        --audit-policy-file="$UP_DIR/state/audit-policy.yaml" --audit-log-path="$UP_DIR/audit.log" \
        "$admission"
    wait_for kube-apiserver "$STARTED_PID" 180 apiserver_ready "$API_PORT" "$UP_TOKEN"
}

start_controllers() {
    local port
    port=$(free_port)
    start kube-controller-manager "$(tool_path kube-controller-manager)" --kubeconfig="$UP_DIR/kubeconfig" \
        --leader-elect=false --bind-address=127.0.0.1 --secure-port="$port" --cert-dir="$UP_DIR/state/kcm" \
        --service-account-private-key-file="$UP_DIR/state/sa.key"
    wait_for kube-controller-manager "$STARTED_PID" 120 healthz_ready "$port"
}

start_scheduler() {
    local port
    port=$(free_port)
    start kube-scheduler "$(tool_path kube-scheduler)" --kubeconfig="$UP_DIR/kubeconfig" \
        --leader-elect=false --bind-address=127.0.0.1 --secure-port="$port" --cert-dir="$UP_DIR/state/scheduler"
    wait_for kube-scheduler "$STARTED_PID" 120 healthz_ready "$port"
}

# --- starting the lab --------------------------------------------------------------------------------------------------

start_kwok() {
    local port
    port=$(free_port)
    start kwok "$(tool_path kwok)" --config="$HACK_DIR/lab/kwok.yaml" --kubeconfig="$UP_DIR/kubeconfig" \
        --server-address="127.0.0.1:$port" --node-ip=127.0.0.1
    wait_for kwok "$STARTED_PID" 120 http_ready "http://127.0.0.1:$port/healthz"
}

start_karpenter() {
    local metrics probes
    metrics=$(free_port)
    probes=$(free_port)
    start karpenter env KUBECONFIG="$UP_DIR/kubeconfig" INSTANCE_TYPES_FILE_PATH="$UP_DIR/state/instance-types.json" \
        METRICS_PORT="$metrics" HEALTH_PROBE_PORT="$probes" DISABLE_LEADER_ELECTION=true "$(tool_path lab-karpenter)"
    wait_for karpenter "$STARTED_PID" 120 http_ready "http://127.0.0.1:$probes/readyz"
}

start_serve() { # sets SERVE_URL
    local port
    port=$(free_port)
    SERVE_URL=http://127.0.0.1:$port
    start serve "$(tool_path lab-serve)" --listen="127.0.0.1:$port" --server="https://127.0.0.1:$API_PORT" \
        --ca-file="$UP_DIR/state/certs/apiserver.crt" --token-file="$UP_DIR/state/token"
    wait_for serve "$STARTED_PID" 60 http_ready "$SERVE_URL/control/state"
}

# KubeRay reaches the Ray dashboards over the cluster's network. The proxy stands in for that.
start_kuberay() {
    local metrics probes
    metrics=$(free_port)
    probes=$(free_port)
    start kuberay env KUBECONFIG="$UP_DIR/kubeconfig" HTTP_PROXY="$SERVE_URL" NO_PROXY=127.0.0.1,localhost \
        "$(tool_path ray-operator)" --enable-leader-election=false \
        --metrics-addr="127.0.0.1:$metrics" --health-probe-bind-address="127.0.0.1:$probes"
    wait_for kuberay "$STARTED_PID" 120 http_ready "http://127.0.0.1:$probes/readyz"
}

http_ready() { # url
    local_curl -o /dev/null "$1" 2>/dev/null
}

# The CRDs take longest of all, so this runs beside the start of other programs.
prepare_lab() {
    local files file
    files=$(crd_files lab) || exit 1
    install_with_curl "$UP_DIR/kubeconfig" "$files"
    "$(tool_path lab-karpenter)" instance-types "$LAB_CATALOGUE" "$HACK_DIR/lab/cpu-instances.csv" \
        >"$UP_DIR/state/instance-types.json" || die "cannot make instance types from $LAB_CATALOGUE"
}

# The files in hack/lab/base lie at the paths that their objects have in the API.
apply_base() {
    local file
    (cd "$HACK_DIR/lab/base" && find . -name '*.yaml') | while read -r file; do
        local_curl --cacert "$UP_DIR/state/certs/apiserver.crt" -o /dev/null -X PATCH \
            --data-binary @"$HACK_DIR/lab/base/$file" -H "Authorization: Bearer $UP_TOKEN" \
            -H 'Content-Type: application/apply-patch+yaml' \
            "https://127.0.0.1:$API_PORT/${file%.yaml}?fieldManager=rayllm-hack&force=true" ||
            die "the API server did not take hack/lab/base/$file"
    done
}

start_lab() { # pid of prepare_lab
    wait "$1" || die "preparing the lab failed"
    with_retries kwok start_kwok
    with_retries karpenter start_karpenter
    apply_base
    with_retries serve start_serve
    with_retries kuberay start_kuberay
    {
        echo "# Where the lab of hack/cluster.sh is to be steered: see hack/lab/README.md."
        echo "serve=$SERVE_URL"
        echo "instance-types=$UP_DIR/state/instance-types.json"
    } >"$UP_DIR/lab.properties"
}

# Runs one of the start functions, and again with other ports when one was taken meanwhile.
with_retries() { # name function
    local attempt
    for attempt in 1 2 3 4 5; do
        : >"$UP_DIR/logs/$1.log"
        "$2" && return 0
        if ! lost_its_port "$1"; then
            show_log "$1"
            die "$1 ended while starting"
        fi
        log "$1 lost its port to another process, trying others ($attempt)"
    done
    die "found no free port for $1"
}

write_credentials() {
    local state="$UP_DIR/state"
    UP_TOKEN=$(openssl rand -hex 24)
    echo "$UP_TOKEN,admin,admin,\"system:masters\"" >"$state/tokens.csv"
    echo "$UP_TOKEN" >"$state/token"
    openssl ecparam -name prime256v1 -genkey -noout -out "$state/sa.key" 2>/dev/null
    openssl ec -in "$state/sa.key" -pubout -out "$state/sa.pub" 2>/dev/null
}

# Who wrote what, for tests that count writes; no bodies. The API server's own bookkeeping is left out.
write_audit_policy() {
    cat >"$UP_DIR/state/audit-policy.yaml" <<'POLICY'
apiVersion: audit.k8s.io/v1
kind: Policy
omitStages: [RequestReceived, ResponseStarted]
rules:
  - level: None
    users: ["system:apiserver"]
  # The operator as its service account: reads, too, to compare them with its rights.
  - level: Metadata
    users: ["system:serviceaccount:rayllm-system:rayllm-operator"]
  - level: Metadata
    verbs: [create, update, patch, delete, deletecollection]
  - level: None
POLICY
    : >"$UP_DIR/audit.log"
}

# The API server has made its serving certificate itself; the file holds the signing certificate, too.
write_kubeconfig() {
    local ca="$UP_DIR/state/certs/apiserver.crt"
    local_curl --cacert "$ca" -o /dev/null -H "Authorization: Bearer $UP_TOKEN" "https://127.0.0.1:$API_PORT/readyz" ||
        die "the API server's certificate does not verify"
    cat >"$UP_DIR/kubeconfig.new" <<KUBECONFIG
apiVersion: v1
kind: Config
clusters:
- name: rayllm
  cluster:
    server: https://127.0.0.1:$API_PORT
    certificate-authority-data: $(openssl base64 -A -in "$ca")
users:
- name: admin
  user:
    token: $UP_TOKEN
contexts:
- name: rayllm
  context:
    cluster: rayllm
    user: admin
current-context: rayllm
KUBECONFIG
    mv "$UP_DIR/kubeconfig.new" "$UP_DIR/kubeconfig"
}

# Creates DIR or takes an empty one, and marks it. Creating the folder `state` is what decides between two at once.
claim_dir() {
    local created=no
    if [ ! -d "$UP_DIR" ]; then
        mkdir -p "$UP_DIR" && created=yes
    fi
    UP_DIR=$(cd "$UP_DIR" && pwd -P)
    if [ -e "$UP_DIR/$MARKER" ]; then
        if signal_all "$UP_DIR" 0; then
            die "a cluster is running in $UP_DIR; stop it first: hack/cluster.sh down --dir '$UP_DIR'"
        fi
        log "removing what a cluster that is gone has left in $UP_DIR"
        created=$(sed -n 's/^created=//p' "$UP_DIR/$MARKER")
        remove_state "$UP_DIR"
        mkdir -p "$UP_DIR"
    elif [ -n "$(ls -A "$UP_DIR")" ]; then
        die "$UP_DIR is neither empty nor made by this script; give another --dir"
    fi
    mkdir "$UP_DIR/state" 2>/dev/null || die "another 'up' is at work in $UP_DIR"
    UP_CLAIMED=yes
    {
        echo "Made by hack/cluster.sh; its command 'down' removes the files of the cluster here."
        echo "created=$created"
    } >"$UP_DIR/$MARKER"
    mkdir "$UP_DIR/logs"
    record up $$
}

# The exit trap of `up`.
give_up() {
    local code=$?
    if [ -n "$UP_CLAIMED" ]; then
        take_down "$UP_DIR"
    fi
    exit "$code"
}

cmd_up() {
    local dir='' began prepare_pid
    while [ $# -gt 0 ]; do
        case $1 in
            --dir) dir=${2:?--dir needs a directory} && shift 2 ;;
            --watch-pid) UP_WATCHED_PID=${2:?--watch-pid needs a pid} && shift 2 ;;
            --full) UP_FULL=yes && shift ;;
            --lab) UP_FULL=yes && UP_LAB=yes && shift ;;
            *) die "up: unknown argument '$1'" ;;
        esac
    done
    [ -n "$dir" ] || die "up: --dir is missing"
    need curl "to wait for the API server"
    need openssl "to make keys"
    if [ -n "$UP_WATCHED_PID" ]; then
        UP_WATCHED_START=$(process_start "$UP_WATCHED_PID")
        [ -n "$UP_WATCHED_START" ] || die "up: there is no process $UP_WATCHED_PID to watch"
    fi
    # shellcheck disable=SC2086
    if [ -n "$UP_LAB" ]; then
        [ -r "$LAB_CATALOGUE" ] || die "up: cannot read the machines in $LAB_CATALOGUE"
        ensure_binaries $FULL_TOOLS $LAB_TOOLS
    elif [ -n "$UP_FULL" ]; then
        ensure_binaries $FULL_TOOLS
    else
        ensure_binaries etcd kube-apiserver
    fi
    # The cluster only talks to itself.
    unset HTTP_PROXY HTTPS_PROXY ALL_PROXY http_proxy https_proxy all_proxy

    began=$SECONDS
    # Tokens and keys are among the files.
    umask 077
    trap give_up EXIT
    trap 'exit 130' INT TERM HUP
    UP_DIR=$dir
    claim_dir
    write_credentials
    write_audit_policy
    # The watchdog goes first, so that nothing survives even if this script itself is killed half-way.
    if [ -n "$UP_WATCHED_PID" ]; then
        start watchdog bash "$SELF" watch "$UP_WATCHED_PID" "$UP_WATCHED_START" "$UP_DIR"
    fi
    with_retries etcd start_etcd
    with_retries kube-apiserver start_apiserver
    write_kubeconfig
    if [ -n "$UP_LAB" ]; then
        (trap - EXIT && prepare_lab) &
        prepare_pid=$!
        record prepare "$prepare_pid"
    fi
    if [ -n "$UP_FULL" ]; then
        with_retries kube-controller-manager start_controllers
        with_retries kube-scheduler start_scheduler
    fi
    [ -z "$UP_LAB" ] || start_lab "$prepare_pid"
    check_watched
    trap - EXIT
    sed '/^up /d; /^prepare /d' "$UP_DIR/pids" >"$UP_DIR/pids.new" && mv "$UP_DIR/pids.new" "$UP_DIR/pids"
    log "up after $((SECONDS - began)) s: https://127.0.0.1:$API_PORT, logs in $UP_DIR/logs"
    echo "KUBECONFIG=$UP_DIR/kubeconfig"
}

# --- stopping --------------------------------------------------------------------------------------------------------

# Signals every process of the cluster that still runs, other than this one; returns 1 when there is none.
signal_all() { # dir signal
    local name pid began found=1
    [ -e "$1/pids" ] || return 1
    while read -r name pid began; do
        if [ "$pid" != $$ ] && same_process "$pid" "$began"; then
            kill "-$2" "$pid" 2>/dev/null || true
            found=0
        fi
    done <"$1/pids"
    return $found
}

# Ends all processes and removes the files. An `up` that is still at work is one of the processes: it is told first,
# and cleans up what it has started itself.
take_down() { # dir
    local deadline=$((SECONDS + 10)) pid began
    read -r pid began <<<"$(sed -n 's/^up //p' "$1/pids" 2>/dev/null)"
    if [ "$pid" != $$ ]; then
        while same_process "$pid" "$began" && [ "$SECONDS" -lt "$deadline" ]; do
            kill -TERM "$pid" 2>/dev/null || true
            sleep 0.2
        done
    fi
    # Nothing of the cluster is kept, so nothing needs an orderly end, which would take seconds.
    while signal_all "$1" KILL; do
        sleep 0.1
    done
    remove_state "$1"
}

# Removes exactly what `up` has made, and the directory itself only if `up` made it and nothing else is in it.
remove_state() { # dir
    local created
    [ -e "$1/$MARKER" ] || return 0
    created=$(sed -n 's/^created=//p' "$1/$MARKER")
    rm -rf "${1:?}/state" "${1:?}/logs"
    rm -f "$1/kubeconfig" "$1/kubeconfig.new" "$1/lab.properties" "$1/pids" "$1/pids.new" "$1"/audit.log "$1"/audit-*.log "$1/$MARKER"
    if [ "$created" = yes ]; then
        rmdir "$1" 2>/dev/null || true
    fi
}

cmd_down() {
    local dir=
    while [ $# -gt 0 ]; do
        case $1 in
            --dir) dir=${2:?--dir needs a directory} && shift 2 ;;
            *) die "down: unknown argument '$1'" ;;
        esac
    done
    [ -n "$dir" ] || die "down: --dir is missing"
    if [ ! -e "$dir/$MARKER" ]; then
        log "no cluster in $dir"
        return 0
    fi
    dir=$(cd "$dir" && pwd -P)
    take_down "$dir"
    log "down: $dir"
}

# --- single programs of a running cluster ----------------------------------------------------------------------------

# Sets UP_DIR and ONE.
parse_one() { # command args...
    local command=$1
    shift
    ONE=
    while [ $# -gt 0 ]; do
        case $1 in
            --dir) UP_DIR=${2:?--dir needs a directory} && shift 2 ;;
            -*) die "$command: unknown argument '$1'" ;;
            *) ONE=$1 && shift ;;
        esac
    done
    [ -n "$UP_DIR" ] && [ -n "$ONE" ] || die "$command: give --dir DIR and the name of a program"
    [ -e "$UP_DIR/$MARKER" ] || die "no cluster in $UP_DIR"
    UP_DIR=$(cd "$UP_DIR" && pwd -P)
    [ -r "$UP_DIR/state/commands/$ONE" ] || die "$command: no program '$ONE' in $UP_DIR; see its file 'pids'"
}

# The process of a program that runs, as "pid start".
running_one() {
    local name pid began
    while read -r name pid began; do
        if [ "$name" = "$ONE" ] && same_process "$pid" "$began"; then
            echo "$pid $began"
            return
        fi
    done <"$UP_DIR/pids"
}

cmd_stop() {
    local pid began
    parse_one stop "$@"
    read -r pid began <<<"$(running_one)"
    [ -n "$pid" ] || die "stop: $ONE does not run"
    while same_process "$pid" "$began"; do
        kill -KILL "$pid" 2>/dev/null || true
        sleep 0.05
    done
    log "stopped $ONE"
}

cmd_start() {
    local command
    parse_one start "$@"
    [ -z "$(running_one)" ] || die "start: $ONE runs already"
    unset HTTP_PROXY HTTPS_PROXY ALL_PROXY http_proxy https_proxy all_proxy
    umask 077
    # Written by 'start' with quotes, for this.
    eval "command=($(cat "$UP_DIR/state/commands/$ONE"))"
    # shellcheck disable=SC2154
    start "$ONE" "${command[@]}"
    log "started $ONE"
}

# Recorded like the cluster's own programs, so that `down` and the watchdog end it, too, and nothing else in its place.
cmd_run() {
    while [ $# -gt 0 ]; do
        case $1 in
            --dir) UP_DIR=${2:?--dir needs a directory} && shift 2 ;;
            -*) die "run: unknown argument '$1'" ;;
            *) ONE=$1 && shift && break ;;
        esac
    done
    [ -n "$UP_DIR" ] && [ -n "${ONE:-}" ] && [ $# -gt 0 ] || die "run: give --dir DIR, a name and a command"
    [ -e "$UP_DIR/$MARKER" ] || die "no cluster in $UP_DIR"
    case $ONE in *[!a-z0-9-]*) die "run: a name holds a-z, 0-9 and -, not '$ONE'" ;; esac
    UP_DIR=$(cd "$UP_DIR" && pwd -P)
    [ ! -e "$UP_DIR/state/commands/$ONE" ] || die "run: there is a program '$ONE' in $UP_DIR; see \`stop\` and \`start\`"
    umask 077
    start "$ONE" "$@"
    echo "$STARTED_PID"
}

cmd_running() {
    [ $# = 2 ] && [ "$1" = --dir ] || die "running: give --dir DIR"
    signal_all "$2" 0
}

# The watchdog, started by `up`: waits for the end of a process, then takes the cluster down.
cmd_watch() { # pid start dir
    while same_process "$1" "$2"; do
        [ -e "$3/$MARKER" ] || return 0
        sleep 1
    done
    take_down "$3"
}

# --- CRDs ------------------------------------------------------------------------------------------------------------

module_dir() { # module version
    local dir
    need go "to read CRDs from Go modules; see https://go.dev/dl"
    dir=$(cd / && plain_go mod download -json "$1@v$2" | sed -n 's/^[[:space:]]*"Dir": "\(.*\)",*$/\1/p')
    [ -n "$dir" ] || die "cannot get the Go module $1 v$2"
    echo "$dir"
}

prometheus_crd_files() { # version
    local dir
    dir=$(module_dir github.com/prometheus-operator/prometheus-operator "$1") || exit 1
    dir=$dir/example/prometheus-operator-crd
    ls "$dir"/monitoring.coreos.com_podmonitors.yaml "$dir"/monitoring.coreos.com_prometheusrules.yaml
}

crd_files() { # [kuberay|karpenter|prometheus|prometheus-old]
    local dir
    case ${1:-all} in
        kuberay)
            dir=$(module_dir github.com/ray-project/kuberay/ray-operator "$KUBERAY_VERSION") || exit 1
            ls "$dir"/config/crd/bases/*.yaml
            ;;
        karpenter)
            dir=$(module_dir sigs.k8s.io/karpenter "$KARPENTER_VERSION") || exit 1
            ls "$dir"/pkg/apis/crds/karpenter.sh_nodepools.yaml "$dir"/pkg/apis/crds/karpenter.sh_nodeclaims.yaml
            ;;
        prometheus)
            prometheus_crd_files "$PROMETHEUS_OPERATOR_VERSION"
            ;;
        prometheus-old)
            prometheus_crd_files "$PROMETHEUS_OPERATOR_OLD_VERSION"
            ;;
        all)
            crd_files kuberay
            crd_files karpenter
            ;;
        lab)
            # What the programs insist on when they start.
            crd_files kuberay | grep -v raycronjobs
            dir=$(module_dir sigs.k8s.io/karpenter "$KARPENTER_VERSION") || exit 1
            ls "$dir"/pkg/apis/crds/*.yaml "$dir"/kwok/apis/crds/*.yaml
            ;;
        *) die "unknown set of CRDs '$1' (kuberay, karpenter, prometheus or prometheus-old)" ;;
    esac
}

# Prints a CRD without its deprecated v1alpha1 version, unless that is the stored one. The API server takes long to
# digest the Ray schemas, and each of them is in there once per version.
without_old_versions() { # file
    awk '
        function flush() {
            for (i = 1; i <= length_of_item && !(old && !stored); i++) print item[i]
            length_of_item = 0; old = 0; stored = 0
        }
        { match($0, /^ */); indent = RLENGTH }
        inside && item_indent < 0 && /^ *- / { item_indent = indent }
        inside && (indent < item_indent || indent == item_indent && !/^ *- /) { flush(); inside = 0 }
        inside {
            if (indent == item_indent && /^ *- /) flush()
            item[++length_of_item] = $0
            if (indent == item_indent + 2 && /^ *name: v1alpha1$/ || indent == item_indent && /^ *- name: v1alpha1$/) old = 1
            if (indent == item_indent + 2 && /^ *storage: true$/) stored = 1
            next
        }
        { print }
        /^  versions:/ { inside = 1; item_indent = -1 }
        END { flush() }
    ' "$1"
}

crd_name() { sed -n 's/^  name: //p' "$1" | head -n 1; }

# The version that is stored: the name beside "storage: true", which is the last one seen at the same depth.
crd_version() {
    awk '
        { match($0, /^ *(- )?/); depth = RLENGTH; text = substr($0, depth + 1) }
        text ~ /^name: / { name[depth] = substr(text, 7) }
        text == "storage: true" { print name[depth]; exit }
    ' "$1"
}

# A scalar of a kubeconfig that `up` has written.
config_value() { sed -n "s/^ *$2: //p" "$1" | head -n 1; }

cmd_install_crds() {
    local config='' set=all files file name began=$SECONDS
    while [ $# -gt 0 ]; do
        case $1 in
            --kubeconfig) config=${2:?--kubeconfig needs a file} && shift 2 ;;
            -*) die "install-crds: unknown argument '$1'" ;;
            *) set=$1 && shift ;;
        esac
    done
    [ -n "$config" ] || die "install-crds: --kubeconfig is missing"
    [ -r "$config" ] || die "install-crds: cannot read $config"
    files=$(crd_files "$set") || exit 1
    if [ -n "$(config_value "$config" token)" ]; then
        install_with_curl "$config" "$files"
    else
        # Somebody else's cluster: kubectl knows every way to log in.
        need kubectl "to install CRDs with a kubeconfig that 'up' has not written"
        install_with_kubectl "$config" "$files"
    fi
    log "CRDs ready after $((SECONDS - began)) s"
}

# Server-side apply, since the Ray CRDs are too big for the annotation of the client-side one. One request each: much
# quicker than kubectl, which first reads all schemas that the API server has.
install_with_curl() { # kubeconfig files
    local server token file name
    need curl "to talk to the API server"
    server=$(config_value "$1" server)
    token=$(config_value "$1" token)
    API_CA=$(mktemp)
    trap 'rm -f "$API_CA"' EXIT
    config_value "$1" certificate-authority-data | openssl base64 -d -A >"$API_CA"
    while read -r file; do
        name=$(crd_name "$file")
        log "applying $name"
        without_old_versions "$file" |
            local_curl --max-time 120 --cacert "$API_CA" -o /dev/null -X PATCH --data-binary @- \
                -H "Authorization: Bearer $token" -H 'Content-Type: application/apply-patch+yaml' \
                "$server/apis/apiextensions.k8s.io/v1/customresourcedefinitions/$name?fieldManager=rayllm-hack&force=true" ||
            die "the API server did not take $name"
    done <<<"$2"
    while read -r file; do
        wait_until_served "$server" "$token" "$file"
    done <<<"$2"
}

# Being able to list the objects is more than the condition Established: it says that requests are served, too.
wait_until_served() { # server token file
    local name path deadline=$((SECONDS + 120))
    name=$(crd_name "$3")
    path="/apis/${name#*.}/$(crd_version "$3")/${name%%.*}?limit=1"
    until local_curl --cacert "$API_CA" -o /dev/null -H "Authorization: Bearer $2" "$1$path" 2>/dev/null; do
        [ "$SECONDS" -lt "$deadline" ] || die "$name is not served after two minutes"
        sleep 0.2
    done
}

install_with_kubectl() { # kubeconfig files
    local file
    while read -r file; do
        without_old_versions "$file" | kubectl --kubeconfig "$1" apply --server-side --force-conflicts -f - >&2
    done <<<"$2"
    while read -r file; do
        kubectl --kubeconfig "$1" wait --for=condition=Established --timeout=120s "crd/$(crd_name "$file")" >&2
    done <<<"$2"
}

# --- commands --------------------------------------------------------------------------------------------------------

cmd_build() {
    local began=$SECONDS tools="etcd kube-apiserver" tool
    case ${1:-} in
        '') ;;
        --full) tools=$FULL_TOOLS ;;
        --lab) tools="$FULL_TOOLS $LAB_TOOLS" ;;
        *) die "build: unknown argument '$1'" ;;
    esac
    # shellcheck disable=SC2086
    ensure_binaries $tools
    for tool in $tools; do
        tool_path "$tool"
    done
    if ! has kubectl; then
        ensure_binaries kubectl
        tool_path kubectl
    fi
    log "all there after $((SECONDS - began)) s"
}

cmd_which() {
    [ $# = 1 ] || die "which: give one tool"
    if [ "$1" = kubectl ] && has kubectl; then
        command -v kubectl
        return
    fi
    version_of "$1" >/dev/null
    ensure_binaries "$1"
    tool_path "$1"
}

main() {
    local command=${1:-help}
    [ $# = 0 ] || shift
    case $command in
        build) cmd_build "$@" ;;
        which) cmd_which "$@" ;;
        up) cmd_up "$@" ;;
        down) cmd_down "$@" ;;
        stop) cmd_stop "$@" ;;
        start) cmd_start "$@" ;;
        run) cmd_run "$@" ;;
        running) cmd_running "$@" ;;
        watch) cmd_watch "$@" ;;
        crds) crd_files "$@" ;;
        install-crds) cmd_install_crds "$@" ;;
        help | -h | --help) usage ;;
        *)
            usage >&2
            exit 2
            ;;
    esac
}

# The shell reads a script as it goes: `exit` on the same line keeps a running one safe from edits to this file.
main "$@"; exit
