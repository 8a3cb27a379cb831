"""Transcripts: chats that were held elsewhere, out of whatever file they came in."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import UTC, tzinfo
from pathlib import Path
from typing import Any, cast

from nagori.errors import InvalidInputError
from nagori.values.transcript import Transcript, Unread
from nagori.write.legacy import Problem
from nagori.write.transcript_chatgpt import chatgpt_chat
from nagori.write.transcript_claude import claude_chat
from nagori.write.transcript_files import open_items
from nagori.write.transcript_messages import Talks
from nagori.write.transcript_talk import Words

_SAMPLE = 100
"""Values that are looked at before a file counts as no transcript."""
_SHOWN = 8
"""Speakers that are named when it is unclear who is meant."""
_NOBODY = "user"
"""What a user's message has as its speaker when the file names nobody."""


def read_transcripts(path: Path, *, zone: tzinfo = UTC) -> Iterator[Transcript | Unread]:
    """The chats of a file as they are read, and what in it can't be.

    It may hold messages, one a line (`role`, `content`) or in a list, or be an export of ChatGPT
    or Claude, as a zip or unpacked; its content tells. A file of something else raises
    `InvalidInputError`. `zone` is that of times which name none. Chats of single messages may be
    mixed, so they come last.
    """
    talks = Talks(zone)
    unread: list[Unread] = []
    known = False
    for item in open_items(path):
        found = list(_understood(item.value, talks, zone))
        bad = [one for one in found if isinstance(one, Problem)]
        known = known or len(bad) < len(found) or not found
        unread += [Unread(item.file, item.line, problem.text) for problem in bad]
        if known:
            yield from unread
            unread.clear()
            yield from (one for one in found if isinstance(one, Transcript))
        elif len(unread) >= _SAMPLE:
            break
    if unread:
        first = unread[0]
        raise InvalidInputError(
            "file",
            f"{first.file} is no transcript (line {first.line}: {first.problem}); give messages "
            "with role and content, one a line, or an export of ChatGPT or Claude",
        )
    yield from talks.transcripts()


def claimed(
    transcripts: Sequence[Transcript], *, user: str, speaker: str | None = None
) -> list[Transcript]:
    """The transcripts with the user's own messages spoken by `user`.

    `speaker` is what the transcripts call the user; it may be left out when they name at most one
    person. Where they name nobody, the user is who is not the assistant. What others said stays
    theirs, so that it does not become a fact about the user.
    """
    names = sorted({name for transcript in transcripts for name in _names(transcript)})
    if speaker is None:
        speaker = user if user in names else names[0] if names else None
        people = [*names, "somebody without a name"] if any(map(_is_mixed, transcripts)) else names
        if len(people) > 1 and speaker != user:
            raise InvalidInputError(
                "speaker", f"several people speak ({_listed(people)}); name the one who is {user}"
            )
    elif speaker not in names:
        said = f"only {_listed(names)}" if names else "and names nobody"
        raise InvalidInputError("speaker", f"nobody is called {speaker}: the file has {said}")
    return [_claimed(transcript, user, speaker) for transcript in transcripts]


def _claimed(transcript: Transcript, user: str, speaker: str | None) -> Transcript:
    own = speaker if _names(transcript) else _NOBODY
    lines = [
        replace(line, speaker=user) if line.role == "user" and line.speaker == own else line
        for line in transcript.messages
    ]
    return replace(transcript, messages=tuple(lines))


def _names(transcript: Transcript) -> set[str]:
    return _speakers(transcript) - {_NOBODY}


def _is_mixed(transcript: Transcript) -> bool:
    return len(_speakers(transcript)) > 1 and _NOBODY in _speakers(transcript)


def _speakers(transcript: Transcript) -> set[str]:
    return {line.speaker for line in transcript.messages if line.role == "user"}


def _listed(names: Sequence[str]) -> str:
    more = ["…"] if len(names) > _SHOWN else []
    return ", ".join([*names[:_SHOWN], *more])


def _understood(value: Any, talks: Talks, zone: tzinfo) -> Iterator[Transcript | Problem]:
    """What a value of a file tells; a single message tells something when all are there."""
    if isinstance(value, Problem):
        yield value
        return
    fields = cast("Words", value) if isinstance(value, dict) else {}
    if "nagori" in fields:
        raise InvalidInputError("file", "it is an export of Nagori; `nagori import` takes it in")
    try:
        if "mapping" in fields:
            yield from chatgpt_chat(fields, zone)
        elif "chat_messages" in fields:
            yield from claude_chat(fields, zone)
        elif "role" in fields:
            talks.hear(fields)
        else:
            yield Problem("it is no message with role and content, and no chat")
    except InvalidInputError as error:
        yield Problem(str(error))
