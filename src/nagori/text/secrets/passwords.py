"""Passwords by name: what follows the word, or stands before it."""

import re
from collections.abc import Iterator

from nagori.text.secrets.codes import CODE_NAME, code_after
from nagori.text.secrets.links import Link, links
from nagori.text.secrets.secret import DIGIT, LETTER, Secret, is_measure, steps

_ENTRY_NAME = (
    r"(?:pass(?:words?|wd|wort|phrase|codes?)|(?<![a-z])(?:pwd|psw|pw)|(?<=[a-z0-9]_)(?:pass|pw"
    r"|secret(?:_key)?)|client[_ -]?secret|contraseña|senha"
    r"|(?P<faint>(?<![a-z])pass(?=[\"']?\s?[:=]| is )))"
    r"(?:[0-9]{1,2}|_(?!exp|field|file|hash|hint|len|m[ai][nx]|policy|reset|url)[a-z]\w{0,20})?"
    r"(?![a-z0-9_])|(?:密码|密碼|口令|暗号|暗號)(?![学學管箱锁鎖子保强強长長输輸框机器错錯])"
)
_NAME = re.compile(rf"(?P<flag>(?<!\S)--?)?(?:{_ENTRY_NAME}|(?P<code>{CODE_NAME}))", re.IGNORECASE)
_QUOTED = re.compile(
    r"\"([^\"\n]{3,100}?)\\?\"|'([^'\n]{3,100}?)\\?'|`([^`\n]{3,100})`|“([^”\n]{2,100})”"
    r"|‘([^’\n]{2,100})’|「([^」\n]{2,100})」|『([^』\n]{2,100})』|《([^》\n]{2,100})》|【([^】\n]{2,100})】"
)
_WORD = re.compile(r"(?:[!#-;=-_a-~\u00a1-\u024f]|<(?!/)){1,128}")
_NEXT_FIELD = re.compile(r"[,;&|][A-Za-z_][\w.-]{2,40}[=:]|\\[nr]|[)\]}],?$")
_IN_QUERY = re.compile(r"[?&][\w.-]*$")
_LATIN = r"[A-Za-zÀ-ɏ]{2,}"
_PHRASE = re.compile(rf"{_LATIN}(?:[ -]{_LATIN}){{0,11}}+(?![A-Za-z0-9_'’-])")
_CLAUSE_END = re.compile(
    r"\s{0,2}(?:[.,;!?)](?=[\s\"'”)]|$)|[\n，。；！？、）\"”]|</|$|(?![的上里那密账帐一和跟])[一-鿿])"
)
_SPOKEN_DIGITS = re.compile(r"[零〇一二三四五六七八九幺两]{4,}")
_SPOKEN_WORD = re.compile(
    r"(?![我你您他她它这那什怎谁哪啥多几不没否错对])[一-鿿]{2,10}(?=[，。；！？、\s,.;!?]|$)"
)
_PLACEHOLDER = re.compile(
    r"[*•●x.…_#-]{2,}|<.*|\$\{.*|\$[A-Z_]{3,}|\{\{?.*|\[[A-Za-z_-]*|your[_-].*|[\w.]+\(.*\)"
    r"|\d+(?:st|nd|rd|th)|2fa|v\d+|[\d.]+%|1password"
    r"|(?:sha|md|utf|base|argon|oauth|pbkdf|aes|rsa|wpa|web)-?\d{1,4}\w{0,2}",
    re.IGNORECASE,
)
_SYMBOL = re.compile(r"[!@#$%^&*_+=~?|\\]")
_DESCRIBES = re.compile(r"(?:ed|ing|able|ible|ly|ful|less|ous|ive)$")
_SETS = re.compile(r"\b(?:set|chang|reset|updat|switch|made|make|pick|chose)", re.IGNORECASE)
_AND = re.compile(r",? (?:and|or|then|to) |[/、和或]\s?|还有")
_IS_PASSWORD = re.compile(
    r"[ ,-]{0,3}(?<=[ ,-])(?:is|was|as|that['’]s|that is|this is|it['’]s)"
    r" (?:my|the|our|your|his|her|their|a)(?: [\w'’-]{1,20}){0,3}?"
    r" (?:password|passcode|passphrase|pwd)(?! (?:manager|hash|policy|reset|generator|app))"
    r"|就?是[我你您他她]?们?的?[一-鿿A-Za-z ]{0,8}?(?:密码|口令)(?![学管箱锁])",
    re.IGNORECASE,
)
_LAST_WORD = re.compile(r"([!#-&(-;=?-_a-~]{4,64})[\"'`”’」]?[ ,—]{0,3}$")
_PAIR = re.compile(
    r"(?:log-?in|user(?:name)? ?/ ?pass(?:word)?|credentials?|creds|[账帐]号?密码?)"
    r"(?: (?:is|are) |\s?[:：=是]\s?|\s)[\w.@+-]{2,60}\s?[/:|,，]\s?([!#-&(-;=?-_a-~]{6,64})",
    re.IGNORECASE,
)
_IDLE = frozenset(
    """
    a about above account across again all allowed already also always an and another any anything
    are as asked at attached bad be because been before below best better bitwarden blank but by
    can case change changed characters choose click common complex contain correct dashlane default
    different each easy email empty enough enter even every everywhere expired false fields fine
    for forget forgot from generator gone good great hard has hash have he her here hidden his how
    i if important in incorrect into invalid is it its just keepass keepassxc kept key known
    lastpass least length letters like long longer lost managed manager many mine minimum missing
    mix more most much must my name need needs never new no none not nothing null of off ok okay
    old on one only optional or our out over password passwords personal please policy pretty
    private prompt protected public quite random rather really required requirement requirements
    reset right rotate safe same saved secret secrets secure security see sent set setup several
    shared she short should shown simple so some someone something somewhere soon stored str
    strength string strong stronger stuff such sure tbd text than that the their them then there
    they this to together too tough tricky true two type undefined unique universal unknown up
    updated use used username users very via was way we weak were what when where which who why
    wifi will with without written wrong yes yet you your yours
    """.split()  # noqa: SIM905 - quoted one by one they would fill a page
)


def passwords(text: str) -> Iterator[Secret]:
    """The passwords, and the codes that follow their name."""
    for name in _NAME.finditer(text):
        if name["code"]:
            if span := code_after(text, name):
                yield Secret(*span, "code")
        else:
            yield from (Secret(*span, "password") for span in _following(text, name))
    for m in _IS_PASSWORD.finditer(text):
        before = _LAST_WORD.search(text, max(0, m.start() - 70), m.start())
        if before and _is_password(before[1], "bare"):
            yield Secret(*before.span(1), "password")
    for m in _PAIR.finditer(text):
        if _is_password(m[1], "bare"):
            yield Secret(*m.span(1), "password")


def _following(text: str, name: re.Match[str]) -> Iterator[tuple[int, int]]:
    """Where the passwords are that follow a name; there may be several: "passwords are … and …"."""
    for link, start in links(text, name.end()):
        stated = "bare" if name["faint"] else "given" if name["flag"] else link
        if link == "bare" and text[start - 1] == name[0][-1] and not name[0].isascii():
            stated = "weak"  # nothing but a value is glued to a Chinese word
        span = _value(text, start, stated, name)
        if not span:
            continue
        several = link == "weak" or name[0].endswith(("s", "S")) or not name[0].isascii()
        while span:
            yield span
            m = _AND.match(text, span[1]) if several else None
            span = _value(text, m.end(), "bare", name) if m else None
        return


def _value(text: str, at: int, link: Link, name: re.Match[str]) -> tuple[int, int] | None:
    """Where the password is that begins here, if one does."""
    if m := _QUOTED.match(text, at):
        inner = m[m.lastindex or 0].strip()
        words = inner.lower().split()
        idle = (len(words) > 1 and link == "bare") or all(w in _IDLE for w in words)
        return None if idle or _PLACEHOLDER.fullmatch(inner) else m.span(m.lastindex or 0)
    if m := _WORD.match(text, at):
        in_query = _IN_QUERY.search(text, max(0, name.start() - 40), name.start())
        value = m[0].partition("&")[0] if in_query else _NEXT_FIELD.split(m[0], maxsplit=1)[0]
        is_label = value.endswith((":", "="))
        value = value.rstrip(".,;:?)]}'*_~" if text[at - 1] in "*_~" else ".,;:?)]}'")
        measure = is_measure(value, text, at + len(value))
        if not is_label and not measure and _is_password(value, link):
            return at, at + len(value)
    if "\n" in text[name.end() : at] or link == "bare":
        return None
    if m := _PHRASE.match(text, at):
        sets = link != "weak" or _SETS.search(text, max(0, name.start() - 40), at)
        return m.span() if sets and _is_phrase(text, m, link) else None
    m = _SPOKEN_DIGITS.match(text, at)
    if not m and name[0][0] in "口暗":  # these are spoken; a password is typed
        m = _SPOKEN_WORD.match(text, at)
    return m.span() if m else None


def _is_password(value: str, link: Link) -> bool:
    """Whether one word is a password rather than a word about one."""
    if len(value) < 3 or value.lower().rstrip("!") in _IDLE or _PLACEHOLDER.fullmatch(value):
        return False
    digits, letters = len(DIGIT.findall(value)), len(LETTER.findall(value))
    if digits == len(value):
        return digits >= {"given": 3, "said": 4, "weak": 4, "bare": 6}[link]
    if link == "bare":
        return len(value) >= 6 and digits > 0 and letters > 0
    if digits:
        return len(value) >= (6 if not letters else 5 if link == "weak" else 3)
    if _SYMBOL.search(value):
        return letters >= 3
    return len(value) >= 6 and steps(value) >= 2


def _is_phrase(text: str, m: re.Match[str], link: Link) -> bool:
    """Whether plain words are a password: they end the clause, and none of them describes."""
    words = m[0].lower().replace("-", " ").split()
    if not _CLAUSE_END.match(text, m.end()):
        return False
    describes = link != "given" or len(words) > 1
    idle = sum(w in _IDLE or (describes and bool(_DESCRIBES.search(w))) for w in words)
    return idle <= (len(words) >= 4)  # four words that no grammar holds together
