"""What the command line says, in the reader's language."""

from typing import Any, Literal

from nagori.cli.phrases_en import EN
from nagori.cli.phrases_zh import ZH

Lang = Literal["en", "zh"]

PHRASES: dict[Lang, dict[str, str]] = {"en": EN, "zh": ZH}


def lang_of(value: str | None) -> Lang:
    """The language of a locale's name: `zh_CN.UTF-8` is Chinese, and so is `zh`."""
    return "zh" if value and value.lower().startswith("zh") else "en"


class Words:
    """Phrases of one language. A phrase `one|many` is chosen by `n`."""

    def __init__(self, lang: Lang) -> None:
        self.lang: Lang = lang
        self._phrases = PHRASES[lang]

    def __call__(self, key: str, /, **values: Any) -> str:
        """The phrase with its values put in."""
        one, _, many = self._phrases[key].partition("|")
        chosen = many if many and values.get("n") != 1 else one
        return chosen.format(**values)

    def has(self, key: str) -> bool:
        """Whether there is such a phrase."""
        return key in self._phrases

    def whom(self, scope: str | None) -> str:
        """Whose a scope is, as people say it: `user:carla` is carla."""
        kind, _, id = (scope or "global").partition(":")
        return self(f"whom.{kind}", id=id)
