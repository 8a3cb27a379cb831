"""How memories look on a terminal."""

from collections.abc import Mapping, Sequence
from datetime import datetime, tzinfo

from rich.text import Text

from nagori.cli.output import SOFT, clean, soft, whole
from nagori.cli.session import Session, scope_options
from nagori.cli.words import Words
from nagori.values.memory import Change, Memory, Page

_MOST = 300
"""Characters of a memory in a list; `show` has the rest."""


def entry(memory: Memory, session: Session, *, with_scope: bool = False) -> list[Text]:
    """A memory in a list: what it says, then the details."""
    words = session.words
    details = soft(
        memory.tag,
        day(memory.created_at, session.zone),
        words("said", n=memory.times_said) if memory.times_said > 1 else None,
        words.whom(memory.scope) if with_scope else None,
        memory.id,
    )
    return [Text(clean(memory.text, most=_MOST)), Text("  ").append_text(details)]


def page_lines(
    page: Page[Memory], session: Session, named: Mapping[str, str | None], *, tagged: bool
) -> list[Text]:
    """A list of memories, or an invitation when there are none."""
    if not page.items:
        return nothing_yet(session, named, tagged=tagged)
    alone = any(named.values())
    return [line for m in page for line in entry(m, session, with_scope=not alone)]


def nothing_yet(
    session: Session, named: Mapping[str, str | None], *, tagged: bool = False
) -> list[Text]:
    """The empty state: what is not there, and one thing to do about it."""
    words = session.words
    if not session.file.exists():
        first = words("no_file", file=session.file)
    elif tagged:
        return [Text(words("empty_tag"))]
    elif any(named.values()):
        kind, id = next((kind, id) for kind, id in named.items() if id)
        first = words("empty", whom=words.whom(f"{kind}:{id}"))
    else:
        first = words("empty_all")
    example = session.command("remember", words("example"), *scope_options(named))
    return [Text(first), soft(words("add", command=example))]


def story(memory: Memory, history: Sequence[Change], session: Session) -> list[Text]:
    """A memory with everything that is known of it."""
    words = session.words
    facts = [
        ("id", memory.id),
        ("tag", memory.tag),
        ("scope", words.whom(memory.scope)),
        ("bot", memory.bot),
        ("chat", memory.chat_id),
        ("emotion", memory.emotion_label),
        ("times", words("times", n=memory.times_said)),
        ("state", _state(memory, words)),
        ("created", minute(memory.created_at, session.zone)),
        ("external_id", memory.external_id),
        ("metadata", ", ".join(f"{key}={value}" for key, value in memory.metadata.items())),
    ]
    rows = [(words(f"label.{name}"), clean(value)) for name, value in facts if value]
    lines = [Text(whole(memory.text), style="bold"), Text(), *labelled(rows)]
    if memory.sources:
        lines += [Text(), Text(words("sources"))]
        lines += [
            _dated(source.at, words(f"source.{source.kind}", ref=clean(source.ref)), session)
            for source in memory.sources
        ]
    if history:
        lines += [Text(), Text(words("history"))]
        lines += [_dated(change.at, _what(change, words), session) for change in history]
    return lines


def labelled(rows: Sequence[tuple[str, str]]) -> list[Text]:
    """Names and values in two columns."""
    width = max(Text(name).cell_len for name, _ in rows)
    return [
        Text("  ").append(name, SOFT).append(" " * (width - Text(name).cell_len + 2)).append(value)
        for name, value in rows
    ]


def day(at: datetime, zone: tzinfo) -> str:
    """A day as it is called in that zone."""
    return f"{at.astimezone(zone):%Y-%m-%d}"


def minute(at: datetime, zone: tzinfo) -> str:
    """A day and time as they are called in that zone."""
    return f"{at.astimezone(zone):%Y-%m-%d %H:%M}"


def _state(memory: Memory, words: Words) -> str:
    status = words(f"status.{memory.status}", id=memory.superseded_by or "")
    stage = words(f"stage.{memory.stage}")
    return " · ".join(part for part in (status, stage) if part)


def _what(change: Change, words: Words) -> str:
    what = words(f"change.{change.what}")
    if change.what == "edited" and change.before and change.before != change.after:
        return f"{what} · {words('was', text=clean(change.before, most=100))}"
    return what


def _dated(at: datetime, what: str, session: Session) -> Text:
    return Text("  ").append(minute(at, session.zone), SOFT).append(f"  {what}")
