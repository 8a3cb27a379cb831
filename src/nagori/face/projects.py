"""Projects, as callers handle them."""

import asyncio
import builtins
from collections.abc import Sequence
from pathlib import Path, PurePath

from nagori.errors import ConflictError, InvalidInputError, NotFoundError
from nagori.face.base import Face
from nagori.face.project import ProjectFace
from nagori.face.project_work import ProjectWork
from nagori.learn.analysing import Progress, Report
from nagori.learn.folder import Folder
from nagori.learn.keys import checked_key, key_for, project_at
from nagori.learn.status import ProjectStatus
from nagori.store.port import Store
from nagori.values.project import GlobalMemory, Project
from nagori.values.scope import Scope
from nagori.values.times import Clock


class Projects:
    """Register folders, learn about them, list them."""

    def __init__(self, store: Store, work: ProjectWork, *, space: str, clock: Clock) -> None:
        self._store, self._work, self._space, self._clock = store, work, space, clock

    async def list(self) -> builtins.list[Project]:
        """All projects, in the order in which they were registered."""
        return await self._store.projects.list(self._space)

    async def statuses(self) -> builtins.list[ProjectStatus]:
        """All projects, with where analysis and learning of each stand."""
        return [self._work.status_of(self._space, one) for one in await self.list()]

    def keyed(self, key: str) -> ProjectFace:
        """The project with this key, never one by its path."""
        return ProjectFace(self._work, self._space, key, by_key=True)

    async def register(self, path: str | PurePath, *, key: str | None = None) -> Project:
        """The project of a folder, a new one if none has it; nothing is read yet.

        A folder inside that of a project belongs to it, unless it gets a key of its own. A key
        whose folder is gone goes to the new one: it moved.
        """
        key = None if key is None else checked_key(key)
        root = await asyncio.to_thread(_root, path)
        known = await self.list()
        holding = project_at(root, known)
        if key is None:
            if holding is not None:
                return holding
            key = key_for(root, {one.key for one in known})
        elif holding is not None and holding.path == str(root) and holding.key != key:
            raise ConflictError(f"this folder is project {holding.key!r} already")
        before = next((one for one in known if one.key == key), None)
        moved = before is not None and not await asyncio.to_thread(Path(before.path).is_dir)
        return await self._store.projects.register(
            Scope(self._space, "project", key), str(root), now=self._clock(), moved=moved
        )

    async def learn(
        self, path: str | PurePath, *, key: str | None = None, progress: Progress | None = None
    ) -> Report:
        """Register a folder, and learn what can be said of it for sure.

        Again after a change, only what changed is looked into. `progress` hears how many files
        were looked into, of how many, in another thread. Stopped on the way, what was known stays.
        """
        project = await self.register(path, key=key)
        scope = Scope(self._space, "project", project.key)
        return await self._work.learn(scope, progress=progress)

    async def shared(self) -> GlobalMemory:
        """What two or more projects keep to, and so holds beyond one."""
        return await self._store.practices.read(self._space)

    async def unshare(
        self, *, practices: Sequence[str] = (), patterns: Sequence[str] = ()
    ) -> GlobalMemory:
        """Let these hold no more beyond one project, for good; practices by id, patterns by name.

        What is shared after that.
        """
        promoter = self._work.parts.keeper.promoter
        await promoter.undo_everywhere(self._space, practices=practices, patterns=patterns)
        return await self.shared()


class ProjectsFace(Face):
    """Gives projects."""

    @property
    def projects(self) -> Projects:
        """Projects, to register, to learn about and to list."""
        return Projects(self._store, self._project_work, space=self.space, clock=self._clock)

    def project(self, key_or_path: str | PurePath) -> ProjectFace:
        """The project with this key, or the one whose folder holds this path."""
        return ProjectFace(self._project_work, self.space, key_or_path)


def _root(path: str | PurePath) -> Path:
    """The folder of a project to be; raises for what can't be one."""
    try:
        root = Folder(Path(path).expanduser()).root
    except RuntimeError:  # ~ of nobody
        raise NotFoundError("folder", str(path)) from None
    home = _home()
    if home is not None and home.is_relative_to(root):
        raise InvalidInputError("path", "holds your home folder; give the folder of one project")
    return root


def _home() -> Path | None:
    try:
        return Path.home().resolve()
    except (OSError, RuntimeError):
        return None
