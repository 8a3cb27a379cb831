from dataclasses import replace

from nagori.cli.told import Told
from nagori.values.event import (
    Answer,
    Degraded,
    Done,
    Emotion,
    Error,
    Event,
    RecalledItems,
    Started,
    Thinking,
    ToolCall,
)


def told(*events: tuple[float, Event]) -> Told:
    whole = Told("what do I drink?")
    for number, (at, event) in enumerate(events, 1):
        whole.take(replace(event, number=number), at)
    return whole


def test_a_turn_is_put_together_from_its_events() -> None:
    found = told(
        (0.0, Started("t", "c", "m")),
        (0.1, RecalledItems([])),
        (0.1, Degraded("embedding", "none is set up")),
        (1.0, Thinking("What ")),
        (2.0, Thinking("now?")),
        (4.0, Answer("Green ")),
        (9.0, Answer("tea.")),
        (9.0, Emotion(emotion="calm")),
        (9.0, Emotion(gesture="wave")),
        (9.5, Done("a", "stop", {})),
    )

    assert (found.answer, found.thinking) == ("Green tea.", "What now?")
    assert found.thought_s == 3.0
    assert (found.emotion, found.gesture) == ("calm", "wave")
    assert (found.chat_id, found.number, found.finish_reason) == ("c", 10, "stop")
    assert found.document()["degraded"] == ["embedding: none is set up"]
    assert found.document()["error"] is None


def test_an_answer_that_failed_says_why() -> None:
    found = told((0.0, Answer("Gre")), (1.0, Error("model_unavailable", "it is gone")))

    assert found.document()["error"] == {"code": "model_unavailable", "detail": "it is gone"}
    assert found.document()["answer"] == "Gre"


def test_tools_change_nothing() -> None:
    assert told((0.0, ToolCall("1", "clock", "{}"))).answer == ""
