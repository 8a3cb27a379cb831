"""The article of a web page, without menus and offers, when the extra for it is installed."""

import re

_LONGEST = 4_000_000
# Code within a sentence comes back as a block; only lines make it one.
_WITHIN = re.compile(r"<pre>([^<\n]*)</pre>")


def article_of(text: str) -> str | None:
    """The page's own text as HTML; None when it can't be told from the rest."""
    if len(text) > _LONGEST:
        return None
    try:
        from trafilatura import extract
    except ImportError:
        return None
    try:
        found = extract(
            text,
            output_format="html",
            favor_recall=True,
            include_comments=False,
            include_tables=True,
            include_formatting=True,
        )
    except MemoryError:
        raise
    except Exception:  # noqa: BLE001  # a border: any page goes in, and there is another reader
        return None
    return found and _WITHIN.sub(r"<code>\1</code>", found)
