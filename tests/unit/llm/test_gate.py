from nagori.errors import KeyRefusedError, ModelUnavailableError
from nagori.llm.gate import Gate, Kind
from nagori.remote.problem import NoReplyInTimeError

DOWN = ModelUnavailableError("m", "down")
SLOW = NoReplyInTimeError("m", "slow")


class Seconds:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def fail(gate: Gate, kind: Kind, error: ModelUnavailableError, times: int = 3) -> None:
    for _ in range(times):
        admitted = gate.admit(kind)
        assert admitted is not None
        admitted.fail(error)


def test_three_failures_of_any_kind_stop_every_kind() -> None:
    gate = Gate(Seconds())
    fail(gate, "reply", DOWN, 2)
    fail(gate, "stream", DOWN, 1)

    assert gate.is_open
    assert gate.admit("reply") is None
    assert gate.admit("stream") is None
    assert gate.wait_s("stream") == 1


def test_replies_that_took_too_long_for_a_helper_do_not_stop_a_chat() -> None:
    gate = Gate(Seconds())
    fail(gate, "reply", SLOW)

    assert gate.admit("reply") is None
    assert gate.wait_s("reply") == 1
    assert not gate.is_open
    assert gate.admit("stream") is not None


def test_streams_that_took_too_long_stop_everything() -> None:
    gate = Gate(Seconds())
    fail(gate, "stream", SLOW)

    assert gate.admit("reply") is None
    assert gate.admit("stream") is None


def test_a_refused_key_stops_at_once() -> None:
    gate = Gate(Seconds())
    fail(gate, "stream", KeyRefusedError("m", "no"), 1)

    assert gate.is_open


def test_after_the_pause_one_trial_decides() -> None:
    clock = Seconds()
    gate = Gate(clock)
    fail(gate, "stream", DOWN)
    clock.now = 1.0

    trial = gate.admit("reply")
    assert trial is not None
    assert gate.admit("stream") is None
    trial.succeed()

    assert gate.admit("stream") is not None


def test_a_slow_trial_of_a_helper_leaves_the_next_trial_to_a_chat() -> None:
    clock = Seconds()
    gate = Gate(clock)
    fail(gate, "stream", DOWN)
    clock.now = 1.0
    fail(gate, "reply", SLOW, 1)

    assert gate.admit("stream") is not None


def test_a_helper_that_may_not_ask_takes_no_trial_from_a_chat() -> None:
    clock = Seconds()
    gate = Gate(clock)
    fail(gate, "reply", SLOW)
    fail(gate, "stream", DOWN)
    clock.now = 0.99

    assert gate.admit("reply") is None
    clock.now = 1.0
    assert gate.admit("stream") is not None


def test_a_call_that_was_given_up_lets_another_one_try() -> None:
    clock = Seconds()
    gate = Gate(clock)
    fail(gate, "stream", DOWN)
    clock.now = 1.0
    trial = gate.admit("stream")
    assert trial is not None

    trial.drop()

    assert gate.admit("reply") is not None


def test_only_the_first_report_counts() -> None:
    gate = Gate(Seconds())
    fail(gate, "stream", DOWN, 2)
    admitted = gate.admit("stream")
    assert admitted is not None

    admitted.succeed()
    admitted.fail(DOWN)
    admitted.drop()

    assert not gate.is_open
