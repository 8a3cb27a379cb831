"""Documents."""

from typing import Annotated, Literal

from fastapi import APIRouter, File, Path, Query, UploadFile

from nagori.server.caller import Reader, Writer
from nagori.server.idempotency import RepeatableRoute
from nagori.server.schemas.data import Erased
from nagori.server.schemas.documents import DocumentPage, NewWebPage, PassagePage
from nagori.values.document import Document

router = APIRouter(tags=["documents"], route_class=RepeatableRoute)

DocumentId = Annotated[str, Path(min_length=1, max_length=200)]
Cursor = Annotated[str | None, Query(min_length=1, max_length=200)]


@router.post("/api/documents", status_code=202)
async def upload(
    caller: Writer,
    file: Annotated[UploadFile, File(description="PDF, Markdown, text, HTML, DOCX, CSV, JSON.")],
) -> Document:
    """Import a file. It is read after the answer: the document's `state` tells how far it is."""
    return await caller.n.documents.add(
        await file.read(),
        user=caller.user,
        name=file.filename or "file",
        media_type=file.content_type,
    )


@router.post("/api/documents/url", status_code=202)
async def add_page(caller: Writer, body: NewWebPage) -> Document:
    """Import a page of the public web."""
    return await caller.n.documents.add(body.url, user=caller.user)


@router.get("/api/documents")
async def list_documents(
    caller: Reader,
    limit: Annotated[int, Query(ge=1, le=1000)] = 100,
    cursor: Cursor = None,
    status: Annotated[
        Literal["active", "retired"], Query(description="`retired`: those that can be restored.")
    ] = "active",
) -> DocumentPage:
    """The caller's documents, newest first."""
    page = await caller.n.documents.list(
        user=caller.user, limit=limit, cursor=cursor, retired=status == "retired"
    )
    return DocumentPage(items=list(page.items), next=page.next)


@router.get("/api/documents/{document_id}")
async def get(caller: Reader, document_id: DocumentId) -> Document:
    """One document, with how far its import is."""
    return await caller.document(document_id)


@router.get("/api/documents/{document_id}/passages")
async def passages(
    caller: Reader,
    document_id: DocumentId,
    limit: Annotated[int, Query(ge=1, le=1000)] = 100,
    cursor: Annotated[str | None, Query(pattern="^[0-9]{1,18}$")] = None,
) -> PassagePage:
    """What was found in a document, in its order."""
    await caller.document(document_id)
    page = await caller.n.documents.passages(document_id, limit=limit, cursor=cursor)
    return PassagePage(items=list(page.items), next=page.next)


@router.delete("/api/documents/{document_id}", status_code=204)
async def delete(caller: Writer, document_id: DocumentId) -> None:
    """Delete a document; it can be restored for 30 days, then it is erased."""
    await caller.document(document_id)
    await caller.n.documents.delete(document_id)


@router.post("/api/documents/{document_id}/restore")
async def restore(caller: Writer, document_id: DocumentId) -> Document:
    """Bring back a document that was deleted."""
    await caller.document(document_id)
    return await caller.n.documents.restore(document_id)


@router.post("/api/documents/{document_id}/erase")
async def erase(caller: Writer, document_id: DocumentId) -> Erased:
    """Destroy a document with everything that was found in it."""
    await caller.document(document_id)
    return Erased.of(await caller.n.documents.erase(document_id))
