"""The process that reads one document: bytes in, lines of JSON out, then it ends.

It is started by `nagori.documents.process`. The first line that it is given says what to read and
how much that may take; the rest is the file.
"""

import json
import logging
import os
import sys
import traceback
from pathlib import Path
from typing import BinaryIO

from nagori.documents.blocks import Extract, too_much_text
from nagori.documents.confine import confine, refuse_the_world
from nagori.documents.parse import parse
from nagori.errors import InvalidInputError

_LONGEST_ORDER = 1 << 20
_MB = 1_000_000


def main() -> None:
    """Read the order and the file, say what stands in it."""
    # Whatever a library prints must not stand between our lines.
    out = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    logging.disable(logging.CRITICAL)  # libraries quote what they read
    order = json.loads(sys.stdin.buffer.readline(_LONGEST_ORDER))
    confine(memory_mb=order["memory_mb"], cpu_seconds=order["cpu_seconds"])
    refuse_the_world()
    try:
        _answer(out, order["name"], order["media_type"], most=int(order["text_mb"] * _MB))
    except InvalidInputError as error:
        _say(out, {"problem": error.problem})
    except MemoryError:
        problem = f"reading it takes more than {order['memory_mb']} MB of memory; split it"
        _say(out, {"problem": problem})
    except RecursionError:
        _say(out, {"problem": "its parts are nested too deeply to be read"})
    except Exception as error:  # noqa: BLE001  # a border: any file comes in here
        name = type(error).__name__
        problem = f"it can't be read ({name}); save it again or in another format"
        _say(out, {"problem": problem})
        _complain(name, traceback.extract_tb(error.__traceback__))
    out.close()


def _answer(out: BinaryIO, name: str, media_type: str | None, *, most: int) -> None:
    def told(done: int, of: int) -> None:
        _say(out, {"page": done, "of": of})
        out.flush()

    data = sys.stdin.buffer.read()
    extract = parse(data, name, media_type, progress=told, max_characters=most)
    del data
    _check_size(extract, most)
    about = {"title": extract.title, "pages": extract.pages, "warnings": extract.warnings}
    _say(out, about)
    for block in extract.blocks:
        _say(out, {"block": [block.kind, block.text, block.level, block.page]})
    _say(out, {"blocks": len(extract.blocks)})


def _check_size(extract: Extract, most: int) -> None:
    if sum(len(block.text.encode()) for block in extract.blocks) > most:
        raise InvalidInputError("document", too_much_text(most / _MB))


def _complain(name: str, trace: traceback.StackSummary) -> None:
    """Where it went wrong, for the log; never what the file says."""
    places = ", ".join(f"{Path(at.filename).name}:{at.lineno}" for at in trace[-3:])
    sys.stderr.write(f"{name} at {places}\n")


def _say(out: BinaryIO, told: object) -> None:
    out.write(json.dumps(told, ensure_ascii=False, separators=(",", ":")).encode() + b"\n")


if __name__ == "__main__":
    main()
