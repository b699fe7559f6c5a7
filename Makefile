# rayllm-operator. `make` lists the targets.
.DEFAULT_GOAL := help
SHELL := /bin/bash

# The default JDK of a machine may be too old: take the first of 21 or newer.
JAVA_HOME := $(shell hack/find-jdk.sh)
export JAVA_HOME
MVN := mvn -B -ntp

help: ## list the targets
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*##/\t/' | expand -t 16

jdk:
	@test -n "$(JAVA_HOME)" || { echo "A JDK 21 or newer is needed: set JAVA_HOME, or install one."; exit 1; }

build: jdk ## compile and package the operator
	$(MVN) -q -DskipTests package

test: jdk ## run the tests (brings up a real API server; the first time its binaries are built, some minutes)
	hack/cluster.sh build
	$(MVN) test

.PHONY: help jdk build test
