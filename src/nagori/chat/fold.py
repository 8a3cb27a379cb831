"""A summary in the speakers' own words, for when no model has written one.

Lines name the speaker, and the day where it changes: `2026-05-03 carla: I moved to Porto in 2019.`
What is kept are the sentences that tell most: with numbers, names, dates, statements about oneself.
Small talk is not kept at all, questions go first; the older a sentence is, the more it must tell.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, tzinfo

from nagori.text.aim import Aim, aim_of
from nagori.text.normal import is_cjk, normal_form
from nagori.text.split import split
from nagori.text.tokens import estimate_tokens
from nagori.values.message import Message

_CLOSING = "\"'”’」』）】》)\\]*_"
_UNSPACED = "\u3000-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uff00-\uff60"
# A Latin mark ends a sentence only before a space, which spares 3.14, URLs and file names.
# A run of marks is looked at once, however long it is.
_END = re.compile(
    rf"(?:[。！？]+[{_CLOSING}]*|(?<![!?])[!?]+[{_CLOSING}]*(?=\s|[{_UNSPACED}])"
    rf"|(?<!\.)\.+[{_CLOSING}]*(?=\s))\s*"
)
_ABBREVIATION = re.compile(
    r"(?:^|[\s(])(?:[A-Za-z]|[ap]\.m|e\.g|i\.e|mr|mrs|ms|dr|prof|st|vs|no|approx)$", re.IGNORECASE
)
_LONGEST_ABBREVIATION = 8
_CODE = re.compile(r"```.*?(?:```|\Z)|^ {0,3}\|[^\n]*$", re.DOTALL | re.MULTILINE)
_LEAD = re.compile(r"^\s*(?:#{1,6}\s+|>+\s*|[-*+•]\s+|\d{1,3}[.)]\s+)+")
_EMPHASIS = re.compile(r"(\*\*|__|`)(?=\S)(.{1,200}?)(?<=\S)\1")
_FINISHED = re.compile(rf"[.!?。！？…][{_CLOSING}]*$")
_LINE = re.compile(r"(?:(\d{4}-\d\d-\d\d) )?([^:\n]{1,64}): (.+)")

_GREETING = re.compile(
    r"\W*(?:hi|hiya|hello|hey|howdy|ok|okay|please|嗨|哈喽|喂)(?:\W+(?:there|all|again|everyone))?\W*$",
    re.IGNORECASE,
)
_NUMBER = re.compile(r"\d|[一二三四五六七八九十百千万两]+[个年月日号岁点天周次块元只条位]")
_NAME = re.compile(
    r"(?<=[\w,;:)] )[A-Z][\w’'-]+|[A-Z]{2,}|《[^》]{1,40}》|「[^」]{1,40}」|[叫姓名]|先生|女士|老师"
)
_WORDS = re.compile(r"[a-z]+")
_SELF = frozenset({"i", "my", "me", "mine", "we", "our", "us"})
_LASTING = frozenset({
    "like", "likes", "liked", "love", "loves", "loved", "hate", "hates", "prefer", "prefers",
    "favorite", "favourite", "always", "never", "must", "need", "needs", "want", "wants", "plan",
    "plans", "planned", "decide", "decided", "agree", "agreed", "promise", "promised", "deadline",
    "born", "birthday", "live", "lives", "lived", "move", "moved", "work", "works", "worked",
    "job", "married", "allergic", "allergy", "remember", "important", "because", "yesterday",
    "tomorrow", "next", "last", "monday", "tuesday", "wednesday", "thursday", "friday",
    "saturday", "sunday",
})  # fmt: skip
_SELF_CJK = re.compile("[我咱俺]")
_LASTING_CJK = re.compile(
    "喜欢|喜爱|讨厌|偏好|最爱|总是|从不|必须|需要|想要|计划|打算|决定|同意|答应|截止|出生|生日|住在|搬"
    "|工作|结婚|过敏|记住|记得|重要|因为|昨天|明天|上周|下周|周[一二三四五六日天]"
)
_QUESTION = re.compile(rf"[?？][{_CLOSING}]{{0,9}}$|[吗呢么][。.]?$")

_PER_MESSAGE = 3  # sentences; a long answer must not crowd out what people said
_READ_CHARS = 40_000  # of all messages, and a fair part of each; what it is about stands in front
_LEAST_READ_CHARS = 200
_SENTENCE_TOKENS = 60
_LONGEST_SMALL_TALK = 40  # characters
_FOR_RECENCY = 2.0  # worth that the newest sentence has over the oldest


@dataclass(frozen=True, slots=True)
class _Sentence:
    """A sentence, who said it and how much would be lost without it."""

    day: str
    speaker: str
    """Empty for a line that a model or a person wrote."""
    text: str
    worth: float
    line: int


def fold(
    summary: str | None, messages: Sequence[Message], *, max_tokens: int, zone: tzinfo = UTC
) -> str:
    """The summary with the telling sentences of the messages after it, within `max_tokens`.

    Plain text in the words that were used; empty only if there was nothing to fold.
    """
    before = list(_of_summary(summary or ""))
    most = max(_LEAST_READ_CHARS, _READ_CHARS // max(1, len(messages)))
    said = [s for at, m in enumerate(messages) for s in _of_message(m, at, zone, most)]
    telling = [s for s in said if s.worth > 0]
    if not telling and not before:
        telling = sorted(said, key=lambda s: -s.worth)[:1]
    chosen = _within(list(_once([*before, *telling])), max_tokens)
    text = _written(chosen)
    if not text or estimate_tokens(text) <= max_tokens:
        return text
    text = chosen[0].text  # a date and a name without what was said would be of no use
    cut = split(text, max_tokens=max(1, max_tokens))[0]
    return text[cut.start : cut.end]


def overflow_lines(messages: Sequence[Message], *, max_tokens: int, zone: tzinfo = UTC) -> str:
    """The telling sentences of messages that are in no summary yet; empty if there are none."""
    return fold(None, messages, max_tokens=max_tokens, zone=zone)


def sentences(text: str) -> list[str]:
    """The sentences of a text, Chinese or spaced, without white space around; lines end them."""
    found: list[str] = []
    for line in text.splitlines():
        start = 0
        for end in _END.finditer(line):
            before = line[max(start, end.start() - _LONGEST_ABBREVIATION) : end.start()]
            if line[end.start()] != "." or not _ABBREVIATION.search(before):
                found.append(line[start : end.end()].strip())
                start = end.end()
        found.append(line[start:].strip())
    return [sentence for sentence in found if sentence]


def is_small_talk(sentence: str) -> bool:
    """Whether it is said only to be polite, or says nothing at all."""
    if not any(map(str.isalnum, sentence)) or _GREETING.match(sentence):
        return True
    return aim_of(sentence) is Aim.SMALL_TALK


def _of_summary(summary: str) -> Iterator[_Sentence]:
    day = ""
    for at, line in enumerate(filter(str.strip, summary.splitlines())):
        told = _LINE.fullmatch(line.strip())
        day = told[1] or day if told else day
        speaker, text = (told[2], told[3]) if told and day else ("", line)
        for sentence in sentences(text):
            yield _Sentence(day, speaker, sentence, max(0.1, _worth(sentence)), at)


def _of_message(message: Message, at: int, zone: tzinfo, most: int) -> list[_Sentence]:
    """The few sentences that tell most, in the order in which they were said."""
    speaker = " ".join((message.name or message.speaker).replace(":", " ").split())[:64] or "?"
    day = f"{message.said_at.astimezone(zone):%Y-%m-%d}"
    is_user = message.role == "user"  # what people say of themselves is what matters most
    content = message.content[:most]
    plain = _CODE.sub("\n", content)
    found = [
        _Sentence(day, speaker, text, _worth(text, of_self=is_user) - (not is_user), at)
        for line in (plain if plain.strip() else content).splitlines()
        for text in map(_short, sentences(_EMPHASIS.sub(r"\2", _LEAD.sub("", line))))
    ]
    if len(message.content) > most:
        found = found[:-1] or found  # the last one was cut anywhere
    best = sorted(range(len(found)), key=lambda n: (-found[n].worth, n))[:_PER_MESSAGE]
    return [found[n] for n in sorted(best)]


def _short(sentence: str) -> str:
    if len(sentence) <= _SENTENCE_TOKENS:  # never more tokens than characters
        return sentence
    first = split(sentence, max_tokens=_SENTENCE_TOKENS)[0]
    return sentence if first.end >= len(sentence) else f"{sentence[first.start : first.end]}…"


def _worth(sentence: str, *, of_self: bool = True) -> float:
    """How much would be lost without it; 0 or less for what is said only to be polite."""
    if len(sentence) <= _LONGEST_SMALL_TALK and is_small_talk(sentence):
        return -2.0
    words = set(_WORDS.findall(sentence.lower()))
    own, lasting, short = bool(words & _SELF), bool(words & _LASTING), 12
    if not sentence.isascii():
        own = own or bool(_SELF_CJK.search(sentence))
        lasting = lasting or bool(_LASTING_CJK.search(sentence))
        short = 5 if is_cjk(sentence) else short
    worth = 1.5 + 1.5 * (own and of_self) + lasting + bool(_NAME.search(sentence))
    worth += 1.5 * bool(_NUMBER.search(sentence))
    worth -= (len(sentence) < short) + sentence.endswith((":", "："))
    return min(worth, 1.0) if _QUESTION.search(sentence) else worth


def _once(found: Iterable[_Sentence]) -> Iterator[_Sentence]:
    seen: set[tuple[str, str]] = set()
    for sentence in found:
        key = (sentence.speaker, normal_form(sentence.text))
        if key not in seen:
            seen.add(key)
            yield sentence


def _within(found: Sequence[_Sentence], max_tokens: int) -> list[_Sentence]:
    """As much as fits, one sentence at least: what tells little goes first, the older sooner."""
    bonus = _FOR_RECENCY / max(1, len(found))
    dear = sorted(range(len(found)), key=lambda n: (-found[n].worth - n * bonus, -n))

    def dearest(count: int) -> list[_Sentence]:
        return [found[n] for n in sorted(dear[:count])]

    fits, too_many = min(1, len(found)), len(found) + 1
    while too_many - fits > 1:
        # Nearly always all fit, or far fewer: then a first look at all saves the others.
        middle = len(found) if too_many > len(found) else (fits + too_many) // 2
        if estimate_tokens(_written(dearest(middle))) <= max_tokens:
            fits = middle
        else:
            too_many = middle
    return dearest(fits)


def _written(found: Sequence[_Sentence]) -> str:
    """Lines: one for what somebody said in a row, or for what stood on one line before."""
    lines: list[str] = []
    day, last = "", None
    for sentence in found:
        if last is not None and _goes_on(last, sentence):
            lines[-1] += _space(lines[-1], sentence.text) + sentence.text
        elif not sentence.speaker:
            lines.append(sentence.text)
        else:
            dated = f"{sentence.day} " if sentence.day != day else ""
            lines.append(f"{dated}{sentence.speaker}: {sentence.text}")
            day = sentence.day
        last = sentence
    return "\n".join(lines)


def _goes_on(last: _Sentence, sentence: _Sentence) -> bool:
    if (last.day, last.speaker) != (sentence.day, sentence.speaker):
        return False
    # Without a mark at its end, a sentence would run into the next.
    return bool(_FINISHED.search(last.text)) if last.speaker else last.line == sentence.line


def _space(before: str, after: str) -> str:
    """Chinese sentences stand without a space between them."""
    return "" if is_cjk(before[-2:]) or is_cjk(after[:1]) else " "
