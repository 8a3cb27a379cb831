"""Keys by name: what follows the words key, token, secret."""

import re
from collections.abc import Iterator

from nagori.text.secrets.links import Link, links
from nagori.text.secrets.secret import Secret, is_random

_KEY_NAME = re.compile(
    r"(?:(?:api|access|secret|private|auth|app|account|signing|encryption|master|license|webhook"
    r"|shared|session|client|service|subscription|storage|refresh|bot|id|csrf)[_ .-]?"
    r"(?:keys?|secret|token)|tokens?|secrets?|credentials?|密钥|密鑰|秘钥|金鑰|令牌|凭证"
    r"|(?P<plain>(?<![a-z])(?:key|ak|sk)))(?![a-z])[A-Z0-9_]{0,20}",
    re.IGNORECASE,
)
_KEY_VALUE = re.compile(r"[\"'`“‘「\\]{0,3}([A-Za-z0-9_+/=~.:$!@%^*-]{5,600}+)")
_KEY_REST = re.compile(r"[A-Za-z0-9_+/=~.:$!@%^*-]*+")
_HEX = re.compile(
    r"[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}|[0-9a-f]{7,64}|[0-9A-F]{7,64}"
)


def named_keys(text: str) -> Iterator[Secret]:
    """The keys that somebody calls so, whatever their shape."""
    for name in _KEY_NAME.finditer(text):
        for link, start in links(text, name.end()):
            m = _KEY_VALUE.match(text, start)
            value = m[1].rstrip(".:!") if m else ""
            if m and _is_named_key(value, plain=bool(name["plain"]), link=link):
                long = _KEY_REST.match(text, m.end()) if len(value) == 600 else None
                end = long.end() if long else m.start(1) + len(value)
                yield Secret(m.start(1), end, "API key")
                break


def _is_named_key(value: str, *, plain: bool, link: Link) -> bool:
    if "://" in value or value.startswith(("./", "../", "~/", "/")):
        return False
    if plain:  # what finds a row or an entry is called a key, too
        return not _HEX.fullmatch(value) and is_random(value, 16)
    if link == "given" and len(value) >= 16 and value.isalnum() and not value.isalpha():
        return not value.isdigit()
    return is_random(value, {"given": 8, "said": 12, "weak": 16, "bare": 16}[link])
