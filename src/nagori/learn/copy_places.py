"""Where the copies of a project lie below `.nagori`. Pure."""

import hashlib
import re
import unicodedata

from nagori.learn.place import Parts

MAP: Parts = ("project_map.json",)
IGNORE: Parts = (".gitignore",)
MEMORY: Parts = ("memory",)
LEARNING: Parts = ("memory", "learning")
ANALYSIS: Parts = ("memory", "learning", "analysis")
FAILURES: Parts = ("memory", "failures")
DOMAINS: Parts = ("memory", "domain")
PATTERNS: Parts = ("memory", "patterns.json")
PRACTICES: Parts = ("memory", "global", "best_practices.json")
SHARED_PATTERNS: Parts = ("memory", "global", "patterns.json")
REPORTS: Parts = ("md", "reports")

_LONGEST = 200
"""Bytes of a name, so that every system takes it with its ending."""
_FOLDER_LIKE_FILE = re.compile(r".*\.json~*", re.DOTALL)
_NOT_PLAIN = re.compile(r"[^\w.-]+")


def record_place(id: str) -> Parts:
    """The file of a record."""
    return (*LEARNING, f"{id}.json")


def failure_place(id: str) -> Parts:
    """The file of a failure."""
    return (*FAILURES, f"{id}.json")


def analysis_place(path: str) -> Parts:
    """The file with what an analysis says of a file, in a tree like the project's own.

    No two files share a place: no folder there is called as a file is.
    """
    *folders, name = path.split("/")
    return (*ANALYSIS, *(_folder(one) for one in folders), f"{_short(name)}.json")


def domain_name(domain: str) -> str:
    """What the file of a domain is called, without its ending; no two are called alike.

    Parts of the name are joined by dots, as packages are: `django/db` is `django.db`.
    """
    plain = unicodedata.normalize("NFKC", domain).lower()
    name = _NOT_PLAIN.sub("-", plain.replace("/", ".")).strip("-.") or "domain"
    if name.replace(".", "/") != domain or len(name.encode()) > _LONGEST:
        return f"{_short(name, 80)}-{_digest(domain)}"
    return name


def domain_place(domain: str) -> Parts:
    """The file of a domain."""
    return (*DOMAINS, f"{domain_name(domain)}.json")


def _folder(name: str) -> str:
    return f"{name}~" if _FOLDER_LIKE_FILE.fullmatch(name) else name


def _short(name: str, most: int = _LONGEST) -> str:
    if len(name.encode()) <= most:
        return name
    return f"{name.encode()[: most - 20].decode(errors='ignore')}~{_digest(name)}"


def _digest(text: str) -> str:
    return hashlib.blake2b(text.encode(), digest_size=4).hexdigest()
