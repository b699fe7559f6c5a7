#!/usr/bin/env bash
# The main job from end to end on this machine: a real API server, the real CRDs of KubeRay and Karpenter, the operator
# as a user runs it. There is no KubeRay, no Karpenter and no GPU behind them, so nothing gets to Ready here; what is
# shown is what the operator decides, writes, refuses and cleans up. Ends with 0 only if each step came out as expected.
# KEEP=1 leaves it up and prints how to go on. `hack/demo.sh check` only looks whether one is up.
set -euo pipefail
cd "$(dirname "$0")/.."

DIR=$PWD/.demo
LOG=$DIR/logs/operator.log
SPEC=$DIR/state/too-big.yaml
NAMESPACE=llm
IS_UP=
STARTED=$SECONDS
BOLD='' PLAIN=''
if [ -t 1 ]; then BOLD=$'\033[1m' PLAIN=$'\033[0m'; fi

say() { printf '\n%s== %s%s (%ds)\n' "$BOLD" "$*" "$PLAIN" $((SECONDS - STARTED)); }
# A command as it can be pasted: quotes only around what needs them.
echo_command() {
  local word line='$'
  for word in "$@"; do
    case $word in
      '' | *[!A-Za-z0-9_./:=@%+,-]*) line+=" '${word//\'/\'\\\'\'}'" ;;
      *) line+=" $word" ;;
    esac
  done
  printf '%s\n' "$line"
}
show() { echo_command "$@"; "$@"; }
fail() {
  printf '\nNOT AS EXPECTED: %s\n' "$*" >&2
  if [ -f "$LOG" ]; then printf 'The last lines of the operator:\n' >&2; tail -n 15 "$LOG" >&2; fi
  exit 1
}
kube() { "$KUBECTL" --kubeconfig "$DIR/kubeconfig" "$@"; }
show_kube() { echo_command "${KUBECTL_SHOWN:-kubectl}" "$@"; kube "$@"; }
# waits up to a minute until a command prints exactly this
expect() {
  local wanted=$1 got=; shift
  for _ in $(seq 120); do
    got=$("$@" 2>/dev/null || true)
    [ "$got" = "$wanted" ] && return 0
    sleep 0.5
  done
  fail "'$*' printed '$got', not '$wanted'"
}
condition() { kube -n "$NAMESPACE" get llm "$1" -o jsonpath="{.status.conditions[?(@.type=='$2')].reason}"; }
count() { kube get "$1" -A --no-headers 2>/dev/null | grep -c . || true; }

refuse_second() {
  if hack/cluster.sh running --dir "$DIR"; then
    printf 'A demo is up already. End it with: hack/cluster.sh down --dir .demo\n' >&2
    exit 1
  fi
}
clean_up() {
  local code=$?
  # What is up before we came is somebody else's.
  [ -n "$IS_UP" ] || exit "$code"
  if [ "${KEEP:-}" = 1 ] && [ "$code" = 0 ]; then return; fi
  hack/cluster.sh down --dir "$DIR" >/dev/null 2>&1 || true
  exit "$code"
}
free_port() { # a port that nothing listens on
  local port
  for _ in $(seq 50); do
    port=$((20000 + RANDOM % 20000))
    (exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null || { echo "$port"; return; }
  done
}

bring_up() {
  local watch=(--watch-pid $$)
  hack/cluster.sh build
  KUBECTL=$(hack/cluster.sh which kubectl)
  command -v kubectl >/dev/null || KUBECTL_SHOWN=$KUBECTL
  # The folder is this script's own: without the mark of a cluster it holds nothing but leftovers.
  [ -e "$DIR/.rayllm-cluster" ] || rm -rf "$DIR"
  if [ "${KEEP:-}" = 1 ]; then watch=(); fi
  hack/cluster.sh up --dir "$DIR" ${watch[@]+"${watch[@]}"}
  IS_UP=yes
  hack/cluster.sh install-crds --kubeconfig "$DIR/kubeconfig" kuberay
  hack/cluster.sh install-crds --kubeconfig "$DIR/kubeconfig" karpenter
  echo_command export "KUBECONFIG=$DIR/kubeconfig"
  show_kube apply -f crds/
  kube wait --for condition=Established --timeout 30s -f crds/ >/dev/null
  show_kube create namespace "$NAMESPACE"
}

# One of the cluster's programs from here on: whatever ends the cluster ends it, too.
start_operator() {
  local port pid
  port=$(free_port)
  printf '$ java -jar target/quarkus-app/quarkus-run.jar\n'
  pid=$(hack/cluster.sh run --dir "$DIR" operator env "KUBECONFIG=$DIR/kubeconfig" QUARKUS_HTTP_HOST=127.0.0.1 \
    "QUARKUS_HTTP_PORT=$port" "$JAVA_HOME/bin/java" -jar "$PWD/target/quarkus-app/quarkus-run.jar")
  for _ in $(seq 120); do
    kill -0 "$pid" 2>/dev/null || fail "the operator ended"
    if grep -q 'started in' "$LOG"; then grep -o 'rayllm-operator .* started in [0-9.]*s' "$LOG"; return; fi
    sleep 0.5
  done
  fail "the operator did not start within a minute"
}

# Prints deployments whose status does not say yet what became of them.
undecided() {
  kube -n "$NAMESPACE" get llm -o jsonpath="{range .items[*]}{.metadata.name}={.status.conditions[?(@.type=='Accepted')].reason}={.status.plan.gpu}{'\n'}{end}" |
    grep -v '=.\+=.\+' || true
}

main() {
  refuse_second
  if [ "${1:-}" = check ]; then return; fi
  trap clean_up EXIT
  trap 'exit 130' INT TERM HUP
  say "An API server with the CRDs of KubeRay, Karpenter and this project"
  bring_up
  say "The operator"
  start_operator

  say "One small object"
  show cat examples/05-mistral-7b.yaml
  show_kube -n "$NAMESPACE" apply -f examples/05-mistral-7b.yaml
  expect Planned condition mistral Accepted
  show bin/rayllm plan -f examples/05-mistral-7b.yaml
  say "becomes a GPU node pool and a RayService"
  expect 1 count rayservices
  expect 1 count nodepools
  show_kube get nodepools,rayservices -A
  show_kube -n "$NAMESPACE" get rayservice mistral -o jsonpath='{.spec.serveConfigV2}'

  say "All examples"
  kube -n "$NAMESPACE" create secret generic hub --from-literal=token=demo-only >/dev/null
  kube -n "$NAMESPACE" create configmap templates --from-literal=chat.jinja='{{ messages }}' >/dev/null
  show_kube -n "$NAMESPACE" apply -f examples/
  local deployments
  deployments=$(kube -n "$NAMESPACE" get llm --no-headers | grep -c .)
  expect "$deployments" count rayservices
  expect "" undecided
  expect "" kube -n "$NAMESPACE" get llm -o jsonpath="{.items[?(@.status.phase=='Failed')].metadata.name}"
  show_kube -n "$NAMESPACE" get llm -o wide

  say "A spec that cannot run is refused, with what would work; nothing is made for it"
  printf '%s\n' 'apiVersion: rayllm.dev/v1alpha1' 'kind: LlmDeployment' 'metadata: {name: too-big}' \
    'spec: {model: {profile: llama-3.1-70b}, hardware: {instanceTypes: [g5.xlarge]}}' >"$SPEC"
  show cat "$SPEC"
  show_kube -n "$NAMESPACE" apply -f "$SPEC"
  expect InsufficientGpuMemory condition too-big Accepted
  show_kube -n "$NAMESPACE" get llm too-big
  kube -n "$NAMESPACE" get llm too-big -o jsonpath="{.status.conditions[?(@.type=='Accepted')].message}{'\n'}"
  [ -z "$(kube -n "$NAMESPACE" get rayservice too-big --ignore-not-found -o name)" ] || fail "a child was made"

  say "An edit flows through"
  show_kube -n "$NAMESPACE" patch llm mistral --type merge -p '{"spec":{"scaling":{"maxReplicas":3}}}'
  expect 3 kube -n "$NAMESPACE" get rayservice mistral -o jsonpath='{.spec.rayClusterConfig.workerGroupSpecs[0].maxReplicas}'
  show_kube -n "$NAMESPACE" get rayservice mistral \
    -o jsonpath='{"worker group: at most "}{.spec.rayClusterConfig.workerGroupSpecs[0].maxReplicas}{" workers\n"}'
  say "A contradiction does not get past the API server"
  if kube -n "$NAMESPACE" patch llm mistral --type merge -p '{"spec":{"scaling":{"minReplicas":5}}}'; then
    fail "minReplicas above maxReplicas was taken"
  fi

  if [ "${KEEP:-}" = 1 ]; then
    say "Left up. To look around:"
    printf 'export KUBECONFIG=%s\n%s -n %s get llm\ntail %s\n' "$DIR/kubeconfig" "${KUBECTL_SHOWN:-kubectl}" "$NAMESPACE" "$LOG"
    printf '\nTo end all of it, the operator too:\nhack/cluster.sh down --dir %s\n' "$DIR"
    return
  fi
  say "Deleting leaves nothing"
  show_kube -n "$NAMESPACE" delete llm --all --timeout 60s
  expect 0 count rayservices
  expect 0 count nodepools
  show_kube get llm,rayservices,nodepools -A
  say "Each step came out as expected"
}

main "$@"; exit
