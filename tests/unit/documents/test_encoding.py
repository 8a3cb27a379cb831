import codecs

import pytest

from nagori.documents.encoding import DAMAGED, decode
from nagori.errors import InvalidInputError

TEXT = "茶树原产于中国西南地区。Tea grows in the mountains — café, naïve.\n"
CHINESE = "茶树原产于中国西南地区，饮茶的习惯已有数千年。\n第二行 with English.\n"


@pytest.mark.parametrize(
    "data",
    [
        TEXT.encode(),
        codecs.BOM_UTF8 + TEXT.encode(),
        codecs.BOM_UTF16_LE + TEXT.encode("utf-16-le"),
        codecs.BOM_UTF16_BE + TEXT.encode("utf-16-be"),
        codecs.BOM_UTF32_LE + TEXT.encode("utf-32-le"),
    ],
)
def test_every_unicode_encoding_with_a_mark_is_read(data: bytes) -> None:
    assert decode(data) == (TEXT, [])


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
def test_latin_text_in_utf_16_without_a_mark_is_read(encoding: str) -> None:
    assert (
        decode(("Plain words in a file. " * 9).encode(encoding))[0] == "Plain words in a file. " * 9
    )


@pytest.mark.parametrize("encoding", ["gb18030", "gbk", "gb2312"])
def test_chinese_files_of_old_programs_are_read(encoding: str) -> None:
    assert decode(CHINESE.encode(encoding)) == (CHINESE, [])


def test_western_european_text_is_not_taken_for_chinese() -> None:
    text = "Où est le café ? Là-bas, à côté du théâtre. Ça va très bien, merci.\n"

    assert decode(text.encode("cp1252"))[0] == text


def test_what_a_page_declares_is_believed_when_it_is_true() -> None:
    text = "Привет, как дела?"

    assert decode(text.encode("cp1251"), "windows-1251") == (text, [])
    assert decode(CHINESE.encode(), "no-such-encoding") == (CHINESE, [])
    assert decode(CHINESE.encode(), "base64") == (CHINESE, [])
    assert decode(CHINESE.encode(), "ascii") == (CHINESE, [])


def test_one_bad_byte_is_replaced_and_told() -> None:
    data = CHINESE.encode()

    text, warnings = decode(data + b"\xff" + data * 5)

    assert text == CHINESE + "\ufffd" + CHINESE * 5
    assert warnings == [DAMAGED]


def test_a_file_cut_in_the_middle_of_a_character_is_read() -> None:
    text, warnings = decode((CHINESE * 3 + "茶").encode()[:-1])

    assert text == CHINESE * 3 + "\ufffd"
    assert warnings == [DAMAGED]


def test_what_is_no_text_is_refused() -> None:
    with pytest.raises(InvalidInputError, match=r"neither text nor a known kind\. PDF, DOCX"):
        decode(bytes(range(1, 32)) * 50)


def test_a_few_zero_bytes_do_not_make_text_binary() -> None:
    assert decode(b"some words\0 and more words\0 in a row")[0].count("\0") == 2
