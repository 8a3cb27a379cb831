"""Going on with other models or another embedder, without closing anything."""

from nagori.config import Settings
from nagori.embed.guard import GuardedEmbedder
from nagori.face.working import WorkingFace
from nagori.llm.build import build_models
from nagori.wiring import embedder_from

_KEYS = (
    "openai_api_key",
    "openai_base_url",
    "gemini_api_key",
    "anthropic_api_key",
    "ollama_host",
)
"""What models and embedders take besides their own sections."""


class RefittingFace(WorkingFace):
    """Exchanges what answers and what embeds."""

    @property
    def embedder(self) -> GuardedEmbedder | None:
        """What turns text into vectors; None when there is nothing."""
        return self._embedder

    async def refit(self, settings: Settings) -> None:
        """Use these settings, with their models and their embedder, from the next call on.

        Raises `InvalidInputError`, and changes nothing, when they can't work. What runs ends with
        the parts it began with. Passages that lack the vectors of a new embedder get them by the
        job. Views made by `within` before keep what they had.
        """
        models, embedder = self._models, self._embedder
        if _differ(self.settings, settings, "models"):
            models = build_models(settings)
        if _differ(self.settings, settings, "embedding"):
            embedder = embedder_from(settings)
        if models is self._models and embedder is self._embedder:
            self.settings = settings
            self._fit_projects()
            return
        working = self._working is not None
        await self._stop_working()
        self._former.append((self._models, self._embedder))
        self._fit(embedder, models, settings)
        if working:
            self._start_working()

    async def _close_parts(self) -> None:
        """Close every model and embedder once, also those of before."""
        every = [*self._former, (self._models, self._embedder)]
        for part in {id(part): part for pair in every for part in pair if part}.values():
            await part.close()


def _differ(one: Settings, other: Settings, section: str) -> bool:
    names = (section, *_KEYS)
    return any(getattr(one, name) != getattr(other, name) for name in names)
