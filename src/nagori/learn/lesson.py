"""What one round learns: a question about a gap, and a record that answers it."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass

from nagori.config_learn import LearnSettings
from nagori.embed.port import Embedder
from nagori.errors import ModelReplyError, UserError
from nagori.learn.asking import Asker
from nagori.learn.by_files import look_up, told
from nagori.learn.by_model import USUAL, Chosen, answer, choose
from nagori.learn.citing import Checker
from nagori.learn.claims.claim import domain_of
from nagori.learn.doing import Doing
from nagori.learn.extracts import Extract
from nagori.learn.failing import Failures, NotLearnedError
from nagori.learn.folder import Folder
from nagori.learn.gaps import STALE, claim_of, extract_of, files_of, key_of
from nagori.learn.git import log_of
from nagori.learn.knowing import Knowledge
from nagori.learn.looking import Looking
from nagori.learn.questions import Asked, Repeats, signature_of
from nagori.learn.summarising import Summary
from nagori.llm.port import Model
from nagori.store.port import Store
from nagori.values.learned import RecordDraft
from nagori.values.learning import LearningRecord, MadeBy, QuestionType
from nagori.values.times import Clock
from nagori.write.record_index import index_record

_RELATED = 3
_NOTHING = "no question was found that is new"


@dataclass(frozen=True, slots=True)
class LessonParts:
    """What a lesson is made with."""

    store: Store
    model: Model | None
    """None when files alone are asked."""
    embedder: Embedder | None
    clock: Clock
    settings: LearnSettings
    chunk_size: int


@dataclass(frozen=True, slots=True)
class _Learned:
    question: str
    question_type: QuestionType
    summary: Summary
    made_by: MadeBy
    gap: str
    """Key of the gap that the question belongs to."""
    about: str
    """The file that it is about, most of all."""
    tags: tuple[str, ...] = ()


class Lesson:
    """One round's work, from where the round stands."""

    def __init__(self, parts: LessonParts, doing: Doing, folder: Folder, known: Knowledge) -> None:
        self._parts, self._doing, self._folder, self._known = parts, doing, folder, known
        self._looking = Looking(folder, known.index)
        self._repeats = Repeats(
            doing.scope,
            parts.store.records,
            parts.store.passages,
            parts.embedder,
            failed=known.failed.questions,
        )
        self._commit: str | None = None

    async def learn(self) -> list[RecordDraft]:
        """The records to be added."""
        self._commit = await asyncio.to_thread(_head_of, self._folder)
        old = self._old()
        if self._parts.model is None or (old is not None and old.made_by == "analysis"):
            learned = await self._by_files()
        else:
            learned = await self._by_model(self._parts.model)
        return [await self._draft(learned)]

    async def settle(self, record_ids: Sequence[str]) -> None:
        """What follows from new records: the one they replace goes, what had failed recovered."""
        store, scope, round = self._parts.store, self._doing.scope, self._doing.round
        old = self._old()
        if old is not None and record_ids and old.id not in record_ids:
            # One with a claim was replaced along with the end of the round.
            await store.records.mark(
                scope, [old.id], "replaced", replaced_by=record_ids[0], now=self._parts.clock()
            )
        if round.question and round.gap:
            await Failures(scope, store.failures).recovered(round.question, round.gap)

    async def _by_files(self) -> _Learned:
        gap, extract = await self._extract()
        if self._doing.round.question is None:
            await self._doing.enter("EXPLORING", gap=gap, question=extract.question)
        shown = await look_up(extract, self._doing, self._looking, self._parts.clock)
        await self._doing.enter("SUMMARIZING")
        checker = Checker(self._folder)
        summary = await asyncio.to_thread(told, extract, shown, checker, commit=self._commit)
        key = self._own_key(gap)
        return _Learned(
            extract.question,
            extract.question_type,
            summary,
            "analysis",
            key,
            extract.about,
            extract.tags,
        )

    async def _extract(self) -> tuple[str, Extract]:
        """The gap that files can tell of, and what they tell."""
        begun = self._doing.round.gap
        for key in [begun] if begun else [key_of(gap) for gap in self._known.gaps]:
            extract = extract_of(self._known.structure, self._own_key(key))
            if extract is not None:
                return key, extract
            if self._record(key) is not None:  # what it told of is no more
                await self._withdraw(key)
        raise NotLearnedError("SELF_EVOLUTION_QUESTION", begun or "files", _NOTHING)

    async def _by_model(self, model: Model) -> _Learned:
        doing, parts = self._doing, self._parts
        asker = Asker(model, doing.purse, seconds=parts.settings.round_s)
        question, question_type = doing.round.question, self._usual_type()
        if question is None:
            chosen = await self._choose(asker)
            question, question_type = chosen.asked.text, chosen.asked.type
            await doing.enter("EXPLORING", gap=key_of(chosen.gap), question=question)
        gap = doing.round.gap or ""
        summary = await answer(
            question,
            files_of(self._known.structure, self._own_key(gap)),
            doing,
            self._looking,
            asker,
            clock=parts.clock,
            most_steps=parts.settings.steps_per_round,
            commit=self._commit,
        )
        about = summary.citations[0].path
        return _Learned(question, question_type, summary, "model", self._own_key(gap), about)

    async def _choose(self, asker: Asker) -> Chosen:
        """The next question; gaps without one that is new are left alone from now on."""
        gaps = self._known.gaps
        first = gaps[0] if gaps else None
        record = None if first is None else self._record(key_of(first))
        if first is not None and record is not None:
            return Chosen(first, Asked(record.question, record.question_type))
        try:
            open_gaps = [gap for gap in gaps if self._record(key_of(gap)) is None]
            chosen, exhausted = await choose(
                self._known, open_gaps, self._repeats, asker, self._parts.clock
            )
        except ModelReplyError as error:
            raise NotLearnedError("SELF_EVOLUTION_QUESTION", "reply", str(error)) from error
        failures = Failures(self._doing.scope, self._parts.store.failures)
        for gap in exhausted:
            problem = NotLearnedError("SELF_EVOLUTION_QUESTION", key_of(gap), _NOTHING)
            await failures.note(problem, gap=key_of(gap), now=self._parts.clock())
        if chosen is None:
            raise NotLearnedError("SELF_EVOLUTION_QUESTION", "gaps", _NOTHING)
        return chosen

    async def _draft(self, learned: _Learned) -> RecordDraft:
        old, summary = self._old(), learned.summary
        claims = {id: claim for claim, id in self._known.claims.items()}
        claim = claims.get(old.id) if old is not None else None
        near = await self._repeats.near(learned.question, now=self._parts.clock())
        indexed, _ = index_record(
            learned.question, summary.answer, max_tokens=self._parts.chunk_size
        )
        model = self._parts.model.name if self._parts.model and learned.made_by == "model" else None
        return RecordDraft(
            question=learned.question,
            question_type=learned.question_type,
            answer=summary.answer,
            citations=summary.citations,
            confidence=summary.confidence,
            indexed=indexed,
            claim=claim or claim_of(learned.gap, signature_of(learned.question)),
            exploration_path=self._doing.round.steps,
            related_records=tuple(
                record.id for record, _ in near if old is None or record.id != old.id
            )[:_RELATED],
            tags=("learned", *learned.tags),
            domain=domain_of(learned.about),
            made_by=learned.made_by,
            metadata={
                "gap": learned.gap,
                "round": self._doing.round.id,
                **({"model": model} if model else {}),
            },
        )

    def _old(self) -> LearningRecord | None:
        """The record that is learned anew in this round, if any."""
        gap = self._doing.round.gap
        if gap is None and self._known.gaps:
            gap = key_of(self._known.gaps[0])
        return None if gap is None else self._record(gap)

    def _usual_type(self) -> QuestionType:
        """The type of a question that another process thought of."""
        old, gap = self._old(), self._doing.round.gap or ""
        if old is not None:
            return old.question_type
        for kind, usual in USUAL.items():
            if gap.startswith(kind):
                return usual
        return "CODE_STRUCTURE"

    def _record(self, gap: str) -> LearningRecord | None:
        id = gap.partition(f":{STALE}")[2]
        return next((one for one in self._known.stale if one.id == id), None) if id else None

    def _own_key(self, gap: str) -> str:
        """The gap that a question belongs to, also when its record is learned anew."""
        record = self._record(gap)
        return str(record.metadata.get("gap", gap)) if record is not None else gap

    async def _withdraw(self, gap: str) -> None:
        record = self._record(gap)
        if record is not None:
            await self._parts.store.records.mark(
                self._doing.scope, [record.id], "replaced", now=self._parts.clock()
            )


def _head_of(folder: Folder) -> str | None:
    """The commit that the folder is at, if it is a repository."""
    try:
        commits = log_of(folder, limit=1)
    except UserError:
        return None
    return commits[0].id if commits else None
