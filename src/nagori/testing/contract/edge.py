"""What a server needs: keys, answers to repeated requests, settings."""

import asyncio
from dataclasses import replace

import pytest
from pydantic import SecretStr

from nagori.errors import ConflictError, NotFoundError
from nagori.store.port import Store
from nagori.testing.builders import CARLA, NOW, SPACE, a_memory, a_message, an_id, later
from nagori.testing.contract.base import ContractBase, Opener
from nagori.testing.contract.chats import hear
from nagori.testing.contract.memories import put
from nagori.values.key import ApiKey

FIRST, SECOND = b"hash of one request", b"hash of another"


def a_key(id: str | None = None, **facts: object) -> ApiKey:
    """A key of the whole space."""
    plain = ApiKey(id or an_id(), "laptop", SPACE, None, read_only=False, created_at=NOW)
    return replace(plain, **facts)  # pyright: ignore[reportArgumentType]


class KeyContract(ContractBase):
    """`Store.keys`."""

    async def test_a_key_is_found_by_its_secret(self, opened: Opener) -> None:
        keys = [
            a_key("a", name="téléphone", user="carla", read_only=True, hint="nag_ab"),
            a_key("b", space="other"),
        ]
        async with opened() as store:
            for key in keys:
                await store.keys.add(key, key.id.encode() * 32)
        async with opened() as store:
            assert await store.keys.find(b"a" * 32) == keys[0]
            assert await store.keys.find(b"b" * 32) == keys[1]
            assert await store.keys.find(b"c" * 32) is None
            assert await store.keys.find(b"") is None
            assert await store.keys.list() == keys

    async def test_a_revoked_key_is_listed_but_lets_nobody_in(self, store: Store) -> None:
        key, other = a_key(), a_key()
        await store.keys.add(key, FIRST)
        await store.keys.add(other, SECOND)

        revoked = await store.keys.revoke(key.id, now=later(1))
        again = await store.keys.revoke(key.id, now=later(2))

        assert revoked == again == replace(key, revoked_at=later(1))
        assert await store.keys.find(FIRST) is None
        assert await store.keys.find(SECOND) == other
        assert await store.keys.list() == [revoked, other]
        with pytest.raises(NotFoundError, match="no key 'nobody'"):
            await store.keys.revoke("nobody", now=NOW)

    async def test_ids_and_secrets_are_used_once_also_after_they_were_revoked(
        self, store: Store
    ) -> None:
        key = a_key()
        await store.keys.add(key, FIRST)
        await store.keys.revoke(key.id, now=NOW)

        for same, secret in ((a_key(key.id), SECOND), (a_key(), FIRST)):
            with pytest.raises(ConflictError):
                await store.keys.add(same, secret)

        assert await store.keys.find(FIRST) is None
        assert len(await store.keys.list()) == 1


class ReplyContract(ContractBase):
    """`Store.replies`."""

    async def test_a_repeat_gets_the_first_answer(self, opened: Opener) -> None:
        async with opened() as store:
            assert await _claim(store) == "new"
            assert await _claim(store, minute=0.5) == "busy"
            await store.replies.answer(SPACE, "k", b"\x00answer")
            await store.replies.answer(SPACE, "k", b"another")
            await store.replies.answer(SPACE, "k", None)
        async with opened() as store:
            assert await _claim(store, minute=60) == b"\x00answer"

    async def test_an_empty_answer_is_an_answer(self, store: Store) -> None:
        await _claim(store)
        await store.replies.answer(SPACE, "k", b"")

        assert await _claim(store) == b""

    async def test_a_key_stands_for_one_request_of_one_space(self, store: Store) -> None:
        await _claim(store)

        assert await _claim(store, request=SECOND) == "other"
        assert await _claim(store, key="l", request=SECOND) == "new"
        assert await _claim(store, space="other", request=SECOND) == "new"
        await store.replies.answer(SPACE, "k", b"answer")
        assert await _claim(store, request=SECOND) == "other"
        assert await _claim(store, space="other", request=SECOND) == "busy"

    async def test_a_request_that_failed_can_be_made_again(self, store: Store) -> None:
        await _claim(store)
        await store.replies.answer(SPACE, "k", None)

        assert await _claim(store, request=SECOND) == "new"

    async def test_a_claim_that_was_never_answered_is_given_up_in_time(self, store: Store) -> None:
        await _claim(store)
        assert await _claim(store, minute=5) == "busy"

        assert await _claim(store, minute=5.1, request=SECOND) == "new"

        assert await _claim(store, minute=9, request=SECOND) == "busy"
        assert await _claim(store, minute=9) == "other"

    async def test_an_answer_is_forgotten_after_a_day(self, store: Store) -> None:
        await _claim(store)
        await store.replies.answer(SPACE, "k", b"answer")
        assert await _claim(store, minute=24 * 60) == b"answer"

        assert await _claim(store, minute=24 * 60 + 1) == "new"

    async def test_an_answer_to_nothing_is_not_kept(self, store: Store) -> None:
        await store.replies.answer(SPACE, "k", b"answer")

        assert await _claim(store) == "new"

    async def test_of_many_at_once_one_is_new(self, store: Store, opened: Opener) -> None:
        async with opened() as other:
            claims = [_claim(which) for which in (store, other) for _ in range(10)]

            assert sorted(map(str, await asyncio.gather(*claims))) == ["busy"] * 19 + ["new"]

    async def test_answers_are_forgotten_with_what_is_erased_but_claims_stay(
        self, store: Store
    ) -> None:
        draft = a_memory()
        for erase in ("memory", "chat", "scope"):
            await put(store, draft)
            await hear(store, a_message())
            for key in ("answered", "running"):
                assert await _claim(store, key=f"{erase} {key}") == "new"
            await store.replies.answer(SPACE, f"{erase} answered", b"she likes green tea")
            await _claim(store, key=erase, space="other")
            await store.replies.answer("other", erase, b"other")
            match erase:
                case "memory":
                    await store.erasure.memory(SPACE, draft.id, now=NOW)
                case "chat":
                    await store.erasure.chat(SPACE, "chat-1", now=NOW)
                case _:
                    await store.erasure.scope(CARLA, now=NOW)

            assert await _claim(store, key=f"{erase} answered") == "new"
            assert await _claim(store, key=f"{erase} running") == "busy"
            assert await _claim(store, key=erase, space="other") == b"other"


class SettingContract(ContractBase):
    """`Store.settings`."""

    async def test_settings_are_read_back_as_they_were_set(self, opened: Opener) -> None:
        values = {
            "recall.limit": 5,
            "chat.persona": "你好\n{x}",
            "a.b": [1, {"c": None}],
            "on": False,
        }
        async with opened() as store:
            assert await store.settings.read(SPACE) == {}
            await store.settings.write(SPACE, values)
        async with opened() as store:
            assert await store.settings.read(SPACE) == values
            assert await store.settings.read("other") == {}

    async def test_only_what_is_named_changes_and_none_removes(self, store: Store) -> None:
        await store.settings.write(SPACE, {"a": 1, "b": 2, "c": 3})
        await store.settings.write("other", {"a": 9})

        await store.settings.write(SPACE, {"a": 0.5, "b": None, "unknown": None})
        await store.settings.write(SPACE, {})

        assert await store.settings.read(SPACE) == {"a": 0.5, "c": 3}
        assert await store.settings.read("other") == {"a": 9}

    async def test_a_secret_is_read_back_as_a_secret(self, opened: Opener) -> None:
        secret = SecretStr("sk-\u00e9\u4f60 " + "0123456789" * 20)
        async with opened() as store:
            await store.settings.write(SPACE, {"a.api_key": secret, "a.type": "openai"})
        async with opened() as store:
            kept = await store.settings.read(SPACE)
            assert kept == {"a.api_key": secret, "a.type": "openai"}
            await store.settings.write(SPACE, {"a.api_key": None})
            assert await store.settings.read(SPACE) == {"a.type": "openai"}


async def _claim(
    store: Store,
    *,
    key: str = "k",
    request: bytes = FIRST,
    space: str = SPACE,
    minute: float = 0,
) -> bytes | str:
    """Claim a key; one that nobody answered for five minutes is stale."""
    now, stale = later(minute), later(minute - 5)
    return await store.replies.claim(space, key, request, now=now, stale=stale)
