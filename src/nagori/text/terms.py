"""The words of a text as numbers, for finding passages by the words they share with a query.

A spaced script gives one term a word, stemmed so that "painted" finds "painting". A script written
without spaces gives its single characters and its pairs: no dictionary, so no name is ever missed.
"""

import re
import unicodedata
from array import array
from collections.abc import Iterable
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

VERSION = 1
"""Kept with every passage. Raise it when `terms` changes its answers: old rows are then redone."""

# Scripts written without spaces between words: Han with its marks, kana, Thai and its neighbours.
# Hangul has spaces, but its particles stick to the word, which pairs of syllables look through.
_UNSPACED = (
    "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3005-\u3007\u3040-\u30ff\u31f0-\u31ff"
    "\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff\U00020000-\U0003ffff"
)
_WORD = rf"[^\W_{_UNSPACED}]+"
_PIECES = re.compile(rf"[{_UNSPACED}]+|{_WORD}(?:(?:['’\-_.@:/+&]|,(?=\d\d\d)){_WORD})*[+#]*")
_ASCII_PIECES = re.compile(r"[a-z0-9]+(?:(?:['\-_.@:/+&]|,(?=\d\d\d))[a-z0-9]+)*[+#]*")
_IN_COMPOUND = re.compile(r"[\-_.@:/+&,#]+")
_UNSPACED_CHARACTER = re.compile(f"[{_UNSPACED}]")
_ACCENTS = re.compile("[\u0300-\u036f]")

_IRREGULAR_FORMS = """
    be am is are was were been | become became | begin began begun | bite bit bitten | blow blew
    blown | break broke broken | bring brought | build built | buy bought | catch caught | child
    children | choose chose chosen | come came | deal dealt | die dying | do did does done |
    draw drew drawn | drink drank drunk | drive drove driven | eat ate eaten | fall fell fallen
    | feed fed | feel felt | fight fought | find found | fly flew flown | forget forgot
    forgotten | freeze froze frozen | get got gotten | give gave given | go went gone goes |
    grow grew grown | hang hung | have had has | hear heard | hide hid hidden | hold held | keep
    kept | know knew known | lay laid | lead led | leave left | lend lent | lie lying | life
    lives | lose lost | make made | man men | mean meant | meet met | mouse mice | pay paid |
    ride rode ridden | ring rang rung | rise rose risen | run ran | say said | see saw seen |
    sell sold | send sent | shake shook shaken | shoot shot | sing sang sung | sink sank sunk |
    sit sat | sleep slept | speak spoke spoken | spend spent | stand stood | steal stole stolen
    | stick stuck | swim swam swum | take took taken | teach taught | tell told | think thought
    | throw threw thrown | tie tying | use using used | tooth teeth | foot feet | understand
    understood | wake woke woken | wear wore worn | wife wives | win won | woman women | write
    wrote written |
"""
_IRREGULAR = {
    form: forms.split()[0] for forms in _IRREGULAR_FORMS.split("|") for form in forms.split()
}

# What a question is made of whatever it is about. Passages keep these words, queries drop them.
_STOP_WORD_LIST = """
    a an the this that these those there here and or but if then so than as of at by for from in
    into on onto to with without about over under between during after before since until while
    out up down off again just also too very really only own same such both each every either
    neither not no nor yes ok okay please thanks thank hi hello hey well oh i me my mine myself
    we us our ours ourselves you your yours yourself he him his himself she her hers herself it
    its itself they them their theirs themselves one ones someone something anyone anything
    everyone everything nothing any some all many much more most few little lot who whom whose
    which what when where why how whether be am is are was were been being do does did doing
    done have has had having will would shall should can could may might must ought get gets got
    getting let lets dont doesnt didnt isnt arent wasnt werent wont wouldnt cant couldnt
    shouldnt havent hasnt hadnt im ive id ill youre youve youd youll hes shes theyre theyve weve
    thats whats wheres whos hows whens theres remember recall remind know tell told say said ask
    mention mentioned kind type sort go goes going went gone come comes came coming take takes
    took taken taking make makes made making put puts give gives gave given use uses used using
    think thinks thinking thought want wants wanted need needs like likes liked thing things
    stuff
"""
_STOP_WORDS = frozenset(_STOP_WORD_LIST.split())
_UNSPACED_STOP = re.compile(
    "叫什么名字|叫什么|叫啥|现在|目前|请问|你好|您好|记不记得|还记得|记得|知不知道|知道|告诉|想知道|提到过?|说过|说说|一下|帮忙|"
    "是不是|有没有|能不能|会不会|可不可以|可以|能否|是否|"
    "为什么|为何|什么时候|什么样|什么|甚么|啥|哪里|哪儿|哪些|哪个|哪位|哪|谁|"
    "怎么样|怎么|怎样|如何|多少|多久|几点|几个|"
    "我们|你们|他们|她们|它们|咱们|我|你|您|他|她|它|自己|"
    "这个|那个|这些|那些|这里|那里|这|那|"
    "吗|呢|吧|啊|呀|嘛|哦|啦|的|地|得|了|着|过|和|与|及|或|在|于|是|有|也|都|就|还|又|很|把|被|让|给|对|从|向|"
    "ですか|ますか|でした|です|ました|ます|だった|何|いつ|どこ|誰|どう|なぜ|から|まで|は|が|を|に|の|で|と|も|か"
)

_MEMO_LIMIT = 65_536  # about 12 MB: the working vocabulary of a few large scopes
_SHORT_RUN = 4  # characters: one or two words of Chinese, which come again; longer runs rarely do
_words: dict[str, tuple[int, ...]] = {}
_characters: dict[str, int] = {}


def terms(text: str) -> NDArray[np.uint32]:
    """The hashed terms of a text, repeated as often as they stand in it."""
    return _numbers(_hashes(_normal(text)))


def query_terms(text: str) -> NDArray[np.uint32]:
    """The hashed terms a query looks for, each once; stop words only if there is nothing else."""
    normal = _normal(text)
    hashes: list[int] = []
    for piece in _content(normal):
        if _UNSPACED_CHARACTER.match(piece):
            hashes += _pairs(piece)
        else:
            hashes += _words.get(piece) or _learn_word(piece)
    return _numbers(dict.fromkeys(hashes or _hashes(normal)))


def content(text: str) -> list[str]:
    """The words of a text that say what it is about, and runs of scripts without spaces."""
    return _content(_normal(text))


def has_content(text: str) -> bool:
    """Whether anything but stop words and punctuation stands in a text."""
    return bool(_content(_normal(text)))


def stem(word: str) -> str:
    """A word in lower case without the endings that English puts on it."""
    return _stem(word)


def term(word: str) -> int:
    """The number that stands for a word as it is."""
    return _hash(word)


def _numbers(hashes: Iterable[int]) -> NDArray[np.uint32]:
    """By way of an array of Python's, which takes a third of the time from so few numbers."""
    return np.frombuffer(array("I", hashes), dtype=np.uint32)


def _normal(text: str) -> str:
    if text.isascii():
        return text.lower()
    return unicodedata.normalize("NFKC", text).casefold()


def _content(normal: str) -> list[str]:
    """The pieces of a query that say what it is about."""
    if normal.isascii():
        pieces = _ASCII_PIECES.findall(normal)
    else:
        pieces = _PIECES.findall(_UNSPACED_STOP.sub(" ", normal))
    return [piece for piece in pieces if not _is_stop_word(piece)]


def _hashes(normal: str) -> list[int]:
    return _hashes_of((_ASCII_PIECES if normal.isascii() else _PIECES).findall(normal))


def _hashes_of(pieces: list[str]) -> list[int]:
    found: list[int] = []
    for piece in pieces:
        known = _words.get(piece)
        if known is not None:
            found += known
        elif not _UNSPACED_CHARACTER.match(piece):
            found += _learn_word(piece)
        elif len(piece) <= _SHORT_RUN:
            found += _learn_run(piece)
        else:
            found += _characters_and_pairs(piece)
    return found


def _characters_and_pairs(run: str) -> list[int]:
    """Hashes of the single characters and the pairs of neighbours in a run without spaces."""
    grams = [*run, *map(str.__add__, run, run[1:])]
    try:
        return [_characters[gram] for gram in grams]
    except KeyError:
        if len(_characters) > _MEMO_LIMIT:
            _characters.clear()
        _characters.update({gram: _hash(gram) for gram in grams})
        return [_characters[gram] for gram in grams]


def _pairs(run: str) -> list[int]:
    """What a query looks for in a run without spaces: its pairs, or a character that stands alone.

    Single characters of longer runs match by chance: without them R@5 gains 0.2 points on MemDaily,
    2 on parallel facts.
    """
    found = _characters_and_pairs(run)
    return found if len(run) == 1 else found[len(run) :]


def _learn_word(piece: str) -> tuple[int, ...]:
    return _learn(piece, tuple(map(_hash, _forms(piece))))


def _learn_run(piece: str) -> tuple[int, ...]:
    return _learn(piece, tuple(_characters_and_pairs(piece)))


def _learn(piece: str, hashes: tuple[int, ...]) -> tuple[int, ...]:
    if len(_words) > _MEMO_LIMIT:
        _words.clear()
    _words[piece] = hashes
    return hashes


def _forms(piece: str) -> list[str]:
    """The terms of one word; an identifier or compound gives its parts and itself without hyphens.

    So "ORD-4417" is found by "ord 4417", "4417" and "ord4417", and "v2.3" differs from "v23".
    """
    if piece.isascii() and piece.isalnum():
        return [_stem(piece)]
    piece = _ACCENTS.sub("", unicodedata.normalize("NFD", piece)).replace("’", "'")
    parts = [_stem(part) for part in _IN_COMPOUND.split(piece) if part]
    if len(parts) == 1 and not piece.endswith(("+", "#")):
        return parts
    whole = piece.replace("-", "").replace(",", "").replace("'", "")
    return [*parts, whole]


def _is_stop_word(piece: str) -> bool:
    return piece.replace("'", "").replace("’", "") in _STOP_WORDS


def _stem(word: str) -> str:
    """A word without the endings that English puts on it for number, time and degree.

    It need not be a word: it has to be the same for the forms of one word and differ between words.
    """
    word = word.removesuffix("'s").replace("'", "")
    if word in _IRREGULAR:
        return _IRREGULAR[word].removesuffix("e")
    if len(word) < 4 or not word.isascii() or not word.isalpha():
        return word
    if word.endswith("ies") and len(word) > 4:
        word = word[:-3] + "y"
    elif word.endswith(("sses", "xes", "ches", "shes", "zes")):
        word = word[:-2]
    elif word.endswith("s") and not word.endswith(("ss", "us", "is")):
        word = word[:-1]
    for ending in ("ing", "ed"):
        stem = word.removesuffix(ending)
        if stem != word and len(stem) > 2 and any(vowel in stem for vowel in "aeiouy"):
            word = stem[:-1] if stem[-1] == stem[-2] and stem[-1] not in "lsz" else stem
            break
    if len(word) > 3:
        word = word.removesuffix("e")
    return word[:-1] + "i" if word.endswith("y") and len(word) > 3 else word


def _hash(term: str) -> int:
    return crc32(term.encode("utf-8", "surrogatepass"))
