"""The lines of a page: headings begin sections, every other line with words is an entry."""

import re
from collections.abc import Collection
from dataclasses import dataclass

from nagori.text.normal import normal_form

_HEADING = re.compile(r" {0,3}#{1,6}(?:[ \t]+(?P<name>.*?)(?:[ \t]+#+)?)?[ \t]*")
# A bullet, a box to tick or a number, as people make lists.
_LEAD = re.compile(r"\s*(?:(?:[-*+•]|\d{1,3}[.)])\s+)?(?:\[[ xX]\]\s+)?")


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry, by where its words stand in the page; the bullet before them is not of them."""

    section: str
    """The heading above it; empty when there is none."""
    text: str
    start: int
    end: int


def heading_of(line: str) -> str | None:
    """What a line is the heading of; None when it is no heading."""
    found = _HEADING.fullmatch(line)
    return None if found is None else (found["name"] or "").strip()


def entries_of(page: str) -> list[Entry]:
    """The entries of a page, in their order."""
    found: list[Entry] = []
    section, start = "", 0
    for line in page.split("\n"):
        heading = heading_of(line)
        if heading is not None:
            section = heading
        else:
            lead = _LEAD.match(line)
            words = line[lead.end() if lead else 0 :].rstrip()
            if any(map(str.isalnum, words)):  # a rule or a fence says nothing
                at = start + (lead.end() if lead else 0)
                found.append(Entry(section, words, at, at + len(words)))
        start += len(line) + 1
    return found


def without_entries(page: str, forms: Collection[str]) -> str:
    """The page without the entries that have one of these normal forms; the same if none has."""
    gone = {entry.start for entry in entries_of(page) if normal_form(entry.text) in forms}
    if not gone:
        return page
    kept: list[str] = []
    start = 0
    for line in page.split("\n"):
        end = start + len(line)
        if not any(start <= at <= end for at in gone):
            kept.append(line)
        start = end + 1
    return "\n".join(kept)
