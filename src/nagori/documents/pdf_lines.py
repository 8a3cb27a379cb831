"""Lines of a PDF page, with the size and place that they are drawn at."""

import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import hypot

from nagori.documents.lines import CJK

_MONO = re.compile(r"mono|courier|consol|menlo|typewriter|cmtt|code", re.IGNORECASE)
# Fonts draw some letters as ligatures and some characters as radicals, which nobody types.
_DRAWN = re.compile("[\ufb00-\ufb06\u2f00-\u2fd5\uf900-\ufaff]")
# A justified line may be set with a space after every character, which no word survives.
_SPREAD = re.compile(rf"(?:[{CJK}] ){{3,}}[{CJK}]")
_RADICALS = str.maketrans(
    "⺟⺠⺎⺏⺐⺒⺓⺔⺛⺝⺞⻁⻄⻅⻆⻉⻋⻌⻑⻒⻓⻔⻗⻘⻙⻚⻛⻜⻝⻢⻣⻤⻥⻦⻧⻨⻩⻪⻫⻬⻭⻮⻯⻰⻱⻲⻳",
    "母民兀尣尢巳幺彑旡月歺虎西见角贝车辶長镸长门雨青韦页风飞食马骨鬼鱼鸟卤麦黄黾斉齐歯齿竜龙龜亀龟",
)


@dataclass(frozen=True, slots=True)
class Line:
    """A line as it stands on a page."""

    text: str
    size: float = 0.0
    """Of most of its letters; 0 when unknown."""
    y: float | None = None
    """How far up the page."""
    is_mono: bool = False


@dataclass(frozen=True, slots=True)
class Outline:
    """An entry of the table of contents that viewers show."""

    title: str
    level: int
    page: int


@dataclass(slots=True)
class _Run:
    text: str
    size: float
    y: float
    is_mono: bool


class LineReader:
    """Listens to what is drawn and puts lines together."""

    def __init__(self) -> None:
        self._runs: list[_Run] = []

    def take(
        self,
        text: str,
        page: Sequence[float],
        place: Sequence[float],
        font: Mapping[str, object] | None,
        size: float,
    ) -> None:
        """A run of text, the matrices that place it, its font."""
        if text:
            scale = hypot(place[2], place[3]) * hypot(page[2], page[3])
            y = place[4] * page[1] + place[5] * page[3] + page[5]
            name = str(font.get("/BaseFont", "")) if font else ""
            self._runs.append(_Run(text, abs(size) * scale, y, bool(_MONO.search(name))))

    def lines(self, text: str) -> list[Line]:
        """The lines that have words; sizes are left out where runs and text differ."""
        if "".join(run.text for run in self._runs) != text:
            return [Line(mended(line)) for line in text.split("\n") if line.strip()]
        found: list[Line] = []
        parts: list[_Run] = []
        for run in self._runs:
            first, *others = run.text.split("\n")
            parts.append(_Run(first, run.size, run.y, run.is_mono))
            for other in others:
                found.append(_line(parts))
                parts = [_Run(other, run.size, run.y, run.is_mono)]
        found.append(_line(parts))
        return [line for line in found if line.text.strip()]


def mended(text: str) -> str:
    """The text with the letters that people type."""
    if text.isascii():
        return text
    text = _SPREAD.sub(lambda found: found[0].replace(" ", ""), text.translate(_RADICALS))
    return _DRAWN.sub(lambda found: unicodedata.normalize("NFKC", found[0]), text)


def _line(parts: Sequence[_Run]) -> Line:
    told = [part for part in parts if part.text.strip()]
    if not told:
        return Line("")
    sizes: dict[float, int] = {}
    for part in told:
        size = round(part.size * 2) / 2
        sizes[size] = sizes.get(size, 0) + len(part.text.strip())
    most = max(sizes, key=lambda size: (sizes[size], size))
    return Line(
        mended("".join(part.text for part in parts)).rstrip(),
        most,
        told[0].y,
        all(part.is_mono for part in told),
    )
