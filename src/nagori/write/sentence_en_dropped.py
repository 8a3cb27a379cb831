"""The subject that a quick writer of English leaves out."""

import re

from nagori.write.sentence_en_verbs import (
    ADVERB,
    BASE_IN_ED,
    CHANGED,
    ENDS_WORD,
    PAST,
    PLAIN_FORMS,
    third,
    words,
)

_STATE = words(
    "love hate prefer live work need want have enjoy speak own wear adore despise dislike miss wish"
    " play study teach drive eat drink collect suffer"
)
_START = re.compile(
    rf"(?P<adverbs>(?:{ADVERB} )*)(?P<word>[A-Za-z]+(?:['’]t)?){ENDS_WORD}"
    r"(?: (?P<next>[\w'’]+))?",
    re.IGNORECASE,
)
_HAS_SUBJECT = words("i we is was are has lives")
_TOWARDS_ME = words("me us")  # "Asked me on Friday": somebody else did
_AFTER_NOUN = words("with of is was")
_NOT_DOING_ING = words(
    "evening morning nothing something everything anything king spring wedding string thing bring"
    " sing ring during building ceiling pudding meeting swing wing sting cling"
)
_NOT_PAST_ED = words("red bed shed hundred indeed ted fred wed sacred kindred naked")
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


def with_subject(body: str) -> str | None:
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
    following = (start["next"] or "").lower().replace("’", "'") if start else ""
    if not start or following in _HAS_SUBJECT | _TOWARDS_ME or following.endswith("'s"):
        return None
    if start["word"].lower() in _STATE and following in _AFTER_NOUN:
        return None  # "Love with seasoning" is a dish
    word, rest = start["word"].lower(), body[start.end("word") :]
    verb = _dropped_subject(word, body)
    return f"the user {_before(verb, start['adverbs'].lower())}{rest}" if verb else None


def _before(verb: str, adverbs: str) -> str:
    """The adverbs where they belong: after "is" and "has", before other verbs."""
    auxiliary, _, main = verb.partition(" ")
    return f"{auxiliary} {adverbs}{main}" if auxiliary in ("is", "has") and main else adverbs + verb


def _dropped_subject(word: str, body: str) -> str | None:
    """The verb for "the user", if a sentence begins with this one and lacks its subject."""
    word = PLAIN_FORMS.get(word, word).replace("’", "'")
    if word in ("been", "gotten", "done"):
        return f"has {word}"
    if word == "born":
        return "was born"
    if word in ("haven't", "gotta", "gonna", "wanna"):
        return CHANGED[word]
    if word == "don't":
        return "doesn't"
    if word in ("can't", "couldn't", "won't", "didn't", "wasn't", "hadn't", "wouldn't", "used"):
        return word
    if _LIKE_NOUN.match(body):
        return None
    if word in _STATE:
        return third(word, body)
    if word.endswith("ing") and word not in _NOT_DOING_ING and len(word) > 4:
        return f"is {word}"
    if word in PAST or (word.endswith("ed") and word not in _NOT_PAST_ED | BASE_IN_ED):
        return word
    return None
