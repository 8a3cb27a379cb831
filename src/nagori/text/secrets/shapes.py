"""Secrets by shape: keys, tokens, private keys, passwords in addresses and commands."""

import re
from base64 import b64decode
from collections.abc import Iterator

from nagori.text.secrets.secret import DIGIT, Secret, is_random, steps

_KEY = re.compile(
    r"""(?<![A-Za-z0-9])(?:
    (?:sk|xai|pplx|nvapi|pypi|gl(?:pat|ptt|dt|rt|oas|cbt|ft|soat|agent)|GOCSPX|PMAK|sq0[a-z]{3})
        -[A-Za-z0-9_-]{12,}
    | key-[0-9a-f]{32}
    | (?:A3T[A-Z0-9]|AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}(?![A-Za-z0-9])
    | (?:LTAI|AKID)[A-Za-z0-9]{12,}
    | (?:gh[opsur]|github_pat|hf|npm|gsk|r8|shp(?:at|ca|pa|ss)|do[opr]_v1|lin_api|ntn|figd|sbp
        |sntrys|nagori|[srp]k_(?:live|test)|whsec|glsa)_[A-Za-z0-9_+/=-]{16,}
    | xox[a-z](?:\.xox[a-z])?-[A-Za-z0-9-]{10,} | xapp-[0-9]-[A-Za-z0-9-]{10,}
    | AIza[A-Za-z0-9_-]{30,} | ya29\.[A-Za-z0-9_-]{20,} | 1//0[A-Za-z0-9_-]{24,}
    | SG\.[A-Za-z0-9_-]{16,64}\.[A-Za-z0-9_-]{16,} | hvs\.[A-Za-z0-9_-]{20,}
    | ATATT3x[A-Za-z0-9_=-]{20,} | dapi[0-9a-f]{32} | (?:SK|AC)[0-9a-f]{32}(?![A-Za-z0-9])
    | AGE-SECRET-KEY-1[A-Z0-9]{30,}
    )""",
    re.VERBOSE,
)
# Names that people give begin like these keys, too, or are in their places in examples.
_MADE_UP = re.compile(r"(?:sk|xai|pypi)-|(?:hf|npm|nagori|ntn|sbp)_|[a-z_-]+$")
_BOT_KEY = re.compile(
    r"(?<![0-9])[0-9]{8,10}[:：][A-Za-z0-9_-]{33,}|hooks\.slack\.com/services/([A-Za-z0-9/]{20,})"
)
_AWS_SECRET = re.compile(r"(?<![A-Za-z0-9/+])[A-Za-z0-9/+]{40}(?![A-Za-z0-9/+=])")
_AWS = re.compile(r"aws|amazon|secret|akia|asia|密钥|秘钥|s3", re.IGNORECASE)
_JWT = re.compile(r"(?<![A-Za-z0-9_-])eyJ[A-Za-z0-9_-]{8,}+(?:\.[A-Za-z0-9_-]*+){1,4}")
_BEARER = re.compile(r"\bbearer[ :=]{1,3}[\"']?([A-Za-z0-9._~+/=-]{8,})", re.IGNORECASE | re.ASCII)
_BASIC = re.compile(r"\bbasic[ :]{1,2}([A-Za-z0-9+/]{6,}={0,2})", re.IGNORECASE | re.ASCII)
_HEADER = re.compile(
    r"authori[sz]ation[\"']?\s?[:=]\s?[\"']?(?:[a-z]{3,12} )?([A-Za-z0-9._~+/=:-]{12,})",
    re.IGNORECASE,
)
_PEM = re.compile(
    r"-----BEGIN [A-Z0-9 ]{0,30}PRIVATE KEY(?: BLOCK)?-----"
    r"(?:[^-]*+(?:-(?!----)[^-]*+)*+-----END [A-Z0-9 ]{0,40}-----"
    # cut off: as far as it still looks like one
    r"|(?:[\s>]{0,4}(?:\\[nr]){0,2}[A-Za-z0-9+/=]{16,}+)*+)"
)
_URL_PASSWORD = re.compile(
    r"://[^\s:/?#@\"'<>]{0,100}:(?![0-9]{1,5}(?:[/?#\s]|$))([^\s\"'<>]{1,100})@(?=[\w\[])"
)
_COMMAND = re.compile(
    r"\b(?:curl|wget)\b[^\n]{0,200}? --?u(?:ser)? ?[\"']?[^\s:\"']{1,60}:([^\s\"']{1,100})"
    r"|\b(?:mysql\w{0,4}|mariadb)\b[^\n]{0,80}? -p[\"']?([^\s\"'-][^\s\"']{2,100})"
    r"|\bsshpass -p ?[\"']?([^\s\"']{1,100})"
)


def keys(text: str) -> Iterator[Secret]:
    """The API keys that look like those of a service."""
    for m in _KEY.finditer(text):
        if is_random(m[0]) or not _MADE_UP.match(m[0]):
            yield Secret(*m.span(), "API key")
    for m in _BOT_KEY.finditer(text):
        yield Secret(*m.span(m.lastindex or 0), "API key")
    if _AWS.search(text):
        for m in _AWS_SECRET.finditer(text):
            if steps(m[0]) >= 10 and m[0].lower() != m[0]:
                yield Secret(*m.span(), "API key")


def tokens(text: str) -> Iterator[Secret]:
    """The tokens and passwords of a request's head, and tokens that stand alone."""
    for m in _JWT.finditer(text):
        yield Secret(*m.span(), "token")
    for pattern in (_BEARER, _HEADER):
        for m in pattern.finditer(text):
            if is_random(m[1]) or (len(m[1]) >= 16 and DIGIT.search(m[1])):
                yield Secret(*m.span(1), "token")
    for m in _BASIC.finditer(text):
        if _is_pair(m[1]):
            yield Secret(*m.span(1), "password")


def blocks(text: str) -> Iterator[Secret]:
    """The private keys, and the passwords inside addresses and commands."""
    for m in _PEM.finditer(text):
        yield Secret(*m.span(), "private key")
    for pattern in (_URL_PASSWORD, _COMMAND):
        for m in pattern.finditer(text):
            yield Secret(*m.span(m.lastindex or 0), "password")


def _is_pair(encoded: str) -> bool:
    try:
        plain = b64decode(encoded, validate=True).decode()
    except ValueError:
        return False
    return ":" in plain and plain.isprintable()
