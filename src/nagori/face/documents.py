"""Documents, as callers handle them."""

import asyncio
import builtins
import hashlib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from nagori.documents.guard import checked_url
from nagori.errors import InvalidInputError, NotFoundError
from nagori.store.port import Store
from nagori.text import rules
from nagori.values.document import Document, DocumentDraft, DocumentPassage
from nagori.values.ids import new_id
from nagori.values.memory import Page, Receipt
from nagori.values.scope import Scope
from nagori.values.times import Clock

_MOST = 1000
_MEGABYTE = 1024 * 1024
_LOOK_S = 0.05


class Documents:
    """Add, list, read and delete documents."""

    def __init__(
        self,
        store: Store,
        *,
        space: str,
        clock: Clock,
        max_mb: int,
        told: Callable[[Scope, Document], None],
        wake: Callable[[], None],
    ) -> None:
        self._store, self._space, self._clock = store, space, clock
        self._max_bytes = max_mb * _MEGABYTE
        self._told, self._wake = told, wake

    async def add(
        self,
        what: str | Path | bytes,
        *,
        user: str,
        name: str | None = None,
        media_type: str | None = None,
        metadata: Mapping[str, Any] | None = None,
    ) -> Document:
        """A document that is being imported: a file by its path or its bytes, or a web page.

        A text that begins with http:// or https:// is an address. Bytes need a `name`. What is
        known by the same path, name or address is the same document: it is read anew if it
        changed.
        """
        scope = self._scope(user)
        if (url := _address(what)) is not None:
            draft = self._page(url, scope, metadata)
        else:
            data, known_as, called = await self._file(what, name)
            draft = DocumentDraft(
                id=new_id(self._clock()),
                scope=scope,
                source=known_as,
                name=called,
                data=data,
                content_hash=hashlib.sha256(data).digest(),
                media_type=media_type,
                metadata=rules.checked_metadata(metadata),
            )
        document = await self._store.documents.add(draft, now=self._clock())
        self._told(scope, document)
        self._wake()
        return document

    async def list(
        self, *, user: str, limit: int = 100, cursor: str | None = None, retired: bool = False
    ) -> Page[Document]:
        """A user's documents, newest first."""
        return await self._store.documents.list(
            self._scope(user),
            limit=rules.checked_limit(limit, "limit", _MOST),
            before=None if cursor is None else rules.checked_id(cursor, "cursor"),
            retired=retired,
        )

    async def get(self, document_id: str, *, user: str | None = None) -> Document:
        """One document; of another user's, with `user` named, there is none."""
        id = rules.checked_id(document_id, "document_id")
        document = await self._store.documents.get(self._space, id)
        if user is not None and document.scope != self._scope(user).key:
            raise NotFoundError("document", id)
        return document

    async def passages(
        self, document_id: str, *, limit: int = 100, cursor: str | None = None
    ) -> Page[DocumentPassage]:
        """What was found in a document, in its order."""
        if cursor is not None and not (cursor.isascii() and cursor.isdecimal()):
            raise InvalidInputError("cursor", "give the `next` of the page before")
        return await self._store.documents.passages(
            self._space,
            rules.checked_id(document_id, "document_id"),
            limit=rules.checked_limit(limit, "limit", _MOST),
            after=min(int(cursor), 2**62) if cursor else 0,
        )

    async def imported(self, document_id: str) -> Document:
        """The document once its import is over, well or not."""
        document = await self.get(document_id)
        while document.state not in ("ready", "failed"):
            document = await self.moved(document)
        return document

    async def moved(self, document: Document) -> Document:
        """The document once anything about it is not as it was."""
        while True:
            now = await self.get(document.id)
            if now != document:
                return now
            await asyncio.sleep(_LOOK_S)

    async def delete(self, document_id: str) -> Document:
        """Hide it from every search; `restore` brings it back within 30 days."""
        id = rules.checked_id(document_id, "document_id")
        return self._tell(await self._store.documents.retire(self._space, id, now=self._clock()))

    async def restore(self, document_id: str) -> Document:
        """Bring back what was deleted."""
        id = rules.checked_id(document_id, "document_id")
        return self._tell(await self._store.documents.restore(self._space, id, now=self._clock()))

    async def erase(self, document_id: str) -> Receipt:
        """Destroy it with everything that was found in it."""
        id = rules.checked_id(document_id, "document_id")
        return await self._store.erasure.document(self._space, id, now=self._clock())

    def _scope(self, user: str) -> Scope:
        return Scope(self._space, "user", rules.checked_id(user, "user"))

    def _tell(self, document: Document) -> Document:
        self._told(Scope.parse(self._space, document.scope), document)
        return document

    def _page(self, url: str, scope: Scope, metadata: Mapping[str, Any] | None) -> DocumentDraft:
        checked_url(url)
        return DocumentDraft(
            id=new_id(self._clock()),
            scope=scope,
            source=url,
            name=url,
            url=url,
            metadata=rules.checked_metadata(metadata),
        )

    async def _file(
        self, what: str | Path | bytes, name: str | None
    ) -> builtins.tuple[bytes, str, str]:
        """The bytes of a file, what it is known by, and what it is called."""
        if isinstance(what, bytes):
            if name is None:
                raise InvalidInputError("name", "say what the file is called")
            called = _called(name)
            self._check_size(len(what))
            return what, called, called
        data, path = await asyncio.to_thread(self._read, what)
        return data, str(path), _called(name or path.name)

    def _read(self, what: str | Path) -> builtins.tuple[bytes, Path]:
        path = Path(what)
        try:
            path = path.expanduser().absolute()
            if path.is_dir():
                raise InvalidInputError("path", f"{path} is a folder; add its files one by one")
            self._check_size(path.stat().st_size)
            return path.read_bytes(), path
        except (OSError, RuntimeError, ValueError) as error:
            reason = getattr(error, "strerror", None) or error
            raise InvalidInputError("path", f"{path} can't be read: {reason}") from error

    def _check_size(self, size: int) -> None:
        if size > self._max_bytes:
            most = self._max_bytes // _MEGABYTE
            raise InvalidInputError(
                "file", f"is larger than {most} MB; `documents.max_mb` sets how large one may be"
            )
        if size == 0:
            raise InvalidInputError("file", "is empty")


def _address(what: object) -> str | None:
    """The address that is given, if one is."""
    text = what.strip() if isinstance(what, str) else ""
    return text if text.lower().startswith(("http://", "https://")) else None


def _called(name: str) -> str:
    """The last part of a path, however it is written, without characters that nobody sees."""
    last = name.replace("\\", "/").rstrip("/").rsplit("/", 1)[-1]
    shown = "".join(c for c in last if c.isprintable()).strip()
    return rules.checked_id(shown[-200:] or "file", "name")
