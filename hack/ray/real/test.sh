#!/usr/bin/env bash
# The operator, the real KubeRay and a real Ray Serve: `make test-ray`. Arguments go to Maven.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../../.."
IFS=$'\t' read -r python cpu model <<<"$(hack/ray/real/env.sh --print)"
echo "test-ray: 15 to 25 minutes on two cores and 8 GB of memory; what it does, and when, is told by lines that begin with 'ray:'"
rm -f target/ray-transcript.txt
hack/run-tests.sh -Dtest.excludedGroups=bench -Dgroups=ray \
  -Drayllm.ray.python="$python" -Drayllm.ray.cpu="$cpu" -Drayllm.ray.model="$model" "$@"
