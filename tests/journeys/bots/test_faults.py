"""The platform misbehaves, and the bot goes on."""

import asyncio
import logging
import sqlite3
from pathlib import Path

import pytest
from tests.journeys.bots.conftest import KEYS, Towns

from nagori import InvalidInputError
from nagori.bots.errors import PlatformError
from nagori.testing.feishu_server import (
    APP_SECRET,
    BOT,
    ENCRYPT_KEY,
    VERIFICATION_TOKEN,
    FeishuFault,
    FeishuServer,
    message_event,
)
from nagori.testing.model_server import ModelServer

ASKED = message_event("@Nagori is room 4 free?", id="1", mentions={BOT: "Nagori"})
SLOW: list[FeishuFault] = ["slow"]
REFUSED: list[FeishuFault] = ["refused"]
ANSWER = "Room 4 is free at three."


@pytest.mark.parametrize(
    "faults",
    [
        ["rate_limit"],
        ["too_many"],
        ["server_error", "rate_limit"],
        ["cut"],
        ["cut_after"],
        ["old_token"],
        ["slow"],
    ],
)
async def test_an_answer_gets_through_once_whatever_happens_on_the_way(
    town: Towns, feishu: FeishuServer, faults: list[FeishuFault]
) -> None:
    async with town() as t:
        await t.push(message_event("hello all", id="0"))
        await t.settled()  # names are known
        feishu.fail_next(faults)
        await t.push(ASKED)
        await t.settled()

        assert [card.texts[-1] for card in t.cards] == [ANSWER]
        assert t.bot.bot.counts["answered"] == 1


async def test_a_token_that_ends_in_the_middle_is_renewed_once(
    town: Towns, feishu: FeishuServer, model: ModelServer
) -> None:
    model.answer = ANSWER
    model.hold()
    async with town() as t:
        await t.push(ASKED)
        while not t.cards:
            await asyncio.sleep(0.01)
        feishu.revoke_tokens()
        model.release()
        await t.settled()

        assert t.cards[0].texts[-1] == ANSWER
        assert feishu.tokens == 2


async def test_a_slow_platform_gets_fewer_updates_and_the_last_is_whole(
    town: Towns, feishu: FeishuServer, model: ModelServer
) -> None:
    model.answer = " ".join(f"word{number}" for number in range(25))
    model.pause_s = 0.05
    feishu.slow_s = 0.8
    async with town() as t:
        await t.push(message_event("hello all", id="0"))
        await t.settled()
        feishu.fail_next(SLOW * 9)
        await t.push(ASKED)
        await t.settled()

        (card,) = t.cards
        assert card.texts[-1] == model.answer
        assert len(card.texts) <= 3


async def test_an_update_that_is_refused_is_left_out_and_the_last_one_counts(
    town: Towns, feishu: FeishuServer, model: ModelServer
) -> None:
    model.answer = " ".join(f"word{number}" for number in range(30))
    model.pause_s = 0.05
    async with town() as t:
        await t.push(message_event("hello all", id="0"))
        await t.settled()
        feishu.fail_next(["refused", "broken_json"])
        await t.push(ASKED)
        await t.settled()

        assert [card.texts[-1] for card in t.cards] == [model.answer]


async def test_a_platform_that_takes_no_answer_is_counted_and_the_answer_is_kept(
    town: Towns, feishu: FeishuServer
) -> None:
    async with town() as t:
        await t.push(message_event("hello all", id="0"))
        await t.settled()
        feishu.fail_next(REFUSED * 9)
        await t.push(ASKED)
        await t.settled()

        assert t.cards == []
        assert t.bot.bot.counts["unsent"] == 1
        heard = await t.n.store.chats.messages(t.n.space, "oc_team", limit=9)
        assert heard[-1].content == ANSWER


async def test_a_platform_that_tells_no_names_does_not_keep_the_bot_from_hearing(
    town: Towns, feishu: FeishuServer
) -> None:
    async with town() as t:
        feishu.fail_next(["refused"])
        await t.push(ASKED)
        await t.settled()

        heard = await t.n.store.chats.messages(t.n.space, "oc_team", limit=9)
        assert (heard[0].speaker, heard[0].name) == ("ou_ann", None)
        assert len(t.cards) == 1


@pytest.mark.parametrize("chat_type", ["group", "p2p"])
async def test_without_a_store_the_bot_still_answers(
    town: Towns, tmp_path: Path, chat_type: str
) -> None:
    (tmp_path / "memory.db").write_bytes(b"this is no database" * 1000)
    async with town() as t:
        await t.push(
            message_event("@Nagori hi", id="1", mentions={BOT: "Nagori"}, chat_type=chat_type)
        )
        await t.settled()

        assert t.n.status.store == "failed"
        assert [card.texts[-1] for card in t.cards] == [ANSWER]


async def test_a_mention_counts_even_when_analysis_is_broken(town: Towns, tmp_path: Path) -> None:
    async with town() as t:
        await t.push(message_event("hello all", id="0"))
        await t.settled()
    with sqlite3.connect(tmp_path / "memory.db") as db:
        db.execute("UPDATE message_features_cache SET features = '{\"broken\": 1}'")
    db.close()
    async with town() as t:
        await t.push(ASKED)
        await t.settled()

        assert [card.texts[-1] for card in t.cards] == [ANSWER]


@pytest.mark.parametrize("name", ["app_id", "app_secret", "verification_token"])
async def test_what_is_not_set_is_named_with_where_it_is_found(town: Towns, name: str) -> None:
    with pytest.raises(InvalidInputError, match=r"open\.feishu\.cn/app") as raised:
        async with town({key: value for key, value in KEYS.items() if key != name}):
            pass

    assert f"NAGORI_BOTS__LARK__{name.upper()}" in str(raised.value)


async def test_a_wrong_secret_is_told_at_the_start_and_never_shown(town: Towns) -> None:
    wrong = "wrong-secret-987654321"
    with pytest.raises(PlatformError, match="app secret invalid") as raised:
        async with town({**KEYS, "app_secret": wrong}):
            pass

    assert wrong not in str(raised.value)


async def test_logs_hold_neither_secrets_nor_what_was_said(
    town: Towns, feishu: FeishuServer, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    async with town() as t:
        feishu.fail_next(REFUSED * 9)
        await t.push(ASKED)
        await t.push(ASKED, key="forged")
        await t.settled()

    assert caplog.text
    for secret in (APP_SECRET, ENCRYPT_KEY, VERIFICATION_TOKEN, "t-1", "room 4", ANSWER):
        assert secret not in caplog.text
