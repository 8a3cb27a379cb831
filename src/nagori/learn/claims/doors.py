"""Claims about how a project is entered: routes, programs, documents, what is left to do. Pure."""

from collections.abc import Iterator

from nagori.learn.claims.claim import Claim, domain_of, is_aside, line, listed, shown
from nagori.learn.code.outline import Heading, Outline, Route, Span

_TODOS = 8


def door_claims(outline: Outline) -> Iterator[Claim]:
    """How the file is reached from outside, and what it says to people."""
    if is_aside(outline.path):
        return
    for route in outline.routes:
        yield _of_route(outline, route)
    if outline.entry_points:
        named = listed(f"{one.name} ({one.how})" for one in outline.entry_points)
        is_program = not any(one.how.startswith("workflow") for one in outline.entry_points)
        asked = "Where does the program start in" if is_program else "What runs in the workflow"
        yield Claim(
            key=f"entry:{outline.path}",
            question=f"{asked} `{outline.path}`?",
            question_type="CODE_STRUCTURE",
            answer=f"`{outline.path}` has {'the entry points ' if is_program else ''}{named}.",
            shown=shown(outline, *(one.span for one in outline.entry_points)),
            domain=domain_of(outline.path),
            tags=("entry point",),
        )
    for heading in outline.headings:
        if heading.doc is not None:
            yield _of_heading(outline, heading)
    if outline.todos:
        some = outline.todos[:_TODOS]
        told = "; ".join(f"{one.mark} {one.text}".strip().rstrip(".") for one in some)
        yield Claim(
            key=f"todo:{outline.path}",
            question=f"What is still to be done in `{outline.path}`?",
            question_type="BEST_PRACTICE",
            answer=f"`{outline.path}`: {told}.",
            shown=shown(outline, *(line(one.line) for one in some)),
            domain=domain_of(outline.path),
            tags=("todo",),
        )


def _of_route(outline: Outline, route: Route) -> Claim:
    handler = outline.symbol(route.handler)
    doc = f" {handler.doc.text}" if handler is not None and handler.doc else ""
    where = f"{route.prefix}{route.path}"
    spans = [route.span, *_prefix_spans(outline, route)]
    if handler is not None:
        spans += [handler.head, *([handler.doc.span] if handler.doc else [])]
    return Claim(
        key=f"route:{outline.path}:{route.method} {where}:{route.handler}",
        question=f"What answers `{route.method} {where}`?",
        question_type="BUSINESS_LOGIC",
        answer=f"`{route.method} {where}` is answered by `{route.handler}` in `{outline.path}`."
        f"{doc}",
        shown=shown(outline, *spans),
        domain=domain_of(outline.path),
        tags=("route",),
    )


def _prefix_spans(outline: Outline, route: Route) -> list[Span]:
    """What shows the part of the path that the class or router around a handler gives."""
    if not route.prefix:
        return []
    around = outline.symbol(route.handler.rpartition(".")[0]) if "." in route.handler else None
    if around is not None:
        return [around.head]
    return [one.head for one in outline.symbols if route.prefix in (one.value or "")][:2]


def _of_heading(outline: Outline, heading: Heading) -> Claim:
    text = heading.doc.text if heading.doc else ""
    return Claim(
        key=f"heading:{outline.path}:{heading.text}:{heading.level}",
        question=f"What does `{outline.path}` say about {heading.text.rstrip('?')}?",
        question_type="DOMAIN_KNOWLEDGE",
        answer=f"{heading.text}: {text}",
        shown=shown(
            outline,
            line(heading.line),
            heading.doc.span if heading.doc else None,
            line(heading.around) if heading.around else None,
        ),
        domain=domain_of(outline.path),
        tags=("document",),
    )
