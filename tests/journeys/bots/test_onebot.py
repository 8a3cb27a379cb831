"""People talk in a group on QQ, through a OneBot program that is played here."""

import asyncio
import hmac
import json
import threading
import time
from collections.abc import AsyncGenerator, Iterator
from contextlib import asynccontextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import httpx2
import pytest
from tests.journeys.bots.conftest import EXTRACTIVE, HELPERS

from nagori import InvalidInputError, Nagori, Settings
from nagori.bots.onebot.start import OneBot, onebot_bot
from nagori.bots.serve import listening
from nagori.testing.model_server import ModelServer, settings_for

SECRET, TOKEN = "onebot-secret-01", "onebot-token-01"


class Program(ThreadingHTTPServer):
    """A OneBot program: notes what it is asked to do."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.sent: list[tuple[str, dict[str, Any]]] = []
        self.refuses = False


class _Handler(BaseHTTPRequestHandler):
    server: Program  # pyright: ignore[reportIncompatibleVariableOverride] - the only one

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        reply: dict[str, Any] = {"status": "ok", "retcode": 0}
        if self.headers.get("Authorization") != f"Bearer {TOKEN}":
            reply = {"status": "failed", "retcode": 1403}
        elif self.path == "/get_login_info":
            reply["data"] = {"user_id": 10001, "nickname": "Nagori"}
        elif self.server.refuses:
            reply = {"status": "failed", "retcode": 100}
        else:
            self.server.sent.append((self.path, body))
            reply["data"] = {"message_id": 900 + len(self.server.sent)}
        content = json.dumps(reply).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing."""


@pytest.fixture
def program() -> Iterator[Program]:
    server = Program()
    threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
    yield server
    server.shutdown()
    server.server_close()


@asynccontextmanager
async def opened(
    folder: Path, program: Program, model: ModelServer, **given: str
) -> AsyncGenerator[tuple[Nagori, OneBot, httpx2.AsyncClient]]:
    url = f"http://127.0.0.1:{program.server_address[1]}"
    onebot = {
        "secret": SECRET,
        "access_token": TOKEN,
        "base_url": url,
        "transport": "http",
        **given,
    }
    told = {
        "embedding": {"type": "none"},
        "models": {"chat": settings_for(model), **dict.fromkeys(HELPERS, EXTRACTIVE)},
        "bots": {"onebot": onebot},
    }
    settings = Settings.model_validate(told)
    async with (
        Nagori.open(folder / "memory.db", settings=settings) as n,
        onebot_bot(n, settings.bots) as bot,
        listening(bot.app, host="127.0.0.1", port=0) as server,
        httpx2.AsyncClient(base_url=server.address) as http,
    ):
        yield n, bot, http


async def tell(http: httpx2.AsyncClient, message: str, *, secret: str = SECRET, **more: Any) -> int:
    told = {
        "time": int(time.time()),
        "self_id": 10001,
        "post_type": "message",
        "message_type": "group",
        "message_id": 12,
        "group_id": 777,
        "user_id": 42,
        "message": message,
        "sender": {"nickname": "ann"},
        **more,
    }
    body = json.dumps(told).encode()
    signature = "sha1=" + hmac.new(secret.encode(), body, "sha1").hexdigest()
    return (
        await http.post("/onebot", content=body, headers={"X-Signature": signature})
    ).status_code


async def settled(bot: OneBot) -> None:
    async with asyncio.timeout(10):
        while bot.bot.waiting:
            await asyncio.sleep(0.01)


async def test_a_conversation(tmp_path: Path, program: Program, model: ModelServer) -> None:
    async with opened(tmp_path, program, model) as (n, bot, http):
        assert await tell(http, "hello all", message_id=11) == 204
        assert await tell(http, "[CQ:at,qq=10001] is room 4 free?") == 204
        assert await tell(http, "[CQ:at,qq=10001] is room 4 free?") == 204
        await settled(bot)
        assert await tell(http, "[CQ:reply,id=901]and 5?", message_id=13, user_id=43) == 204
        await settled(bot)
        assert await tell(http, "hi", message_id=14, message_type="private") == 204
        await settled(bot)

        text = {"type": "text", "data": {"text": "Room 4 is free at three."}}
        assert program.sent == [
            (
                "/send_group_msg",
                {"group_id": 777, "message": [{"type": "reply", "data": {"id": "12"}}, text]},
            ),
            (
                "/send_group_msg",
                {"group_id": 777, "message": [{"type": "reply", "data": {"id": "13"}}, text]},
            ),
            ("/send_private_msg", {"user_id": 42, "message": [text]}),
        ]
        heard = await n.store.chats.messages(n.space, "qq-group:777", limit=9)
        assert [m.speaker for m in heard] == ["qq:42", "qq:42", "bot", "qq:43", "bot"]
        assert heard[3].reply_to == heard[2].id
        assert bot.reports.counts == {"accepted": 4, "repeated": 1}


async def test_what_the_program_did_not_send_now_is_refused(
    tmp_path: Path, program: Program, model: ModelServer
) -> None:
    async with opened(tmp_path, program, model) as (_, bot, http):
        assert await tell(http, "hi", secret="guessed") == 401  # noqa: S106  # it opens nothing
        assert await tell(http, "hi", time=int(time.time()) - 400) == 401
        assert await tell(http, "hi", time="soon") == 400
        assert await tell(http, "", post_type="meta_event") == 204
        assert bot.reports.counts == {"forged": 1, "late": 1, "unreadable": 1, "ignored": 1}
        assert not bot.bot.counts


async def test_a_refused_answer_is_not_sent_again(
    tmp_path: Path, program: Program, model: ModelServer
) -> None:
    async with opened(tmp_path, program, model) as (_, bot, http):
        program.refuses = True
        assert await tell(http, "[CQ:at,qq=10001] hi") == 204
        await settled(bot)

        assert bot.bot.counts["unsent"] == 1


async def test_a_secret_is_needed(tmp_path: Path, program: Program, model: ModelServer) -> None:
    with pytest.raises(InvalidInputError, match="NAGORI_BOTS__ONEBOT__SECRET"):
        async with opened(tmp_path, program, model, secret=""):
            pass
