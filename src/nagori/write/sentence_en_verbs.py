"""English verbs: which are which, and how they stand after "the user"."""

import re

ADVERB = (
    r"(?:just|still|always|never|also|only|even|already|ever|often|sometimes|now|then|almost"
    r"|no longer|[0-9]+ ?%|kind of|sort of|kinda|sorta|once|both|all|too|much|soon|maybe|perhaps"
    r"|again|(?!(?:reply"
    r"|apply|rely|supply|comply|fly|multiply|bully|rally|imply|family)\b)[a-z]+ly)"
)
NOT_IN_WORD, ENDS_WORD = r"(?<![\w'’-])", r"(?![\w'’-])"


def words(listed: str) -> frozenset[str]:
    """The words of a list that is written with blanks between them."""
    return frozenset(listed.split())


CHANGED = {
    "am": "is", "are": "is", "aren't": "isn't", "have": "has", "haven't": "hasn't", "do": "does",
    "don't": "doesn't", "wanna": "wants to", "gotta": "has gotta", "gonna": "is gonna",
}  # fmt: skip
PLAIN_FORMS = {
    f"{stem}nt": f"{stem}n't"
    for stem in words("do does did have has had was were is are would could should must")
} | {"cant": "can't", "wont": "won't", "aint": "ain't"}
_FIXED = words(
    "is was were had did does has can could will would shall should may might must ought cannot"
    " isn't wasn't weren't hadn't didn't doesn't hasn't can't couldn't won't wouldn't shan't"
    " shouldn't mightn't mustn't ain't better been being"
)
PAST = words(
    "became began bit blew bled bought broke brought built burnt came caught chose crept dealt did"
    " drank drew drove dug ate fed fell felt fled flew forgave forgot fought found froze gave got"
    " grew had heard held hid hung kept knew laid learnt led left lent lit lost made meant met paid"
    " ran rang rode rose said sang sank sat saw sent shook shot shrank slept slid sold spent spoke"
    " spun stole stood struck stuck swam swore swung taught thought threw told took tore understood"
    " went woke won wore wrote was were misunderstood overslept rebuilt withdrew quit hurt split"
    " hit bet"
)
_DONE = PAST | words(
    "been better done eaten gone seen taken given written known driven flown grown broken spoken"
    " chosen forgotten gotten fallen worn sworn stolen come become begun sung swum ridden"
)
_EITHER = words("read put cut let set shut cost spread beat")  # present or past
BASE_IN_ED = words("need feed speed bleed breed weed seed proceed succeed exceed heed")
_IS_PAST = re.compile(
    r"\b(?:ago|yesterday|last|when (?:I|i) was|as a (?:kid|child)|in (?:19|20)\d\d)\b"
)
NO_VERB = words(
    "and or but nor at in on of the a an to with without for from as if because so who that which"
    " than when while where what this these those my me is it he she we you they i not no too"
)
_SURE = words(
    "live have am go eat speak teach swim make get keep try want prefer think know feel carry write"
    " don't haven't wear sleep sing buy sell collect own enjoy hate tend own grow listen watch"
    " learn can't do bake brew knit suffer volunteer commute attend avoid take wake"
)
_NOUN_TOO = words(
    "work love like play run cook drive drink study travel exercise dance plan hope need use walk"
    " read ride paint train stay look help care miss visit start manage coach rent share fish hunt"
    " dream practice practise garden hike bike cycle climb ski smoke"
)
_AFTER_VERB = words(
    "a an the my our his her their this that these those to in at on as for with from about around"
    " every each all some it him them you me into up out off over under lots mostly only too there"
    " here abroad remotely nights part-time full-time by near two three four five"
)
_FINITE = words(
    "is are was were has have had will would can could does did makes make helps help keeps gives"
    " gets takes tastes looks sounds feels means works seems"
)
VERBS = _FINITE | PAST | _FIXED
_AND_VERB = re.compile(
    rf"\b(and|but|or|then)((?: {ADVERB})*) ([a-z]+(?:['’]t)?){ENDS_WORD}(?:(?= ([\w'’-]+)))?"
)
# What ends the reach of a verb, so that one after "and" does not follow it.
AFTER_VERB_ENDS = re.compile(r"\b(?:who|which|that|because|when|if|while|to [a-z]+)\b")
AFTER_BEING = re.compile(r"\b(?:who|which|that|because|when|if|while|to [a-z]+|[a-z]+ing)\b")


def third(verb: str, sentence: str) -> str:
    """The verb as it stands after "the user", from how it stood after "I"."""
    small = PLAIN_FORMS.get(verb.lower(), verb.lower()).replace("’", "'")
    if small in CHANGED:
        changed = CHANGED[small]
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
        verb in _FIXED | PAST | NO_VERB
        or (verb.endswith("ed") and verb not in BASE_IN_ED)
        or (verb in _EITHER and _tells_the_past(sentence))
    )


def _tells_the_past(sentence: str) -> bool:
    return bool(_IS_PAST.search(sentence)) or not PAST.isdisjoint(sentence.lower().split())


def in_full(short: str, verb: str, forms: dict[str, str]) -> str:
    """What an apostrophe stands for, by the verb that follows."""
    verb = verb.lower()
    done = verb in _DONE or (verb.endswith("ed") and verb not in BASE_IN_ED)
    return forms.get(short) or ("had" if done else "would")


def coordinated(gap: str, sentence: str, ends: re.Pattern[str] | None) -> str:
    """What follows a verb in the present, with the verbs that share its subject in agreement."""
    if ends is None:
        return gap

    def agree(match: re.Match[str]) -> str:
        verb, following = match[3], (match[4] or "").lower()
        if ends.search(gap, 0, match.start()) or following in _FINITE:
            return match[0]
        if verb in _SURE or (verb in _NOUN_TOO and following in _AFTER_VERB):
            return f"{match[1]}{match[2]} {third(verb, sentence)}"
        return match[0]

    return _AND_VERB.sub(agree, gap)
