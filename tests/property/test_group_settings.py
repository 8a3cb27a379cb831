"""What is set for groups, over a real file, against plain lists."""

import asyncio
from collections.abc import Coroutine
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, TypeVar

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from nagori import ConflictError
from nagori.app import Nagori
from nagori.config import Settings
from nagori.values.trial import Arm

T = TypeVar("T")
GROUPS = (None, "team", "小组")
groups = st.sampled_from(GROUPS)
changes = st.dictionaries(
    st.sampled_from(["temperature", "max_context_messages"]),
    st.none() | st.integers(1, 2),
    min_size=1,
)


class GroupSettingsMachine(RuleBasedStateMachine):
    """Each change is a step that can be undone; adopting an arm is one for all groups."""

    def __init__(self) -> None:
        super().__init__()
        self._folder = TemporaryDirectory(ignore_cleanup_errors=True)
        self._runner = asyncio.Runner()
        self._where = Path(self._folder.name) / "memory.db"
        self._steps: dict[str | None, list[dict[str, Any]]] = {id: [{}] for id in GROUPS}
        self._trials = 0
        self._open()

    def _open(self) -> None:
        made = Settings.model_validate({"embedding": {"type": "none"}})
        self._opening = Nagori.open(self._where, settings=made)
        self._n = self._run(self._opening.__aenter__())

    def _run(self, work: Coroutine[Any, Any, T]) -> T:
        return self._runner.run(work)

    def teardown(self) -> None:
        """Let go of the file."""
        self._run(self._opening.__aexit__(None, None, None))
        self._runner.close()
        self._folder.cleanup()

    def _of(self, id: str | None) -> Any:
        return self._n.all_groups if id is None else self._n.group(id)

    def _step(self, id: str | None, changed: dict[str, Any]) -> None:
        steps = self._steps[id]
        after = {k: v for k, v in {**steps[-1], **changed}.items() if v is not None}
        if after != steps[-1]:
            steps.append(after)

    @rule(id=groups, changed=changes)
    def change(self, id: str | None, changed: dict[str, Any]) -> None:
        """Set or take back some."""
        self._run(self._of(id).set_settings(changed))
        self._step(id, changed)

    @rule(id=groups)
    def undo(self, id: str | None) -> None:
        """One step back, if there is one."""
        if len(self._steps[id]) == 1:
            with pytest.raises(ConflictError):
                self._run(self._of(id).undo_settings())
            return
        self._run(self._of(id).undo_settings())
        self._steps[id].pop()

    @rule(value=st.integers(1, 2))
    def adopt(self, value: int) -> None:
        """Start a trial and let its second arm hold."""
        self._trials += 1
        arms = [Arm("a"), Arm("b", {"temperature": value})]
        self._run(self._n.trials.start(f"t{self._trials}", arms))
        self._run(self._n.trials.adopt(f"t{self._trials}", "b"))
        self._step(None, {"temperature": value})

    @rule(id=st.sampled_from(GROUPS[1:]))
    def erase(self, id: str) -> None:
        """Nothing of it can be brought back."""
        self._run(self._n.erase(group=id))
        self._steps[id] = [{}]

    @rule()
    def restart(self) -> None:
        """Nothing is lost."""
        self._run(self._opening.__aexit__(None, None, None))
        self._open()

    @invariant()
    def holds(self) -> None:
        """A group's own stands over what is set for all, and that over the defaults."""
        common = self._steps[None][-1]
        for id in GROUPS:
            own = self._run(self._n.store.groups.settings("default", id))
            assert own == self._steps[id][-1]
            held = self._run(self._of(id).settings())
            wanted = {"temperature": 0.7, "max_context_messages": 20, **common, **own}
            assert {name: getattr(held, name) for name in wanted} == wanted


GroupSettingsMachine.TestCase.settings = settings(
    max_examples=15, stateful_step_count=20, deadline=None
)
TestGroupSettings = GroupSettingsMachine.TestCase
