"""What holds beyond one project, and what must never leave one."""

from collections.abc import AsyncGenerator
from pathlib import Path

import pytest

from nagori.learn.analysing import Analyser, Parts
from nagori.learn.domains import DomainParts, Domains
from nagori.learn.folder import Folder
from nagori.learn.patterns import Patterns
from nagori.learn.promoting import Promoter
from nagori.store.sqlite.store import SqliteStore
from nagori.testing.builders import HASHED, NOW, SPACE, a_query
from nagori.testing.learning import LOANS, SHOP
from nagori.testing.oracle import look
from nagori.values.scope import Scope

BANK = Scope(SPACE, "project", "bank")


def code(word: str) -> str:
    """A module with patterns in the words of one project."""
    kinds = "".join(
        f'class {word}{n}({word}):\n    """The {word} no. {n}."""\n    def go(self): ...\n'
        for n in range(4)
    )
    errors = "".join(f"class {word}{n}Error({word}Error): ...\n" for n in range(3))
    return (
        f'"""All about {word}."""\nclass {word}:\n    def go(self): ...\n{kinds}'
        f"class {word}Error(Exception): ...\n{errors}"
    )


@pytest.fixture
async def store(tmp_path: Path) -> AsyncGenerator[SqliteStore]:
    store = SqliteStore(tmp_path / "memory.db")
    await store.open()
    yield store
    await store.close()


@pytest.fixture
def promoter(store: SqliteStore) -> Promoter:
    return Promoter(store, lambda: NOW)


async def learn(store: SqliteStore, tmp_path: Path, scope: Scope, text: str) -> None:
    """A project of one file, analysed and promoted."""
    root = tmp_path / scope.id
    root.mkdir(exist_ok=True)
    (root / f"{scope.id}.py").write_text(text)
    (root / "uv.lock").write_text("version = 1\n")
    await store.projects.register(scope, str(root), now=NOW)
    parts = Parts(store, embedder=HASHED, clock=lambda: NOW, chunk_size=300)
    await Analyser(parts).analyse(scope, Folder(root))
    await Domains(DomainParts(store, lambda: NOW)).refresh(scope)
    found = await Patterns(store, lambda: NOW).refresh(scope)
    await Promoter(store, lambda: NOW).promote(scope, found)


async def shared(store: SqliteStore) -> dict[str, tuple[str, ...]]:
    memory = await store.practices.read(SPACE)
    patterns = {one.pattern_name: one.example_projects for one in memory.cross_project_patterns}
    return patterns | {one.id: one.source_projects for one in memory.best_practices}


async def test_what_two_projects_keep_to_holds_beyond_them(
    store: SqliteStore, tmp_path: Path
) -> None:
    await learn(store, tmp_path, LOANS, code("Annuity"))
    assert await shared(store) == {}

    await learn(store, tmp_path, SHOP, code("Voucher"))

    both = ("loans", "shop")
    assert await shared(store) == {
        "Strategy": both, "One tree of errors": both, "lock-file": both
    }  # fmt: skip
    memory = await store.practices.read(SPACE)
    assert {one.occurrences for one in memory.cross_project_patterns} == {2, 6}


async def test_no_word_of_a_project_is_shared(store: SqliteStore, tmp_path: Path) -> None:
    for scope, word in ((LOANS, "Annuity"), (SHOP, "Voucher"), (BANK, "Ledger")):
        await learn(store, tmp_path, scope, code(word))

    told = repr(await store.practices.read(SPACE))

    assert not any(word in told for word in ("Annuity", "Voucher", "Ledger", ".py"))


async def test_no_record_of_one_project_is_found_in_another(
    store: SqliteStore, tmp_path: Path
) -> None:
    await learn(store, tmp_path, LOANS, code("Annuity"))
    await learn(store, tmp_path, SHOP, code("Voucher"))
    globally = Scope(SPACE, "global")

    here = await look(
        store, a_query("what is Annuity?", scopes=[LOANS, globally], kinds=["record"])
    )
    there = await look(
        store, a_query("what is Annuity?", scopes=[SHOP, globally], kinds=["record"])
    )

    assert any("Annuity" in text for _, text in here)
    assert there
    assert not any("Annuity" in text for _, text in there)
    domains = repr(await store.domains.list(SHOP)) + repr(await store.domains.patterns(SHOP))
    assert "Annuity" not in domains


async def test_a_share_can_be_undone_and_stays_so(
    store: SqliteStore, tmp_path: Path, promoter: Promoter
) -> None:
    for scope, word in ((LOANS, "Annuity"), (SHOP, "Voucher")):
        await learn(store, tmp_path, scope, code(word))

    await promoter.undo(LOANS, practices=["lock-file"], patterns=["Strategy"])
    await promoter.promote(LOANS)
    assert set(await shared(store)) == {"One tree of errors"}
    await promoter.undo_everywhere(SPACE, patterns=["One tree of errors"])
    await learn(store, tmp_path, BANK, code("Ledger"))

    assert set(await shared(store)) == {"lock-file", "Strategy"}
    assert (await shared(store))["Strategy"] == ("shop", "bank")


async def test_what_a_project_keeps_to_no_more_is_shared_no_more(
    store: SqliteStore, tmp_path: Path
) -> None:
    await learn(store, tmp_path, LOANS, code("Annuity"))
    await learn(store, tmp_path, SHOP, code("Voucher"))

    await learn(store, tmp_path, SHOP, "X = 1\n")
    assert set(await shared(store)) == {"lock-file"}
    await learn(store, tmp_path, SHOP, code("Voucher"))

    assert set(await shared(store)) == {"lock-file", "Strategy", "One tree of errors"}


async def test_an_erased_project_takes_its_share_along(store: SqliteStore, tmp_path: Path) -> None:
    await learn(store, tmp_path, LOANS, code("Annuity"))
    await learn(store, tmp_path, SHOP, code("Voucher"))

    await store.erasure.scope(LOANS, now=NOW)

    assert await shared(store) == {}
    assert await store.domains.list(SHOP)
