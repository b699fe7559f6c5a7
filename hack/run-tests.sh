#!/usr/bin/env bash
# Runs Maven's tests with the given arguments and ends with Surefire's own summary. No test at all is a failure.
set -uo pipefail
cd "$(dirname "$0")/.."
mkdir -p target
log=target/tests.log
started=$SECONDS
mvn -B -ntp test "$@" 2>&1 | tee "$log"
status=${PIPESTATUS[0]}
summary=$(grep -E 'Tests run: [0-9]+, Failures: [0-9]+, Errors: [0-9]+, Skipped: [0-9]+ *$' "$log" | tail -n 1 | sed -E 's/^.*(Tests run)/\1/')
echo "make test: $((SECONDS - started)) s; slowest:"
grep -oE 'Time elapsed: [0-9.]+ s .*-- in .*' "$log" | sed -E 's/Time elapsed: ([0-9.]+) s.* -- in (.*)/\1 \2/' | sort -rn | head -n 5 |
  while read -r seconds class; do printf '  %8.1f s  %s\n' "$seconds" "$class"; done
if [ -z "$summary" ] || [[ $summary == "Tests run: 0,"* ]]; then
  echo "No test was run: that is a failure."
  status=1
fi
echo "${summary:-Tests run: 0, Failures: 0, Errors: 0, Skipped: 0}"
exit "$status"
