"""Bringing in data: an export, or the records of an older store."""

import asyncio
import shutil
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated, BinaryIO

from fastapi import APIRouter, File, UploadFile

from nagori.errors import ForbiddenError, InvalidInputError
from nagori.server.caller import Writer
from nagori.server.principal import runs_the_server
from nagori.server.schemas.data import Imported
from nagori.write.transfer_files import open_records

router = APIRouter(tags=["operation"])


@router.post("/api/import")
async def import_file(
    caller: Writer,
    file: Annotated[UploadFile, File(description="An export, or old JSON, JSONL or SQLite.")],
) -> Imported:
    """Bring in every record that is not here yet; safe to do twice.

    An export says whose each record is, so this is for who runs the server. Records of older
    stores become the caller's.
    """
    if not runs_the_server(caller.principal):
        raise ForbiddenError("a file may hold records of anybody: who runs the server imports it")
    with TemporaryDirectory(prefix="nagori-import-") as folder:
        path = Path(folder) / "file"
        await asyncio.to_thread(_write, file.file, path)
        try:
            records = await asyncio.to_thread(open_records, path)
            owner = None if records.format == "nagori" else caller.user
            report = await caller.n.import_file(path, user=owner)
        except InvalidInputError as error:  # the caller's file has another name than ours
            problem = error.problem.replace(str(path), "it")
            raise InvalidInputError("file", problem) from error
    return Imported.of(report)


def _write(source: BinaryIO, path: Path) -> None:
    with path.open("wb") as file:
        shutil.copyfileobj(source, file)
