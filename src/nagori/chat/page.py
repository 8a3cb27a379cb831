"""Global memory as text: `## Section` headings, and an entry on each other line.

Pure functions. What a person wrote stays as it was typed: only lines are put in or taken out.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from nagori.errors import InvalidInputError
from nagori.text.entries import entries_of, heading_of
from nagori.text.normal import is_cjk, normal_form
from nagori.text.terms import terms
from nagori.values.page import MAX_PAGE_CHARACTERS

# Each default section by what it is called in English and in Chinese.
PREFERENCES = ("Preferences", "偏好")
FACTS = ("Facts", "事实")
_PREFERS = re.compile(
    r"\b(?:likes?|loves?|hates?|dislikes?|prefers?|preferences?|favou?rites?|enjoys?|wants?"
    r"|always|never|would rather|can't stand)\b"
    r"|喜欢|喜爱|偏好|偏爱|最爱|讨厌|不爱|爱[吃喝看听玩]|习惯|希望|想要|不要|总是|从不",
    re.IGNORECASE,
)
_SPACE = re.compile(r"\s+")
_NUMBER = re.compile(r"\d+")
_PAUSE = re.compile(r"\s|[。！？；，、…]")
_NEARLY = 0.9
"""Share of words in common from which two entries say nearly the same."""


@dataclass(frozen=True, slots=True)
class Section:
    """A heading, empty for what stands above the first, and the entries below it."""

    heading: str
    entries: tuple[str, ...]


def parse(page: str) -> list[Section]:
    """The sections of a page that have entries, in their order; equal headings are one section.

    What stands below no heading comes first.
    """
    found: dict[str, list[str]] = {"": []}
    for entry in entries_of(page):
        found.setdefault(entry.section, []).append(entry.text)
    return [Section(heading, tuple(entries)) for heading, entries in found.items() if entries]


def render(sections: Iterable[Section]) -> str:
    """The page of these sections; empty ones are left out."""
    parts = [
        "\n".join([*([f"## {s.heading}"] if s.heading else []), *(f"- {e}" for e in s.entries)])
        for s in sections
        if s.entries
    ]
    return "\n\n".join(parts)


def rewritten(content: str) -> str:
    """The page that a caller gives in the place of the old one; nothing clears it."""
    return _checked(content.replace("\r\n", "\n").replace("\r", "\n").strip("\n").rstrip())


def append(page: str, content: str, section: str | None = None) -> str:
    """The page with the entries of `content` that it does not say yet; the same if it does.

    Headings inside `content` say where its entries go; else `section` does; else entries go to
    preferences or facts, as they sound. What that is called follows the page, or the entry.
    """
    said = {normal_form(entry.text) for entry in entries_of(page)}
    given = entries_of(content)
    if not given:
        raise InvalidInputError("content", "it has no entry; give at least one line of words")
    for entry in given:
        form = normal_form(entry.text)
        if form not in said:
            said.add(form)
            text = _SPACE.sub(" ", entry.text)
            page = _put_in(page, text, _names(entry.section or section, text))
    return _checked(page)


def merged(pages: Sequence[str]) -> str:
    """One page with everything that any of these says, in the order of the oldest, first one."""
    sections: dict[str, list[str]] = {"": []}
    said: set[str] = set()
    for page in pages:
        for entry in entries_of(page):
            form = normal_form(entry.text)
            if form not in said:
                said.add(form)
                sections.setdefault(entry.section, []).append(entry.text)
    return render(Section(heading, tuple(entries)) for heading, entries in sections.items())


def shortened(page: str, *, most: int) -> str:
    """The page within `most` characters, by rule: see below what goes first.

    What a newer entry says nearly in the same words, then the oldest entry of the longest section,
    again and again. The last entry that is left is cut rather than lost.
    """
    if len(page) <= most:
        return page
    headings = [section.heading for section in parse(page)]
    sections = _once([list(section.entries) for section in parse(page)])

    def written() -> str:
        pairs = zip(headings, sections, strict=True)
        return render(Section(heading, tuple(entries)) for heading, entries in pairs)

    while len(text := written()) > most and sum(map(len, sections)) > 1:
        longest = max(range(len(sections)), key=lambda at: sum(map(len, sections[at])))
        del sections[longest][0]
    if len(text) <= most:
        return text
    last = next(entries for entries in sections if entries)
    room = most - (len(text) - len(last[0]))
    if room <= 0:  # its heading alone is too long
        return _cut(last[0], most)
    last[0] = _cut(last[0], room)
    return written()


def lost_sections(before: str, after: str) -> list[str]:
    """Headings with entries below them that another wording of the page has no more."""
    left = {normal_form(section.heading) for section in parse(after)}
    return [s.heading for s in parse(before) if s.heading and normal_form(s.heading) not in left]


def _checked(page: str) -> str:
    if len(page) > MAX_PAGE_CHARACTERS:
        raise InvalidInputError(
            "content",
            f"the page would have {len(page):,} characters; at most {MAX_PAGE_CHARACTERS:,} fit, "
            "so rewrite it in fewer words",
        )
    return page


def _names(section: str | None, entry: str) -> tuple[str, ...]:
    """What the entry's section may be called; the first one, if it has to be made."""
    if section is not None and section.strip():
        wanted = _SPACE.sub(" ", section).strip().lstrip("#").strip()
        for names in (PREFERENCES, FACTS):
            if normal_form(wanted) in map(normal_form, names):
                return (wanted, *names)
        return (wanted,)
    names = PREFERENCES if _PREFERS.search(entry) else FACTS
    return names[::-1] if is_cjk(entry) else names


def _put_in(page: str, entry: str, names: tuple[str, ...]) -> str:
    """The page with one more line: after the last entry of its section, or in a new one."""
    lines = page.split("\n") if page.strip() else []
    forms = [normal_form(name) for name in names]
    at = None
    inside = False
    for number, line in enumerate(lines):
        heading = heading_of(line)
        if heading is not None:
            inside = normal_form(heading) in forms
        if inside and line.strip():
            at = number
    if at is not None:
        return "\n".join([*lines[: at + 1], f"- {entry}", *lines[at + 1 :]])
    return "\n".join([*lines, *([""] if lines else []), f"## {names[0]}", f"- {entry}"])


def _once(sections: list[list[str]]) -> list[list[str]]:
    """Without entries that a later one says nearly in the same words."""
    seen: list[tuple[frozenset[int], frozenset[str]]] = []
    kept: list[list[str]] = []
    for entries in reversed(sections):
        left: list[str] = []
        for entry in reversed(entries):
            words = frozenset(terms(entry).tolist()), frozenset(_NUMBER.findall(entry))
            if not any(_near(words, other) for other in seen):
                seen.append(words)
                left.append(entry)
        kept.append(left[::-1])
    return kept[::-1]


def _near(
    one: tuple[frozenset[int], frozenset[str]], other: tuple[frozenset[int], frozenset[str]]
) -> bool:
    """Whether two entries share nearly all their words, and every number."""
    both = len(one[0] | other[0])
    return both > 0 and one[1] == other[1] and len(one[0] & other[0]) / both >= _NEARLY


def _cut(entry: str, room: int) -> str:
    """The beginning of an entry, up to a pause."""
    if len(entry) <= room:
        return entry
    pauses = [pause.end() for pause in _PAUSE.finditer(entry, 0, room)]
    end = pauses[-1] if pauses and pauses[-1] > room // 2 else room
    return entry[:end].rstrip()
