"""Breaks samples/good.yaml in many ways and sees that each fault is refused for the right reason; see validate.sh --self-test."""
import argparse
import copy
import os
import pathlib
import sys

import yaml

import validate

DROP = object()
LLM = "serve.applications.0.args.llm_configs.0."
# what is changed (path, value), and a part of the finding that must come; None: must stay good
CASES = [
    ([], None),
    ([("serve.target_capacty", 1)], "serve.target_capacty: no such key"),
    ([("serve.applications.0.route_prefx", "/")], "route_prefx: no such key"),
    ([("serve.applications.0.import_path", "ray.serve.llm:build_openai_ap")], "import_path: does not import"),
    ([("serve.applications.0.import_path", "ray.serve.llm:build_pd_openai_app")], "import_path: is not"),
    ([("serve.applications.0.import_path", DROP)], "import_path: Field required"),
    ([("serve.applications.0.args.llm_configs", [])], "llm_configs: must be a list"),
    ([("serve.applications.0.args.ingres_deployment_config", {})], "ingres_deployment_config"),
    ([("serve.applications.0.args.api_key", "x")], "args.api_key"),
    ([("serve.applications.0.deployments", [{"name": "Nothing"}])], "has only"),
    ([(LLM + "engine_kwarg", {})], "engine_kwarg: "),
    ([(LLM + "model_loading_config.source", "x")], "model_loading_config.source"),
    ([(LLM + "accelerator_type", "l4")], "accelerator_type"),
    ([(LLM + "accelerator_type", "L4")], "the autoscaler cannot know"),
    ([(LLM + "accelerator_type", "L4"), ("cluster.workerGroupSpecs.0.resources", {"accelerator_type:L4": "1"})], None),
    ([(LLM + "accelerator_type", "A100-80G"), ("cluster.workerGroupSpecs.0.minReplicas", 1)], "no room for 2 bundle(s)"),
    ([(LLM + "runtime_env.env_vars.N", 1)], "env_vars"),
    ([(LLM + "runtime_env.env_var", {})], "no such runtime_env key"),
    # engine arguments
    ([(LLM + "engine_kwargs.max-num-seqs", 4)], "max-num-seqs: no such engine or frontend argument"),
    ([(LLM + "engine_kwargs.model", "x")], "belongs to model_loading_config"),
    ([(LLM + "engine_kwargs.tensor_parallel_size", "2")], "tensor_parallel_size: Input should be a valid integer"),
    ([(LLM + "engine_kwargs.max_model_len", "auto")], "max_model_len: "),
    ([(LLM + "engine_kwargs.max_model_len", -1)], None),
    ([(LLM + "engine_kwargs.max_num_seqs", True)], "max_num_seqs: Input should be a valid integer"),
    ([(LLM + "engine_kwargs.max_num_seqs", 0)], "max_num_seqs: "),
    ([(LLM + "engine_kwargs.max_num_seqs", 8192)], "less than max_num_seqs"),
    ([(LLM + "engine_kwargs.gpu_memory_utilization", 1)], None),
    ([(LLM + "engine_kwargs.gpu_memory_utilization", 1.5)], "less than or equal to 1"),
    ([(LLM + "engine_kwargs.gpu_memory_utilization", 0)], "greater than 0"),
    ([(LLM + "engine_kwargs.dtype", "bf16")], "dtype: Input should be"),
    ([(LLM + "engine_kwargs.kv_cache_dtype", "fp8")], None),
    ([(LLM + "engine_kwargs.kv_cache_dtype", "fp9")], "kv_cache_dtype: Input should be"),
    ([(LLM + "engine_kwargs.quantization", "awqq")], "quantization: 'awqq' is not among"),
    ([(LLM + "engine_kwargs.load_format", "safetensor")], "load_format: 'safetensor' is not among"),
    ([(LLM + "engine_kwargs.load_format", "runai_streamer")], None),
    ([(LLM + "engine_kwargs.tool_call_parser", "hermess")], "'hermess' is not among"),
    ([(LLM + "engine_kwargs.reasoning_parser", "qwen")], "'qwen' is not among"),
    ([(LLM + "engine_kwargs.reasoning_parser", "qwen3")], None),
    ([(LLM + "engine_kwargs.tool_call_parser", DROP)], "work only together"),
    ([(LLM + "engine_kwargs.enable_auto_tool_choice", DROP)], "work only together"),
    ([(LLM + "engine_kwargs.attention_backend", "FLASH_ATTN")], None),
    ([(LLM + "engine_kwargs.attention_backend", "FLASHY")], "attention_backend: "),
    ([(LLM + "engine_kwargs.compilation_config", {"levels": 1})], "compilation_config"),
    ([(LLM + "engine_kwargs.speculative_config", {"method": "ngram", "num_speculative_token": 3})], "num_speculative_token: no such"),
    ([(LLM + "engine_kwargs.distributed_executor_backend", "mp")], "distributed_executor_backend"),
    ([(LLM + "engine_kwargs.disable_log_stats", True)], "disable_log_stats"),
    # serving without a GPU: bundles of CPU only, and vLLM's own executor
    ([(LLM + "placement_group_config", {"bundle_per_worker": {"CPU": 1}}), (LLM + "engine_kwargs.tensor_parallel_size", 1),
      (LLM + "engine_kwargs.distributed_executor_backend", "mp")], None),
    # deployments
    ([(LLM + "deployment_config.max_concurrent_queries", 4)], "max_concurrent_queries"),
    ([(LLM + "deployment_config.max_ongoing_requests", 32)], "stops a replica below its target"),
    ([(LLM + "deployment_config.num_replicas", 2)], "num_replicas"),
    ([(LLM + "deployment_config.ray_actor_options", {"num_gpus": 1})], "is added to the GPU"),
    ([(LLM + "deployment_config.autoscaling_config.target_num_ongoing_requests_per_replica", 9)], "no such key in AutoscalingConfig"),
    ([(LLM + "deployment_config.autoscaling_config.target_ongoing_requests", DROP)], "no target_ongoing_requests"),
    ([(LLM + "deployment_config.autoscaling_config.max_replicas", 0)], "max_replicas: Input should be greater than 0"),
    ([("serve.applications.0.args.ingress_deployment_config.autoscaling_config.maxReplicas", 2)], "no such key in AutoscalingConfig"),
    # room
    ([(LLM + "placement_group_config", {"bundles": [{"GPU": 1}]})], "1 bundles for TP 2 x PP 1"),
    ([(LLM + "placement_group_config", {"bundles": [{"GPU": 2}]})], "at most one GPU"),
    ([(LLM + "placement_group_config", {"bundles": [{"GPU": 1}] * 2, "bundle_per_worker": {"GPU": 1}})], "placement_group_config"),
    ([(LLM + "placement_group_config.strategy", "TOGETHER")], "strategy"),
    ([(LLM + "engine_kwargs.tensor_parallel_size", 4)], "no room for 4 bundle(s), STRICT_PACK"),
    ([(LLM + "engine_kwargs.pipeline_parallel_size", 2), (LLM + "placement_group_config.strategy", "PACK"),
      (LLM + "deployment_config.autoscaling_config.max_replicas", 1)], None),
    ([("cluster.workerGroupSpecs.0.template.spec.containers.0.resources.limits.cpu", "2")], "no room for 2 bundle(s), STRICT_PACK"),
    ([("cluster.workerGroupSpecs.0.template.spec.containers.0.resources.limits.cpu", "3"),
      ("cluster.workerGroupSpecs.0.maxReplicas", 1)], "no room when all deployments have their smallest size"),
    ([("cluster.workerGroupSpecs.0.template.spec.containers.0.resources.limits", {"cpu": "8"})], "no room for 2 bundle(s)"),
    ([("cluster.workerGroupSpecs.0.maxReplicas", 0)], "no room for"),
    ([("cluster.rayVersion", "2.9.0")], "rayVersion: '2.9.0', judged with"),
    ([("cluster.headGroupSpec.template.spec.containers.0.image", "registry.example/ray-llm:2.9.0-cu130")], "is not of Ray"),
    ([("cluster.headGroupSpec.template.spec.containers.0.image", "registry.example/own:latest")], None),
    # the whole engine configuration, from the model's config.json
    ([(LLM + "engine_kwargs.max_model_len", 100000)], "(engine config)"),
    ([(LLM + "engine_kwargs.tensor_parallel_size", 3), (LLM + "engine_kwargs.max_model_len", 4096),
      (LLM + "placement_group_config.strategy", "PACK")], "(engine config)"),
]


def put(target, path, value):
    *parents, last = (int(p) if p.isdigit() else p for p in path)
    for p in parents:
        target = target[p]
    if value is DROP:
        del target[last]
    else:
        target[last] = value


def main():
    import ray
    import ray.serve.llm  # noqa: F401
    folder = pathlib.Path(__file__).parent / "samples"
    text = (folder / "good.yaml").read_text().replace("2.59.0", ray.__version__)
    base = yaml.load(text, validate.UniqueKeys)
    arguments = validate.prepare()
    options = argparse.Namespace(hf_config=folder / "hf", expect_version=True)
    failed = 0
    for changes, expected in CASES:
        doc = copy.deepcopy(base)
        tree = {"serve": yaml.safe_load(doc["spec"]["serveConfigV2"]), "cluster": doc["spec"]["rayClusterConfig"]}
        for path, value in changes:
            put(tree, path.split("."), value)
        doc["spec"]["serveConfigV2"] = yaml.safe_dump(tree["serve"])
        found = [f"{f.where}: {f.text}" for f in validate.ray_service(doc, arguments, options) if f.level == "problem"]
        if not (any(expected in f for f in found) if expected else not found):
            failed += 1
            print(f"FAILED with Ray {ray.__version__}: {changes or 'the sample itself'}\n  wanted: {expected}\n  got: {found}")
    print(f"Ray {ray.__version__}")
    print(f"{len(CASES) - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    status = main()
    sys.stdout.flush()
    os._exit(status)
