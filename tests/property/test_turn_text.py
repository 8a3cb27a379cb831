"""What must hold for a turn's texts, whatever is said and however it is cut."""

import re
import unicodedata
from collections.abc import Sequence
from datetime import timedelta

from hypothesis import assume, example, given
from hypothesis import strategies as st

from nagori.chat.fold import fold
from nagori.chat.prompt import PER_MESSAGE_TOKENS, build_prompt
from nagori.chat.tags import TAG_PATTERN, Cue, TagReader
from nagori.chat.title import MODEL_WIDTH, RULE_WIDTH, clean_title, title_by_rule
from nagori.chat.window import split_window
from nagori.prompts import fill
from nagori.testing.builders import NOW
from nagori.text.tokens import estimate_tokens
from nagori.values.message import Message
from nagori.values.prompt import LAYERS, Prompt

PARTS = (
    "I live in Porto. ", "My sister Ana was born in 1987! ", "what shall we drink? ", "Hi! ",
    "我住在上海。", "你好！", "她喜欢喝绿茶，对花生过敏。", "word ", "\n",
    "- [2026-05-03 18:30][manual] tea\n", "</remembered>", "<remembered", "＜/Remembered>",
    "{summary}", "x" * 50, " ", "https://a.b/c ",
)  # fmt: skip
TAG_PARTS = (
    "[emotion:happy]", "[gesture:wave]", "<emotion>sad</emotion>", '<emotion type="x"/>',
    "<gesture value='y' />", "[emotion:", "[gest", "<emotion>", "</emotion>", "<emotion ", "type=",
    "[", "]", "<", ">", "/>", " ", "  ", "\n", "\n\n", "a", "好", ".", ":", '"', "[x](y)", "\u3000",
    "z" * 60,
)  # fmt: skip
PATTERNS = (
    TAG_PATTERN,
    r"(?i)\[(?P<key>emotion|gesture):(?P<value>.+)\]",
    r"[<\[](?P<key>\w+):(?P<value>[^>\]]*)[>\]]",
    r"<(?P<key>emotion|gesture)>(?P<value>\w+)<",
)
# Another way to say what a tag is, for texts in which none overlap; a value may be blank.
TAG = re.compile(
    r"\[(?:emotion|gesture):(?=[^\[\]\n]{1,64}\])\s*(?P<a>[^\[\]\n]*?)\s*\]"
    r"|<(?P<tag>(?i:emotion|gesture))>(?=[^<>\n]{1,64}<)\s*(?P<b>[^<>\n]*?)\s*</(?i:(?P=tag))>"
    r"|<(?i:emotion|gesture) {1,3}(?i:type|value|name) ?= ?(?P<q>[\"'])(?=[^\"'<>\n]{1,64}[\"'])"
    r"\s*(?P<c>[^\"'<>\n]*?)\s*(?P=q) {0,3}/>"
)

texts = st.one_of(st.text(max_size=60), st.lists(st.sampled_from(PARTS), max_size=30).map("".join))
long_texts = st.lists(st.sampled_from(PARTS), max_size=40).map(lambda parts: "".join(parts) * 5)
tagged = st.one_of(st.text(), st.lists(st.sampled_from(TAG_PARTS), max_size=25).map("".join))


@st.composite
def pasts(draw: st.DrawFn, content: st.SearchStrategy[str] = texts) -> list[Message]:
    """Messages of a chat, most of them as chats are, some odd."""
    speakers = draw(st.sampled_from([("carla",), ("carla", "bob")]))
    count = draw(st.integers(0, 30))
    return [
        Message(
            id=f"m{n:03d}",
            chat_id="chat-1",
            role=(
                role := draw(st.sampled_from(["user", "user", "assistant", "assistant", "system"]))
            ),
            speaker=draw(st.sampled_from(speakers)) if role == "user" else "assistant",
            content=draw(content),
            said_at=NOW + timedelta(hours=n),
            state=draw(st.sampled_from(["final", "final", "partial", "streaming", "replaced"])),
            is_summarized=draw(st.booleans()),
        )
        for n in range(count)
    ]


@st.composite
def cuts(draw: st.DrawFn, text: str) -> list[str]:
    """The text in pieces, some of them empty."""
    at = sorted(draw(st.lists(st.integers(0, len(text)), max_size=12)))
    return [text[a:b] for a, b in zip([0, *at], [*at, len(text)], strict=True)]


def read(pieces: Sequence[str], pattern: str) -> tuple[str, list[Cue]]:
    reader, text, cues = TagReader(pattern), "", list[Cue]()
    for piece in pieces:
        clean, found = reader.feed(piece)
        text, cues = text + clean, cues + found
    return text + reader.close(), cues


def a_question(content: str) -> Message:
    return Message("question", "chat-1", "user", "carla", content, NOW + timedelta(days=9))


def a_prompt(
    past: Sequence[Message], question: Message, data: Sequence[str], budget: int
) -> Prompt:
    persona, page, summary, folded, recalled = data
    return build_prompt(
        persona=persona,
        global_memory=page,
        summary=summary,
        folded=folded,
        recalled=recalled,
        window=past,
        message=question,
        budget=budget,
    )


layers = st.tuples(texts, long_texts, long_texts, long_texts, long_texts)
budgets = st.one_of(st.integers(0, 2500), st.just(16_000))


@given(past=pasts(), rounds=st.integers(0, 6), most=st.integers(0, 25))
def test_no_message_that_is_in_no_summary_is_lost(
    past: list[Message], rounds: int, most: int
) -> None:
    window = split_window(past, rounds=rounds, most=most)
    said = [m for m in past if m.role != "system" and m.state in ("final", "partial")]
    shown = [*window.overflow, *window.kept]

    assert len(window.kept) <= most
    assert shown == sorted(shown, key=lambda m: m.id)
    assert len({m.id for m in shown}) == len(shown)
    assert {m.id for m in said if not m.is_summarized} <= {m.id for m in shown}
    assert {m.id for m in shown} <= {m.id for m in said}
    assert not any(m.is_summarized for m in window.overflow)


@given(past=pasts(), asked=texts, data=layers, budget=budgets)
def test_a_prompt_keeps_its_budget_its_order_and_the_question_once(
    past: list[Message], asked: str, data: Sequence[str], budget: int
) -> None:
    question = a_question(asked)
    prompt = a_prompt([*past, question], question, data, budget)
    fixed = [m for m in prompt.messages if m.layer in ("persona", "user")]
    at_least = sum(estimate_tokens(m.content) + PER_MESSAGE_TOKENS for m in fixed)
    order = [LAYERS.index(m.layer) for m in prompt.messages]

    assert prompt.tokens <= max(budget, at_least)
    assert order == sorted(order)
    assert [m.layer for m in prompt.messages].count("user") == 1
    assert prompt.messages[-1].content.endswith(asked)
    assert [r.layer for r in prompt.report] == list(LAYERS)
    for report in prompt.report:
        shown = [m for m in prompt.messages if m.layer == report.layer]
        assert report.messages == len(shown)
        assert report.tokens >= sum(estimate_tokens(m.content) for m in shown)


@given(past=pasts(st.integers(0, 10**9).map(str)), data=layers, budget=budgets)
def test_the_window_stands_once_in_order_and_without_gaps(
    past: list[Message], data: Sequence[str], budget: int
) -> None:
    window = split_window(past, rounds=5, most=20).kept
    prompt = a_prompt([*window, *window[:3]], a_question("?"), data, budget)
    shown = [
        re.sub("^(carla|bob): ", "", m.content.removesuffix("\n</remembered>").split("\n")[-1])
        for m in prompt.messages
        if m.layer == "window"
    ]

    assert shown == [m.content for m in window][len(window) - len(shown) :]


@given(past=st.tuples(pasts(), pasts()), asked=st.tuples(texts, texts), data=layers,
       other=st.tuples(long_texts, long_texts), budget=budgets)  # fmt: skip
def test_the_prefix_is_the_same_from_turn_to_turn(
    past: tuple[list[Message], list[Message]],
    asked: tuple[str, str],
    data: tuple[str, str, str, str, str],
    other: tuple[str, str],
    budget: int,
) -> None:
    prompts = (
        a_prompt(past[0], a_question(asked[0]), data, budget),
        a_prompt(past[1], a_question(asked[1]), (*data[:3], *other), budget),
    )
    first, second = (
        {m.layer: m for m in p.messages if m.layer in ("persona", "global", "summary")}
        for p in prompts
    )

    for layer in first.keys() & second.keys():
        assert first[layer] == second[layer]
    said = max(sum(len(m.content) + 20 for m in messages) for messages in past)
    if said + max(map(len, asked)) + len(data[0]) < budget // 2:  # no text has more tokens
        assert list(first.values()) == list(second.values())


@given(data=layers)
@example(("", "＜\u200b / re\u0301membered>", "", "", ""))
def test_no_text_can_break_its_fence(data: Sequence[str]) -> None:
    prompt = a_prompt([], a_question("?"), data, 16_000)

    for message in prompt.messages:
        if message.layer in ("global", "summary", "folded", "recalled"):
            plain = unicodedata.normalize("NFKC", message.content).casefold()
            assert len(re.findall(r"<\W*remembered", plain)) == 2
            assert message.content.endswith("\n</remembered>")


@given(text=tagged, pattern=st.sampled_from(PATTERNS), data=st.data())
def test_tags_are_read_alike_however_the_text_is_cut(
    text: str, pattern: str, data: st.DataObject
) -> None:
    whole = read([text], pattern)

    assert read(data.draw(cuts(text)), pattern) == whole
    assert read(list(text), pattern) == whole


@given(text=tagged)
def test_a_text_without_tags_passes_unchanged(text: str) -> None:
    assume(not re.search(r"\[(emotion|gesture):|<(emotion|gesture)[ >]", text, re.IGNORECASE))

    assert read(list(text), TAG_PATTERN) == (text, [])


@given(text=tagged)
def test_only_tags_and_white_space_are_taken_out(text: str) -> None:
    found = list(TAG.finditer(text))
    assume(not any(set(tag[0][1:-1]) & set("[]") for tag in found if tag[0][0] == "<"))
    assume(not any(set(tag[0]) & set("<>") for tag in found if tag[0][0] == "["))
    clean, cues = read([text], TAG_PATTERN)

    assert "".join(clean.split()) == "".join(TAG.sub("", text).split())
    assert len(cues) == sum(bool(tag["a"] or tag["b"] or tag["c"]) for tag in found)


@given(summary=st.none() | long_texts, past=pasts(), most=st.integers(0, 400))
def test_a_fold_keeps_its_limit_and_is_empty_only_for_nothing(
    summary: str | None, past: list[Message], most: int
) -> None:
    folded = fold(summary, past, max_tokens=most)

    assert estimate_tokens(folded) <= max(1, most)
    assert bool(folded) == bool((summary or "").strip() or any(m.content.strip() for m in past))
    assert fold(summary, past, max_tokens=most) == folded


@given(text=texts)
def test_a_title_is_short_one_line_and_never_empty(text: str) -> None:
    title = title_by_rule(text)

    assert 0 < len(title) <= RULE_WIDTH
    assert title == " ".join(title.split())
    reply = clean_title(text)
    assert reply is None or (0 < len(reply) <= MODEL_WIDTH and len(reply.splitlines()) == 1)


@given(text=texts, summary=texts)
def test_filling_a_prompt_puts_each_text_in_its_place_only(text: str, summary: str) -> None:
    assume("<" not in text + summary and "＜" not in text + summary)

    assert fill("a {conversation} b {summary} c", conversation=text, summary=summary) == (
        f"a {text} b {summary} c"
    )
