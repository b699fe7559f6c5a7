"""Judges rendered RayServices by the Ray and vLLM packages of this interpreter; validate.sh is the way to start it.

The real code decides wherever it can: Ray's Serve schema, build_openai_app, LLMConfig, vLLM's argument and config classes.
What that code lets through although a replica then fails, or never gets a node, is looked for here. One line per finding;
exit status 0 all good, 1 a RayService is refused, 2 the check could not be done.
"""
import argparse
import copy
import importlib.metadata
import logging
import os
import pathlib
import sys
import types
import warnings

import yaml

from judge.cluster import cluster
from judge.engine import EngineArguments
from judge.findings import UniqueKeys, from_exception, problem
from judge.serve import application, stray_keys

os.environ |= {"RAY_AUTH_MODE": "disabled", "RAY_USAGE_STATS_ENABLED": "0", "VLLM_NO_USAGE_STATS": "1", "DO_NOT_TRACK": "1",
               "HF_HUB_OFFLINE": "1", "TRANSFORMERS_OFFLINE": "1", "VLLM_LOGGING_LEVEL": "ERROR", "CUDA_VISIBLE_DEVICES": ""}


def ray_service(doc, arguments, options):
    from ray.serve.schema import ServeDeploySchema
    graph, text = [], (doc.get("spec") or {}).get("serveConfigV2")
    try:
        config = yaml.load(text, UniqueKeys) if isinstance(text, str) else None
        if not isinstance(config, dict):
            raise TypeError("must be a text that holds a YAML mapping")
    except Exception as e:
        yield problem("spec.serveConfigV2", e)
        return
    yield from stray_keys(ServeDeploySchema, config, "serve")
    try:
        ServeDeploySchema.model_validate(copy.deepcopy(config))
    except Exception as e:
        yield from from_exception("serve", e)
    for i, app in enumerate(config.get("applications") or []):
        if isinstance(app, dict):
            yield from application(app, f"serve.applications[{i}]", arguments, options.hf_config, graph)
    try:
        yield from cluster(doc["spec"]["rayClusterConfig"], graph, options.expect_version)
    except (KeyError, IndexError, TypeError, ValueError) as e:
        yield problem("spec.rayClusterConfig", f"cannot be read, {type(e).__name__}: {e}")


def ray_services(path):
    with open(path, encoding="utf-8") as f:
        for doc in yaml.load_all(f, UniqueKeys):
            if isinstance(doc, dict) and doc.get("kind") == "RayService":
                yield doc


def version_of(doc):
    return str(((doc.get("spec") or {}).get("rayClusterConfig") or {}).get("rayVersion"))


def prepare():
    """Loads the packages, sees that they belong together, and keeps Ray from starting a cluster."""
    warnings.simplefilter("ignore")
    logging.disable(logging.ERROR)
    import ray.serve.llm
    import vllm
    pins = [r.replace(" ", "") for r in importlib.metadata.requires("ray") or [] if r.startswith("vllm")]
    if not any(f"=={vllm.__version__}" in pin for pin in pins):
        raise RuntimeError(f"Ray {ray.__version__} does not pin vLLM {vllm.__version__}")
    # build_openai_app asks for the driver's runtime_env, for which Ray would start a cluster
    ray.get_runtime_context = lambda: types.SimpleNamespace(runtime_env={})
    return EngineArguments()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="+", metavar="FILE")
    parser.add_argument("--hf-config", type=pathlib.Path, help="folder of <model>/config.json")
    parser.add_argument("--expect-version", action="store_true", help="rayVersion and image tags must be of this Ray")
    parser.add_argument("--only", metavar="VERSION", help="pass over RayServices with another rayVersion")
    parser.add_argument("--list-versions", action="store_true", help="print the rayVersions in the files, judge nothing")
    options = parser.parse_args()
    try:
        docs = [(path, doc) for path in options.files for doc in ray_services(path)]
        for path in set(options.files) - {path for path, _ in docs}:
            raise ValueError(f"{path} holds no RayService")
    except (OSError, ValueError, yaml.YAMLError) as e:
        print(f"validate: {e}", file=sys.stderr)
        return 2
    if options.list_versions:
        print("\n".join(sorted({version_of(doc) for _, doc in docs})))
        return 0
    try:
        arguments = prepare()
    except (ImportError, RuntimeError) as e:
        print(f"validate: the packages cannot judge, {type(e).__name__}: {e}", file=sys.stderr)
        return 2
    import ray
    import vllm
    refused = 0
    for path, doc in docs:
        if options.only not in (None, version_of(doc)):
            continue
        findings = list(dict.fromkeys(ray_service(doc, arguments, options)))
        problems = sum(f.level == "problem" for f in findings)
        refused += problems > 0
        meta = doc.get("metadata") or {}
        name = "/".join(str(meta[k]) for k in ("namespace", "name") if meta.get(k)) or "without a name"
        print(f"{path}: RayService {name}, Ray {ray.__version__}, vLLM {vllm.__version__}:",
              f"{problems} problem(s)" if problems else "good")
        for f in findings:
            print(f"  {f.level:8}{f.where}: {f.text}")
    return 1 if refused else 0


if __name__ == "__main__":
    status = main()
    sys.stdout.flush()
    os._exit(status)  # Ray and torch leave threads behind
