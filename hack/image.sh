#!/usr/bin/env bash
#
# Builds the image as a tar, with no container engine: hack/image.sh [TAR]. `make build` comes before it.
#
#   BASE=scratch      (default) a small Java runtime made from this machine's JDK, with the C library that it needs. No
#                     shell, no package manager. For this machine's architecture.
#   BASE=…@sha256:…   on an image with Java 25 of yours, by digest, for ARCH (amd64 or arm64; default this machine's).
#   NAME=…            name and tag in the tar; default rayllm-operator:VERSION
#   CLASSES=FILE      instead of building: start the operator against the current KUBECONFIG until it is ready, and write
#                     the list of classes that it loads (hack/image/classes.lst.gz is one)
#
# The same target/quarkus-app and the same JDK give the same digest.

set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

die() {
    printf 'image.sh: %s\n' "$*" >&2
    exit 1
}

MODULES=java.base,java.instrument,java.logging,java.management,java.naming,java.net.http,java.security.jgss,java.security.sasl
MODULES=$MODULES,java.sql,java.xml,jdk.crypto.ec,jdk.management,jdk.naming.dns,jdk.net,jdk.unsupported,jdk.zipfs

APP=target/quarkus-app
OUT=target/image
LAYERS=$OUT/layers
BASE=${BASE:-scratch}
VERSION=$(sed -n 's/^version: //p' helm/rayllm-operator/Chart.yaml)
NAME=${NAME:-rayllm-operator:$VERSION}
TAR=${1:-$OUT/rayllm-operator-$VERSION.tar}
JAVA_HOME=$(hack/find-jdk.sh)
case $(uname -m) in
    x86_64) MACHINE=amd64 ;;
    aarch64 | arm64) MACHINE=arm64 ;;
    *) MACHINE=$(uname -m) ;;
esac
ARCH=${ARCH:-$MACHINE}

[ -d "$APP/quarkus" ] || die "not built yet: make build"
[ "$BASE" != scratch ] || [ "$ARCH" = "$MACHINE" ] ||
    die "ARCH=$ARCH: without BASE the image takes this machine's Java, which is for $MACHINE. Name a base image, or build there"

# Every jar on one class path, and not Quarkus' own loader: only then does the archive of classes hold all of them.
class_path() { # place
    local jar path=
    for jar in "$APP"/quarkus/transformed-bytecode.jar "$APP"/quarkus/generated-bytecode.jar "$APP"/app/*.jar \
        "$APP"/lib/boot/*.jar "$APP"/lib/main/*.jar; do
        path=$path:$1/${jar#"$APP"/}
    done
    printf '%s' "${path#:}"
}

options() {
    cat <<'OPTIONS'
-XX:+UseSerialGC
-XX:MaxRAMPercentage=60
-XX:-UsePerfData
-XX:+ExitOnOutOfMemoryError
--add-opens=java.base/java.lang=ALL-UNNAMED
-Djava.util.logging.manager=org.jboss.logmanager.LogManager
OPTIONS
}

list_classes() {
    local port=$((20000 + RANDOM % 10000)) pid
    mapfile -t options < <(options)
    QUARKUS_HTTP_HOST=127.0.0.1 QUARKUS_HTTP_PORT=$port "$JAVA_HOME/bin/java" "${options[@]}" \
        -XX:DumpLoadedClassList="$OUT/classes.lst" -cp "$(class_path "$APP")" io.quarkus.runner.GeneratedMain >"$OUT/classes.log" 2>&1 &
    pid=$!
    until curl -sf --noproxy '*' "http://127.0.0.1:$port/q/health/ready" >/dev/null; do
        kill -0 "$pid" 2>/dev/null || die "the operator did not start: see $OUT/classes.log"
        sleep 0.5
    done
    sleep "${SECONDS_MORE:-5}"
    kill "$pid"
    wait "$pid" || true
    # The order, the numbers and the resolved constants differ from run to run; the archive does not need them.
    grep -v '^#\|^@cp' "$OUT/classes.lst" | sed 's/ id:.*//' | LC_ALL=C sort -u | gzip -9n >"$CLASSES"
}

runtime_layer() { # folder
    local lib
    "$JAVA_HOME/bin/jlink" --add-modules "$MODULES" --strip-debug --no-header-files --no-man-pages --compress zip-6 \
        --output "$1/opt/java"
    # The C library, and the loader at the place that the program names.
    for lib in $(ldd "$1/opt/java/bin/java" "$1/opt/java/lib/server/libjvm.so" "$1"/opt/java/lib/*.so |
        grep -o '/[^ ]*\.so[.0-9]*' | grep -v "^$PWD\|/opt/java/" | sort -u); do
        mkdir -p "$1$(dirname "$lib")"
        cp -L "$lib" "$1$lib"
    done
    mkdir -p "$1/etc"
    printf 'rayllm:x:1000:1000::/tmp:/nonexistent\n' >"$1/etc/passwd"
    printf 'rayllm:x:1000:\n' >"$1/etc/group"
    printf 'hosts: files dns\n' >"$1/etc/nsswitch.conf"
}

archive_layer() { # runtime-java folder app
    local classes=$OUT/classes.lst
    gzip -dc hack/image/classes.lst.gz >"$classes"
    mkdir -p "$2/app"
    mapfile -t options < <(options)
    # The size of the heap is part of the archive, and must not be that of this machine.
    "$1" "${options[@]}" -Xmx256m -Xshare:dump -Xlog:cds=off -Xlog:cds*=off -XX:SharedClassListFile="$classes" \
        -XX:SharedArchiveFile="$2/app/classes.jsa" -cp "$(class_path "$3")" >"$OUT/archive.log" 2>&1 ||
        die "the archive of classes could not be made: see $OUT/archive.log"
}

build() {
    rm -rf "$LAYERS"
    mkdir -p "$LAYERS/2-libraries/app/lib" "$LAYERS/3-operator/app"
    cp -r "$APP/lib/boot" "$APP/lib/main" "$LAYERS/2-libraries/app/lib"
    cp -r "$APP/app" "$APP/quarkus" "$LAYERS/3-operator/app"
    {
        options
        # Where the base image's Java is another, the archive is not there, and Java goes on without it.
        echo "-XX:SharedArchiveFile=/app/classes.jsa"
        echo "-Xlog:disable"
        echo "-Xlog:all=error:stderr"
        echo "-cp"
        class_path /app
        echo
        echo io.quarkus.runner.GeneratedMain
    } >"$LAYERS/3-operator/app/java.args"
    # Java checks the times of jars against the archive; in the image they all have this one.
    find "$LAYERS" -type f -exec touch -d @1 {} +
    if [ "$BASE" = scratch ]; then
        runtime_layer "$LAYERS/1-java"
        rm -rf "$OUT/app"
        mkdir -p "$OUT/app"
        cp -al "$LAYERS"/2-libraries/app/. "$LAYERS"/3-operator/app/. "$OUT/app"
        archive_layer "$LAYERS/1-java/opt/java/bin/java" "$LAYERS/4-archive" "$OUT/app"
    fi
    mkdir -p "$(dirname "$TAR")"
    mvn -q -B -ntp exec:java -Dexec.classpathScope=test -Dexec.mainClass=dev.rayllm.operator.image.BuildImage \
        -Dexec.args="$LAYERS $TAR $NAME $ARCH $VERSION $BASE" >"$OUT/image.log" 2>&1 || { tail -n 20 "$OUT/image.log" >&2 && die "the image could not be written"; }
    printf '%s\n%s, %s MB as a tar\n' "$(cat "$TAR.digest")" "$TAR" "$(($(wc -c <"$TAR") / 1000000))"
}

mkdir -p "$OUT"
export JAVA_HOME
if [ -n "${CLASSES:-}" ]; then list_classes; else build; fi
