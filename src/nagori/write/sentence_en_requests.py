"""What an English sentence asks of the assistant: requests, wishes, questions."""

import re

from nagori.write.sentence_en_verbs import words

_NOT_DOING = words(
    "eat drink smoke like love have know want miss care think feel need drive understand believe"
    " trust celebrate own sleep work live cook dance drink own"
)
_CALL_ME = re.compile(
    r"(?:(?:please|pls|plz),? |you (?:can|may|could) |just |always )*(?:call|address) me (?:as "
    r"|by )?"
    r"(?P<name>(?!(?:a|an|the|if|when|at|on|in|back|later|tomorrow|by|maybe)\b)[^,;:!?]+?)"
    r"(?P<rest>(?: (?:from now on|instead|going forward|not|and|please|these days|because)\b|,"
    r"|;).*)?$",
    re.IGNORECASE,
)
_LEAD = (
    r"(?P<lead>(?:from now on|going forward|in (?:the )?future|next time|when(?:ever)? (?:you"
    r"|i) [^,]+|if (?:you|i) [^,]+),? )?"
)
_ASK = re.compile(
    rf"{_LEAD}(?:(?:please|pls|plz|kindly),? (?!no\b)|(?:can|could|would|will) (?:you|u) (?:please "
    r"|pls |just |maybe |always )*(?!mind\b))"
    r"(?P<no>don['’]?t |do not |never |not )?(?P<do>[a-z].*)",
    re.IGNORECASE | re.DOTALL,
)
_ORDER = re.compile(
    rf"{_LEAD}(?:just )?(?P<no>don['’]?t |do not |never |always )?(?P<do>(?P<verb>answer|reply"
    r"|respond|write|speak|talk|use|keep|give|show|tell|explain|stop|avoid|address|refer|be|include"
    r"|remind|send|make|let|translate|add|skip|ask|treat|assume|format|limit|summari[sz]e|correct"
    r"|check|wish|forget|remember|start|end|call|bother|put|say)\b(?! (?:is|was)\b).*)",
    re.IGNORECASE | re.DOTALL,
)
_ANY_DONT = re.compile(r"(?:please )?(?:don['’]?t|do not) (?P<verb>\w+)", re.IGNORECASE)
_NO_MORE = re.compile(r"(?:please,? )?(?P<what>no (?:more )?.*)", re.IGNORECASE | re.DOTALL)
_POLITE_NO = re.compile(r"^no more\b|^please\b|\b(?:please|pls|plz)$", re.IGNORECASE)
_PLEASE = re.compile(r",? (?:please|pls|plz)(?=$|,)", re.IGNORECASE)
_THANKS = re.compile(r"(?:thank you|thanks)(?: so much| a lot)? for\b", re.IGNORECASE)
_ASKS = re.compile(
    r"(?:what|which|who|whose|whom|where|when|why|how|is|are|am|was|were|do|does|did|can|could"
    r"|should|would|will|shall|may|has|have|had|any|isn['’]t|aren['’]t|don['’]t|doesn['’]t"
    r"|didn['’]t|can['’]t|shouldn['’]t|won['’]t|wouldn['’]t|got any)\b",
    re.IGNORECASE,
)
_ASKS_LATER = re.compile(r"(?:,|;| -| –| —|\band\b|\bbut\b|\bso\b),? (?=(?P<asked>.*))")


def is_request(body: str) -> bool:
    """Whether words that end in a question mark ask for something to be done."""
    return bool(_ASK.match(body) or _CALL_ME.match(body))


def without_please(said: str) -> str:
    """The words without a please behind them."""
    return _PLEASE.sub("", said)


def question_after(body: str) -> re.Match[str] | None:
    """Where a question follows a statement, the question itself in the group `asked`."""
    if _ASKS.match(body):
        return None
    return next((cut for cut in _ASKS_LATER.finditer(body) if _ASKS.match(cut["asked"])), None)


def wish(body: str) -> str | None:
    """What the user wants the assistant to do, if the words are a request."""
    if call := _CALL_ME.match(body):
        return f"the user wants to be called {call['name']}{call['rest'] or ''}"
    if _THANKS.match(body):
        return _THANKS.sub("the user thanks the assistant for", body, count=1)
    if (no := _NO_MORE.match(body)) and _POLITE_NO.search(body):
        return f"the user wants n{no['what'][1:]}"
    dont = _ANY_DONT.match(body)
    if dont and dont["verb"] in _NOT_DOING and not re.search(r"\b(?:me|please|you)\b", body):
        return None
    ask = _ASK.match(body) or _ORDER.match(body)
    if not ask and not dont:
        return None
    if not ask:
        rest = re.sub(r"^(?:please )?(?:don['’]?t|do not) ", "", body, flags=re.IGNORECASE)
        return f"the user wants the assistant not to {rest}"
    no = (ask["no"] or "").strip().lower()
    how = {"": "to", "always": "always to", "never": "never to"}.get(no, "not to")
    do = ask["do"]
    do = do[0].lower() + do[1:] if do[:2] != do[:2].upper() else do
    return f"{ask['lead'] or ''}the user wants the assistant {how} {do}"
