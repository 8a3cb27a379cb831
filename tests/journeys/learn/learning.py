"""What tests of the learner have in common: a project, a model that plays a part, a learner."""

import json
import re
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from nagori.config import ModelsSettings, Settings
from nagori.config_learn import LearnSettings
from nagori.embed.port import Embedder
from nagori.learn.analysing import Analyser, Parts
from nagori.learn.folder import Folder
from nagori.learn.learner import Learner, LearnerParts
from nagori.llm.build import build_models
from nagori.llm.extractive import ExtractiveModel
from nagori.llm.port import Model
from nagori.store.sqlite.store import SqliteStore
from nagori.testing.clock import HandClock
from nagori.testing.learning import LOANS
from nagori.testing.model_server import ModelServer, settings_for
from nagori.testing.model_wire import Body, ModelAnswer
from nagori.values.learning import LearningRecord
from nagori.values.learning_round import LearningRound
from nagori.values.project import EvolutionStatus

FILES = {
    "pyproject.toml": '[project]\nname = "loans"\ndependencies = ["rich>=13"]\n',
    "loans/kinds.py": (
        '"""Kinds of repayment."""\n\n\nclass Kind:\n    """How a loan is paid back."""\n\n\n'
        'class LoanError(Exception):\n    """A loan that can\'t be."""\n'
    ),
    "loans/plan.py": (
        "from rich import print\n\nfrom loans.kinds import Kind, LoanError\n\nLONGEST = 40\n\n\n"
        "def months(kind: Kind, years: int) -> int:\n"
        '    """So many months a loan runs."""\n'
        "    if years > LONGEST:\n"
        '        raise LoanError("too long")\n'
        "    return 12 * years\n"
    ),
    "loans/rates.py": (
        "from rich import table\n\nfrom loans.kinds import Kind, LoanError\n"
        "from loans.plan import months\n\n\ndef rate(kind: Kind, years: int) -> float:\n"
        '    """What a month costs."""\n'
        "    if years < 1:\n"
        '        raise LoanError("too short")\n'
        "    return 1 / months(kind, years)\n"
    ),
    "tests/test_plan.py": (
        "from loans.kinds import Kind\nfrom loans.plan import months\n\n\n"
        "def test_months():\n    assert months(Kind(), 2) == 24\n"
    ),
}


def write(root: Path, files: Mapping[str, str] = FILES) -> Path:
    """The project's folder."""
    for path, text in files.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text, "utf-8")
    return root


def part_of(body: Body) -> str:
    """What a learner's prompt is for: `question`, `explore` or `summary`."""
    messages = body["messages"]
    if any("Now answer the question" in message["content"] for message in messages):
        return "summary"
    return "explore" if "You explore a software project" in messages[0]["content"] else "question"


def question_of(body: Body) -> str:
    """The question that is explored."""
    found = re.search(r"The question: (.*)", body["messages"][1]["content"])
    assert found is not None
    return found[1]


def call(tool: str, **arguments: object) -> str:
    """A use of a tool, as a model writes it."""
    return json.dumps({"tool": tool, "arguments": arguments})


def claims(*given: tuple[str, str, int, int], confidence: float = 0.9) -> str:
    """A summary, as a model writes it: each claim with its path and lines."""
    told = [
        {"text": text, "citations": [{"path": path, "start": start, "end": end}]}
        for text, path, start, end in given
    ]
    return json.dumps({"claims": told, "confidence": confidence})


def looks(body: Body) -> int:
    """How often a tool was used before."""
    return sum(1 for message in body["messages"] if message["role"] == "assistant")


@dataclass
class Mind:
    """A model that does its part well, unless told otherwise."""

    question: Callable[[Body], str] = lambda _: json.dumps(
        {"question": "How does `months` limit the years of a loan?", "type": "BUSINESS_LOGIC"}
    )
    explore: Callable[[Body], str] = lambda body: (
        call("read_file", path="loans/plan.py") if not looks(body) else call("done")
    )
    summary: Callable[[Body], str] = lambda _: claims(
        ("`months` raises `LoanError` above `LONGEST` years.", "loans/plan.py", 10, 11)
    )
    heard: list[str] = field(default_factory=list[str])
    """The parts that it was asked for, in their order."""

    def __call__(self, body: Body) -> ModelAnswer:
        """What the model says, in few pieces."""
        part = part_of(body)
        self.heard.append(part)
        says = {"question": self.question, "explore": self.explore, "summary": self.summary}[part]
        return ModelAnswer(says(body), piece_chars=1000)


@dataclass
class School:
    """A learner with its store, clock and folder."""

    store: SqliteStore
    root: Path
    clock: HandClock
    learner: Learner
    model: Model
    touched: list[tuple[list[str], list[str]]]

    @property
    def folder(self) -> Folder:
        """The project's folder."""
        return Folder(self.root)

    async def round(self, *, asked: bool = False) -> LearningRound | None:
        """One round."""
        return await self.learner.round(LOANS, self.folder, asked=asked)

    async def done(self) -> LearningRound:
        """One round, which must be there."""
        round = await self.round()
        assert round is not None
        return round

    async def status(self) -> EvolutionStatus:
        """Where the learner stands."""
        return await self.learner.status(LOANS)

    async def analyse(self) -> None:
        """Bring what is known of the files up to date."""
        parts = Parts(self.store, embedder=None, clock=self.clock, chunk_size=300)
        await Analyser(parts).analyse(LOANS, self.folder)

    async def learned(self) -> list[LearningRecord]:
        """What rounds learned."""
        page = await self.store.records.page(LOANS, limit=1000)
        return [record for record in page if "round" in record.metadata]


Schools = Callable[..., Awaitable[School]]
"""Makes a school for a folder; see `founded`."""


async def founded(
    store: SqliteStore,
    clock: HandClock,
    root: Path,
    *,
    server: ModelServer | None = None,
    embedder: Embedder | None = None,
    analyse: bool = True,
    patience_s: float = 5.0,
    **settings: object,
) -> School:
    """A learner of a project that was analysed."""
    await store.projects.register(LOANS, str(root), now=clock())
    touched: list[tuple[list[str], list[str]]] = []

    async def hears(_: object, domains: Any, ids: Any) -> None:
        touched.append((list(domains), list(ids)))

    model = model_for(server, patience_s=patience_s) if server else ExtractiveModel()
    parts = LearnerParts(
        store=store,
        model=model,
        embedder=embedder,
        clock=clock,
        settings=LearnSettings.model_validate(settings),
        time_zone="Asia/Shanghai",
        chunk_size=300,
        touched=hears,
    )
    made = School(store, root, clock, Learner(parts), model, touched)
    if analyse:
        await made.analyse()
    return made


def model_for(server: ModelServer, *, patience_s: float = 5.0) -> Model:
    """The model that a server plays."""
    chat = settings_for(server, first_byte_s=patience_s, total_s=10.0)
    return build_models(Settings(models=ModelsSettings(chat=chat))).chat
