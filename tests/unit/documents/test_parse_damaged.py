"""Files with bytes changed, lost and doubled: read or refused, and nothing else."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.fixtures.docx_files import a_docx, item, paragraph, table
from tests.fixtures.pdf_files import a_pdf

from nagori.documents.blocks import KINDS
from nagori.documents.parse import parse
from nagori.errors import InvalidInputError

FILES = {
    "a.md": "# 茶 Tea\n\nSome *words*.\n\n- a\n  - b\n\n| x | y |\n|---|---|\n| 1 | 2 |\n".encode(),
    "a.html": b"<html><h1>Tea</h1><p>Words &amp; more<ul><li>a</ul><table><tr><td>b</table>",
    "a.docx": a_docx(
        paragraph("茶 Tea", style="Heading1") + item("a") + table([["a", "b"], ["c", "d"]])
    ),
    "a.pdf": a_pdf([[("茶 Tea", 20), ("Words.", 11)]] * 2, title="T", outline=[("茶 Tea", 1)]),
    "a.csv": b'name,city\nWu,"Porto\nor not"\n',
    "a.json": b'{"a": [1, {"b": "c"}], "d": null}',
    "a.txt": "Some words.\n\n第一章 茶\n\n更多。".encode("gb18030"),
}


@pytest.mark.parametrize("name", FILES)
@given(data=st.data())
def test_a_damaged_file_is_read_or_refused_with_words(name: str, data: st.DataObject) -> None:
    file = bytearray(FILES[name])
    for _ in range(data.draw(st.integers(1, 6))):
        at = data.draw(st.integers(0, len(file)))
        length = data.draw(st.integers(0, 30))
        file[at : at + length] = data.draw(
            st.binary(max_size=8) | st.just(bytes(file[at : at + length] * 3))
        )

    try:
        blocks = parse(bytes(file), name).blocks
    except InvalidInputError:
        return
    assert blocks
    assert all(block.kind in KINDS and block.text.strip() for block in blocks)
    "".join(block.text for block in blocks).encode()  # it can be stored
