"""What a judge says, and how exceptions and annotations of the judged packages are taken apart."""
import types
import typing

import yaml

Finding = typing.NamedTuple("Finding", [("level", str), ("where", str), ("text", str)])


def problem(where, text):
    return Finding("problem", where, " ".join(str(text).split())[:500])


def from_exception(where, e):
    """The findings inside an exception; pydantic's list is taken apart, also where Ray has wrapped one into another."""
    if not callable(getattr(e, "errors", None)):
        yield problem(where, f"{type(e).__name__}: {e}")
        return
    for item in e.errors():
        at = ".".join([where, *map(str, item["loc"])])
        inner = getattr((item.get("ctx") or {}).get("error"), "__cause__", None)
        yield from from_exception(at, inner) if inner else [problem(at, item["msg"])]


class UniqueKeys(yaml.SafeLoader):
    """YAML in which a key that is written twice is an error instead of the loss of the first value."""
    def construct_mapping(self, node, deep=False):
        keys = [self.construct_object(k, deep=True) for k, _ in node.value if k.tag != "tag:yaml.org,2002:merge"]
        twice = sorted({str(k) for k in keys if keys.count(k) > 1})
        if twice:
            raise yaml.constructor.ConstructorError(None, None, f"written twice: {', '.join(twice)}", node.start_mark)
        return super().construct_mapping(node, deep)


def flat(annotation):
    """The plain classes and Literals that an annotation is made of; containers are opened."""
    if typing.get_origin(annotation) in (typing.Union, types.UnionType, typing.Annotated, list):
        return [p for a in typing.get_args(annotation) for p in flat(a)]
    return [annotation]
