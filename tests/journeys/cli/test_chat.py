"""`nagori chat`: real processes, in a pipe and in a terminal, over a model on loopback."""

import io
import json
import signal
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from nagori.testing.model_server import ModelServer
from nagori.testing.model_wire import ModelAnswer

if TYPE_CHECKING:
    from conftest import Nagori, Start, Terminals

PROMPT = "› "
KNOWN = "I drink green tea in the morning"
ASKED = "what do I drink in the morning?"


def messages(model: ModelServer) -> list[dict[str, Any]]:
    """What the model was last asked to answer, titles and summaries left out."""
    chats = [r.body["messages"] for r in model.requests if r.body.get("stream")]
    return chats[-1]


def test_a_question_goes_in_and_an_answer_comes_out(start: "Start", model: ModelServer) -> None:
    chat = start("chat")
    out, err = chat.communicate(f"{ASKED}\n", timeout=60)

    assert (chat.returncode, out, err) == (0, "Tea, as always.\n", "")
    assert messages(model)[-1] == {"role": "user", "content": ASKED}


def test_what_is_remembered_reaches_the_model_and_can_be_explained(
    nagori: "Nagori", start: "Start", model: ModelServer
) -> None:
    nagori("remember", KNOWN, "--user", "me")
    nagori("remember", "I drink red wine in the morning", "--user", "somebody-else")

    out, _ = start("chat").communicate(f"{ASKED}\n/why\n", timeout=60)

    told = "\n".join(message["content"] for message in messages(model))
    assert KNOWN in told
    assert "red wine" not in told
    lines = out.splitlines()
    assert lines[0] == "Tea, as always."
    assert lines[1] == f"For “{ASKED}”"
    assert lines[3].split() == ["score", "meaning", "words", "recent"]
    assert KNOWN in lines[4]


def test_a_program_gets_one_document(nagori: "Nagori", model: ModelServer, start: "Start") -> None:
    nagori("remember", KNOWN, "--user", "carla")
    model.answer_next(
        [ModelAnswer("[emotion:happy]Tea![gesture:wave]", thinking="What does she drink?")]
    )

    chat = start("chat", "--user", "carla", "--json")
    out, err = chat.communicate(f"{ASKED}\n", timeout=60)

    assert err == ""
    (turn,) = json.loads(out)["turns"]
    assert turn["answer"] == "Tea!"
    assert turn["thinking"] == "What does she drink?"
    assert (turn["emotion"], turn["gesture"]) == ("happy", "wave")
    assert [item["text"] for item in turn["recalled"]] == [KNOWN]
    assert turn["error"] is None


def test_the_next_run_goes_on_with_the_chat_unless_a_new_one_is_wanted(
    start: "Start", model: ModelServer
) -> None:
    start("chat").communicate("my knee hurts\n", timeout=60)
    start("chat").communicate("what hurts?\n", timeout=60)
    resumed = [message["content"] for message in messages(model)]
    start("chat", "--new").communicate("hello\n/new\nanother\n", timeout=60)
    out, _ = start("chat").communicate("/chats\n/chats 3\nand now?\n/chats 9\n", timeout=60)

    assert "my knee hurts" in resumed
    listed = out.splitlines()
    assert [line.split()[1] for line in listed[:3]] == ["another", "hello", "my"]
    assert "here" in listed[0]
    assert [m["content"] for m in messages(model)][-5:-1:2] == ["my knee hurts", "what hurts?"]


def test_memories_are_shown_and_forgotten_in_a_chat(nagori: "Nagori", start: "Start") -> None:
    mine = nagori("--json", "remember", KNOWN, "--user", "me").json["id"]
    other = nagori("--json", "remember", KNOWN, "--user", "lin").json["id"]

    talk = start("chat")
    lines = f"/memories\n/forget {mine}\n/forget {other}\n/forget\n/memories\n/dance\n"
    out, err = talk.communicate(lines, timeout=60)

    assert KNOWN in out.splitlines()[0]
    assert f"nagori restore {mine}" in out
    assert f"no memory {other}" in err
    assert "There is no /dance" in err
    assert "Nothing remembered yet for me." in out
    assert len(nagori("--json", "list", "--user", "lin").json["items"]) == 1
    assert talk.returncode == 1


@pytest.mark.parametrize(
    ("lang", "said", "answer"),
    [("en", "answers are quotes from memory", "“I drink"), ("zh", "只能引用记忆", "“I drink")],
)
def test_without_a_model_answers_are_quotes_and_that_is_said_once(
    nagori: "Nagori", start: "Start", lang: str, said: str, answer: str
) -> None:
    nagori("remember", KNOWN, "--user", "me")

    chat = start("chat", "--lang", lang)
    out, err = chat.communicate(f"{ASKED}\n{ASKED}\n", timeout=60)

    assert chat.returncode == 0
    assert answer in out
    assert err.count(said) == 1
    assert err.count("OPENAI_API_KEY") == 1


def test_a_model_that_fails_is_told_and_the_chat_goes_on(
    start: "Start", nagori: "Nagori", model: ModelServer
) -> None:
    model.fail_next(["empty"])

    chat = start("chat")
    out, err = chat.communicate(f"{ASKED}\nare you there?\n", timeout=60)

    assert (chat.returncode, out) == (1, "Tea, as always.\n")
    assert "your message is kept" in err
    assert err.count("\n") == 1
    assert ASKED in [m["content"] for m in messages(model)]


def test_a_damaged_store_does_not_silence_it(start: "Start", model: ModelServer) -> None:
    Path("nagori.db").write_text("Dear diary, " * 100)

    chat = start("chat")
    out, err = chat.communicate(f"{ASKED}\nreally?\n", timeout=60)

    assert out == "Tea, as always.\nTea, as always.\n"
    assert "not kept" in err
    assert "nagori doctor" in err
    assert ASKED in [m["content"] for m in messages(model)]
    assert Path("nagori.db").read_text() == "Dear diary, " * 100


def test_a_person_sees_the_answer_as_it_comes_and_thinking_folded(
    terminal: "Terminals", nagori: "Nagori", model: ModelServer
) -> None:
    nagori("remember", KNOWN, "--user", "me")
    long = "It is green tea that you drink, as you said yourself, and nobody would say otherwise."
    model.answer_next([ModelAnswer(f"{long}[emotion:calm]", thinking="They asked\nabout drinks.")])
    model.pause_s = 0.01

    screen = terminal("chat")
    screen.until("Hello, me.")
    screen.until(PROMPT)
    screen.type(f"{ASKED}\n")
    shown = screen.until("calm")
    screen.until(PROMPT)

    assert "1 memory · thought for 1 s; /thinking shows it\n" in shown
    assert "about drinks" not in shown
    assert "emotion:" not in shown
    answer = shown[shown.index("It is green") : shown.index("calm")]
    assert answer.split() == long.split()
    assert max(map(len, answer.splitlines())) <= 80
    screen.type("/thinking\n")
    screen.until("They asked\nabout drinks.")
    screen.until(PROMPT)
    screen.type("/quit\n")
    assert screen.end() == 0


def test_the_first_words_are_there_before_the_last(
    terminal: "Terminals", model: ModelServer
) -> None:
    model.answer_next([ModelAnswer("One two three four five.", piece_chars=12)])
    model.hold()

    screen = terminal("chat")
    screen.until(PROMPT)
    screen.type("count\n")
    screen.until("One two ")
    model.release()
    screen.until("five.")
    screen.until(PROMPT)
    screen.type("\x04")

    assert screen.end() == 0


def test_ctrl_c_stops_the_answer_and_keeps_it_and_at_the_prompt_it_leaves(
    terminal: "Terminals", model: ModelServer
) -> None:
    model.answer_next([ModelAnswer("One two three four five.", piece_chars=12)])
    model.hold()

    screen = terminal("chat")
    screen.until(PROMPT)
    screen.type("count\n")
    screen.until("One two ")
    screen.process.send_signal(signal.SIGINT)
    screen.until("Stopped; what was said is kept.", within_s=5)
    screen.until(PROMPT)
    assert screen.interrupt() == 0

    again = terminal("chat")
    resumed = again.until("The last answer was cut off")
    assert "› count\n" in resumed
    assert "One two" in resumed
    again.type("/quit\n")
    again.end()


def test_an_answer_lost_with_its_process_is_said_and_the_chat_goes_on(
    terminal: "Terminals", model: ModelServer
) -> None:
    model.answer_next([ModelAnswer("One two three four five.", piece_chars=12)])
    model.hold()

    screen = terminal("chat")
    screen.until(PROMPT)
    screen.type("count\n")
    screen.until("One two ")
    time.sleep(1.2)  # until what was said so far is stored
    screen.process.kill()
    screen.end()
    model.release()

    again = terminal("chat")
    assert "› count" in again.until("The last message got no answer.")
    again.type("go on\n")
    again.until("Tea, as always.")
    again.until(PROMPT)
    again.type("/quit\n")
    assert again.end() == 0
    assert [m["content"] for m in messages(model)][-3:] == ["count", "One two thre", "go on"]


def test_chats_are_chosen_by_number(terminal: "Terminals", start: "Start") -> None:
    start("chat").communicate("my knee hurts\n/new\ntea or coffee\n", timeout=60)

    screen = terminal("chat")
    screen.until("Going on with “tea or coffee”")
    screen.until(PROMPT)
    screen.type("/chats\n")
    screen.until("Which one?")
    screen.until(PROMPT)
    screen.type("2\n")
    screen.until("Going on with “my knee hurts”")
    screen.until(PROMPT)
    screen.type("/help\n")
    screen.until("/forget ID")
    screen.until(PROMPT)
    screen.type("/quit\n")
    assert screen.end() == 0


def test_a_terminal_speaks_chinese(terminal: "Terminals", model: ModelServer) -> None:
    model.answer = "绿茶，" * 30 + "一直如此。"

    screen = terminal("chat", "--lang", "zh", "--user", "林晓")
    screen.until("林晓，你好。")
    screen.until(PROMPT)
    screen.type("我早上喝什么？\n")
    shown = screen.until("一直如此。")
    screen.type("/quit\n")

    assert screen.end() == 0
    assert not any(line.startswith("，") for line in shown.splitlines())


def test_text_of_a_model_can_not_move_the_cursor(start: "Start", model: ModelServer) -> None:
    model.answer = "red \x1b[31malert\x07"

    out, _ = start("chat").communicate("hello\n", timeout=60)

    assert out == "red �[31malert�\n"


def test_a_chat_about_a_project_is_told_of_it_and_gone_on_with(
    nagori: "Nagori", model: ModelServer, loans: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def chat(said: str, *options: str) -> str:
        typed = io.TextIOWrapper(io.BytesIO(f"{said}\n".encode()), "utf-8")
        monkeypatch.setattr("sys.stdin", typed)
        return nagori("chat", "--json", *options).json["chat_id"]

    assert nagori("learn", str(loans)).code == 0
    first = chat("which values does Kind have?", "--project", "loans")
    told = "\n".join(message["content"] for message in messages(model))
    other = chat("hello", "--new")

    assert "ANNUITY" in told
    assert other != first
    assert chat("", "--project", str(loans / "src")) == first
    unknown = nagori("chat", "--project", "nope")
    assert (unknown.code, unknown.out) == (1, "")
    assert "nagori project list" in unknown.err
