"""engine_kwargs, judged by the classes of the installed vLLM."""
import copy
import dataclasses
import enum
import importlib
import json
import sys
import typing

from judge.findings import flat, from_exception, problem

GIVEN_BY_RAY = ("model", "served_model_name")


class EngineArguments:
    """Names and values of engine_kwargs as the installed vLLM declares them."""

    def __init__(self):
        import vllm.config
        from vllm.engine.arg_utils import AsyncEngineArgs
        try:
            from vllm.entrypoints.launchers.cli_args import FrontendArgs
        except ImportError:
            from vllm.entrypoints.openai.cli_args import FrontendArgs
        self.declared = {**self.annotations(AsyncEngineArgs), **self.annotations(FrontendArgs)}
        self.speculative = set(self.annotations(vllm.config.SpeculativeConfig))
        self.configs = {}  # argument -> what each config class that takes it over says, with its range
        for cls in vars(vllm.config).values():
            for name, field in (getattr(cls, "__pydantic_fields__", None) or {}).items():
                spec = typing.Annotated[(field.annotation, *field.metadata)] if field.metadata else field.annotation
                self.configs.setdefault("kv_cache_dtype" if name == "cache_dtype" else name, []).append(spec)
        from vllm.model_executor.layers.quantization import QUANTIZATION_METHODS
        from vllm.model_executor.model_loader import _LOAD_FORMAT_TO_MODEL_LOADER
        from vllm.reasoning import ReasoningParserManager
        from vllm.tool_parsers import ToolParserManager
        self.names = {"quantization": set(QUANTIZATION_METHODS), "load_format": set(_LOAD_FORMAT_TO_MODEL_LOADER),
                      "tool_call_parser": set(ToolParserManager.list_registered()),
                      "reasoning_parser": set(ReasoningParserManager.list_registered())}

    @staticmethod
    def annotations(cls):
        scope, found = {**vars(typing), **vars(sys.modules[cls.__module__])}, {}
        for f in dataclasses.fields(cls):
            try:
                found[f.name] = eval(f.type, scope) if isinstance(f.type, str) else f.type
            except NameError:  # a class that is imported for type checkers only
                found[f.name] = typing.Any
        return found

    @staticmethod
    def why_not(spec, value):
        """The exception with which pydantic refuses the value, or None. Scalars must fit as they are ("2" is no integer)."""
        from pydantic import ConfigDict, TypeAdapter
        from pydantic.errors import PydanticUserError
        kinds = [k for k in flat(spec) if isinstance(k, enum.EnumMeta)]
        if isinstance(value, str) and any(value.upper() in k.__members__ for k in kinds):
            return None  # vLLM looks an enum up by its member's name too
        try:
            adapter = TypeAdapter(spec, config=ConfigDict(arbitrary_types_allowed=True))
        except PydanticUserError:  # the class brings a configuration of its own
            adapter = TypeAdapter(spec)
        try:
            if isinstance(value, dict):
                adapter.validate_python(value)
            else:
                adapter.validate_json(json.dumps(value), strict=True)
        except Exception as e:
            return e

    def check(self, kwargs, where, gpu):
        for key, value in kwargs.items():
            at = f"{where}.{key}"
            if key in GIVEN_BY_RAY:
                yield problem(at, "belongs to model_loading_config; the replica would fail")
            elif key not in self.declared:
                yield problem(at, "no such engine or frontend argument in this vLLM")
            elif (e := self.why_not(self.declared[key], value)) is not None:
                yield from list(from_exception(at, e))[:3]
            elif value is not None and all(refused := [self.why_not(c, value) for c in self.configs.get(key, [typing.Any])]):
                yield from list(from_exception(at, refused[0]))[:3]
            elif value and isinstance(value, str) and value not in self.names.get(key, {value}):
                yield problem(at, f"'{value}' is not among: {' '.join(sorted(self.names[key]))}")
        for key in sorted(set(kwargs.get("speculative_config") or {}) - self.speculative):
            yield problem(f"{where}.speculative_config.{key}", "no such field")
        if kwargs.get("distributed_executor_backend", "ray") not in ("ray", None if gpu else "mp"):
            yield problem(f"{where}.distributed_executor_backend", "Ray Serve LLM runs the engine with its Ray executor")
        if bool(kwargs.get("enable_auto_tool_choice")) != bool(kwargs.get("tool_call_parser")):
            yield problem(where, "enable_auto_tool_choice and tool_call_parser work only together")
        tokens, seqs = kwargs.get("max_num_batched_tokens"), kwargs.get("max_num_seqs")
        if isinstance(tokens, int) and isinstance(seqs, int) and tokens < seqs:
            yield problem(f"{where}.max_num_batched_tokens", f"{tokens} is less than max_num_seqs {seqs}")


def engine_config(engine, folder, where):
    """vLLM's own derivation of the whole engine configuration from a config.json; it believes that it sees a GPU."""
    from vllm.engine.arg_utils import AsyncEngineArgs
    from vllm.platforms import current_platform
    from vllm.usage.usage_lib import UsageContext
    current_platform.device_type = current_platform.device_type or "cuda"
    try:
        kwargs = {**copy.deepcopy(engine.get_initialization_kwargs()), "model": str(folder)}
        for key in ("tokenizer", "reasoning_parser"):  # would read tokenizer files, which are not there
            kwargs.pop(key, None)
        module = importlib.import_module("ray.llm._internal.serve.engines.vllm.vllm_engine")
        kwargs = getattr(module, "_normalize_vllm_engine_kwargs", dict)(kwargs)
        AsyncEngineArgs(**kwargs).create_engine_config(usage_context=UsageContext.OPENAI_API_SERVER)
    except Exception as e:
        yield from from_exception(f"{where} (engine config)", e)
