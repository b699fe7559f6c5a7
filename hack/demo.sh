#!/usr/bin/env bash
# The main job from end to end on this machine: a real API server, the real CRDs of KubeRay and Karpenter, the operator
# as a user runs it. There is no KubeRay, no Karpenter and no GPU behind them, so nothing gets to Ready here; what is
# shown is what the operator decides, writes, refuses and cleans up. Ends with 0 only if each step came out as expected.
# KEEP=1 leaves it up and prints how to go on.
set -euo pipefail
cd "$(dirname "$0")/.."

DIR=$PWD/.demo
NAMESPACE=llm
OPERATOR_PID=
STARTED=$SECONDS

say() { printf '\n\033[1m== %s\033[0m (%ds)\n' "$*" $((SECONDS - STARTED)); }
show() { printf '$ %s\n' "$*"; "$@"; }
fail() {
  printf '\nNOT AS EXPECTED: %s\n' "$*" >&2
  if [ -f "$DIR/operator.log" ]; then printf 'The last lines of the operator:\n' >&2; tail -n 15 "$DIR/operator.log" >&2; fi
  exit 1
}
kube() { "$KUBECTL" --kubeconfig "$DIR/kubeconfig" "$@"; }
show_kube() { printf '$ kubectl %s\n' "$*"; kube "$@"; }
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

stop_operator() {
  if [ -n "$OPERATOR_PID" ] && kill "$OPERATOR_PID" 2>/dev/null; then wait "$OPERATOR_PID" 2>/dev/null || true; fi
}
clean_up() {
  local code=$?
  if [ "${KEEP:-}" = 1 ] && [ "$code" = 0 ]; then return; fi
  stop_operator
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
  hack/cluster.sh build
  KUBECTL=$(hack/cluster.sh which kubectl)
  hack/cluster.sh down --dir "$DIR" >/dev/null 2>&1 || true
  if [ "${KEEP:-}" = 1 ]; then hack/cluster.sh up --dir "$DIR"; else hack/cluster.sh up --dir "$DIR" --watch-pid $$; fi
  hack/cluster.sh install-crds --kubeconfig "$DIR/kubeconfig" kuberay
  hack/cluster.sh install-crds --kubeconfig "$DIR/kubeconfig" karpenter
  show_kube apply -f crds/
  kube wait --for condition=Established --timeout 30s -f crds/ >/dev/null
  show_kube create namespace "$NAMESPACE"
}

start_operator() {
  local port
  port=$(free_port)
  printf '$ java -jar target/quarkus-app/quarkus-run.jar   # KUBECONFIG of the API server above\n'
  KUBECONFIG=$DIR/kubeconfig QUARKUS_HTTP_HOST=127.0.0.1 QUARKUS_HTTP_PORT=$port \
    "$JAVA_HOME/bin/java" -jar target/quarkus-app/quarkus-run.jar >"$DIR/operator.log" 2>&1 &
  OPERATOR_PID=$!
  for _ in $(seq 120); do
    kill -0 "$OPERATOR_PID" 2>/dev/null || fail "the operator ended"
    if grep -q 'started in' "$DIR/operator.log"; then grep -o 'rayllm-operator .* started in [0-9.]*s' "$DIR/operator.log"; return; fi
    sleep 0.5
  done
  fail "the operator did not start within a minute"
}

main() {
  trap clean_up EXIT
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
  expect "" kube -n "$NAMESPACE" get llm -o jsonpath="{.items[?(@.status.phase=='Failed')].metadata.name}"
  show_kube -n "$NAMESPACE" get llm -o wide

  say "A spec that cannot run is refused, with what would work; nothing is made for it"
  printf '%s\n' 'apiVersion: rayllm.dev/v1alpha1' 'kind: LlmDeployment' 'metadata: {name: too-big}' \
    'spec: {model: {profile: llama-3.1-70b}, hardware: {instanceTypes: [g5.xlarge]}}' >"$DIR/too-big.yaml"
  show cat "$DIR/too-big.yaml"
  show_kube -n "$NAMESPACE" apply -f "$DIR/too-big.yaml"
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
    printf 'export KUBECONFIG=%s\nkubectl -n %s get llm\n# the end: kill %s; hack/cluster.sh down --dir .demo\n' \
      "$DIR/kubeconfig" "$NAMESPACE" "$OPERATOR_PID"
    disown "$OPERATOR_PID"
    return
  fi
  say "Deleting leaves nothing"
  show_kube -n "$NAMESPACE" delete llm --all --timeout 60s
  expect 0 count rayservices
  expect 0 count nodepools
  show_kube get llm,rayservices,nodepools -A
  say "Each step came out as expected"
}

main
