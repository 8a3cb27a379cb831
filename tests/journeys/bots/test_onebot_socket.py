"""People talk in a group on QQ, through a OneBot program that speaks WebSocket, both ways."""

import asyncio
import json
import logging
from collections.abc import AsyncGenerator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any, Literal

import httpx2
import pytest
from tests.journeys.bots.conftest import EXTRACTIVE, HELPERS
from websockets.exceptions import InvalidStatus

from nagori import InvalidInputError, Nagori, Settings
from nagori.bots.errors import PlatformError
from nagori.bots.onebot.pace import Pace
from nagori.bots.onebot.start import OneBot, onebot_bot
from nagori.bots.serve import listening
from nagori.testing.model_server import ModelServer, settings_for
from nagori.testing.onebot_program import TOKEN, OneBotProgram, message_event, meta_event

Way = Literal["reverse", "forward"]
QUICK = Pace(reply_s=0.4, wait_s=5.0, close_s=0.2, first_pause_s=0.05)
ASK = "[CQ:at,qq=10001] is room 4 free?"
TEXT = {"type": "text", "data": {"text": "Room 4 is free at three."}}
both = pytest.mark.parametrize("way", ["reverse", "forward"])


class Place:
    """A bot and a OneBot program that are not connected yet."""

    def __init__(self, n: Nagori, bot: OneBot, program: OneBotProgram, address: str) -> None:
        self.n, self.bot, self.program, self.address = n, bot, program, address
        self.url = "ws" + address.removeprefix("http") + "/onebot/v11/ws"

    @property
    def counts(self) -> dict[str, int]:
        return {**self.bot.reports.counts, **self.bot.bot.counts}

    async def settled(self) -> None:
        async with asyncio.timeout(15):
            while self.bot.bot.waiting:
                await asyncio.sleep(0.01)

    async def told(self, *events: dict[str, Any] | str) -> None:
        """The program reports; waits until all of it came in, and was heard and answered."""
        before = sum(self.bot.reports.counts.values())
        for event in events:
            await self.program.tell(event)
        async with asyncio.timeout(8):
            while sum(self.bot.reports.counts.values()) < before + len(events):
                await asyncio.sleep(0.01)
        await self.settled()

    async def up(self, *, now: bool = True) -> None:
        async with asyncio.timeout(8):
            while self.bot.line.is_up != now or (now and not self.bot.platform.called):
                await asyncio.sleep(0.01)


@asynccontextmanager
async def opened(
    folder: Path,
    model: ModelServer,
    program: OneBotProgram,
    *,
    max_waiting: int = 2000,
    onebot: Mapping[str, str] | None = None,
) -> AsyncGenerator[Place]:
    told = {
        "embedding": {"type": "none"},
        "models": {"chat": settings_for(model), **dict.fromkeys(HELPERS, EXTRACTIVE)},
        "bots": {
            "stop_s": 2.0,
            "max_waiting": max_waiting,
            "onebot": {"access_token": TOKEN, **(onebot or {})},
        },
    }
    settings = Settings.model_validate(told)
    async with (
        Nagori.open(folder / "memory.db", settings=settings) as n,
        onebot_bot(n, settings.bots, QUICK) as bot,
        listening(bot.app, host="127.0.0.1", port=0, sockets=True) as server,
    ):
        yield Place(n, bot, program, server.address)
        await bot.bot.close()


@asynccontextmanager
async def talking(
    folder: Path, model: ModelServer, way: Way, program: OneBotProgram | None = None
) -> AsyncGenerator[Place]:
    """A bot with a program that is connected to it, whoever began."""
    program = program or OneBotProgram()
    async with AsyncExitStack() as stack:
        if way == "forward":
            url = await stack.enter_async_context(program.listening())
            place = await stack.enter_async_context(
                opened(folder, model, program, onebot={"transport": "forward", "ws_url": url})
            )
        else:
            place = await stack.enter_async_context(opened(folder, model, program))
            await stack.enter_async_context(program.connected(place.url))
        await place.up()
        yield place


@both
async def test_a_conversation(tmp_path: Path, model: ModelServer, way: Way) -> None:
    async with talking(tmp_path, model, way) as p:
        assert (p.bot.platform.me, p.bot.called) == ("qq:10001", "Nagori")
        await p.told(message_event("hello all", id=11), message_event(ASK, id=12))
        await p.told(message_event(ASK, id=12))
        await p.told(message_event("[CQ:reply,id=901]and 5?", id=13, user_id=43))
        await p.told(message_event("hi", id=14, message_type="private"))

        quoted = [{"type": "reply", "data": {"id": id}} for id in ("12", "13")]
        assert p.program.sent == [
            ("send_group_msg", {"group_id": 777, "message": [quoted[0], TEXT]}),
            ("send_group_msg", {"group_id": 777, "message": [quoted[1], TEXT]}),
            ("send_private_msg", {"user_id": 42, "message": [TEXT]}),
        ]
        heard = await p.n.store.chats.messages(p.n.space, "qq-group:777", limit=9)
        assert [m.speaker for m in heard] == ["qq:42", "qq:42", "bot", "qq:43", "bot"]
        assert [m.external_id for m in heard if m.speaker == "bot"] == ["qq:901", "qq:902"]
        assert (p.counts["accepted"], p.counts["repeated"]) == (4, 1)


@both
async def test_a_reply_to_an_answer_from_before_a_restart_is_understood(
    tmp_path: Path, model: ModelServer, way: Way
) -> None:
    program = OneBotProgram()
    async with talking(tmp_path, model, way, program) as p:
        await p.told(message_event(ASK, id=12))
    async with talking(tmp_path, model, way, program) as p:
        await p.told(*(message_event("something else", id=20 + n, user_id=44) for n in range(40)))
        await p.told(message_event("[CQ:reply,id=901]and 5?", id=63, user_id=43))

        assert len(program.sent) == 2
        assert "Room 4 is free at three." in str(model.requests[-1].body["messages"])


@both
@pytest.mark.parametrize("fault", ["cut", "cut_after"])
async def test_a_call_that_is_cut_fails_cleanly_and_the_next_one_goes(
    tmp_path: Path, model: ModelServer, way: Way, fault: Any
) -> None:
    async with talking(tmp_path, model, way) as p:
        p.program.fail_next([fault])
        await p.told(message_event(ASK, id=12))
        assert p.counts["unsent"] == 1
        async with AsyncExitStack() as stack:
            if way == "reverse":
                await stack.enter_async_context(p.program.connected(p.url))
            await p.program.until(lambda: bool(p.program.wires))
            await p.up()
            await p.told(message_event(ASK, id=13))

        ids = [params["message"][0]["data"]["id"] for _, params in p.program.sent]
        assert ids == (["13"] if fault == "cut" else ["12", "13"])
        assert p.counts["answered"] == 1
        assert p.bot.bot.waiting == 0


async def test_an_answer_waits_for_the_program_to_come_back(
    tmp_path: Path, model: ModelServer
) -> None:
    program = OneBotProgram()
    model.hold()
    async with opened(tmp_path, model, program) as p:
        async with program.connected(p.url):
            await p.up()
            await program.tell(message_event(ASK, id=12))
            while not model.requests:
                await asyncio.sleep(0.01)
        await p.up(now=False)
        model.release()
        await asyncio.sleep(0.2)
        assert (program.sent, p.bot.bot.waiting) == ([], 1)
        async with program.connected(p.url):
            await p.settled()

        assert len(program.sent) == 1
        assert p.counts["answered"] == 1


@pytest.mark.parametrize("fault", ["silent", "broken_json", "refused"])
async def test_a_reply_that_does_not_come_ends_the_wait(
    tmp_path: Path, model: ModelServer, fault: Any
) -> None:
    async with talking(tmp_path, model, "reverse") as p:
        p.program.fail_next([fault])
        await p.program.tell(message_event(ASK, id=12))
        await p.told(message_event("[CQ:at,qq=10001] and 5?", id=13))

        assert (p.counts["unsent"], p.counts["answered"]) == (1, 1)
        assert p.program.sent[-1][1]["message"][0]["data"]["id"] == "13"


async def test_a_reply_that_comes_too_late_is_left_alone(
    tmp_path: Path, model: ModelServer
) -> None:
    async with talking(tmp_path, model, "reverse") as p:
        p.program.fail_next(["late"])
        await p.told(message_event(ASK, id=12))
        while not p.counts.get("late_replies"):
            await asyncio.sleep(0.01)

        assert p.counts["unsent"] == 1


@both
async def test_what_can_not_be_read_is_left_out_with_one_warning(
    tmp_path: Path, model: ModelServer, caplog: pytest.LogCaptureFixture, way: Way
) -> None:
    async with talking(tmp_path, model, way) as p:
        wrong = {**message_event("secret plan", id=1), "time": "soon"}
        await p.told('{"post_type": "mess', "[]", "null", json.dumps(wrong), "[" * 100_000)
        await p.told(message_event(ASK, id=12))

        assert p.counts["unreadable"] == 5
        assert len(p.program.sent) == 1
    warnings = [r for r in caplog.records if r.levelno >= logging.WARNING]
    assert len(warnings) == 1
    assert "secret plan" not in caplog.text


@both
async def test_heartbeats_are_no_messages_and_tell_when_the_account_is_offline(
    tmp_path: Path, model: ModelServer, caplog: pytest.LogCaptureFixture, way: Way
) -> None:
    async with talking(tmp_path, model, way) as p:
        for online in (True, False, False, True):
            await p.told(meta_event("heartbeat", interval=5000, status={"online": online}))

        assert "taken" not in p.counts
    told = [r.message for r in caplog.records if "offline" in r.message]
    assert len(told) == 1


@pytest.mark.parametrize(
    ("headers", "status", "why"),
    [
        ({"Authorization": "Bearer guessed"}, 401, "wrong_token"),
        ({"Authorization": ""}, 401, "wrong_token"),
        ({"X-Self-ID": ""}, 400, "no_self_id"),
        ({"X-Client-Role": "Boss"}, 400, "unknown_role"),
    ],
)
async def test_who_does_not_show_the_token_or_who_it_is_for_is_not_let_in(
    tmp_path: Path, model: ModelServer, headers: dict[str, str], status: int, why: str
) -> None:
    program = OneBotProgram()
    async with opened(tmp_path, model, program) as p:
        with pytest.raises(InvalidStatus) as raised:
            async with program.connected(p.url, headers=headers):
                pass

        assert raised.value.response.status_code == status
        assert p.counts == {why: 1}
        assert p.bot.platform.me == ""


async def test_another_account_is_not_let_in(tmp_path: Path, model: ModelServer) -> None:
    async with talking(tmp_path, model, "reverse") as p:
        with pytest.raises(InvalidStatus, match="403"):
            async with OneBotProgram(account=10002).connected(p.url):
                pass
        await p.told(message_event(ASK, id=12, self_id=10002))

        assert p.counts["other_account"] == 2
        assert p.program.sent == []


async def test_the_newer_of_two_connections_wins(tmp_path: Path, model: ModelServer) -> None:
    async with talking(tmp_path, model, "reverse") as p:
        old = p.program.wires[0]
        newer = OneBotProgram()
        async with newer.connected(p.url):
            async with asyncio.timeout(5):
                await old.wait_closed()
            assert old.close_reason == "a newer connection took over"
            await newer.until(lambda: len(newer.wires) == 1)
            await newer.tell(message_event(ASK, id=12))
            await newer.until(lambda: len(newer.sent) == 1)

        assert p.program.sent == []


async def test_calls_and_reports_may_have_connections_of_their_own(
    tmp_path: Path, model: ModelServer
) -> None:
    api, events = OneBotProgram(), OneBotProgram()
    async with (
        opened(tmp_path, model, events) as p,
        events.connected(p.url, role="Event"),
        api.connected(p.url, role="API"),
    ):
        await p.up()
        await p.told(message_event(ASK, id=12))

        assert (len(api.sent), len(events.sent)) == (1, 0)


async def test_a_program_that_reads_nothing_keeps_nobody_else_waiting(
    tmp_path: Path, model: ModelServer
) -> None:
    program, stuck = OneBotProgram(), OneBotProgram()
    async with (
        opened(tmp_path, model, program) as p,
        program.connected(p.url, role="Event"),
        stuck.connected(p.url, role="API", reads=False),
        httpx2.AsyncClient(base_url=p.address) as http,
    ):
        await program.until(lambda: len(program.wires) == 1)
        await p.told(message_event(ASK, id=12), message_event("hello", id=13, group_id=778))
        assert (await http.get("/livez")).status_code == 200
        assert (p.counts["heard"], p.counts["unsent"]) == (2, 1)
        async with program.connected(p.url):
            await p.up()
            await p.told(message_event(ASK, id=14))
            assert len(program.sent) == 1


async def test_while_the_bot_has_no_room_the_program_waits_and_nothing_is_lost(
    tmp_path: Path, model: ModelServer
) -> None:
    program = OneBotProgram()
    async with (
        opened(tmp_path, model, program, max_waiting=2) as p,
        program.connected(p.url),
    ):
        await p.up()
        for id in range(100, 150):
            await p.program.tell(message_event(f"line {id}", id=id))
        async with asyncio.timeout(15):
            while p.counts.get("accepted", 0) < 50:
                await asyncio.sleep(0.01)
        await p.settled()

        heard = await p.n.store.chats.messages(p.n.space, "qq-group:777", limit=99)
        assert [m.content for m in heard] == [f"line {id}" for id in range(100, 150)]


async def test_a_program_that_is_not_there_yet_is_tried_again(
    tmp_path: Path,
    model: ModelServer,
    caplog: pytest.LogCaptureFixture,
    unused_tcp_port: int,
) -> None:
    program, url = OneBotProgram(), f"ws://127.0.0.1:{unused_tcp_port}"
    async with opened(
        tmp_path, model, program, onebot={"transport": "forward", "ws_url": url}
    ) as p:
        await asyncio.sleep(0.3)
        for id in (12, 13):
            async with program.listening(unused_tcp_port):
                await p.up()
                await p.told(message_event(ASK, id=id))
            await p.up(now=False)

        assert len(program.sent) == 2
    warnings = [r for r in caplog.records if r.levelno == logging.WARNING]
    assert len(warnings) == 3


async def test_a_wrong_token_is_told_at_the_start_and_never_shown(
    tmp_path: Path, model: ModelServer, caplog: pytest.LogCaptureFixture
) -> None:
    program = OneBotProgram(token="another-token-99")  # noqa: S106  # it opens nothing
    async with program.listening() as url:
        with pytest.raises(PlatformError, match="access token is refused") as raised:
            async with opened(
                tmp_path, model, program, onebot={"transport": "forward", "ws_url": url}
            ):
                pass

    assert TOKEN not in str(raised.value) + caplog.text


async def test_a_program_that_tells_of_a_wrong_token_later_is_believed(
    tmp_path: Path, model: ModelServer, caplog: pytest.LogCaptureFixture
) -> None:
    async with talking(tmp_path, model, "forward") as p:
        p.program.fail_next(["no_token"])
        await p.told(message_event(ASK, id=12))

        assert p.counts["unsent"] == 1
    assert "NAGORI_BOTS__ONEBOT__ACCESS_TOKEN" in caplog.text


async def test_last_words_go_out_before_the_connection_is_closed(
    tmp_path: Path, model: ModelServer
) -> None:
    program = OneBotProgram()
    model.hold()
    async with AsyncExitStack() as stack:
        async with opened(tmp_path, model, program) as p:
            await stack.enter_async_context(program.connected(p.url))
            await p.up()
            await program.tell(message_event(ASK, id=12))
            while not model.requests:
                await asyncio.sleep(0.01)
            asyncio.get_running_loop().call_later(0.3, model.release)

        assert len(program.sent) == 1


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({"access_token": ""}, "NAGORI_BOTS__ONEBOT__ACCESS_TOKEN"),
        ({"transport": "forward", "ws_url": "http://127.0.0.1:3001"}, "ws://host:port"),
    ],
)
async def test_what_is_not_set_or_wrong_is_told(
    tmp_path: Path, model: ModelServer, given: dict[str, str], told: str
) -> None:
    with pytest.raises(InvalidInputError, match=told):
        async with opened(tmp_path, model, OneBotProgram(), onebot=given):
            pass
