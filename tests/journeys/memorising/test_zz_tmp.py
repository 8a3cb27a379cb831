from tests.journeys.memorising.conftest import *
from tests.journeys.memorising.conftest import Helpers, House, settled
from tests.journeys.memorising.test_loop import FACTS, restate, _chat
async def test_x(house: House, helpers: Helpers) -> None:
    helpers.chat.answer = restate
    async with house(models={"chat": _chat(helpers), "decision": {"type": "extractive"}}) as n:
        for fact in FACTS:
            await n.answer("facts", fact, user="carla")
            await settled(n)
        got=[m.text for m in (await n.list(user="carla", tags=["summary"])).items]
        raise AssertionError('\n'.join(got))
