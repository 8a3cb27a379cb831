"""Consent in a chat: a person is asked about each tool call that waits."""

from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

from rich.text import Text

from nagori.cli.chat_tools import Asked, arguments_of, proposal_lines, what_it_asks
from nagori.cli.failures import described
from nagori.cli.memory_view import minute
from nagori.cli.output import EMBER, clean, soft
from nagori.errors import NagoriError
from nagori.values.event import Proposal
from nagori.values.proposal import ProposedCall

if TYPE_CHECKING:
    from nagori.cli.talk import Talk

_MOST = 100
"""Proposals in a list; older ones come first, so the rest follows when they are answered."""
_SHORT = 80
"""Characters of arguments that a question shows whole."""


def tell(talk: "Talk", proposal: Proposal) -> None:
    """Show a call that waits as it comes up in a turn."""
    words = talk.session.words
    headline = Text(words("chat.asks", tool=clean(proposal.tool, most=80)), style=EMBER)
    talk.view.proposed([headline, *proposal_lines(proposal, about(talk, proposal))])


def settle(talk: "Talk", proposals: Sequence[Proposal]) -> None:
    """Ask about each proposal of a turn; where nobody can be asked, say how to answer later."""
    if talk.view.asks:
        for proposal in proposals:
            ask(talk, proposal)
        return
    words = talk.session.words
    for proposal in proposals:
        talk.view.notice(words("chat.waits", tool=clean(proposal.tool, most=80)))
        talk.view.notice(*proposal_lines(proposal, about(talk, proposal)))
    if proposals:
        talk.view.notice(_later(talk))


def ask(talk: "Talk", asked: Asked) -> None:
    """Ask about one call, and do as the person says; Ctrl-C leaves it open."""
    words, text = talk.session.words, about(talk, asked)
    if len(asked.arguments) > _SHORT:  # a long answer may have pushed them out of sight
        talk.view.notice(*proposal_lines(asked, text))
    accept = talk.view.consent(words("chat.may_it", what=what_it_asks(asked, words, text)))
    if accept is None:
        talk.view.notice(soft(words("chat.left_open")))
        return
    try:
        answered = talk.n.answer_proposal(asked.id, accept=accept, user=talk.user)
    except NagoriError as error:  # it expired, or was answered elsewhere
        text = described(error, talk.session)
        talk.view.notice(words("error", text=text))
        return
    if answered.error is not None:
        error = clean(answered.error, most=300)
        talk.view.notice(Text(words("chat.consent_failed", error=error), style=EMBER))
    else:
        talk.view.notice(soft(words("chat.accepted" if accept else "chat.rejected")))


def proposals(talk: "Talk", rest: str) -> None:
    """List the calls that wait, and let a person answer one of them."""
    words = talk.session.words
    waiting = waiting_for(talk)
    if not waiting:
        talk.view.notice(words("chat.no_proposals"))
        return
    if not rest:
        for number, asked in enumerate(waiting, 1):
            talk.session.out.say(*_entry(number, asked, talk))
        if not talk.view.asks:
            talk.view.notice(_later(talk))
            return
        rest = talk.choose(words("chat.which_proposal"))
    if not rest:
        return
    if not rest.isdecimal() or not 1 <= int(rest) <= len(waiting):
        talk.view.notice(words("chat.no_number", most=len(waiting)))
    elif talk.view.asks:
        ask(talk, waiting[int(rest) - 1])
    else:
        talk.view.notice(_later(talk))


def waiting_for(talk: "Talk") -> list[ProposedCall]:
    """What waits for this person, oldest first."""
    return talk.n.proposals(user=talk.user, limit=_MOST)


def about(talk: "Talk", asked: Asked) -> str | None:
    """What the memory says that a call names: nobody can consent to a number."""
    id = arguments_of(asked.arguments).get("memory_id")
    if id:
        with suppress(NagoriError):
            memory = talk.n.get(id)
            return memory.text if memory.scope == f"user:{talk.user}" else None
    return None


def _entry(number: int, asked: ProposedCall, talk: "Talk") -> list[Text]:
    session = talk.session
    text = about(talk, asked)
    until = minute(asked.expires_at, session.zone)
    line = Text(f"{number:>2}  {what_it_asks(asked, session.words, text)}  ")
    line.append_text(soft(session.words("chat.open_until", at=until)))
    return [line, *proposal_lines(asked, text)]


def _later(talk: "Talk") -> str:
    command = talk.session.command("chat", "--user", talk.user)
    return talk.session.words("chat.later", command=command)
