"""Domains of a project, kept in step with its records; with a model's words where there are any."""

import shutil
from collections.abc import AsyncGenerator, Sequence
from datetime import UTC
from pathlib import Path

import pytest

from nagori.config_learn import LearnSettings
from nagori.errors import ModelUnavailableError
from nagori.learn.analysing import Analyser, Parts
from nagori.learn.copies import Copies, CopyParts
from nagori.learn.domain_words import BY_MODEL, is_by_model
from nagori.learn.domains import DomainParts, Domains, Spend
from nagori.learn.folder import Folder
from nagori.learn.keeping import Keeper, Purse
from nagori.learn.patterns import Patterns
from nagori.learn.promoting import Promoter
from nagori.store.sqlite.store import SqliteStore
from nagori.testing.builders import HASHED, NOW
from nagori.testing.learning import LOANS, a_record
from nagori.testing.scripted_model import Script, ScriptedModel
from nagori.values.learning import DomainKnowledge

FILES = {
    "shop/orders/book.py": '"""Books orders."""\nclass Book:\n    """Keeps orders."""\n',
    "shop/orders/kinds.py": '"""Kinds."""\nclass Kind:\n    """What an order is."""\n',
    "shop/money/price.py": '"""Prices."""\nclass Price:\n    """What it costs."""\n',
    "shop/money/tax.py": '"""Taxes."""\nclass Tax:\n    """What the state gets."""\n',
}


@pytest.fixture
async def store(tmp_path: Path) -> AsyncGenerator[SqliteStore]:
    store = SqliteStore(tmp_path / "memory.db")
    await store.open()
    yield store
    await store.close()


@pytest.fixture
async def root(store: SqliteStore, tmp_path: Path) -> Path:
    root = tmp_path / "shop"
    for path, text in FILES.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text)
    await store.projects.register(LOANS, str(root), now=NOW)
    await analyse(store, root)
    return root


async def analyse(store: SqliteStore, root: Path) -> None:
    parts = Parts(store, embedder=HASHED, clock=lambda: NOW, chunk_size=300)
    await Analyser(parts).analyse(LOANS, Folder(root))


def domains(store: SqliteStore, *scripts: Script, spend: Spend | None = None) -> Domains:
    model = ScriptedModel(scripts) if scripts else None
    return Domains(DomainParts(store, lambda: NOW, model, spend))


async def known(store: SqliteStore) -> dict[str, DomainKnowledge]:
    return {one.domain: one for one in await store.domains.list(LOANS)}


@pytest.mark.usefixtures("root")
async def test_domains_are_drawn_from_the_files_without_a_model(store: SqliteStore) -> None:
    report = await domains(store).refresh(LOANS)

    assert report.refreshed == ("shop/money", "shop/orders")
    orders = (await known(store))["shop/orders"]
    assert {one.name: one.description for one in orders.key_concepts} == {
        "Book": "Keeps orders.",
        "Kind": "What an order is.",
    }
    assert set(orders.key_files) == {"shop/orders/book.py", "shop/orders/kinds.py"}
    told = await store.records.get(LOANS, orders.source_record_ids)
    assert {one.domain for one in told} == {"shop/orders"}
    assert (await domains(store).refresh(LOANS)).refreshed == ()


async def test_what_is_gone_from_the_files_goes_from_the_domains(
    store: SqliteStore, root: Path
) -> None:
    await domains(store).refresh(LOANS)
    for name in ("price.py", "tax.py"):
        (root / "shop/money" / name).unlink()
    await analyse(store, root)

    report = await domains(store).refresh(LOANS)

    assert report.dropped == ("shop/money",)
    assert set(await known(store)) == {"shop/orders"}


async def learn(store: SqliteStore, domain: str = "shop/orders") -> str:
    draft = a_record("Who books orders?", "Book does. More.", domain=domain)
    (record,) = await store.records.add(LOANS, [draft], embedder=HASHED, now=NOW)
    return record.id


@pytest.mark.usefixtures("root")
async def test_only_touched_domains_are_looked_at_again(store: SqliteStore) -> None:
    await domains(store).refresh(LOANS)
    before = await known(store)
    id = await learn(store)

    report = await domains(store).refresh(LOANS, ["shop/orders"])

    after = await known(store)
    assert report.refreshed == ("shop/orders",)
    assert after["shop/money"] == before["shop/money"]
    assert after["shop/orders"].summary.endswith("Who books orders? Book does.")
    assert after["shop/orders"].source_record_ids[0] == id


@pytest.mark.usefixtures("root")
async def test_a_domain_that_only_records_name_is_told_by_them(store: SqliteStore) -> None:
    await learn(store, "还款")

    await domains(store).refresh(LOANS, ["还款"])

    found = (await known(store))["还款"]
    assert found.summary == "Who books orders? Book does."
    assert found.key_files == ("src/kinds.py",)


@pytest.mark.usefixtures("root")
async def test_a_model_may_write_the_summary_and_it_is_marked(store: SqliteStore) -> None:
    await learn(store)

    report = await domains(store, "`Book` keeps orders.").refresh(LOANS, ["shop/orders"])

    assert report.degraded == ()
    assert (await known(store))["shop/orders"].summary == f"`Book` keeps orders. {BY_MODEL}"
    await domains(store).refresh(LOANS)
    assert is_by_model((await known(store))["shop/orders"].summary), "the domain is the same"


@pytest.mark.usefixtures("root")
@pytest.mark.parametrize(
    ("script", "why"),
    [
        ("`Ledger` keeps orders.", "named what is not known"),
        (ModelUnavailableError("scripted", "out of service"), "out of service"),
    ],
)
async def test_a_model_that_fails_or_invents_leaves_the_extract(
    store: SqliteStore, script: Script, why: str
) -> None:
    await learn(store)

    report = await domains(store, script).refresh(LOANS, ["shop/orders"])

    assert why in report.degraded[0]
    assert (await known(store))["shop/orders"].summary.startswith("`shop/orders`: 2 files")


@pytest.mark.usefixtures("root")
async def test_a_models_words_are_paid_from_the_budget_of_the_day(store: SqliteStore) -> None:
    await learn(store)
    settings = LearnSettings(tokens_per_day=1000)
    purse = Purse(store, lambda: NOW, UTC, settings)

    for _ in range(3):
        some = domains(store, "`Book` keeps orders.", spend=purse.spend)
        await some.refresh(LOANS, ["shop/orders"])

    spent = (await store.projects.get(LOANS)).evolution_status.tokens_today
    assert 400 < spent <= 1000
    assert not await purse.spend(LOANS, 700, 400)


async def test_all_that_follows_from_news_is_done_in_one_go(store: SqliteStore, root: Path) -> None:
    keeper = Keeper(
        store, domains(store), Patterns(store, lambda: NOW), Promoter(store, lambda: NOW),
        Copies(CopyParts(store, HASHED, lambda: NOW, 300)),
    )  # fmt: skip
    parts = Parts(store, embedder=HASHED, clock=lambda: NOW, chunk_size=300)
    report = await Analyser(parts).analyse(LOANS, Folder(root))

    problems: Sequence[str] = await keeper.analysed(LOANS, Folder(root), report)
    id = await learn(store)
    await keeper.touched(LOANS, ["shop/orders"], [id])

    assert problems == ()
    copy = root / ".nagori/memory/domain/shop.orders.json"
    assert "Who books orders?" in copy.read_text()
    assert (root / f".nagori/memory/learning/{id}.json").exists()
    # Without its folder what was learned is kept all the same.
    shutil.move(root, root.with_name("away"))
    await keeper.touched(LOANS, ["shop/orders"], [await learn(store)])
