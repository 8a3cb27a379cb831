"""Consent: tool calls that a person is asked about, as callers see them."""

from datetime import timedelta

from nagori.agent.toolbox import AgentKit, Toolbox
from nagori.errors import NotFoundError
from nagori.face.agent_tools import Bound, ToolFace
from nagori.face.project_tools import tools_for
from nagori.face.turns import TurnFace
from nagori.naming import one_scope
from nagori.text import rules
from nagori.values.ids import new_id
from nagori.values.proposal import CallPlace, ProposedCall
from nagori.values.scope import Scope

_KEPT = timedelta(hours=24)
"""How long a person may think it over."""
_MOST = 1000


class ProposalFace(TurnFace, ToolFace):
    """Let models use tools, and people decide where others may have put a model up to it."""

    async def proposals(self, *, user: str, limit: int = 100) -> list[ProposedCall]:
        """The tool calls that wait for the user's consent, oldest first."""
        scope = one_scope(self.space, user=user)
        limit = rules.checked_limit(limit, "limit", _MOST)
        return await self._store.proposals.waiting(scope, user, now=self._clock(), limit=limit)

    async def answer_proposal(self, id: str, *, accept: bool, user: str) -> ProposedCall:
        """The proposal after the user's answer: accepting runs exactly that call, once.

        `ConflictError` when it was answered before or expired; `NotFoundError` for one of somebody
        else. What came of the call is in `result` and `error`.
        """
        self._check()
        id = rules.checked_id(id, "id")
        scope = one_scope(self.space, user=user)
        waiting = await self._store.proposals.get(self.space, id)
        if (waiting.user, waiting.scope) != (user, scope.key):
            raise NotFoundError("proposal", id)
        answered = await self._store.proposals.answer(
            self.space, id, accept=accept, now=self._clock()
        )
        if accept:
            answered = await self._run(answered, scope)
        self._feed.publish(scope, "proposal", {"proposal": answered})
        return answered

    async def _run(self, proposal: ProposedCall, scope: Scope) -> ProposedCall:
        place = CallPlace(
            user=proposal.user,
            scope=scope,
            chat_id=proposal.chat_id,
            turn_id=proposal.turn_id,
            message_id=proposal.message_id,
            bot=proposal.bot,
        )
        result = await self._bind(place).run(proposal.tool, proposal.arguments)
        return await self._store.proposals.note(
            self.space,
            proposal.id,
            result=result.text if result.error is None else None,
            error=result.error,
            made=result.ids[0] if result.ids else None,
        )

    def _agent(self) -> AgentKit | None:
        return AgentKit(self.settings.agent, self._bind, self._plain_models)

    def _bind(self, place: CallPlace) -> Toolbox:
        async def propose(tool: str, arguments: str) -> str:
            return await self._propose(place, tool, arguments)

        return Toolbox(tools_for(place), Bound(self, self._store.chats, place), propose)

    async def _propose(self, place: CallPlace, tool: str, arguments: str) -> str:
        now = self._clock()
        proposal = ProposedCall(
            id=new_id(now),
            tool=tool,
            arguments=arguments,
            user=place.user,
            scope=place.scope.key,
            chat_id=place.chat_id,
            turn_id=place.turn_id,
            message_id=place.message_id,
            created_at=now,
            expires_at=now + _KEPT,
            bot=place.bot,
        )
        await self._store.proposals.add(place.scope.space, proposal)
        self._feed.publish(place.scope, "proposal", {"proposal": proposal})
        return proposal.id
