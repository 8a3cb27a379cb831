"""The process that looks for a pattern: files in, matching lines out, then it ends.

A regular expression can take for ever, and nothing stops it from inside: so it runs in a process
of its own, which `nagori.learn.searching` ends when time is up. It reads its input and writes its
output, and opens nothing.
"""

import json
import re
import sys
from typing import BinaryIO, cast

from nagori.learn.code.source import lines_of
from nagori.learn.redacted import redacted_lines


def main() -> None:
    """Read the pattern and the files, say which lines match."""
    _limit()
    given, out = sys.stdin.buffer, sys.stdout.buffer
    order = json.loads(given.readline())
    try:
        pattern = re.compile(order["pattern"])
    except (re.error, RecursionError, OverflowError) as error:
        _say(out, {"problem": str(error)})
        return
    left = int(order["most"])
    for line in given:
        path, text = cast("tuple[str, str]", json.loads(line))
        left -= _match(out, pattern, path, text, left)
        if left <= 0:
            break
    _say(out, {"done": True})


def _match(out: BinaryIO, pattern: re.Pattern[str], path: str, text: str, most: int) -> int:
    lines = lines_of(text)
    count = 0
    for number, line in enumerate(lines, 1):
        if not pattern.search(line):
            continue
        (clean,) = redacted_lines(lines, number, number)
        # What only a secret matches is no match, or a pattern could find the secret out.
        if clean != line and not pattern.search(clean):
            continue
        _say(out, {"path": path, "line": number, "text": clean})
        count += 1
        if count == most:
            break
    return count


def _limit() -> None:
    """Should nobody be left to end it, the process ends itself."""
    if sys.platform == "win32":
        return
    import resource

    resource.setrlimit(resource.RLIMIT_CPU, (60, 60))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def _say(out: BinaryIO, told: object) -> None:
    out.write(json.dumps(told, separators=(",", ":")).encode() + b"\n")
    out.flush()


if __name__ == "__main__":
    main()
