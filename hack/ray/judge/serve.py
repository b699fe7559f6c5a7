"""The Serve configuration and its applications, judged by the installed Ray."""
import copy
import importlib
import math

from judge.engine import engine_config
from judge.findings import Finding, flat, from_exception, problem

BUILDER = "ray.serve.llm:build_openai_app"


def stray_keys(model, data, where):
    """Keys that a pydantic model does not know, at any depth: Ray Serve drops them without a word."""
    if isinstance(data, list):
        for i, item in enumerate(data):
            yield from stray_keys(model, item, f"{where}[{i}]")
    if not isinstance(data, dict):
        return
    fields = {name: f for n, f in model.model_fields.items() for name in (n, f.alias) if name}
    for key, value in data.items():
        if key not in fields:
            yield problem(f"{where}.{key}", f"no such key in {model.__name__}; Ray would ignore it")
            continue
        for part in flat(fields[key].annotation):
            if isinstance(part, type) and hasattr(part, "model_fields"):
                yield from stray_keys(part, value, f"{where}.{key}")


def deployment_rules(options, where):
    """What Ray accepts in the options of a deployment although it cannot be meant."""
    from ray.serve.config import AutoscalingConfig
    from ray.serve.schema import RayActorOptionsSchema
    scaling, actor = options.get("autoscaling_config"), options.get("ray_actor_options")
    if isinstance(actor, dict):
        yield from stray_keys(RayActorOptionsSchema, actor, f"{where}.ray_actor_options")
        yield from runtime_env_rules(actor.get("runtime_env"), f"{where}.ray_actor_options.runtime_env")
        if actor.get("num_gpus"):
            yield problem(f"{where}.ray_actor_options.num_gpus", "is added to the GPU of the engine's first bundle")
    if not isinstance(scaling, dict):
        return
    yield from stray_keys(AutoscalingConfig, scaling, f"{where}.autoscaling_config")
    low, high, target = (scaling.get(k) for k in ("min_replicas", "max_replicas", "target_ongoing_requests"))
    limit = options.get("max_ongoing_requests")
    if target is None and isinstance(high, int) and high > max(low if isinstance(low, int) else 1, 1):
        yield problem(f"{where}.autoscaling_config", "no target_ongoing_requests: Ray fills in 1e9 and never scales up")
    if isinstance(target, (int, float)) and isinstance(limit, (int, float)) and limit < target:
        yield problem(f"{where}.max_ongoing_requests", f"{limit} stops a replica below its target of {target} requests")


def runtime_env_rules(env, where):
    from ray.runtime_env import RuntimeEnv
    if not isinstance(env, dict):
        return
    for key in sorted(set(env) - RuntimeEnv.known_fields - {"nsight", "rocprof_sys"}):
        yield problem(f"{where}.{key}", "no such runtime_env key")
    try:
        RuntimeEnv(**{k: v for k, v in env.items() if k in RuntimeEnv.known_fields})
    except Exception as e:
        yield from from_exception(where, e)


def llm_config(raw, where, arguments, hf_configs):
    from ray.serve.llm import LLMConfig
    kwargs = raw.get("engine_kwargs") or {}
    placement = raw.get("placement_group_config") or {}
    per_worker = placement.get("bundles") or [placement.get("bundle_per_worker") or {"GPU": 1}]
    gpu = any(isinstance(b, dict) and b.get("GPU") for b in per_worker)
    own = [*arguments.check(kwargs, f"{where}.engine_kwargs", gpu),
           *deployment_rules(raw.get("deployment_config") or {}, f"{where}.deployment_config"),
           *runtime_env_rules(raw.get("runtime_env"), f"{where}.runtime_env")]
    yield from own
    try:
        engine = LLMConfig.model_validate(copy.deepcopy(raw)).get_engine_config()
        bundles = engine.placement_bundles
        if not own:
            engine.get_initialization_kwargs()
    except Exception as e:
        if not own or callable(getattr(e, "errors", None)):
            yield from from_exception(where, e)
        return
    workers = kwargs.get("tensor_parallel_size", 1), kwargs.get("pipeline_parallel_size", 1)
    if all(type(w) is int for w in workers) and len(bundles) != math.prod(workers):
        yield problem(f"{where}.placement_group_config", f"{len(bundles)} bundles for TP {workers[0]} x PP {workers[1]}")
    if any(b.get("GPU", 0) > 1 for b in bundles):
        yield problem(f"{where}.placement_group_config", "vLLM takes at most one GPU from a bundle")
    if hf_configs and not own:
        source = raw["model_loading_config"].get("model_source")
        names = [n for n in (source, raw["model_loading_config"]["model_id"]) if isinstance(n, str)]
        folders = [hf_configs / f for n in names for f in (n.strip("/"), n.replace("/", "--"))]
        folder = next((f for f in folders if (f / "config.json").is_file()), None)
        if folder:
            yield from engine_config(engine, folder, where)
        else:
            yield Finding("note", where, f"no config.json of {' or '.join(names)}: the engine config was not derived")


def application(app, where, arguments, hf_configs, graph):
    """Findings of one application; the deployments that Ray would create are added to graph."""
    from ray.serve.llm import LLMConfig, build_openai_app
    yield from runtime_env_rules(app.get("runtime_env"), f"{where}.runtime_env")
    module, _, name = str(app.get("import_path")).replace(":", ".").rpartition(".")
    try:
        builder = getattr(importlib.import_module(module), name)
    except Exception as e:
        yield problem(f"{where}.import_path", f"does not import, {type(e).__name__}: {e}")
        builder = None
    if builder is not None and builder is not build_openai_app:
        yield problem(f"{where}.import_path", f"is not {BUILDER}: its arguments cannot be judged here")
        return
    args = app.get("args")
    if not isinstance(args, dict) or not isinstance(args.get("llm_configs"), list) or not args["llm_configs"]:
        yield problem(f"{where}.args.llm_configs", "must be a list with at least one entry")
        return
    judged, refused = [], False
    for i, raw in enumerate(args["llm_configs"]):
        at = f"{where}.args.llm_configs[{i}]"
        found = list(llm_config(raw, at, arguments, hf_configs)) if isinstance(raw, dict) else [problem(at, "is no mapping")]
        yield from found
        bad = any(f.level == "problem" for f in found)
        # in place of a refused one a plain config is built, so that the rest of the arguments is still judged
        judged.append({"model_loading_config": {"model_id": f"stand-in-{i}"}} if bad else copy.deepcopy(raw))
        refused |= bad
    ingress = args.get("ingress_deployment_config") or {}
    yield from deployment_rules(ingress, f"{where}.args.ingress_deployment_config")
    try:
        root = build_openai_app({**copy.deepcopy(args), "llm_configs": judged})
    except Exception as e:
        yield from from_exception(f"{where}.args", e)
        return
    built = list(deployments(root))
    for i, d in enumerate(app.get("deployments") or []):
        if d.get("name") not in {b["name"] for b in built}:
            yield problem(f"{where}.deployments[{i}]", f"the application has only {' '.join(b['name'] for b in built)}")
    if not refused:
        graph.extend(built)


def deployments(node, seen=None):
    seen, d = set() if seen is None else seen, node._bound_deployment
    if d.name in seen:
        return
    seen.add(d.name)
    options, replica = d._deployment_config, d._replica_config
    scaling, actor = options.autoscaling_config, replica.ray_actor_options or {}
    alone = {"CPU": actor.get("num_cpus", 1), "GPU": actor.get("num_gpus", 0), **(actor.get("resources") or {})}
    yield {"name": d.name, "bundles": replica.placement_group_bundles or [alone],
           "strategy": replica.placement_group_strategy or "PACK",
           "least": max(scaling.min_replicas, scaling.initial_replicas or 0, 1) if scaling else options.num_replicas,
           "most": scaling.max_replicas if scaling else options.num_replicas}
    for value in [*(d.init_args or ()), *(d.init_kwargs or {}).values()]:
        for item in value.values() if isinstance(value, dict) else value if isinstance(value, (list, tuple)) else [value]:
            if hasattr(item, "_bound_deployment"):
                yield from deployments(item, seen)
