#!/usr/bin/env bash
#
# Everything that a release publishes, in target/release: `make release VERSION=…`. Two runs over one build write the same bytes.
#
# The version has to be set before, in pom.xml, helm/rayllm-operator/Chart.yaml (twice) and deploy/base, and CHANGELOG.md needs its
# section. Afterwards commit src/test/resources/released-crds: the next release is compared with it.

set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

die() {
    printf 'release.sh: %s\n' "$*" >&2
    exit 1
}

VERSION=${VERSION:-}
OUT=target/release
APP=target/quarkus-app

check_version() {
    local file found
    [[ $VERSION =~ ^[0-9]+\.[0-9]+\.[0-9]+$ ]] || die "VERSION='$VERSION': give it as in VERSION=0.2.0"
    while read -r file found; do
        [ "$found" = "$VERSION" ] || die "$file has version $found, not $VERSION: set it there first, then \`make crds golden\`"
    done <<FOUND
pom.xml $(sed -n '0,/<version>/s/.*<version>\(.*\)<\/version>.*/\1/p' pom.xml)
helm/rayllm-operator/Chart.yaml $(sed -n 's/^version: //p' helm/rayllm-operator/Chart.yaml)
helm/rayllm-operator/Chart.yaml $(sed -n 's/^appVersion: //p' helm/rayllm-operator/Chart.yaml)
deploy/base/kustomization.yaml $(sed -n 's/^ *newTag: //p' deploy/base/kustomization.yaml)
crds/llmdeployments.rayllm.dev.yaml $(sed -n 's/^ *rayllm.dev\/crd-version: //p' crds/llmdeployments.rayllm.dev.yaml)
FOUND
    changes >"$OUT/CHANGES.md"
    [ -s "$OUT/CHANGES.md" ] || die "CHANGELOG.md has no section '## $VERSION': rename Unreleased"
}

changes() { awk -v head="## $VERSION" 'index($0, "## ") == 1 { on = index($0, head) == 1 } on' CHANGELOG.md; }

# An archive without times, owners and chance order.
pack() { # archive folder names...
    local archive=$1 folder=$2
    shift 2
    tar --sort=name --mtime=@1 --owner=0 --group=0 --numeric-owner --mode=go-w -C "$folder" -cf - "$@" | gzip -9n >"$archive"
}

plugin() {
    local place=target/plugin/rayllm-$VERSION
    rm -rf target/plugin
    mkdir -p "$place/bin" "$place/lib"
    cp bin/rayllm bin/kubectl_complete-rayllm "$place/bin"
    ln -s rayllm "$place/bin/kubectl-rayllm"
    cp -r "$APP/app" "$APP/lib" "$place/lib"
    cp LICENSE "$place"
    pack "$OUT/rayllm-$VERSION.tar.gz" target/plugin "rayllm-$VERSION"
}

# A manifest for Krew. It is Java underneath: one archive for all systems that have bash.
krew() {
    cat <<MANIFEST
apiVersion: krew.googlecontainertools.github.com/v1alpha2
kind: Plugin
metadata:
  name: rayllm
spec:
  version: v$VERSION
  homepage: ${HOMEPAGE:-https://git.example.com/platform/rayllm-operator}
  shortDescription: Plan, render, check and watch LlmDeployments
  description: |
    Says on which GPUs a language model will run and what that costs, before
    anything is paid for; prints what the rayllm operator would apply; checks
    files for CI; and shows on one screen where a deployment stands.
  caveats: |
    Needs Java 21 or newer.
  platforms:
    - selector:
        matchExpressions:
          - {key: os, operator: In, values: [linux, darwin]}
      uri: ${HOMEPAGE:-https://git.example.com/platform/rayllm-operator}/releases/download/v$VERSION/rayllm-$VERSION.tar.gz
      sha256: $(sha256sum "$OUT/rayllm-$VERSION.tar.gz" | cut -d ' ' -f 1)
      bin: rayllm-$VERSION/bin/kubectl-rayllm
MANIFEST
}

documents() { # files
    local file
    for file in "$@"; do
        echo "---"
        cat "$file"
    done
}

main() {
    local kubectl
    rm -rf "$OUT"
    mkdir -p "$OUT"
    check_version
    kubectl=$(hack/cluster.sh which kubectl)
    documents crds/*.yaml >"$OUT/crds.yaml"
    { documents crds/*.yaml && echo "---" && "$kubectl" kustomize deploy/base; } >"$OUT/install.yaml"
    pack "$OUT/rayllm-operator-$VERSION.tgz" helm rayllm-operator
    plugin
    krew >"$OUT/rayllm.yaml"
    JAVA_HOME=$(hack/find-jdk.sh) mvn -q -B -ntp org.cyclonedx:cyclonedx-maven-plugin:makeBom >target/sbom.log 2>&1 ||
        { tail -n 20 target/sbom.log >&2 && die "the list of what is inside could not be made"; }
    cp target/sbom.cdx.json "$OUT/sbom.cdx.json"
    hack/image.sh "$OUT/rayllm-operator-$VERSION-image.tar"
    cp crds/*.yaml src/test/resources/released-crds/
    (cd "$OUT" && sha256sum -- * >../SHA256SUMS && mv ../SHA256SUMS .)
    ls -l "$OUT"
}

main "$@"
