"""Checking a reply against a JSON schema: what schemas for models use, and no more."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, cast

Schema = Mapping[str, Any]

_MOST_PROBLEMS = 5
_DEEPEST = 64
_FENCE = re.compile(r"```(?:json)?\s*\n(.*?)\n?\s*```", re.DOTALL | re.IGNORECASE)
_TYPES: dict[str, type | tuple[type, ...]] = {
    "object": dict,
    "array": list,
    "string": str,
    "boolean": bool,
    "null": type(None),
}


class NotValidError(ValueError):
    """The reply can't be used; the text says what is wrong with it, for the model too."""


def parse_reply(text: str, schema: Schema) -> Any:
    """The value in a reply, valid against the schema."""
    value = parse_json(text)
    found = problems(value, schema)
    if found:
        raise NotValidError("; ".join(found))
    return value


def parse_json(text: str) -> object:
    """The JSON of a reply, also out of a code block or from between sentences."""
    text = text.strip()
    if not text:
        raise NotValidError("the reply is empty")
    fence = _FENCE.search(text)
    for candidate in (text, fence[1] if fence else ""):
        try:
            return json.loads(candidate)
        except (ValueError, RecursionError):
            continue
    opening = re.search(r"[{\[]", text)
    if opening is not None:
        try:
            return json.JSONDecoder().raw_decode(text, opening.start())[0]
        except (ValueError, RecursionError):
            pass
    raise NotValidError("the reply is not JSON")


def problems(value: object, schema: Schema) -> list[str]:
    """What is wrong with a value, the first few things; empty when it is valid."""
    found: list[str] = []
    for problem in _Check(schema).value(value, schema, "$", 0):
        found.append(problem)
        if len(found) == _MOST_PROBLEMS:
            break
    return found


class _Check:
    """One check; keeps the root, to which references point."""

    def __init__(self, root: Schema) -> None:
        self._root = root

    def value(self, value: object, schema: object, where: str, depth: int) -> Iterator[str]:
        if schema is True or depth > _DEEPEST:
            return
        if not isinstance(schema, Mapping):
            yield f"{where} is not allowed"
            return
        rules = cast("Schema", schema)
        if "$ref" in rules:
            yield from self.value(value, self._target(rules["$ref"]), where, depth + 1)
        yield from self._type(value, rules, where)
        yield from self._combined(value, rules, where, depth)
        match value:
            case dict():
                yield from self._object(cast("dict[str, object]", value), rules, where, depth)
            case list():
                yield from self._array(cast("list[object]", value), rules, where, depth)
            case str():
                yield from _text(value, rules, where)
            case int() | float() if not isinstance(value, bool):
                yield from _number(value, rules, where)
            case _:
                pass

    def _target(self, reference: object) -> object:
        found: object = self._root
        if not isinstance(reference, str) or not reference.startswith("#"):
            raise ValueError(f"not a reference within the schema: {reference!r}")
        for step in reference[1:].split("/")[1:]:
            name = step.replace("~1", "/").replace("~0", "~")
            found = cast("Mapping[str, object]", found)[name]
        return found

    def _type(self, value: object, rules: Schema, where: str) -> Iterator[str]:
        wanted = rules.get("type")
        if wanted is not None:
            names: Sequence[str] = [wanted] if isinstance(wanted, str) else wanted
            if not any(_is(value, name) for name in names):
                yield f"{where} must be of type {' or '.join(names)}"
        if "enum" in rules and not any(_same(value, one) for one in rules["enum"]):
            yield f"{where} must be one of {_shown(rules['enum'])}"
        if "const" in rules and not _same(value, rules["const"]):
            yield f"{where} must be {_shown(rules['const'])}"

    def _combined(self, value: object, rules: Schema, where: str, depth: int) -> Iterator[str]:
        for part in rules.get("allOf", ()):
            yield from self.value(value, part, where, depth + 1)
        if "anyOf" in rules and not self._fitting(value, rules["anyOf"], depth):
            yield f"{where} fits none of the allowed forms"
        if "oneOf" in rules and self._fitting(value, rules["oneOf"], depth) != 1:
            yield f"{where} must fit exactly one of the allowed forms"
        if "not" in rules and self._fitting(value, [rules["not"]], depth):
            yield f"{where} has a form that is not allowed"

    def _fitting(self, value: object, parts: Sequence[object], depth: int) -> int:
        return sum(next(self.value(value, part, "", depth + 1), None) is None for part in parts)

    def _object(
        self, value: dict[str, object], rules: Schema, where: str, depth: int
    ) -> Iterator[str]:
        for name in rules.get("required", ()):
            if name not in value:
                yield f"{where}.{name} is missing"
        known: Mapping[str, object] = rules.get("properties", {})
        other = rules.get("additionalProperties", True)
        for name, item in value.items():
            yield from self.value(item, known.get(name, other), f"{where}.{name}", depth + 1)
        yield from _size(len(value), rules, where, "Properties", "properties")

    def _array(self, value: list[object], rules: Schema, where: str, depth: int) -> Iterator[str]:
        first: Sequence[object] = rules.get("prefixItems", ())
        rest = rules.get("items", True)
        for at, item in enumerate(value):
            part = first[at] if at < len(first) else rest
            yield from self.value(item, part, f"{where}[{at}]", depth + 1)
        yield from _size(len(value), rules, where, "Items", "items")
        if rules.get("uniqueItems") and any(
            _same(one, other) for at, one in enumerate(value) for other in value[:at]
        ):
            yield f"{where} must not repeat an item"


def _is(value: object, name: str) -> bool:
    match name:
        case "integer":
            whole = isinstance(value, float) and value.is_integer()
            return whole or (isinstance(value, int) and not isinstance(value, bool))
        case "number":
            return isinstance(value, int | float) and not isinstance(value, bool)
        case _:
            return name in _TYPES and isinstance(value, _TYPES[name])


def _same(one: object, other: object) -> bool:
    """Equal as JSON: 1 is 1.0, but not true."""
    match one, other:
        case bool(), _:
            return one is other
        case _, bool():
            return False
        case list(), list():
            mine, theirs = cast("list[object]", one), cast("list[object]", other)
            return len(mine) == len(theirs) and all(map(_same, mine, theirs))
        case dict(), dict():
            left, right = cast("dict[str, object]", one), cast("dict[str, object]", other)
            return left.keys() == right.keys() and all(_same(left[k], right[k]) for k in left)
        case _:
            return one == other


def _text(value: str, rules: Schema, where: str) -> Iterator[str]:
    yield from _size(len(value), rules, where, "Length", "characters")
    if "pattern" in rules and not re.search(rules["pattern"], value):
        yield f"{where} must match {rules['pattern']}"


def _number(value: float, rules: Schema, where: str) -> Iterator[str]:
    if "minimum" in rules and value < rules["minimum"]:
        yield f"{where} must be at least {rules['minimum']}"
    if "maximum" in rules and value > rules["maximum"]:
        yield f"{where} must be at most {rules['maximum']}"
    if "exclusiveMinimum" in rules and value <= rules["exclusiveMinimum"]:
        yield f"{where} must be more than {rules['exclusiveMinimum']}"
    if "exclusiveMaximum" in rules and value >= rules["exclusiveMaximum"]:
        yield f"{where} must be less than {rules['exclusiveMaximum']}"
    if "multipleOf" in rules and value % rules["multipleOf"]:
        yield f"{where} must be a multiple of {rules['multipleOf']}"


def _size(size: int, rules: Schema, where: str, what: str, unit: str) -> Iterator[str]:
    least, most = rules.get(f"min{what}"), rules.get(f"max{what}")
    if least is not None and size < least:
        yield f"{where} needs at least {least} {unit}"
    if most is not None and size > most:
        yield f"{where} must have at most {most} {unit}"


def _shown(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)
