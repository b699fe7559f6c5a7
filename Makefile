# rayllm-operator. `make` lists the targets.
.DEFAULT_GOAL := help
SHELL := /bin/bash

# The default JDK of a machine may be too old: take the first of 21 or newer.
JAVA_HOME := $(shell hack/find-jdk.sh)
export JAVA_HOME
# Maven's own libraries use what newer JDKs warn of, and print colour codes into pipes.
JDK_MAJOR := $(shell sed -n 's/^JAVA_VERSION="\([0-9]*\).*/\1/p' '$(JAVA_HOME)/release' 2>/dev/null)
export MAVEN_OPTS += -Djansi.noreset=true $(shell [ 0$(JDK_MAJOR) -lt 24 ] || \
	echo --sun-misc-unsafe-memory-access=allow --enable-native-access=ALL-UNNAMED)
MVN := mvn -B -ntp
# Programs of this project without the operator around them; after `make build`.
RUN := $(JAVA_HOME)/bin/java -cp 'target/quarkus-app/app/*:target/quarkus-app/lib/main/*'
# Records of engine starts and model configurations for the sizing programs.
RECORDS ?=
CONFIGS ?=

help: ## list the targets
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*##/\t/' | expand -t 18

# Looks first: a build would take the program away from under a demo that is still up.
demo: jdk ## the main job end to end on a local API server (KEEP=1 leaves it up)
	@hack/demo.sh check
	@$(MAKE) --no-print-directory build
	@hack/demo.sh

test: jdk ## all tests, on a real API server (its binaries are built the first time, some minutes)
	hack/cluster.sh build
	hack/cluster.sh which helm
	hack/cluster.sh which glua
	hack/prometheus.sh prometheus
	@hack/envoy.sh || echo "make test: no Envoy: the tests of the gateway's behaviour are skipped"
	hack/run-tests.sh

test-e2e: jdk ## tests with the real KubeRay and Karpenter on a virtual cluster (built the first time, about a quarter of an hour)
	hack/cluster.sh build --lab
	hack/run-tests.sh -Drayllm.lab=true -Dgroups=lab

test-ray: jdk ## tests with a real Ray Serve behind KubeRay, and a small model on vLLM's CPU build (12 GB of packages the first time)
	hack/cluster.sh build --lab
	hack/ray/real/env.sh
	hack/ray/real/test.sh

endurance: build ## kills, a failing API server and a second replica, on a virtual cluster (about half an hour): KILLS=100
	hack/cluster.sh build --lab
	rm -f target/endurance.txt
	hack/run-tests.sh -Drayllm.endurance=true -Dgroups=endurance -Drayllm.kills=$(or $(KILLS),100)
	@cat target/endurance.txt

build: jdk ## compile and package the operator and bin/rayllm (half a minute, more while Maven downloads)
	$(MVN) -q -DskipTests package

run: build ## run the operator against the current KUBECONFIG
	QUARKUS_HTTP_HOST=127.0.0.1 $(JAVA_HOME)/bin/java -jar target/quarkus-app/quarkus-run.jar

image: build ## the container image as a tar, without a container engine (hack/image.sh tells of BASE, ARCH, NAME)
	hack/image.sh

release: build ## everything that a release publishes, into target/release: VERSION=…
	VERSION=$(VERSION) hack/release.sh

crds: jdk ## write crds/ from the types
	$(MVN) -q test-compile
	$(MVN) -q exec:java -Dexec.classpathScope=test -Dexec.mainClass=dev.rayllm.operator.crd.CrdFiles

golden: jdk ## write the expected results of the golden tests anew; read the diff before committing
	$(MVN) test -Dtest='dev.rayllm.operator.golden.**,dev.rayllm.operator.docs.**,dev.rayllm.operator.deploy.ChartTest,dev.rayllm.operator.deploy.ChartMatrixTest,MonitoringFilesTest' -Dgolden.update=true

validate-serve: jdk ## judge what is rendered for every runtime with the real Ray and vLLM packages (11 GB the first time)
	hack/ray/env.sh
	$(MVN) -q test -Dtest=EveryRuntimeTest
	hack/ray/validate.sh target/rendered/2.*/*.yaml
	hack/ray/validate.sh --hf-config target/rendered/hf target/rendered/2.59/*.yaml

bench-plan: jdk ## plans per second, and growth with the instance table
	$(MVN) -q test-compile
	$(MVN) -q exec:java -Dexec.classpathScope=test -Dexec.mainClass=dev.rayllm.operator.plan.BenchPlan

bench-gateway: jdk ## first-token latency and CPU of the gateway, against direct calls in the same run
	hack/envoy.sh
	$(MVN) -q test-compile
	$(MVN) -q exec:java -Dexec.classpathScope=test -Dexec.mainClass=dev.rayllm.operator.gateway.BenchGateway

bench-sizing: records build ## errors of the memory model: RECORDS=… CONFIGS=…
	$(RUN) dev.rayllm.operator.plan.sizing.bench.BenchSizing $(RECORDS) $(CONFIGS)

fit-sizing: records build ## fit the memory model's coefficients anew: RECORDS=… CONFIGS=…
	$(RUN) dev.rayllm.operator.plan.sizing.fit.FitSizing $(RECORDS) $(CONFIGS) src/main/resources/sizing/coefficients.csv

records:
	@for file in "$(RECORDS)" "$(CONFIGS)"; do test -f "$$file" || { echo "RECORDS=… and CONFIGS=… must name files; '$$file' is none. Records of engine starts do not come with the project: docs/sizing-accuracy.md says where they come from and which columns they have."; exit 1; }; done

cluster: ## a virtual cluster by hand: KubeRay, Karpenter and kwok, no GPU (hack/lab/README.md)
	hack/cluster.sh build --lab
	hack/cluster.sh up --lab --dir $(CURDIR)/.cluster

cluster-down: ## end it
	hack/cluster.sh down --dir $(CURDIR)/.cluster

jdk:
	@test -n "$(JAVA_HOME)" || { echo "A JDK 21 or newer is needed: set JAVA_HOME, or install one."; exit 1; }

.PHONY: help demo test test-e2e test-ray endurance build run image release crds golden validate-serve bench-plan bench-gateway bench-sizing fit-sizing records cluster cluster-down jdk
