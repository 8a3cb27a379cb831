from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from conftest import Nagori, Start

GUIDE = "# Porto guide\n## Trams\nThe tram along the Douro runs every 20 minutes.\n"


def test_a_folder_is_imported_and_asked(nagori: "Nagori", start: "Start") -> None:
    folder = Path("notes")
    (folder / "deep").mkdir(parents=True)
    (folder / "guide.md").write_text(GUIDE)
    (folder / "deep" / "手册.txt").write_text("年假为十五天。")
    (folder / "picture.png").write_bytes(b"\x89PNG\r\n\x1a\n")

    told = nagori("documents", "add", "notes")

    assert told.code == 0
    assert "2 documents are ready to be asked." in told.out
    listed = nagori("--json", "documents", "list").json["items"]
    assert {document["title"] for document in listed} == {"Porto guide", "手册.txt"}
    out, _ = start("chat", "--json").communicate("how often does the tram run?\n", timeout=60)
    assert "every 20 minutes" in out


def test_what_can_not_be_read_is_told_and_the_rest_is_done(nagori: "Nagori") -> None:
    Path("guide.md").write_text(GUIDE)
    Path("broken.pdf").write_bytes(b"%PDF-1.7\nnot much of one")

    told = nagori("documents", "add", "guide.md", "broken.pdf", "missing.md")

    assert told.code == 1
    assert "1 document is ready to be asked." in told.out
    assert "Not taken: missing.md" in told.out
    assert "not read:" in told.out


def test_a_document_goes_and_comes_back(nagori: "Nagori") -> None:
    Path("guide.md").write_text(GUIDE)
    (made,) = nagori("--json", "documents", "add", "guide.md").json["items"]

    assert "Deleted: Porto guide" in nagori("documents", "delete", made["id"]).out
    assert nagori("--json", "documents", "list").json["items"] == []
    assert "Back again" in nagori("documents", "restore", made["id"]).out
    assert len(nagori("--json", "documents", "list").json["items"]) == 1
    nagori("documents", "delete", made["id"], "--erase")
    assert nagori("documents", "restore", made["id"]).code == 1


def test_no_documents_invite(nagori: "Nagori") -> None:
    assert "Add one: nagori documents add guide.pdf" in nagori("documents", "list").out
    assert list(Path.cwd().iterdir()) == []
