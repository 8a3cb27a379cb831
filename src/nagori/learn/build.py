"""Putting together what learns about projects."""

from dataclasses import dataclass
from datetime import tzinfo

from nagori.config import Settings
from nagori.config_learn import LearnSettings
from nagori.embed.guard import GuardedEmbedder
from nagori.learn.analysing import Analyser, Parts
from nagori.learn.answering import Answerer
from nagori.learn.copies import Copies, CopyParts
from nagori.learn.domains import DomainParts, Domains
from nagori.learn.keeping import Keeper, Purse
from nagori.learn.learner import LearnerParts
from nagori.learn.loading import Loader
from nagori.learn.patterns import Patterns
from nagori.learn.promoting import Promoter
from nagori.learn.search import Searcher, SearchParts
from nagori.llm.build import Models
from nagori.store.port import Store
from nagori.store.zones import checked_zone
from nagori.values.times import Clock


@dataclass(frozen=True, slots=True)
class LearnParts:
    """What learns about projects and knows about them."""

    store: Store
    clock: Clock
    zone: tzinfo
    """Where the day of the learner begins."""
    settings: LearnSettings
    analyser: Analyser
    searcher: Searcher
    loader: Loader
    answerer: Answerer
    keeper: Keeper
    learner: LearnerParts
    """Without those who hear of it."""


def build_learning(
    store: Store,
    embedder: GuardedEmbedder | None,
    models: Models,
    settings: Settings,
    clock: Clock,
) -> LearnParts:
    """What learns, by the models and settings of this moment."""
    fingerprint = embedder.fingerprint if embedder else None
    size = settings.embedding.chunk_size
    zone = checked_zone(settings.time_zone)
    purse = Purse(store, clock, zone, settings.learn)
    summary = models.summary if models.summary.state != "extractive" else None
    keeper = Keeper(
        store,
        Domains(DomainParts(store, clock, summary, purse.spend)),
        Patterns(store, clock),
        Promoter(store, clock),
        Copies(CopyParts(store, fingerprint, clock, size)),
    )
    searcher = Searcher(SearchParts(store, embedder, clock, settings.recall, size))
    loader = Loader(store, searcher)
    return LearnParts(
        store=store,
        clock=clock,
        zone=zone,
        settings=settings.learn,
        analyser=Analyser(Parts(store, fingerprint, clock, size)),
        searcher=searcher,
        loader=loader,
        answerer=Answerer(loader, models.chat),
        keeper=keeper,
        learner=LearnerParts(
            store=store,
            model=models.chat,
            embedder=embedder,
            clock=clock,
            settings=settings.learn,
            time_zone=settings.time_zone,
            chunk_size=size,
        ),
    )
