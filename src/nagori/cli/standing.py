"""What something that goes on running says of itself at its start."""

from typing import TYPE_CHECKING

from nagori.cli.output import clean
from nagori.cli.session import Session

if TYPE_CHECKING:
    from nagori.app import Nagori
    from nagori.config import Settings


async def embedder_name(settings: "Settings") -> str | None:
    """What the embedder is called; None when there is none."""
    from nagori.wiring import embedder_from

    embedder = embedder_from(settings)
    if embedder is None:
        return None
    await embedder.close()
    return embedder.name


def facts(
    session: Session, n: "Nagori", embedder: str | None, *, new: bool
) -> list[tuple[str, str]]:
    """Where the data is, which model answers, and which embedder reads."""
    words = session.words
    told = [
        ("data", _data(session, n, new=new)),
        ("model", _model(session, n)),
        ("embedder", embedder or words("serve.no_embedder")),
    ]
    return [(words(f"serve.{name}"), text) for name, text in told]


def _data(session: Session, n: "Nagori", *, new: bool) -> str:
    if n.status.store == "failed":
        command = session.command("doctor")
        return session.words("serve.failed", reason=clean(n.status.reason), command=command)
    return session.words("serve.new", file=session.file) if new else str(session.file)


def _model(session: Session, n: "Nagori") -> str:
    model = n.models.chat
    return session.words("serve.no_model") if model.state == "extractive" else model.name
