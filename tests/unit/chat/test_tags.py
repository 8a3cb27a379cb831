import pytest

from nagori.chat.tags import MAX_TAG_CHARS, TAG_PATTERN, Cue, TagReader, strip_tags
from nagori.config import ChatSettings
from nagori.errors import InvalidInputError

HAPPY = Cue("emotion", "happy")
WAVE = Cue("gesture", "wave")


def read(*pieces: str, pattern: str = TAG_PATTERN) -> tuple[str, list[Cue]]:
    reader, text, cues = TagReader(pattern), "", list[Cue]()
    for piece in pieces:
        clean, found = reader.feed(piece)
        text += clean
        cues += found
    return text + reader.close(), cues


def test_the_pattern_is_that_of_the_settings() -> None:
    assert ChatSettings().tag_pattern == TAG_PATTERN


@pytest.mark.parametrize(
    ("text", "cues"),
    [
        ("[emotion:happy]Hi", [HAPPY]),
        ("[gesture:wave]Hi", [WAVE]),
        ("[emotion: happy ]Hi", [HAPPY]),
        ("<emotion>happy</emotion>Hi", [HAPPY]),
        ("<gesture>wave</gesture>Hi", [WAVE]),
        ("<Emotion>happy</Emotion>Hi", [HAPPY]),
        ('<emotion type="happy"/>Hi', [HAPPY]),
        ("<emotion value='happy' />Hi", [HAPPY]),
        ('<gesture type="wave"/>Hi', [WAVE]),
        ("[emotion:happy][gesture:wave]Hi", [HAPPY, WAVE]),
        ("Hi[emotion:happy]", [HAPPY]),
        ("Hi [emotion:happy]\n", [HAPPY]),
        ("[emotion: ]Hi", []),
        ("[emotion:开心]Hi", [Cue("emotion", "开心")]),
    ],
)
def test_a_tag_is_taken_out_in_one_piece_and_letter_by_letter(text: str, cues: list[Cue]) -> None:
    assert read(text) == ("Hi", cues)
    assert read(*text) == ("Hi", cues)


@pytest.mark.parametrize(
    "text",
    [
        "a[0] = b[i]",
        "see [the page](https://example.com/[x])",
        "if a < b and c > d: <b>bold</b>",
        "- [ ] a box\n- [x] another",
        "[emotion]",
        "[emotion:]",
        "[emotion:happy",
        "[mood:happy]",
        "<emotion>happy</gesture>",
        "<emotion>happy",
        "<emotion type=happy/>",
        "<emotional>x</emotional>",
        "  two  spaces \n\n and lines \n",
        "[emotion:" + "x" * 65 + "]",
        "",
        " \n ",
    ],
)
def test_what_is_no_tag_passes_unchanged(text: str) -> None:
    assert read(text) == (text, [])
    assert read(*text) == (text, [])


@pytest.mark.parametrize(
    ("text", "clean"),
    [
        ("one [emotion:happy] two", "one two"),
        ("one[emotion:happy] two", "one two"),
        ("one [emotion:happy]two", "one two"),
        ("one[emotion:happy]two", "onetwo"),
        ("one [emotion:happy] [gesture:wave] two", "one two"),
        ("one [emotion:happy].", "one."),
        ("one [emotion:happy]", "one"),
        ("[emotion:happy]\n\none", "one"),
        ("\n[emotion:happy] one", "one"),
        ("one\n[emotion:happy]\ntwo", "one\ntwo"),
        ("one\n\n[emotion:happy]\n\ntwo", "one\n\ntwo"),
        ("one\n    [emotion:happy] two", "one\n    two"),
        ("one   [emotion:happy]\ntwo", "one\ntwo"),
        ("你好[emotion:happy]，世界", "你好，世界"),
        ("[emotion:happy]", ""),
    ],
)
def test_white_space_around_a_tag_becomes_that_of_one_side(text: str, clean: str) -> None:
    assert read(text)[0] == clean
    assert read(*text)[0] == clean


@pytest.mark.parametrize("opener", ["[", "<", "[e", "<emo", "[emotion:", "<emotion>h"])
def test_the_beginning_of_a_tag_is_held_back(opener: str) -> None:
    assert TagReader().feed(f"one{opener}") == ("one", [])


@pytest.mark.parametrize("rest", ["[0]", "[x", "[ ", "<b", "< ", "<emotion>a\n", "<emotion >"])
def test_what_can_no_longer_become_a_tag_passes_at_once(rest: str) -> None:
    clean, _ = TagReader().feed(f"one{rest}")

    assert clean == f"one{rest}".rstrip()  # white space waits for what follows


def test_nothing_is_held_longer_than_a_tag_can_be() -> None:
    reader = TagReader()
    text = "[emotion:" + "x" * MAX_TAG_CHARS

    assert reader.feed(text) == (text, [])


def test_a_tag_inside_of_what_only_looked_like_one_is_found() -> None:
    assert read(*"[emotion:[emotion:happy] x") == ("[emotion: x", [HAPPY])
    assert read(*"[emotion:<emotion>happy</emotion> x") == ("[emotion: x", [HAPPY])


def test_of_tags_that_overlap_the_one_that_ends_first_is_one() -> None:
    text = "[emotion:<emotion>happy</emotion>]"

    assert read(text) == read(*text) == ("[emotion:]", [HAPPY])


def test_what_was_held_back_when_the_stream_broke_off_is_the_rest() -> None:
    reader = TagReader()
    reader.feed("one [emo")

    assert reader.close() == " [emo"
    assert reader.close() == ""


@pytest.mark.parametrize(
    ("pattern", "text"),
    [
        (r"\((?P<key>emotion|gesture)=(?P<value>\w+)\)", "(emotion=happy) Hi (gesture=wave)"),
        (r"【(?P<key>情绪|动作)：(?P<value>[^】]+)】", "【情绪：happy】Hi【动作：wave】"),
        (
            r"[\[【](?P<key>\w+)[:：](?P<value>[^\]】]+)[\]】]",
            "【emotion：happy】 Hi [action:wave]",
        ),
        (r"(?i)\*(?P<key>emotion|gesture) (?P<value>\w+)\*", "*EMOTION happy* Hi *gesture wave*"),
        (r"\{(?P<key>\w+):(?P<value>[^}]+)}", "{emotion:happy} Hi {gesture:wave}"),
        (
            r"(?:<<|\(\()(?P<key>\w+):(?P<value>\w+)(?:>>|\)\))",
            "<<emotion:happy>> Hi ((pose:wave))",
        ),
    ],
)
def test_another_pattern_can_be_set_and_the_xml_form_still_works(pattern: str, text: str) -> None:
    assert read(text, pattern=pattern) == ("Hi", [HAPPY, WAVE])
    assert read(*text, "<emotion>sad</emotion>", pattern=pattern) == (
        "Hi",
        [HAPPY, WAVE, Cue("emotion", "sad")],
    )


@pytest.mark.parametrize(
    ("pattern", "problem"),
    [
        (r"\[(?P<key>emotion", "regular expression"),
        (r"\[(emotion):(\w+)\]", "key"),
        (r"\[(?P<key>emotion):\w+\]", "value"),
        (r"(?P<key>\w+):(?P<value>\w+)\]", "begin"),
        (r".*(?P<key>emotion):(?P<value>\w+)\]", "begin"),
        (r"@(?P<key>emotion)_(?P<value>\w+)", "end"),
        (r"@(?P<key>emotion)_(?P<value>\w{1,20})", "end"),
        ("", "key"),
    ],
)
def test_a_pattern_that_can_not_work_is_refused_by_the_setting_s_name(
    pattern: str, problem: str
) -> None:
    with pytest.raises(InvalidInputError, match=problem) as error:
        TagReader(pattern)

    assert error.value.field == "chat.tag_pattern"


def test_tags_can_be_stripped_from_a_whole_text() -> None:
    assert strip_tags("[emotion:happy] Hello [gesture:wave] there") == "Hello there"
    assert strip_tags("(emotion=happy)Hi", r"\((?P<key>\w+)=(?P<value>\w+)\)") == "Hi"
