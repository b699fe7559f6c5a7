"""The cluster part of a RayService: versions, and whether its groups have room for what Serve will ask."""
import copy
import json
import math
import re

from judge.findings import Finding, problem


def number(quantity):
    found = re.fullmatch(r"([0-9.]+)(m?)", str(quantity).strip())
    return math.ceil(float(found[1]) / (1000 if found[2] else 1)) if found else 0


def offer(spec, autoscaled):
    """What one pod of a group offers Ray, and how many pods there can be; KubeRay reads resources, parameters, limits."""
    params, box = spec.get("rayStartParams") or {}, spec["template"]["spec"]["containers"][0]
    limits, requests = ((box.get("resources") or {}).get(k) or {} for k in ("limits", "requests"))
    try:
        custom = json.loads(params.get("resources", "{}").strip("'\"").replace('\\"', '"'))
    except ValueError:
        custom = {}
    has = {"CPU": number(params.get("num-cpus", limits.get("cpu", requests.get("cpu", 0)))),
           "GPU": number(params.get("num-gpus", next((v for k, v in limits.items() if k.endswith("gpu")), 0))),
           **custom, **{k: float(v) for k, v in (spec.get("resources") or {}).items()}}
    least, most = int(spec.get("minReplicas") or 0), int(spec.get("maxReplicas", 2 ** 31 - 1))
    pods = most if autoscaled else min(max(int(spec.get("replicas") or 0), least), most)
    return {"name": spec.get("groupName", "head"), "has": has, "least": least, "image": str(box.get("image", "")),
            "pods": pods * int(spec.get("numOfHosts") or 1) if "groupName" in spec else 1}


def place(wanted, groups):
    """Puts placement groups on pods as Ray does, largest first; the name of the first that finds no room, or None."""
    enough = sum(len(w["bundles"]) for w in wanted)
    free = [dict(g["has"]) for g in groups for _ in range(min(g["pods"], enough))]

    def holds(pod, bundle):
        return all(pod.get(k, 1 if pod["GPU"] and detected(k) else 0) >= v for k, v in bundle.items())

    def put(bundles, apart, pack):
        used = []
        for bundle in sorted(bundles, key=lambda b: (-b.get("GPU", 0), -b.get("CPU", 0))):
            # near the others of its group first, then where the fewest GPUs and CPUs are left over
            pods = sorted((p for p in free if holds(p, bundle) and not (apart and any(p is u for u in used))),
                          key=lambda p: (not (pack and any(p is u for u in used)), p["GPU"], p["CPU"]))
            if not pods:
                return False
            used.append(pods[0])
            pods[0].update({k: pods[0][k] - v for k, v in bundle.items() if k in pods[0]})
        return True

    for w in sorted(wanted, key=lambda w: (-total(w)["GPU"], -total(w)["CPU"])):
        before = copy.deepcopy(free)
        done = w["strategy"] in ("PACK", "STRICT_PACK") and put([total(w)], False, True)
        if not done and w["strategy"] != "STRICT_PACK":
            free[:] = before
            done = put(w["bundles"], w["strategy"] == "STRICT_SPREAD", w["strategy"] == "PACK")
        if not done:
            return w


def detected(resource):
    """Whether Ray may find this resource on a GPU node by itself; it never finds names with a memory size (A100-80G)."""
    return resource.startswith("accelerator_type:") and not re.search(r"-\d+G$", resource)


def total(w):
    keys = {"CPU", "GPU"}.union(*w["bundles"])
    return {k: sum(b.get(k, 0) for b in w["bundles"]) for k in keys}


def cluster(spec, graph, expected):
    import ray
    where, version = "spec.rayClusterConfig", spec.get("rayVersion")
    autoscaled = bool(spec.get("enableInTreeAutoscaling"))
    groups = [offer(g, autoscaled) for g in [spec["headGroupSpec"], *(spec.get("workerGroupSpecs") or [])]]
    if expected and version != ray.__version__:
        yield problem(f"{where}.rayVersion", f"{version!r}, judged with Ray {ray.__version__}")
    for g in groups if expected else []:
        tag = re.search(r":(?:ray-|v)?(\d+\.\d+\.\d+)(?![\d.])", g["image"])
        if tag and tag[1] != ray.__version__:
            yield problem(f"{where} {g['name']}", f"image {g['image']} is not of Ray {ray.__version__}")
    offered = "offered: " + "; ".join(f"{g['name']} {g['pods'] if g['pods'] < 1e6 else 'any number'} x {g['has']}" for g in groups)
    lone = [d for d in graph if place([d], groups)]
    for d in lone:
        need = {k: round(v, 3) for k, v in total(d).items()}
        yield problem(d["name"], f"no room for {len(d['bundles'])} bundle(s), {d['strategy']}, in all {need}; {offered}")
    if not lone:
        for level, count, what in (("problem", "least", "smallest"), ("note", "most", "largest")):
            short = place([d for d in graph for _ in range(min(d[count], 64))], groups)
            if short:
                yield Finding(level, short["name"], f"no room when all deployments have their {what} size; {offered}")
                break
    for d in graph:
        kinds = {k for b in d["bundles"] for k in b if k.startswith("accelerator_type:")}
        fitting = [g for g in groups if g["has"]["GPU"]]
        if kinds and autoscaled and fitting and not any(g["least"] or kinds <= set(g["has"]) for g in fitting):
            yield problem(d["name"], f"no group declares {' '.join(kinds)} or keeps a pod: the autoscaler cannot know of it")
