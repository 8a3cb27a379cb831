"""Calls to the platform, one by one."""

import asyncio

import pytest

from nagori.bots.errors import PlatformError, PlatformRefusedError, TryLaterError
from nagori.bots.lark.client import LarkClient
from nagori.testing.feishu_server import APP_ID, APP_SECRET, FeishuServer


async def test_a_platform_that_hangs_is_asked_again(feishu: FeishuServer) -> None:
    client = LarkClient(APP_ID, APP_SECRET, feishu.url, deadline_s=0.3)
    feishu.fail_next(["hang"])

    assert (await client.me()).app_name == "Nagori"
    assert len(feishu.calls) == 2
    await client.close()


async def test_a_platform_that_stays_out_of_service_is_given_up(feishu: FeishuServer) -> None:
    client = LarkClient(APP_ID, APP_SECRET, feishu.url)
    feishu.fail_next(["rate_limit", "rate_limit", "rate_limit", "rate_limit"])

    with pytest.raises(TryLaterError, match="too many requests"):
        await client.me()
    assert len(feishu.calls) == 4
    await client.close()


async def test_what_is_refused_is_not_asked_again(feishu: FeishuServer) -> None:
    client = LarkClient(APP_ID, APP_SECRET, feishu.url)

    with pytest.raises(PlatformRefusedError) as raised:
        await client.update("om_nobody", "hello")
    assert raised.value.number == 230001
    assert len(feishu.calls) == 1
    await client.close()


async def test_many_at_once_need_one_token(feishu: FeishuServer) -> None:
    client = LarkClient(APP_ID, APP_SECRET, feishu.url)

    ids = await asyncio.gather(*(client.send("oc_team", f"{number}") for number in range(10)))

    assert len(set(ids)) == 10
    assert feishu.tokens == 1
    await client.close()


async def test_a_token_is_renewed_before_it_ends(feishu: FeishuServer) -> None:
    now = [0.0]
    feishu.token_expires_s = 1000
    client = LarkClient(APP_ID, APP_SECRET, feishu.url, clock=lambda: now[0])

    for now[0] in (0, 699, 701, 800):
        await client.send("oc_team", "hello")

    assert [call.token for call in feishu.calls] == ["t-1", "t-1", "t-2", "t-2"]
    await client.close()


async def test_nobody_there_is_told_without_the_secret() -> None:
    client = LarkClient(APP_ID, APP_SECRET, "http://127.0.0.1:9")

    with pytest.raises(PlatformError, match="can't be reached") as raised:
        await client.me()
    assert APP_SECRET not in str(raised.value)
    await client.close()
