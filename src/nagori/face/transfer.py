"""Taking data out and bringing it in."""

from pathlib import Path

from nagori.errors import InvalidInputError
from nagori.face.base import Face
from nagori.naming import named_scopes, one_scope
from nagori.values.transfer import ImportReport
from nagori.write.legacy import Origin
from nagori.write.transfer import Progress, import_file
from nagori.write.transfer_export import export


class TransferFace(Face):
    """Export and import."""

    async def export(
        self,
        path: str | Path,
        *,
        user: str | None = None,
        group: str | None = None,
        project: str | None = None,
        chat: str | None = None,
    ) -> int:
        """Write everything of one scope, or of the space, to a file; returns how many records.

        One JSON object a line: users, chats, messages, memories of every status with sources and
        history, pages of global memory, documents. The file has its name only when it is complete.
        What is written meanwhile may be missing from it; what was there when it began is not.
        """
        scopes = named_scopes(self.space, user=user, group=group, project=project, chat=chat)
        if len(scopes) > 1:
            raise InvalidInputError("scope", "name one of user, group, project, chat, or none")
        self._check()
        return await export(
            Path(path),
            self._store.transfer,
            space=self.space,
            scope=scopes[0] if scopes else None,
            now=self._clock(),
        )

    async def import_file(
        self,
        path: str | Path,
        *,
        user: str | None = None,
        group: str | None = None,
        project: str | None = None,
        progress: Progress | None = None,
    ) -> ImportReport:
        """Bring in an export, or the records of an older store (JSON, JSONL, SQLite).

        An export comes back as it was, ids, times and histories included. Old records go to the
        named scope, `global` if none is. Either is safe to run twice; a record that can't be used
        is in the report, with its line. `progress` is called with how many are done, and of how
        many, if that is known.
        """
        scope = one_scope(self.space, user=user, group=group, project=project)
        self._check()
        report = await import_file(
            Path(path),
            self._store,
            self._embedder,
            origin=Origin(scope, Path(path).name, await self._zones.of(user)),
            clock=self._clock,
            max_tokens=self.settings.embedding.chunk_size,
            progress=progress,
        )
        self._worker.wake()
        return report
