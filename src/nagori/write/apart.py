"""A sentence that says several things, as the things it says.

"I live in Porto and I work as a nurse" are two facts: when the work ends, the home stays. They are
taken apart only where each stands for itself, so that nothing is cut off from what explains it.
"""

import re
from collections.abc import Iterator
from itertools import pairwise

from nagori.write.facts import Reading, read
from nagori.write.sentence import quoted_words, third_person

_BETWEEN = re.compile(
    r",?\s+(?:and|but)\s+(?:also\s+)?|[,;]\s+|\s*[，；,;]\s*(?:而且|并且|另外|还有|同时|但是|但)?",
    re.IGNORECASE,
)
_OWN = re.compile(r"(?:I|my)\b|我", re.IGNORECASE)
_LEANS = re.compile(
    r"\b(?:it|its|that|there|here|this|these|those|them|they|one|ones|both|either|neither|together"
    r"|anymore|any more|instead|then|because|since|so)\b"
    "|它|那里|那儿|那边|这里|这儿|这边|这个|那个|那时|当时|这样|那样|因为|所以|之后|以后|然后|都",
    re.IGNORECASE,
)
"""Words of a clause that is not understood without another."""

_SOMEBODY = re.compile("[个位名](?!月|星期|礼拜|小时|钟头|学期)")
"""What may be somebody that the next clause is about: 我认识一个厨师，住在上海."""


def apart(text: str) -> list[tuple[int, int]]:
    """The spans of a sentence that can stand for themselves; mostly it is one."""
    if not _OWN.match(text):
        return [(0, len(text))]
    return list(_grouped(text))


def _grouped(text: str) -> Iterator[tuple[int, int]]:
    """Clauses, each with those behind it that belong to it."""
    first, last, of_user = 0, 0, False
    for start, end in _clauses(text):
        held = read(text[first:last])
        alone = held.mentions <= {"user"} and not _SOMEBODY.search(held.text)
        of_user = alone and (held.subject == "user" or (of_user and not held.subject))
        if last and _stands(text[start:end], beside=held, of_user=of_user):
            yield first, last
            first = start
        last = end
    yield first, last


def _clauses(text: str) -> Iterator[tuple[int, int]]:
    found = [m.span() for m in _BETWEEN.finditer(text)]
    for (_, start), (end, _) in pairwise([(0, 0), *found, (len(text), len(text))]):
        if start < end:
            yield start, end


def _stands(clause: str, *, beside: Reading, of_user: bool) -> bool:
    """Whether a clause says something else than what stands before it, and can be read alone."""
    reading = read(clause)
    if _LEANS.search(clause) or not _says(reading) or not _says(beside):
        return False
    if _OWN.match(clause) is None:
        # "... and work as a nurse": whoever was spoken of, which must have been the user.
        turned = third_person(clause)
        alone = turned.startswith(("The user ", "用户")) and quoted_words(turned) is None
        if not (alone and of_user):
            return False
    return not _topics(reading) & _topics(beside)


def _says(reading: Reading) -> bool:
    return bool(reading.slots or (reading.taste and reading.terms))


def _topics(reading: Reading) -> set[tuple[str, str]]:
    return {(reading.subject or "user", slot) for slot in reading.slots}
