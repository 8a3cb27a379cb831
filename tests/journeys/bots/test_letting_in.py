"""What the webhook lets in, and what it does not."""

import asyncio
import json
import time
from typing import Any

import pytest
from tests.journeys.bots.conftest import KEYS, Town, Towns

from nagori.testing.feishu_server import (
    BOT,
    VERIFICATION_TOKEN,
    event,
    message_event,
    sealed,
    signed,
)
from nagori.testing.model_server import ModelServer

CHECK = {"type": "url_verification", "token": VERIFICATION_TOKEN, "challenge": "ajls384kdjx98XX"}
GUESSED = {"token": "guessed"}
PLAIN = {name: value for name, value in KEYS.items() if name != "encrypt_key"}


def asked(id: str = "1", **header: str) -> dict[str, Any]:
    made = message_event("@Nagori hello", id=id, mentions={BOT: "Nagori"})
    made["header"] |= header
    return made


async def nothing_happened(t: Town) -> bool:
    await t.settled()
    return not t.cards and not t.bot.bot.counts


@pytest.mark.parametrize("seals", [True, False])
async def test_a_signed_event_comes_in_sealed_or_plain(town: Towns, seals: bool) -> None:
    async with town() as t:
        response = await t.push(asked(), seals=seals)

        assert (response.status_code, response.json()) == (200, {})
        await t.settled()
        assert len(t.cards) == 1


async def test_without_an_encrypt_key_the_token_decides(town: Towns) -> None:
    async with town(PLAIN) as t:
        forged = await t.http.post("/lark", json=asked(**GUESSED))
        assert forged.status_code == 403
        assert await nothing_happened(t)

        assert (await t.http.post("/lark", json=asked())).status_code == 200
        await t.settled()
        assert len(t.cards) == 1
        assert t.bot.webhook.counts == {"wrong_token": 1, "accepted": 1}


async def test_the_platform_checks_the_address(town: Towns) -> None:
    async with town() as t:
        for response in (
            await t.http.post("/lark", json=sealed(CHECK)),
            await t.push(CHECK),
            await t.push(CHECK, seals=False),
        ):
            assert (response.status_code, response.json()) == (
                200,
                {"challenge": "ajls384kdjx98XX"},
            )
    async with town(PLAIN) as t:
        response = await t.http.post("/lark", json=CHECK)
        assert response.json() == {"challenge": "ajls384kdjx98XX"}


async def test_a_check_by_somebody_else_is_refused(town: Towns) -> None:
    async with town() as t:
        plain = await t.http.post("/lark", json=CHECK)
        other_key = await t.http.post("/lark", json=sealed(CHECK, "another key"))
        other_token = await t.http.post("/lark", json=sealed({**CHECK, **GUESSED}))
        wrongly_signed = await t.push(CHECK, key="another key")

        found = (plain, other_key, other_token, wrongly_signed)
        assert [response.status_code for response in found] == [401, 401, 403, 401]
        assert t.bot.webhook.counts == {"forged": 3, "wrong_token": 1}


async def test_a_forged_event_is_refused_and_counted(town: Towns) -> None:
    async with town() as t:
        content, headers = signed(sealed(asked()))
        without = {"Content-Type": "application/json"}
        tries = [
            (content, without),
            (content, {**headers, "X-Lark-Signature": "0" * 64}),
            (content, {**headers, "X-Lark-Signature": "sîgnature".encode("latin-1")}),
            (content, {**headers, "X-Lark-Request-Nonce": "another"}),
            (content + b" ", headers),
            (json.dumps(asked()).encode(), without),
        ]
        for body, told in tries:
            response = await t.http.post("/lark", content=body, headers=told)  # pyright: ignore[reportArgumentType] - one of them is not ASCII
            assert (response.status_code, response.json()) == (401, {"error": "forged"})
        assert await nothing_happened(t)
        assert t.bot.webhook.counts == {"forged": len(tries)}


async def test_an_event_of_another_time_is_refused(town: Towns) -> None:
    async with town() as t:
        for minutes in (-6, 6, 60 * 24):
            response = await t.push(asked(), at=time.time() - 60 * minutes)
            assert response.status_code == 401
        assert await nothing_happened(t)


async def test_an_event_that_comes_twice_is_answered_once(town: Towns, model: ModelServer) -> None:
    async with town() as t:
        made = asked()
        responses = await asyncio.gather(*(t.push(made) for _ in range(5)))
        await t.settled()

        assert {response.status_code for response in responses} == {200}
        assert len(t.cards) == len(model.requests) == 1
        assert t.bot.webhook.counts == {"accepted": 1, "repeated": 4}


@pytest.mark.parametrize("chat_type", ["group", "p2p"])
async def test_an_event_that_comes_again_after_a_restart_is_not_answered_again(
    town: Towns, model: ModelServer, chat_type: str
) -> None:
    made = message_event("@Nagori hi", id="1", mentions={BOT: "Nagori"}, chat_type=chat_type)
    for repeated in (0, 1):
        async with town() as t:
            assert (await t.push(made)).status_code == 200
            await t.settled()
            assert t.bot.bot.counts["repeated"] == repeated
            assert len(t.cards) == len(model.requests) == 1


async def test_an_event_of_another_app_is_refused(town: Towns) -> None:
    async with town() as t:
        assert (await t.push(asked(app_id="cli_other"))).status_code == 403
        assert await nothing_happened(t)


async def test_what_is_no_event_is_refused(town: Towns) -> None:
    bodies = [
        b"",
        b"{",
        b"[]",
        b"\xff\xfe",
        b"[" * 100_000,
        b'{"encrypt": "####"}',
        b'{"encrypt": "AAAA"}',
        b'{"schema": "2.0", "header": {"event_id": 7}}',
        b'{"uuid": "old", "type": "event_callback"}',
    ]
    async with town(PLAIN) as t:
        for body in bodies:
            assert (await t.http.post("/lark", content=body)).status_code == 400
        assert await nothing_happened(t)
        assert t.bot.webhook.counts == {"unreadable": len(bodies)}


async def test_what_is_too_large_is_refused(town: Towns) -> None:
    async with town() as t:
        assert (await t.http.post("/lark", content=b" " * 1_100_000)).status_code == 413


async def test_events_that_a_bot_has_no_use_for_are_taken_and_left(town: Towns) -> None:
    async with town() as t:
        kind = "im.chat.member.bot.added_v1"
        assert (await t.push(event(kind, "1", {"chat_id": "oc_team"}))).status_code == 200
        assert await nothing_happened(t)


async def test_what_finds_no_room_comes_again(town: Towns, model: ModelServer) -> None:
    model.hold()
    async with town(bots={"max_waiting": 1}) as t:
        responses = await asyncio.gather(*(t.push(asked(f"{n}")) for n in range(4)))
        full = [r for r in responses if r.status_code == 503]
        assert full
        assert t.bot.webhook.counts["full"] == len(full)
        model.release()
        await t.settled()
        for n in range(4):
            while (await t.push(asked(f"{n}"))).status_code != 200:
                await asyncio.sleep(0.01)
        await t.settled()
        assert {card.reply_to for card in t.cards} == {f"om_{n}" for n in range(4)}


async def test_an_answer_to_the_platform_never_waits_for_the_model(
    town: Towns, model: ModelServer
) -> None:
    model.hold()
    async with town(bots={"stop_s": 0.1}) as t:
        began = time.monotonic()
        for number in range(20):
            assert (await t.push(asked(f"{number}"))).status_code == 200
        assert time.monotonic() - began < 3
        model.release()
