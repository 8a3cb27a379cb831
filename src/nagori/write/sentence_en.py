"""English in the first person as English about the user."""

import re
from dataclasses import dataclass

_ADVERB = (
    r"(?:just|still|always|never|also|only|even|already|ever|often|sometimes|now|then|almost"
    r"|no longer|[0-9]+ ?%|kind of|sort of|kinda|sorta|once|both|all|too|much|soon|maybe|perhaps"
    r"|again|(?!(?:reply"
    r"|apply|rely|supply|comply|fly|multiply|bully|rally|imply|family)\b)[a-z]+ly)"
)
_NOT_IN_WORD, _ENDS_WORD = r"(?<![\w'’-])", r"(?![\w'’-])"

# ------------------------------------------------------------------ verbs


def _words(words: str) -> frozenset[str]:
    return frozenset(words.split())


_CHANGED = {
    "am": "is", "are": "is", "aren't": "isn't", "have": "has", "haven't": "hasn't", "do": "does",
    "don't": "doesn't", "wanna": "wants to", "gotta": "has gotta", "gonna": "is gonna",
}  # fmt: skip
_PLAIN_FORMS = {
    f"{stem}nt": f"{stem}n't"
    for stem in _words("do does did have has had was were is are would could should must")
} | {"cant": "can't", "wont": "won't", "aint": "ain't"}
_FIXED = _words(
    "is was were had did does has can could will would shall should may might must ought cannot"
    " isn't wasn't weren't hadn't didn't doesn't hasn't can't couldn't won't wouldn't shan't"
    " shouldn't mightn't mustn't ain't better been being"
)
PAST = _words(
    "became began bit blew bled bought broke brought built burnt came caught chose crept dealt did"
    " drank drew drove dug ate fed fell felt fled flew forgave forgot fought found froze gave got"
    " grew had heard held hid hung kept knew laid learnt led left lent lit lost made meant met paid"
    " ran rang rode rose said sang sank sat saw sent shook shot shrank slept slid sold spent spoke"
    " spun stole stood struck stuck swam swore swung taught thought threw told took tore understood"
    " went woke won wore wrote was were misunderstood overslept rebuilt withdrew quit hurt split"
    " hit bet"
)
_DONE = PAST | _words(
    "been better done eaten gone seen taken given written known driven flown grown broken spoken"
    " chosen forgotten gotten fallen worn sworn stolen come become begun sung swum ridden"
)
_EITHER = _words("read put cut let set shut cost spread beat")  # present or past
_BASE_IN_ED = _words("need feed speed bleed breed weed seed proceed succeed exceed heed")
_IS_PAST = re.compile(
    r"\b(?:ago|yesterday|last|when (?:I|i) was|as a (?:kid|child)|in (?:19|20)\d\d)\b"
)
_NO_VERB = _words(
    "and or but nor at in on of the a an to with without for from as if because so who that which"
    " than when while where what this these those my me is it he she we you they i not no too"
)
_SURE = _words(
    "live have am go eat speak teach swim make get keep try want prefer think know feel carry write"
    " don't haven't wear sleep sing buy sell collect own enjoy hate tend own grow listen watch"
    " learn can't do bake brew knit suffer volunteer commute attend avoid take wake"
)
_NOUN_TOO = _words(
    "work love like play run cook drive drink study travel exercise dance plan hope need use walk"
    " read ride paint train stay look help care miss visit start manage coach rent share fish hunt"
    " dream practice practise garden hike bike cycle climb ski smoke"
)
_AFTER_VERB = _words(
    "a an the my our his her their this that these those to in at on as for with from about around"
    " every each all some it him them you me into up out off over under lots mostly only too there"
    " here abroad remotely nights part-time full-time by near two three four five"
)
_STATE = _words(
    "love hate prefer live work need want have enjoy speak own wear adore despise dislike miss wish"
    " play study teach drive eat drink collect suffer"
)
_NOT_DOING = _words(
    "eat drink smoke like love have know want miss care think feel need drive understand believe"
    " trust celebrate own sleep work live cook dance drink own"
)
_FINITE = _words(
    "is are was were has have had will would can could does did makes make helps help keeps gives"
    " gets takes tastes looks sounds feels means works seems"
)

_VERBS = _FINITE | PAST | _FIXED
_PERSONS = _words("i we it you he she they")

# ------------------------------------------------------------------ starts

_FILLER = re.compile(
    r"(?:(?:(?:oh(?: well)?|ooh|ah|aha|hi(?: there| again)?|hiya|hello(?: there| again)?"
    r"|hey(?: there)?|heya|yo|btw|by the way|ok|okay|um+|uh+|erm?|hm+|anyways?|actually|honestly"
    r"|tbh|to be honest|fyi|lol|lmao|rofl|(?:ha){2,}h?|(?:he){2,}|yeah|yep|yup|yes|also(?! known)"
    r"|i mean|just so you know|so you know|just (?:fyi|to let you know)|for the record"
    r"|for your information|you know what|guess what|the thing is|good (?:morning|afternoon"
    r"|evening)|wow|yay|ugh|omg|oh my god|gosh|damn|welp|sooo*|(?:please )?(?:remember|note"
    r"|keep in mind)(?: that|:)|remember,)(?=[\s,.!:;…—–]|$)|(?:k|well|so|right|look|listen|like"
    r"|sorry|cheers|morning|evening|afternoon|thanks|thank you|thx|nice|great|cool|sure|perfect|and"
    r"|but|no worries|you know|basically)(?=[,.!:;…—–]| -|$)|so(?= (?:\w+['’]s|the|there|it|he|she"
    r"|this|that)\b)|(?:well|so|and|but|because|cos|cuz)(?= (?:i|i['’]\w+|im|ive|my|we|we['’]\w+"
    r"|our|yeah|basically|anyway|honestly)\b)"
    r")(?:[\s,!:;…—–]|\.(?!\d)|-\s)*)+",
    re.IGNORECASE,
)
_TITLE = re.compile(r"(?:Hey|Hello|Hi|Oh) (?!I\b|My\b|We\b|Our\b)[A-Z]")  # Hey Jude, Hello Kitty
_TRAILER = re.compile(
    r"(?:[\s,]+(?:lol|lmao|haha+|hehe+|xd|:-?\)|:-?D|;-?\)|xx+|tbh|btw|thanks|thank you|thx"
    r"|cheers))+$",
    re.IGNORECASE,
)
_START = re.compile(
    rf"(?P<adverbs>(?:{_ADVERB} )*)(?P<word>[A-Za-z]+(?:['’]t)?){_ENDS_WORD}"
    r"(?: (?P<next>[\w'’]+))?",
    re.IGNORECASE,
)
_NOT_DOING_ING = _words(
    "evening morning nothing something everything anything king spring wedding string thing bring"
    " sing ring during building ceiling pudding meeting swing wing sting cling"
)
_NOT_PAST_ED = _words("red bed shed hundred indeed ted fred wed sacred kindred naked")
_LIKE_NOUN = re.compile(
    r"[\w'’-]+(?: [\w'’-]+){0,3} (?:is|are|was|were|makes?|helps?|keeps?|gives?|tastes?|always"
    r"|means)\b"
)
_BEING = re.compile(
    r"(?:(?:severely|badly|mildly|very|highly|recently|newly|happily|totally|currently|still|now"
    r"|also) )?"
    r"(?:allergic|vegan|vegetarian|married|engaged|divorced|pregnant|single|retired|based|obsessed"
    r"|addicted|scared|afraid|terrified|tired|sick|excited|fluent|colou?r-?blind|deaf|blind"
    r"|diabetic|dyslexic|autistic|unemployed|self-employed|lactose[ -]intolerant|gluten[ -]free"
    r"|left[ -]handed|right[ -]handed|new|off|used to|originally from|interested|keen|due)"
    r"(?=,|$| (?:to|with|since|for|and|in|of|at|about|on|here|now|by|from|again|but|so)\b)",
    re.IGNORECASE,
)
_ROLE = re.compile(
    r"(?:(?!my|the|our|his|her|and|is|was)[\w'’-]+ ){0,3}(?:diabetic|vegan|vegetarian|coeliac"
    r"|celiac|asthmatic|nurse|teacher|student|engineer|developer|driver|widow|widower|veteran"
    r"|resident|parent|mum|mom|dad|fan|owner)"
    r"(?: since| here| for | by )",
    re.IGNORECASE,
)
_PARENT = (
    "mum and dad|mom and dad|mum|mom|mommy|mummy|dad|daddy|grandma|grandpa|grandad|granddad|granny"
    "|gran|nan|nana"
)
_BARE_PARENT = re.compile(
    r"(?:^|(?<=, )|(?<=\bwith )|(?<=\bto )|(?<=\bfor )|(?<=\bfrom )|(?<=\bbecause )"
    rf"|(?<=\bwhen ))({_PARENT})(?=['’]s\b|[\s,.]|$)",
    re.IGNORECASE,
)
_OWN = re.compile(
    r"(?:wife|husband|hubby|partner|girlfriend|boyfriend|fianc[eé]e?|boss|manager|landlord|landlady"
    r"|flatmate|roommate|kids?|son|daughter|sister|brother|parents|mother|father|birthday|rent|goal"
    r"|appointment|flight|haircut|phone)(?=['’]s\b| )",
    re.IGNORECASE,
)
_STARTERS = _words(
    "both none either the a an this that these those it its it's there he she they his her their"
    " every each all some"
    " any no not one if when while since because before after until although though unless as where"
    " what who why how neither nor so in on at for from with without of to by during over under"
    " into about between so far still just never always only even also however today tomorrow"
    " yesterday tonight now then later soon next last everyone everybody nobody someone people most"
    " many half"
)

# ------------------------------------------------------------------ requests

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

# ------------------------------------------------------------------ pronouns

_LOOSE = re.compile(
    rf"{_NOT_IN_WORD}(?:[iI]m|[iI]ve|weve|youre|youve"
    r"|id(?= (?:rather|like|love|prefer|say|be|have|go|take|never)\b)"
    rf"|ill(?= (?:be|have|go|get|do|take|need|see|try|never)\b)){_ENDS_WORD}"
)
_SUBJECT = re.compile(
    rf"{_NOT_IN_WORD}(?P<who>[Ii]|[Ww]e|WE|[Yy]ou|YOU)(?:['’](?P<short>m|ve|ll|d|re|M|VE|LL|D|RE))?"
    rf"{_ENDS_WORD}(?P<adverbs>(?: {_ADVERB}|, [^,.;:?!]{{1,30}},)*)"
    rf"(?: (?P<verb>[A-Za-z]+(?:['’][tT])?){_ENDS_WORD})?"
)
_OBJECT = re.compile(
    rf"{_NOT_IN_WORD}(?P<word>me|my|mine|myself|us|our|ours|ourselves|you|your|yours"
    rf"|yourself){_ENDS_WORD}",
    re.IGNORECASE,
)
_BEFORE = re.compile(r"([\w'’-]+)(\W*)$")
_INVERTED = {"am": "is", "do": "does", "have": "has", "don't": "doesn't", "haven't": "hasn't"}
_INVERTERS = _words("can could will would should may might must did was had shall were didn't")
_HAS_VERB = re.compile(r"\b(?:I|we|you|they|he|she)(?: \w+ly)? [\w'’]+ $")
_COUNTED = _words("war type phase part chapter volume stage level tier class grade")
_YOU_ACT = _words(
    "and but if when whenever that because as so while until unless what how why where which before"
    " after think says say hope wish know said once than or like since whatever can could would"
    " will should do did"
)
_ONE = re.compile(
    r"(?: can tell| never know|['’]d think| would think| wouldn['’]t believe| can imagine"
    r"| can['’]t)\b"
)
_AND_VERB = re.compile(
    rf"\b(and|but|or|then)((?: {_ADVERB})*) ([a-z]+(?:['’]t)?){_ENDS_WORD}(?:(?= ([\w'’-]+)))?"
)
# What ends the reach of a verb, so that one after "and" does not follow it.
_AFTER_VERB_ENDS = re.compile(r"\b(?:who|which|that|because|when|if|while|to [a-z]+)\b")
_AFTER_BEING = re.compile(r"\b(?:who|which|that|because|when|if|while|to [a-z]+|[a-z]+ing)\b")
_NAMES_AND = re.compile(
    r"(?:^|[,;] |\b(?:and|but|when|because|that|so|if) )(?P<other>(?:(?:my|our|the|his"
    r"|her) )?[\w'’-]+(?: [\w'’-]+){0,3}) and $",
    re.IGNORECASE,
)
_WITH_ME = re.compile(
    r"(?:^|(?<=\W))(?:me|myself|I) and (?=(?:my|the|our|[A-Z])\b|[A-Z])", re.IGNORECASE
)

_END = re.compile(r"([.!?…]+)(?=\s|$)|\n+")
_ABBREVIATION = re.compile(
    r"\b(?:Dr|Mr|Mrs|Ms|St|Prof|Rev|Sr|Jr|vs|etc|e\.g|i\.e|a\.m|p\.m|approx|No|Mt|Ft|[A-Z])$"
)
_FIRST_WORD = re.compile(r"([^\W\d_]+)(?:['’][a-z]+)?")
_LOOSE_ENDS = " \t\n.!…,;:—–"


@dataclass(slots=True)
class _Told:
    """Who has been spoken of so far."""

    group: bool = False
    """The user together with others, in an earlier or in this sentence."""
    assistant: bool = False
    """The assistant, in this sentence."""
    loud: bool = False
    """This sentence is written in capitals."""


def turned(text: str) -> str | None:
    """What an English text says about the user; None if it says nothing in the first person."""
    told, parts, changed = _Told(), list[str](), False
    for body, asks in _sentences(text):
        plain = _TRAILER.sub("", _without_fillers(body)).lstrip(" ,;:").rstrip(_LOOSE_ENDS)
        if not plain:
            continue
        told.assistant, told.loud = False, plain.isupper()
        said = _question(plain, told) if asks else _statement(plain, told)
        changed = changed or said != plain
        parts.append(closed(_led_in(said)))
    return " ".join(parts) if changed else None


def closed(text: str) -> str:
    """The text with a capital in front and a full stop behind."""
    text = text.rstrip(_LOOSE_ENDS)
    word = _FIRST_WORD.match(text)
    if word and (word[1] in _STARTERS or text.startswith("the user")):
        text = text[0].upper() + text[1:]
    return f"{text}."


def _sentences(text: str) -> list[tuple[str, bool]]:
    """Each sentence without its end, and whether it asks."""
    found: list[tuple[str, bool]] = []
    start = 0
    for end in _END.finditer(text):
        if end[0] == "." and _ABBREVIATION.search(text, start, end.start()):
            continue
        found.append((text[start : end.start()].strip(), "?" in end[0]))
        start = end.end()
    found.append((text[start:].strip(), False))
    return [(re.sub(r"\s+", " ", body), asks) for body, asks in found if body]


def _without_fillers(body: str) -> str:
    filler = _FILLER.match(body)
    return body[filler.end() :] if filler and not _TITLE.match(body) else body


def _question(body: str, told: _Told) -> str:
    """A request as a wish; what is known before the question as a statement, the rest quoted."""
    if _ASK.match(body) or _CALL_ME.match(body):
        return _statement(body, told)
    if not _ASKS.match(body):
        for cut in _ASKS_LATER.finditer(body):
            if _ASKS.match(cut["asked"]):
                known = _statement(body[: cut.start()], told)
                return f"{closed(known)} The user asked: “{cut['asked']}?”"
    return f"The user asked: “{body}?”"


def _statement(body: str, told: _Told) -> str:
    body = _LOOSE.sub(lambda m: _spelled(m[0]), body)
    said = _PLEASE.sub("", _wish(body) or _with_subject(body) or body)
    told.group = told.group or bool(_WITH_ME.search(said))
    said = _WITH_ME.sub("the user and ", said)
    told.assistant = "the assistant" in said
    return _objects(_subjects(said, told), told)


def _led_in(said: str) -> str:
    """The sentence behind a capital; a first word that may be a name typed small stays so."""
    first = _FIRST_WORD.match(said)
    if not first or not first[0].islower() or first[1] in _STARTERS or said.startswith("the user"):
        return said
    return f"The user says {said}"


def _spelled(word: str) -> str:
    for short in ("m", "ve", "d", "ll", "re"):
        if word.lower().endswith(short) and len(word) > len(short):
            return f"{word[: -len(short)]}'{short}"
    return word


def _wish(body: str) -> str | None:
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


def _with_subject(body: str) -> str | None:
    """The sentence with the subject that a quick writer leaves out."""
    if _BEING.match(body):
        return f"the user is {body[0].lower()}{body[1:]}"
    if _ROLE.match(body) and body[0].islower():
        return f"the user is {body}"
    if _BARE_PARENT.search(body):
        body = _BARE_PARENT.sub(r"the user's \1", body)
        return re.sub(r"(?<=the user's )(\w+)['’]s got\b", r"\1 has got", body)
    if own := _OWN.match(body):
        return f"the user's {own[0].lower()}{body[own.end() :]}"
    start = _START.match(body)
    if not start or (start["next"] or "").lower() in (
        "i",
        "we",
        "is",
        "was",
        "are",
        "has",
        "lives",
    ):
        return None
    word, rest = start["word"].lower(), body[start.end("word") :]
    verb = _dropped_subject(word, body)
    return f"the user {_before(verb, start['adverbs'].lower())}{rest}" if verb else None


def _before(verb: str, adverbs: str) -> str:
    """The adverbs where they belong: after "is" and "has", before other verbs."""
    auxiliary, _, main = verb.partition(" ")
    return f"{auxiliary} {adverbs}{main}" if auxiliary in ("is", "has") and main else adverbs + verb


def _dropped_subject(word: str, body: str) -> str | None:
    """The verb for "the user", if a sentence begins with this one and lacks its subject."""
    word = _PLAIN_FORMS.get(word, word).replace("’", "'")
    if word in ("been", "gotten", "done"):
        return f"has {word}"
    if word == "born":
        return "was born"
    if word in ("haven't", "gotta", "gonna", "wanna"):
        return _CHANGED[word]
    if word == "don't":
        return "doesn't"
    if word in ("can't", "couldn't", "won't", "didn't", "wasn't", "hadn't", "wouldn't", "used"):
        return word
    if _LIKE_NOUN.match(body):
        return None
    if word in _STATE:
        return _third(word, body)
    if word.endswith("ing") and word not in _NOT_DOING_ING and len(word) > 4:
        return f"is {word}"
    if word in PAST or (word.endswith("ed") and word not in _NOT_PAST_ED | _BASE_IN_ED):
        return word
    return None


def _third(verb: str, sentence: str) -> str:
    """The verb as it stands after "the user", from how it stood after "I"."""
    small = _PLAIN_FORMS.get(verb.lower(), verb.lower()).replace("’", "'")
    if small in _CHANGED:
        changed = _CHANGED[small]
    elif _stays(small, sentence):
        return verb
    elif small.endswith(("s", "x", "z", "ch", "sh", "o")):
        changed = f"{small}es"
    elif small.endswith("y") and small[-2:-1] not in "aeiou":
        changed = f"{small[:-1]}ies"
    else:
        changed = f"{small}s"
    return changed.upper() if verb.isupper() and len(verb) > 1 else changed


def _stays(verb: str, sentence: str) -> bool:
    """Whether a verb is the same for every person: a modal, a past, or no verb at all."""
    return (
        verb in _FIXED | PAST | _NO_VERB
        or (verb.endswith("ed") and verb not in _BASE_IN_ED)
        or (verb in _EITHER and bool(_IS_PAST.search(sentence)))
    )


def _subjects(sentence: str, told: _Told) -> str:
    """The sentence with I, we and you as third persons, and their verbs in agreement."""
    out, at = "", 0
    ends: re.Pattern[str] | None = None  # only a verb in the present has one
    for match in _SUBJECT.finditer(sentence):
        gap = sentence[at : match.start()]
        out += _coordinated(gap, sentence, ends)
        at, ends = match.end(), None
        who = match["who"].lower()
        if _is_name(match, "who", loud=told.loud) or (who == "you" and not _you_acts(match)):
            out += match[0]
        elif who == "we":
            out += _group(told) + _plural(match)
        elif who == "i" and _is_numeral(match):
            out += match[0]
        elif who == "i" and _is_joined(match):
            told.group = True
            out += "the user" + _plural(match)
        else:
            out, said, ends = _single(match, out, told)
            out += said
    return out + _coordinated(sentence[at:], sentence, ends)


def _single(match: re.Match[str], out: str, told: _Told) -> tuple[str, str, re.Pattern[str] | None]:
    """What stood before, the user or the assistant with a verb, and how far a present reaches."""
    who, verb = match["who"].lower(), match["verb"] or ""
    name = "the user" if who == "i" else "the assistant"
    if who == "you" and _ONE.match(match.string, match.end("who")):
        name = "one"
    told.assistant = told.assistant or who == "you"
    tail = f"{match['adverbs']}{' ' + verb if verb else ''}"
    if match["short"]:
        short = match["short"].lower()
        full = _in_full(short, verb, {"m": "is", "re": "is", "ve": "has", "ll": "will"})
        return out, f"{name} {full}{tail}", _AFTER_BEING if short == "m" else None
    before = _BEFORE.search(out)
    if before and before[2] == " " and not out.endswith(("user ", "assistant ")):
        last = before[1].lower().replace("’", "'")
        if last in _INVERTED and not _took_verb(match):
            return f"{out[: before.start(1)]}{_INVERTED[last]} ", name + tail, None
        if last in _INVERTERS and not _took_verb(match):
            return out, name + tail, None
    if not verb or (verb[0].isupper() and not verb.isupper()) or verb.lower() in _NO_VERB:
        return out, name + tail, None
    new = _third(verb, match.string)
    if name == "one":
        new = verb
    elif who == "you" and verb.lower() == "were":
        new = "was"
    present = new != verb and not new.endswith("n't")
    reach = _AFTER_BEING if new == "is" else _AFTER_VERB_ENDS
    return out, f"{name}{match['adverbs']} {new}", reach if present else None


def _took_verb(match: re.Match[str]) -> bool:
    """Whether the word before belongs to an earlier subject: "what I have I share"."""
    return bool(_HAS_VERB.search(match.string, 0, match.start()))


def _plural(match: re.Match[str]) -> str:
    verb, short = match["verb"] or "", (match["short"] or "").lower()
    full = _in_full(short, verb, {"re": "are", "ve": "have", "ll": "will", "m": "am"})
    tail = f"{match['adverbs']} {verb}" if verb else match["adverbs"]
    return f" {full}{tail}" if short else tail


def _in_full(short: str, verb: str, forms: dict[str, str]) -> str:
    """What an apostrophe stands for, by the verb that follows."""
    verb = verb.lower()
    done = verb in _DONE or (verb.endswith("ed") and verb not in _BASE_IN_ED)
    return forms.get(short) or ("had" if done else "would")


def _group(told: _Told) -> str:
    known, told.group = told.group, True
    return "they" if known else "the user and others"


def _coordinated(gap: str, sentence: str, ends: re.Pattern[str] | None) -> str:
    """What follows a verb in the present, with the verbs that share its subject in agreement."""
    if ends is None:
        return gap

    def agree(match: re.Match[str]) -> str:
        verb, following = match[3], (match[4] or "").lower()
        if ends.search(gap, 0, match.start()) or following in _FINITE:
            return match[0]
        if verb in _SURE or (verb in _NOUN_TOO and following in _AFTER_VERB):
            return f"{match[1]}{match[2]} {_third(verb, sentence)}"
        return match[0]

    return _AND_VERB.sub(agree, gap)


def _objects(sentence: str, told: _Told) -> str:
    """The sentence with the other forms of I, we and you as third persons."""
    acts = re.search(r"\bthe user\b(?!['’])", sentence, re.IGNORECASE)
    knows_user = acts.start() if acts else len(sentence)

    def replaced(match: re.Match[str]) -> str:
        if _is_name(match, "word", loud=told.loud):
            return match[0]
        before = _BEFORE.search(sentence, max(0, match.start() - 40), match.start())
        last = before[1].lower() if before else ""
        return _form(match["word"].lower(), last, told, after=match.start() > knows_user)

    return _OBJECT.sub(replaced, sentence)


def _form(word: str, last: str, told: _Told, *, after: bool) -> str:
    match word:
        case "my":
            return "their" if after else "the user's"
        case "me":
            return "the user"
        case "mine":
            return word if last in ("a", "the", "gold", "coal", "salt", "data") else "the user's"
        case "myself":
            return "themselves"
        case "our":
            return "their" if told.group or after else "the user's"
        case "ours":
            return "theirs"
        case "ourselves":
            return "themselves"
        case "us":
            return "them" if told.group else "the user and others"
        case "your":
            return "its" if told.assistant else "the assistant's"
        case "yours":
            return "the assistant's"
        case "yourself":
            return "itself"
        case _:
            return "the assistant"


def _is_name(match: re.Match[str], group: str, *, loud: bool) -> bool:
    """Whether a capital inside a sentence makes it part of a name: My Neighbor Totoro."""
    word, text = match[group], match.string
    if word == "I" or word.islower():
        return False
    if word.isupper():  # of those, a country and an illness are written so
        return word in ("US", "ME") and not loud
    before = text[: match.start()].rstrip(" (")
    return bool(before) and before[-1] not in ".!?:;—–-,"


def _you_acts(match: re.Match[str]) -> bool:
    before = _BEFORE.search(match.string, 0, match.start())
    return (
        not before
        or "," in before[2]
        or before[1].lower() in _YOU_ACT
        or bool(_ONE.match(match.string, match.end("who")))
    )


def _is_numeral(match: re.Match[str]) -> bool:
    before = _BEFORE.search(match.string, 0, match.start())
    return (
        bool(before)
        and not match["short"]
        and before[1].lower() in _COUNTED
        and before[1][0].isupper()
    )


def _is_joined(match: re.Match[str]) -> bool:
    """Whether "and I" joins two people and not two clauses."""
    others = _NAMES_AND.search(match.string, 0, match.start())
    if not others:
        return False
    words = others["other"].split()
    return not any(_tells_a_clause(w.replace("’", "'")) for w in words)


def _tells_a_clause(word: str) -> bool:
    """Whether a word of "X and I" makes X a clause. With a capital it is a name: Drew, Will."""
    stem = word.partition("'")[0]
    is_verb = word.islower() and (stem in _VERBS or word.endswith("ed"))
    return is_verb or stem.lower() in _PERSONS or word.endswith("'s") or word.isdecimal()
