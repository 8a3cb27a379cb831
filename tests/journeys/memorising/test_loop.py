"""Recall, answer and write, again and again: what is known stays as much as it is."""

from tests.journeys.memorising.conftest import Helpers, House, settled

from nagori.testing.model_wire import Body

FACTS = (
    "I live in Porto", "I work as a nurse at Santo António", "my sister Ana lives in Lyon",
    "I play the violin", "my cat is called Miso", "I am allergic to peanuts",
    "I was born in 1988", "my favourite colour is teal", "I don't drink coffee",
    "I drive a blue Fiat", "我每天早上六点起床", "我女儿叫小雨", "我在学法语",
    "我最喜欢的菜是麻婆豆腐", "我妈妈住在成都", "我对猫毛过敏", "我喜欢晚上跑步",
    "我的生日是三月五号", "我不吃香菜", "我养了一只叫豆豆的狗",
)  # fmt: skip


def restate(body: Body) -> str:
    """A model that says back what it was shown, as chatty ones do."""
    shown = [m["content"] for m in body["messages"] if m["role"] == "system"]
    return "As I remember: " + " ".join(shown)[-600:]


async def test_two_hundred_turns_over_twenty_facts_leave_twenty(
    house: House, helpers: Helpers
) -> None:
    helpers.chat.answer = restate
    async with house(models={"chat": _chat(helpers), "decision": {"type": "extractive"}}) as n:
        for fact in FACTS:
            await n.answer("facts", fact, user="carla")
            await settled(n)
        before = (await n.list(user="carla", tags=["summary"])).items
        assert len(before) == len(FACTS)

        for number in range(200):
            fact = FACTS[number % len(FACTS)]
            said = fact if number % 2 else f"what do you know of this: {fact}?"
            answer = await n.answer(f"chat-{number % 7}", said, user="carla")
            if number % 5 == 0:  # a client that hands in what was said once more
                await n.consider_memorizing(
                    "carla",
                    [{"role": "user", "content": said},
                     {"role": "assistant", "content": answer.content}],
                )  # fmt: skip
        await settled(n, within_s=60)

        after = (await n.list(user="carla", tags=["summary"])).items
        assert sorted(m.text for m in after) == sorted(m.text for m in before)


def _chat(helpers: Helpers) -> object:
    from nagori.testing.model_server import settings_for

    return settings_for(helpers.chat, "openai")
