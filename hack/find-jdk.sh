#!/usr/bin/env bash
# Prints the home of the first JDK of version 21 or newer: JAVA_HOME, then the usual places. Prints nothing if none.
set -u
for home in "${JAVA_HOME:-}" /usr/lib/jvm/* /opt/*jdk* "$HOME"/.sdkman/candidates/java/* /Library/Java/JavaVirtualMachines/*/Contents/Home; do
  [ -x "$home/bin/javac" ] || continue
  version=$("$home/bin/javac" -version 2>&1 | sed -E 's/[^0-9]*([0-9]+).*/\1/')
  if [ "${version:-0}" -ge 21 ]; then echo "$home"; exit 0; fi
done
