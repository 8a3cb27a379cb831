"""Whole records as lines of an export, and back."""

import binascii
import re
from base64 import b64decode, b64encode
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from itertools import pairwise
from typing import Any, Literal, TypeVar, assert_never, cast, get_args

from nagori.errors import InvalidInputError
from nagori.text import rules
from nagori.values.document import Document, DocumentPassage, DocumentState
from nagori.values.memory import Change, Memory, Source, SourceKind, Stage, Status, Trust
from nagori.values.message import Chat, Message, MessageState, Role, TitleBy
from nagori.values.page import MAX_PAGE_CHARACTERS, GlobalPage
from nagori.values.scope import Scope
from nagori.values.transfer import (
    Whole,
    WholeChat,
    WholeDocument,
    WholeMemory,
    WholeMessage,
    WholePage,
    WholeUser,
)

VERSION = 1
"""Of the lines; raise it when older programs would misread them."""

Line = Mapping[str, Any]
What = Literal["created", "confirmed", "edited", "superseded", "retired", "restored"]
L = TypeVar("L", bound=str)
_MOST = 2**53
"""More than any text is long; what a column of numbers can surely hold."""
_HASH = re.compile("[0-9a-f]{32}")
_HEX = re.compile("([0-9a-f]{2})+")


def line_of(whole: Whole) -> dict[str, Any]:
    """The record as plain JSON values; every field of it, under its own name."""
    match whole:
        case WholeUser():
            return {"kind": "user", **_plain(whole)}
        case WholeChat(chat, retired_at):
            return {"kind": "chat", **_plain(chat), "retired_at": _iso(retired_at)}
        case WholeMessage(message, scope, created_at, replaced_by, context_id):
            return {
                "kind": "message",
                "scope": scope,
                **_plain(message),
                "replaced_by": replaced_by,
                "context_id": context_id,
                "created_at": created_at.isoformat(),
            }
        case WholeMemory(memory, history):
            plain = _plain(memory)
            plain["sources"] = [_plain(source) for source in memory.sources]
            return {"kind": "memory", **plain, "history": [_plain(change) for change in history]}
        case WholePage(page, created_at, uncondensed, versions, sources):
            return {
                "kind": "page",
                **_plain(page),
                "uncondensed": uncondensed,
                "versions": [_plain(old) for old in versions],
                "sources": [list(source) for source in sources],
                "created_at": created_at.isoformat(),
            }
        case WholeDocument(document, source, content_hash, retired_at, file, passages):
            return {
                "kind": "document",
                **_plain(document),
                "source": source,
                "content_hash": content_hash,
                "retired_at": _iso(retired_at),
                "file": None if file is None else b64encode(file).decode(),
                "found": [_plain(passage) for passage in passages],
            }
        case _:
            assert_never(whole)


def record_of(line: Line, space: str) -> Whole:
    """The record that a line tells of; raises `InvalidInputError` for what no export writes."""
    try:
        match line["kind"]:
            case "memory":
                return WholeMemory(_memory(line, space), _history(line.get("history", [])))
            case "message":
                return _message(line, space)
            case "chat":
                return WholeChat(_chat(line, space), _time_or_none(line, "retired_at"))
            case "user":
                zone = _text_or_none(line, "time_zone")
                return WholeUser(_id(line, "id"), _time(line, "created_at"), zone)
            case "page":
                return _whole_page(line, space)
            case "document":
                return _whole_document(line, space)
            case other:
                raise InvalidInputError("kind", f"{other!r} is not known")
    except KeyError as error:
        raise InvalidInputError(str(error.args[0]), "it is missing") from error


def _plain(value: Any) -> dict[str, Any]:
    """Fields of a frozen value; times as text, the rest is plain or made so by the caller."""
    fields = {name: getattr(value, name) for name in value.__slots__}
    return {
        name: field.isoformat() if isinstance(field, datetime) else field
        for name, field in fields.items()
    }


def _iso(at: datetime | None) -> str | None:
    return None if at is None else at.isoformat()


def _memory(line: Line, space: str) -> Memory:
    times_said = line["times_said"]
    if not isinstance(times_said, int) or not 0 < times_said < _MOST:
        raise InvalidInputError("times_said", "give a whole number from 1")
    return Memory(
        id=_id(line, "id"),
        text=rules.checked_text(line["text"]),
        tag=rules.checked_tag(line["tag"]),
        scope=_scope(line["scope"], space),
        created_at=_time(line, "created_at"),
        updated_at=_time(line, "updated_at"),
        bot=_text_or_none(line, "bot"),
        chat_id=_text_or_none(line, "chat_id"),
        emotion_label=_text_or_none(line, "emotion_label"),
        times_said=times_said,
        status=_one_of(line, "status", get_args(Status)),
        stage=_one_of(line, "stage", get_args(Stage)),
        valid_from=_time_or_none(line, "valid_from"),
        valid_to=_time_or_none(line, "valid_to"),
        superseded_by=_text_or_none(line, "superseded_by"),
        sources=tuple(_source(source) for source in _list(line["sources"], "sources")),
        confidence=_share(line, "confidence"),
        trust=_one_of(line, "trust", get_args(Trust)),
        degraded=_texts(line, "degraded"),
        metadata=_metadata(line),
        external_id=_text_or_none(line, "external_id"),
    )


def _source(line: Any) -> Source:
    return Source(
        kind=_one_of(_object(line, "sources"), "kind", get_args(SourceKind)),
        ref=_text(line, "ref"),
        at=_time(line, "at"),
        start=_number_or_none(line, "start"),
        end=_number_or_none(line, "end"),
        hash=_text_or_none(line, "hash"),
        external_id=_text_or_none(line, "external_id"),
    )


def _history(lines: Any) -> tuple[Change, ...]:
    return tuple(
        Change(
            at=_time(_object(line, "history"), "at"),
            what=_one_of(line, "what", get_args(What)),
            before=_text_or_none(line, "before"),
            after=_text_or_none(line, "after"),
            by=_text(line, "by"),
        )
        for line in _list(lines, "history")
    )


def _chat(line: Line, space: str) -> Chat:
    return Chat(
        id=_id(line, "id"),
        scope=_scope(line["scope"], space),
        created_at=_time(line, "created_at"),
        updated_at=_time(line, "updated_at"),
        title=_text_or_none(line, "title"),
        summary=_text_or_none(line, "summary"),
        bot=_text_or_none(line, "bot"),
        archived=line["archived"] is True,
        title_by=_one_of({"title_by": "rule", **line}, "title_by", get_args(TitleBy)),
        summary_by=_text_or_none(line, "summary_by"),
        metadata=_metadata(line),
        document_ids=_texts(line, "document_ids") if line.get("document_ids") else None,
        project=_text_or_none(line, "project"),
    )


def _message(line: Line, space: str) -> WholeMessage:
    message = Message(
        id=_id(line, "id"),
        chat_id=_id(line, "chat_id"),
        role=_one_of(line, "role", get_args(Role)),
        speaker=_id(line, "speaker"),
        content=_text(line, "content"),
        said_at=_time(line, "said_at"),
        name=_text_or_none(line, "name"),
        raw_content=_text_or_none(line, "raw_content"),
        emotion=_text_or_none(line, "emotion"),
        reply_to=_text_or_none(line, "reply_to"),
        mentions=_texts(line, "mentions"),
        state=_one_of(line, "state", get_args(MessageState)),
        is_summarized=line["is_summarized"] is True,
        external_id=_text_or_none(line, "external_id"),
        metadata=_metadata(line),
    )
    return WholeMessage(
        message,
        scope=_scope(line["scope"], space),
        created_at=_time(line, "created_at"),
        replaced_by=_text_or_none(line, "replaced_by"),
        context_id=_text_or_none(line, "context_id"),
    )


def _whole_page(line: Line, space: str) -> WholePage:
    return WholePage(
        _page(line, space),
        created_at=_time(line, "created_at"),
        uncondensed=_number_or_none(line, "uncondensed"),
        versions=_old_pages(line, space),
        sources=tuple(_page_source(source) for source in _list(line["sources"], "sources")),
    )


def _old_pages(line: Line, space: str) -> tuple[GlobalPage, ...]:
    versions = _list(line["versions"], "versions")
    found = tuple(_page(_object(old, "versions"), space) for old in versions)
    numbers = [*(old.version for old in found), _number_or_none(line, "version") or 0]
    if any(after <= before for before, after in pairwise(numbers)):
        raise InvalidInputError("versions", "each has a higher number than the one before")
    return found


def _page(line: Line, space: str) -> GlobalPage:
    version = _number_or_none(line, "version")
    if not version:
        raise InvalidInputError("version", "give a whole number from 1")
    text = _text(line, "text")
    if len(text) > MAX_PAGE_CHARACTERS or "\0" in text:
        raise InvalidInputError(
            "text", f"give at most {MAX_PAGE_CHARACTERS:,} characters, none of them NUL"
        )
    return GlobalPage(
        scope=_scope(line["scope"], space),
        text=text,
        version=version,
        by=_id(line, "by"),
        trust=_one_of(line, "trust", get_args(Trust)),
        updated_at=_time(line, "updated_at"),
    )


def _whole_document(line: Line, space: str) -> WholeDocument:
    hash, retired_at = _text_or_none(line, "content_hash"), _time_or_none(line, "retired_at")
    if hash is not None and not _HEX.fullmatch(hash):
        raise InvalidInputError("content_hash", "give it as hexadecimal")
    found = _list(line["found"], "found")
    passages = tuple(_passage(one, number) for number, one in enumerate(found, 1))
    document = Document(
        id=_id(line, "id"),
        scope=_scope(line["scope"], space),
        title=_text(line, "title"),
        name=_text(line, "name"),
        url=_text_or_none(line, "url"),
        media_type=_text_or_none(line, "media_type"),
        size=_number_or_none(line, "size"),
        pages=_number_or_none(line, "pages"),
        passages=len(passages),
        state=_one_of(line, "state", get_args(DocumentState)),
        progress=_share(line, "progress"),
        error=_text_or_none(line, "error"),
        status="active" if retired_at is None else "retired",
        metadata=_metadata(line),
        created_at=_time(line, "created_at"),
        updated_at=_time(line, "updated_at"),
    )
    return WholeDocument(document, _text(line, "source"), hash, retired_at, _file(line), passages)


def _passage(value: Any, number: int) -> DocumentPassage:
    line = _object(value, "found")
    text = rules.checked_text(line["text"], "found")
    return DocumentPassage(number, text, _texts(line, "headings"), _number_or_none(line, "page"))


def _file(line: Line) -> bytes | None:
    text = _text_or_none(line, "file")
    try:
        return None if text is None else b64decode(text, validate=True)
    except binascii.Error as error:
        raise InvalidInputError("file", "give it as base64") from error


def _page_source(value: Any) -> tuple[str, str]:
    source = _list(value, "sources")
    if len(source) != 2 or not _HASH.fullmatch(str(source[0])):
        raise InvalidInputError("sources", "give pairs of hash and message")
    return source[0], rules.checked_id(source[1], "sources")


def _id(line: Line, field: str) -> str:
    return rules.checked_id(line[field], field)


def _text(line: Line, field: str) -> str:
    value = line[field]
    if not isinstance(value, str):
        raise InvalidInputError(field, "give a string")
    if not value.isascii():
        try:
            value.encode()
        except UnicodeEncodeError as error:
            raise InvalidInputError(field, "it holds half of a surrogate pair") from error
    return value


def _text_or_none(line: Line, field: str) -> str | None:
    return None if line.get(field) is None else _text(line, field)


def _texts(line: Line, field: str) -> tuple[str, ...]:
    return tuple(_text({field: value}, field) for value in _list(line[field], field))


def _time(line: Line, field: str) -> datetime:
    value = line[field]
    try:
        at = datetime.fromisoformat(value)
    except (TypeError, ValueError):
        return rules.checked_time(value, field)
    return at if at.tzinfo is UTC else rules.checked_time(at, field)


def _time_or_none(line: Line, field: str) -> datetime | None:
    return None if line.get(field) is None else _time(line, field)


def _number_or_none(line: Line, field: str) -> int | None:
    value = line.get(field)
    if value is None or (isinstance(value, int) and 0 <= value < _MOST):
        return value
    raise InvalidInputError(field, "give a whole number")


def _share(line: Line, field: str) -> float:
    value = line[field]
    if not isinstance(value, int | float) or not 0 <= value <= 1:
        raise InvalidInputError(field, "give a number from 0 to 1")
    return float(value)


def _one_of(line: Line, field: str, allowed: Sequence[L]) -> L:
    value = line[field]
    if value not in allowed:
        raise InvalidInputError(field, f"give one of {', '.join(allowed)}")
    return value


def _metadata(line: Line) -> Mapping[str, Any]:
    return rules.checked_metadata(line["metadata"]) if line["metadata"] else {}


def _scope(key: Any, space: str) -> str:
    try:
        scope = Scope.parse(space, key)
    except (AttributeError, ValueError) as error:
        raise InvalidInputError("scope", f"{key!r} is not a scope") from error
    if scope.id:
        rules.checked_id(scope.id, "scope")
    return scope.key


def _list(value: Any, field: str) -> list[Any]:
    if not isinstance(value, list):
        raise InvalidInputError(field, "give a list")
    return cast("list[Any]", value)


def _object(value: Any, field: str) -> Line:
    if not isinstance(value, dict):
        raise InvalidInputError(field, "give objects")
    return cast("Line", value)
