"""Where analysis and learning of a project stand."""

from dataclasses import dataclass

from nagori.learn.evolving import Limits
from nagori.values.project import AnalysisProgress, Project


@dataclass(frozen=True, slots=True)
class ProjectStatus:
    """A project, how far its analysis is, and what its learner may spend in a day."""

    project: Project
    """Its learner's counts are those of today."""
    analysis: AnalysisProgress
    limits: Limits
