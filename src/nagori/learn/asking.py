"""Asking a model for JSON, within what a round may spend."""

import asyncio
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from nagori.config_learn import LearnSettings
from nagori.errors import ModelReplyError, ModelUnavailableError, NagoriError
from nagori.learn.evolving import Evolution, Limits, Needed, spending, too_dear
from nagori.llm.collect import collect
from nagori.llm.port import Model
from nagori.llm.schema import NotValidError, parse_reply
from nagori.remote.problem import NoReplyInTimeError
from nagori.text.tokens import estimate_tokens
from nagori.values.project import EvolutionStatus
from nagori.values.prompt import PromptMessage, Reply
from nagori.values.scope import Scope

MOST_WRITTEN = 2000
"""Tokens of one reply."""
_LEAST = 10_000
"""Tokens for a question, a look or two and an answer."""
_FEW = 8
"""Tokens that a message takes beside its text."""
_REPAIR = "That can't be used: {0}. Answer again, with one JSON object alone and nothing around it."


class BudgetSpentError(NagoriError):
    """What a round, or a day, may cost would be passed."""

    code = "budget_spent"

    def __init__(self, problem: str, *, of_day: bool) -> None:
        super().__init__(problem)
        self.of_day = of_day


def cost_of(settings: LearnSettings, prompt: int, completion: int) -> float:
    """What so many tokens cost."""
    spent = prompt * settings.price_per_million_prompt
    return (spent + completion * settings.price_per_million_completion) / 1_000_000


def least(settings: LearnSettings) -> Needed:
    """What must be left of a day for a round to be worth its beginning."""
    written = 2 * MOST_WRITTEN
    return Needed(_LEAST, cost_of(settings, _LEAST - written, written))


class Purse:
    """What one round may spend.

    The most that a call can take is set aside before it, in the store, and what it left over is
    given back after it: a process that ends meanwhile, or another one, never passes a limit.
    """

    def __init__(
        self,
        scope: Scope,
        evolution: Evolution,
        limits: Limits,
        settings: LearnSettings,
        *,
        spent: tuple[int, float] = (0, 0.0),
    ) -> None:
        self.tokens, self.cost = spent
        self._scope, self._evolution = scope, evolution
        self._limits, self._settings = limits, settings

    @property
    def left(self) -> int:
        """Tokens of the round."""
        return max(0, self._settings.tokens_per_round - self.tokens)

    async def set_aside(self, prompt: int, completion: int) -> Needed:
        """Take what a call may cost; `BudgetSpentError` when there is not so much left."""
        needed = Needed(prompt + completion, cost_of(self._settings, prompt, completion))
        if needed.tokens > self.left:
            raise BudgetSpentError("the tokens of this question are used up", of_day=False)
        why: str | None = None

        def take(status: EvolutionStatus) -> EvolutionStatus | None:
            nonlocal why
            why = too_dear(status, self._limits, needed)
            return None if why else spending(status, needed.tokens, needed.cost)

        if await self._evolution.change(self._scope, take) is None:
            raise BudgetSpentError(why or "the budget of the day is used up", of_day=True)
        self._spend(needed.tokens, needed.cost)
        return needed

    async def settle(self, aside: Needed, prompt: int, completion: int) -> None:
        """Put what a call really took in the place of what was set aside."""
        tokens = prompt + completion - aside.tokens
        cost = cost_of(self._settings, prompt, completion) - aside.cost
        self._spend(tokens, cost)
        await self._evolution.change(self._scope, lambda status: spending(status, tokens, cost))

    def _spend(self, tokens: int, cost: float) -> None:
        self.tokens += tokens
        self.cost = max(0.0, self.cost + cost)


class Asker:
    """Asks a model, until a round has taken too long."""

    def __init__(
        self,
        model: Model,
        purse: Purse,
        *,
        seconds: float,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.purse = purse
        self._model, self._clock = model, clock
        self._seconds, self._until = seconds, clock() + seconds

    @property
    def is_late(self) -> bool:
        """Whether it is time to come to an end."""
        return self._clock() >= self._until

    async def ask(
        self, messages: Sequence[PromptMessage], schema: Mapping[str, Any], *, grace_s: float = 0.0
    ) -> Any:
        """What the model says, valid against the schema; a reply that is not is asked for again.

        `grace_s` is what the last question of a round may take beyond its time.
        """
        reply = await self._reply(messages, grace_s)
        try:
            return parse_reply(reply.text, schema)
        except NotValidError as error:
            problem = str(error)
        again = [
            *messages,
            PromptMessage("assistant", reply.text[:2000] or "…"),
            PromptMessage("user", _REPAIR.format(problem)),
        ]
        reply = await self._reply(again, grace_s)
        try:
            return parse_reply(reply.text, schema)
        except NotValidError as error:
            problem = f"the reply does not fit what was asked for: {error}"
            raise ModelReplyError(self._model.name, problem) from error

    async def _reply(self, messages: Sequence[PromptMessage], grace_s: float) -> Reply:
        prompt = sum(estimate_tokens(one.content) + _FEW for one in messages)
        aside = await self.purse.set_aside(prompt, MOST_WRITTEN)
        taken = (prompt, 0)
        try:
            async with asyncio.timeout(max(0.0, self._until + grace_s - self._clock())):
                stream = self._model.stream(messages, options={"max_tokens": MOST_WRITTEN})
                reply = await collect(stream)
        except TimeoutError as error:
            problem = f"no answer within the {self._seconds:g} s of a round"
            raise NoReplyInTimeError(self._model.name, problem) from error
        except ModelUnavailableError as error:
            if not isinstance(error, NoReplyInTimeError):  # it read nothing
                taken = (0, 0)
            raise
        else:
            taken = _taken(reply, prompt)
            return reply
        finally:
            await self.purse.settle(aside, *taken)


def _taken(reply: Reply, prompt: int) -> tuple[int, int]:
    """Tokens that a call took, as the provider says, or about."""
    used = reply.usage
    written = estimate_tokens(reply.text) + estimate_tokens(reply.thinking)
    return (
        prompt if used.prompt_tokens is None else used.prompt_tokens,
        written if used.completion_tokens is None else used.completion_tokens,
    )
