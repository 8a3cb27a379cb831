"""Claims about what whoever runs the program can choose, and what files of settings say. Pure."""

from collections import defaultdict
from collections.abc import Iterator, Sequence

from nagori.learn.claims.claim import Claim, domain_of, ended, is_aside, line, shown
from nagori.learn.code.outline import Outline, Setting

_MANY = 40
"""Keys of one file above which they are told of together only."""
_AT_ONCE = 10
_LONG = 200
_FILES = ("file", "dockerfile")


def setting_claims(outline: Outline) -> Iterator[Claim]:
    """Which settings the file reads or gives values to."""
    if is_aside(outline.path):
        return
    read = [one for one in outline.settings if one.how not in _FILES]
    for setting in read:
        yield _of_read(outline, setting)
    given = [
        one
        for one in outline.settings
        if one.how in _FILES and one.default is not None and not _is_data(outline, one)
    ]
    # Lists of things, and how a tool is called, are known by what they stand in.
    is_plain = len(given) <= _MANY and not outline.path.startswith(".")
    apart = [one for one in given if is_plain and "[]" not in one.key]
    for setting in apart:
        yield _of_given(outline, setting)
    groups: dict[str, list[Setting]] = defaultdict(list)
    known = set(apart)
    for one in given:
        if one not in known:
            groups[_section(one.key)].append(one)
    for section, held in groups.items():
        for at in range(0, len(held), _AT_ONCE):
            yield _of_section(outline, section, at // _AT_ONCE, held[at : at + _AT_ONCE])


def _of_read(outline: Outline, setting: Setting) -> Claim:
    default = "no default" if setting.default is None else f"default `{_short(setting.default)}`"
    about = f" {ended(setting.description)}" if setting.description else ""
    within = f" in `{setting.within}`" if setting.within else ""
    around = outline.symbol(setting.within)
    return Claim(
        key=f"setting:{outline.path}:{setting.within}:{setting.key}",
        question=f"What is the setting `{setting.key}`, and what is its default?",
        question_type="CONFIGURATION",
        answer=f"`{setting.key}` ({setting.how}), {default},{within} of `{outline.path}`.{about}",
        shown=shown(outline, setting.span, line(around.line) if around else None),
        domain=domain_of(outline.path),
        tags=("setting",),
    )


def _of_given(outline: Outline, setting: Setting) -> Claim:
    about = f" {ended(setting.description)}" if setting.description else ""
    return Claim(
        key=f"setting:{outline.path}:{setting.within}:{setting.key}",
        question=f"What is `{setting.key}` set to in `{outline.path}`?",
        question_type="CONFIGURATION",
        answer=f"`{outline.path}` sets `{setting.key}` to `{_short(setting.default)}`.{about}",
        shown=shown(outline, setting.span, *map(line, setting.around)),
        domain=domain_of(outline.path),
        tags=("setting",),
    )


def _of_section(outline: Outline, section: str, number: int, held: Sequence[Setting]) -> Claim:
    told = "; ".join(f"`{one.key}` to `{_short(one.default, 80)}`" for one in held)
    inside = f" in `{section}`" if section else ""
    return Claim(
        key=f"settings:{outline.path}:{section}:{number}",
        question=f"What does `{outline.path}` set{inside}?",
        question_type="CONFIGURATION",
        answer=f"`{outline.path}` sets {told}.",
        shown=shown(
            outline, *(one.span for one in held), *(line(at) for one in held for at in one.around)
        ),
        domain=domain_of(outline.path),
        tags=("setting",),
    )


def _is_data(outline: Outline, setting: Setting) -> bool:
    """Whether it is a thing in a list of things, as files of data have them."""
    return outline.language == "json" and "[]" in setting.key


def _section(key: str) -> str:
    """The part of a file that a key stands in: its first names, without what is below a list."""
    names = key.partition("[]")[0].split(".")
    whole = "[]" in key
    return ".".join(names[:2] if whole or len(names) > 2 else names[:-1])


def _short(text: str | None, most: int = _LONG) -> str:
    told = " ".join((text or "").split())
    return told if len(told) <= most else f"{told[: most - 1]}…"
