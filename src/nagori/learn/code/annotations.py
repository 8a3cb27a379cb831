"""Annotations of Java and Kotlin: what Spring, JAX-RS and JPA read from them. Pure."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from nagori.learn.code.hidden import kept_text
from nagori.learn.code.outline import Route, Setting, Span

_VERBS = {
    "GetMapping": "GET",
    "PostMapping": "POST",
    "PutMapping": "PUT",
    "PatchMapping": "PATCH",
    "DeleteMapping": "DELETE",
}
_JAX = frozenset({"GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"})
_STRING = re.compile(r'"((?:[^"\\]|\\.)*)"')
_METHOD = re.compile(r"RequestMethod\.([A-Z]+)|\bmethod\s*=\s*\[?([A-Z]+)\b")
_NAMED = re.compile(r'\b(\w+)\s*=\s*(?:\{|\[|arrayOf\()?\s*"((?:[^"\\]|\\.)*)"')
_PLACEHOLDER = re.compile(r"\\?\$\{([^:}]+)(?::([^}]*))?\}")
ENTITIES = {
    "Entity": "jpa",
    "Document": "document",
    "MappedSuperclass": "jpa",
    "Embeddable": "jpa",
    "TableName": "mybatis",
    "Serializable": "serializable",
}


@dataclass(frozen=True, slots=True)
class Annotation:
    """One annotation, as written."""

    name: str
    arguments: str
    span: Span

    def text(self, *names: str) -> str | None:
        """The string that it is given alone, or by one of these names."""
        named = dict(_NAMED.findall(self.arguments))
        for name in names:
            if name in named:
                return named[name]
        if named:
            return None
        found = _STRING.search(self.arguments)
        return found[1] if found else None


def named(annotations: Sequence[Annotation], name: str) -> Annotation | None:
    """The annotation of that name."""
    return next((a for a in annotations if a.name == name), None)


def prefix_of(annotations: Sequence[Annotation]) -> str:
    """What a class puts before the paths of its methods."""
    for name in ("RequestMapping", "Path", "Controller"):
        if (found := named(annotations, name)) and (text := found.text("value", "path")):
            return text if text.startswith("/") or name != "Controller" else ""
    return ""


def routes_of(
    annotations: Sequence[Annotation], handler: str, line: int, prefix: str
) -> list[Route]:
    """The routes that annotations give a method."""
    found: list[Route] = []
    for item in annotations:
        span = Span(item.span.first, max(line, item.span.last))
        if item.name in _VERBS:
            where = item.text("value", "path") or ""
            found.append(Route(_VERBS[item.name], where, handler, span, prefix))
        elif item.name == "RequestMapping":
            verbs = [a or b for a, b in _METHOD.findall(item.arguments)] or ["ANY"]
            where = item.text("value", "path") or ""
            found += [Route(verb, where, handler, span, prefix) for verb in verbs]
        elif item.name in _JAX:
            path = named(annotations, "Path")
            first = min(item.span.first, path.span.first if path else item.span.first)
            where = (path.text("value") if path else None) or ""
            found.append(Route(item.name, where, handler, Span(first, span.last), prefix))
    return found


def setting_of(annotations: Sequence[Annotation], line: int, within: str) -> Setting | None:
    """The setting that `@Value("${key:default}")` reads."""
    item = named(annotations, "Value")
    found = _PLACEHOLDER.search(item.arguments) if item else None
    if item is None or found is None:
        return None
    default = kept_text(found[1], found[2]) if found[2] is not None else None
    span = Span(item.span.first, max(line, item.span.last))
    return Setting(found[1].strip(), default, span, "annotation", None, within)


def entity_kind(annotations: Sequence[Annotation]) -> str | None:
    """What makes a class with these annotations a data entity; None when nothing does."""
    return next((ENTITIES[a.name] for a in annotations if a.name in ENTITIES), None)


def table_of(annotations: Sequence[Annotation]) -> str | None:
    """The table or collection that an entity is kept in, where an annotation says so."""
    for name in ("Table", "TableName", "Document", "Entity"):
        if (found := named(annotations, name)) and (text := found.text("name", "value")):
            return text
    return None
