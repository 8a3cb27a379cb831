"""Projects over HTTP: a folder is registered, analysed, looked at and forgotten."""

import asyncio
from pathlib import Path
from typing import Any

import pytest
from tests.journeys.http.conftest import Opening, Site, streaming

from nagori.testing.scripted_model import ScriptedModel

KINDS = '''"""Kinds of repayment."""
from enum import Enum


class Kind(Enum):
    """How a loan is paid back."""

    ANNUITY = "annuity"
    LINEAR = "linear"
'''
PLAN = '''from loans.kinds import Kind

PASSWORD = "hunter2-is-no-password-0815"


def months(years: int) -> int:
    """So many months a loan runs."""
    return 12 * years
'''


@pytest.fixture
def root(tmp_path: Path) -> Path:
    root = tmp_path / "Loan Shop"
    (root / "loans").mkdir(parents=True)
    (root / "loans" / "kinds.py").write_text(KINDS, "utf-8")
    (root / "loans" / "plan.py").write_text(PLAN, "utf-8")
    (root / ".env").write_text("PASSWORD=hunter2\n", "utf-8")
    (tmp_path / "outside.py").write_text("SECRET_PLACE = 1\n", "utf-8")
    (root / "link.py").symlink_to(tmp_path / "outside.py")
    return root


@pytest.fixture
async def learned(site: Site, root: Path) -> Site:
    """A site that has analysed the folder as `loan-shop`."""
    answer = await site.http.post("/api/projects", json={"path": str(root)})
    assert answer.status_code == 202, answer.text
    await analysed(site)
    return site


def renamed(folder: Path, name: str) -> Path:
    return folder.rename(folder.with_name(name))


def is_there(path: Path) -> bool:
    return path.exists()


async def analysed(site: Site, key: str = "loan-shop") -> dict[str, Any]:
    async with asyncio.timeout(10):
        while True:
            project = (await site.http.get(f"/api/projects/{key}")).json()
            if not project["analysis"]["running"]:
                return project
            await asyncio.sleep(0.02)


async def test_a_registered_folder_is_analysed_by_the_worker(site: Site, root: Path) -> None:
    answer = await site.http.post("/api/projects", json={"path": str(root)})

    assert answer.status_code == 202
    assert answer.json()["key"] == "loan-shop"
    assert answer.json()["analysis"]["running"]
    assert set(answer.json()["analysis_status"].values()) == {"RUNNING"}
    project = await analysed(site)
    assert project["path"] == str(root)
    assert project["tech_stack"][0] == "Python"
    assert set(project["analysis_status"].values()) == {"COMPLETED"}
    assert (project["files"], project["stale"], project["failures"]) == (2, 0, 0)
    assert project["records"] > 3
    assert project["analysed_at"]
    assert (await site.http.get("/api/projects")).json() == {"items": [project]}


async def test_the_same_folder_and_one_inside_it_are_the_same_project(
    learned: Site, root: Path
) -> None:
    for path in (root, root / "loans", root / "loans" / ".." / "loans"):
        answer = await learned.http.post("/api/projects", json={"path": str(path)})
        assert (answer.status_code, answer.json()["key"]) == (202, "loan-shop")
        await analysed(learned)

    assert len((await learned.http.get("/api/projects")).json()["items"]) == 1


async def test_records_are_listed_with_their_citations_and_checked_one_by_one(
    learned: Site, root: Path
) -> None:
    page = (await learned.http.get("/api/projects/loan-shop/records")).json()
    kind = next(one for one in page["items"] if "values does `Kind`" in one["question"])
    assert kind["made_by"] == "analysis"
    assert kind["citations"][0]["path"] == "loans/kinds.py"
    assert kind["citations"][0]["state"] is None

    url = f"/api/projects/loan-shop/records/{kind['id']}"
    one = (await learned.http.get(url)).json()
    assert {cited["state"] for cited in one["citations"]} == {"unchanged"}
    (root / "loans" / "kinds.py").write_text(f"# new\n{KINDS}", "utf-8")
    moved = (await learned.http.get(url)).json()["citations"][0]
    assert (moved["state"], moved["now"]["start"]) == ("moved", moved["start"] + 1)
    (root / "loans" / "kinds.py").unlink()
    gone = (await learned.http.get(url)).json()
    assert {cited["state"] for cited in gone["citations"]} == {"gone"}


async def test_records_can_be_narrowed_and_paged(learned: Site) -> None:
    url = "/api/projects/loan-shop/records"
    every = [one["id"] for one in (await learned.http.get(url)).json()["items"]]

    of_plan = (await learned.http.get(url, params={"path": "loans/plan.py"})).json()["items"]
    assert of_plan
    assert all("loans/plan.py" in {c["path"] for c in one["citations"]} for one in of_plan)
    assert (await learned.http.get(url, params={"status": "stale"})).json()["items"] == []
    first = (await learned.http.get(url, params={"limit": 2})).json()
    rest = (await learned.http.get(url, params={"cursor": first["next"]})).json()
    assert [one["id"] for one in (*first["items"], *rest["items"])] == every


async def test_the_tree_tells_how_much_is_known_of_each_file(learned: Site) -> None:
    tree = (await learned.http.get("/api/projects/loan-shop/tree")).json()["items"]

    assert [(one["path"], one["kind"]) for one in tree] == [
        ("loans", "folder"),
        ("loans/kinds.py", "file"),
        ("loans/plan.py", "file"),
    ]
    folder, kinds, plan = tree
    assert kinds["language"] == "python"
    assert kinds["records"] > 0
    assert folder["lines"] == kinds["lines"] + plan["lines"]
    assert folder["records"] == kinds["records"] + plan["records"]


async def test_lines_are_shown_without_secrets(learned: Site) -> None:
    params = {"path": "loans/plan.py", "start": 3, "end": 7}
    shown = (await learned.http.get("/api/projects/loan-shop/lines", params=params)).json()

    assert (shown["start"], shown["end"], len(shown["lines"])) == (3, 7, 5)
    assert shown["language"] == "python"
    assert "hunter2" not in str(shown)
    assert shown["lines"][3] == "def months(years: int) -> int:"


@pytest.mark.parametrize(
    ("path", "status"),
    [
        (".env", 403),
        ("link.py", 403),
        ("../outside.py", 422),
        ("loans/../../outside.py", 422),
        ("/etc/passwd", 422),
        ("~/.ssh/id_rsa", 422),
        ("loans\\..\\..\\outside.py", 422),
        ("loans/\u2025/outside.py", 422),
        (".git/config", 403),
        ("loans/none.py", 404),
        ("loans", 422),
        ("loans/kinds.py\x00", 422),
    ],
)
async def test_what_lies_outside_or_is_secret_is_refused(
    learned: Site, path: str, status: int
) -> None:
    answer = await learned.http.get("/api/projects/loan-shop/lines", params={"path": path})

    assert answer.status_code == status, answer.text
    assert "hunter2" not in answer.text
    assert "SECRET_PLACE" not in answer.text


@pytest.mark.parametrize(
    "path", ["relative/folder", "/", "/proc/self", "/nowhere/at/all", "~", "\x00"]
)
async def test_what_can_t_be_a_project_is_refused(site: Site, path: str) -> None:
    answer = await site.http.post("/api/projects", json={"path": path})

    assert answer.status_code in {404, 422}, answer.text
    assert (await site.http.get("/api/projects")).json()["items"] == []


@pytest.mark.parametrize("key", ["a/b", "..", "", " ", "a\\b", "a\nb"])
async def test_a_key_that_is_no_plain_name_is_refused(site: Site, root: Path, key: str) -> None:
    answer = await site.http.post("/api/projects", json={"path": str(root), "key": key})

    assert answer.status_code == 422, answer.text


async def test_a_question_finds_the_record_that_answers_it(learned: Site) -> None:
    query = {"query": "which kinds of repayment are there", "limit": 2}
    found = (await learned.http.get("/api/projects/loan-shop/search", params=query)).json()

    assert len(found["items"]) == 2
    best = found["items"][0]
    assert best["citations"][0]["path"] == "loans/kinds.py"
    assert best["citations"][0]["state"] == "unchanged"
    assert 0 < best["score"] <= 1
    assert best["parts"]


async def test_a_record_whose_lines_changed_is_marked_when_it_is_found(
    learned: Site, root: Path
) -> None:
    (root / "loans" / "kinds.py").write_text(KINDS.replace("LINEAR", "BULLET"), "utf-8")
    query = {"query": "which values does Kind have"}
    found = (await learned.http.get("/api/projects/loan-shop/search", params=query)).json()

    kind = next(one for one in found["items"] if "values does `Kind`" in one["question"])
    assert kind["status"] == "stale"
    assert "changed" in {cited["state"] for cited in kind["citations"]}
    assert (await learned.http.get("/api/projects/loan-shop")).json()["stale"] >= 1


async def test_an_answer_rests_on_lines(opening: Opening, root: Path) -> None:
    model = ScriptedModel(["It has two members (loans/kinds.py:8), see loans/none.py:1-2."])
    async with opening(model) as site:
        await site.n.projects.learn(root)
        body = {"question": "Which values does Kind have?"}
        answer = (await site.http.post("/api/projects/loan-shop/ask", json=body)).json()

    assert answer["made_by"] == "model"
    assert "none.py" not in answer["text"]
    assert {one["path"] for one in answer["citations"]} == {"loans/kinds.py"}
    assert answer["records"][0]["citations"][0]["state"] == "unchanged"


async def test_a_round_is_begun_and_tells_what_became_of_it(learned: Site) -> None:
    gaps = (await learned.http.get("/api/projects/loan-shop/gaps")).json()["items"]
    assert gaps
    assert gaps[0]["suggested_question"]

    assert (await learned.http.post("/api/projects/loan-shop/rounds")).status_code == 202
    async with asyncio.timeout(10):
        while True:
            page = (await learned.http.get("/api/projects/loan-shop/rounds")).json()
            if page["items"] and page["items"][0]["state"] != "running":
                break
            await asyncio.sleep(0.02)

    round = page["items"][0]
    project = (await learned.http.get("/api/projects/loan-shop")).json()
    assert round["state"] == "failed"  # the model says hello, whatever it is asked
    assert round["error"]
    assert round["ended_at"]
    assert project["evolution"]["consecutive_errors"] == 1
    assert project["evolution"]["backoff_until"]


async def test_no_round_begins_beyond_the_limits_of_the_day(learned: Site) -> None:
    url = "/api/projects/loan-shop/learning"
    project = (await learned.http.put(url, json={"questions_per_day": 0})).json()
    assert project["limits"]["questions_per_day"] == 0

    answer = await learned.http.post("/api/projects/loan-shop/rounds")

    assert answer.status_code == 409
    assert "questions of the day" in answer.json()["detail"]
    project = (await learned.http.put(url, json={"questions_per_day": None})).json()
    assert project["limits"]["questions_per_day"] > 0


async def test_learning_is_paused_and_resumed(learned: Site) -> None:
    url = "/api/projects/loan-shop/learning"
    paused = (await learned.http.put(url, json={"is_enabled": False, "cost_per_day": 0.5})).json()
    assert not paused["evolution"]["is_enabled"]
    assert paused["limits"]["cost_per_day"] == 0.5

    resumed = (await learned.http.put(url, json={"is_enabled": True})).json()

    assert resumed["evolution"]["is_enabled"]
    assert resumed["limits"]["cost_per_day"] == 0.5
    for bad in ({}, {"is_enabled": None}, {"tokens_per_day": -1}, {"hours": 1}):
        assert (await learned.http.put(url, json=bad)).status_code == 422


async def test_domains_and_patterns_follow_from_an_analysis(learned: Site) -> None:
    domains = (await learned.http.get("/api/projects/loan-shop/domains")).json()["items"]

    assert domains
    assert domains[0]["summary"]
    assert domains[0]["source_record_ids"]
    assert (await learned.http.get("/api/projects/loan-shop/patterns")).status_code == 200


async def test_a_change_is_learned_by_the_next_analysis(learned: Site, root: Path) -> None:
    (root / "loans" / "rates.py").write_text('"""Rates of interest."""\nLOWEST = 1\n', "utf-8")
    answer = await learned.http.post("/api/projects/loan-shop/analysis")
    assert answer.status_code == 202

    project = await analysed(learned)

    assert project["files"] == 3


async def test_a_folder_that_is_gone_is_told_as_a_failure_and_recovers(
    learned: Site, root: Path
) -> None:
    away = renamed(root, "away")
    await learned.http.post("/api/projects/loan-shop/analysis")
    project = await analysed(learned)
    assert project["failures"] == 1
    assert set(project["analysis_status"].values()) == {"FAILED"}
    assert project["records"] > 3

    renamed(away, root.name)
    await learned.http.post("/api/projects/loan-shop/analysis")
    project = await analysed(learned)

    failures = (await learned.http.get("/api/projects/loan-shop/failures")).json()["items"]
    assert [(one["operation_type"], one["status"]) for one in failures] == [
        ("PROJECT_ANALYSIS", "RECOVERED")
    ]
    assert set(project["analysis_status"].values()) == {"COMPLETED"}


async def test_a_moved_folder_keeps_its_key(learned: Site, root: Path) -> None:
    moved = renamed(root, "new-place")

    answer = await learned.http.post("/api/projects", json={"path": str(moved), "key": "loan-shop"})

    assert answer.status_code == 202
    assert (await analysed(learned))["path"] == str(moved)


async def test_a_key_of_another_folder_is_a_conflict(
    learned: Site, root: Path, tmp_path: Path
) -> None:
    other = tmp_path / "other"
    other.mkdir()
    for body in (
        {"path": str(other), "key": "loan-shop"},
        {"path": str(root), "key": "another"},
    ):
        assert (await learned.http.post("/api/projects", json=body)).status_code == 409


async def test_what_is_forgotten_is_gone(learned: Site, root: Path) -> None:
    copies = root / ".nagori"
    assert is_there(copies / "project_map.json")
    assert (await learned.http.delete("/api/projects/loan-shop")).status_code == 204

    for path in ("", "/records", "/tree", "/failures", "/rounds", "/domains", "/patterns"):
        answer = await learned.http.get(f"/api/projects/loan-shop{path}")
        assert answer.status_code == 404
        assert "nagori learn" in answer.json()["detail"]
    assert (await learned.http.delete("/api/projects/loan-shop")).status_code == 404
    assert (await learned.http.get("/api/projects")).json() == {"items": []}
    assert not is_there(copies)


async def test_a_project_is_found_by_its_key_alone(learned: Site, root: Path) -> None:
    for named in (".", "~", str(root).replace("/", "%2F")):
        answer = await learned.http.get(f"/api/projects/{named}/tree")
        assert answer.status_code == 404, named


async def test_only_keys_of_the_server_s_own_space_name_folders(site: Site, root: Path) -> None:
    body = {"path": str(root)}
    async with site.keyed("carla") as http:
        assert (await http.post("/api/projects", json=body)).status_code == 403
    async with site.keyed(space="elsewhere") as http:
        assert (await http.post("/api/projects", json=body)).status_code == 403
        assert (await http.get("/api/projects")).json() == {"items": []}
    async with site.keyed(read_only=True) as http:
        assert (await http.post("/api/projects", json=body)).status_code == 403
    async with site.keyed() as http:
        assert (await http.post("/api/projects", json=body)).status_code == 202


async def test_projects_of_one_space_are_not_there_in_another(learned: Site) -> None:
    async with learned.keyed(space="elsewhere") as http:
        assert (await http.get("/api/projects/loan-shop")).status_code == 404
        assert (await http.delete("/api/projects/loan-shop")).status_code == 404
    assert (await learned.http.get("/api/projects/loan-shop")).status_code == 200


async def test_the_feed_tells_which_project_changed(site: Site, root: Path) -> None:
    async with site.keyed("carla") as bound, streaming(bound, "GET", "/api/events") as silent:
        unheard = asyncio.ensure_future(anext(silent))
        async with streaming(site.http, "GET", "/api/events") as news:
            await site.http.post("/api/projects", json={"path": str(root)})
            told = await asyncio.wait_for(anext(news), 5)
            assert (told.event, told.data["key"]) == ("project", "loan-shop")
        await analysed(site)
        assert not unheard.done()
        unheard.cancel()
        await asyncio.gather(unheard, return_exceptions=True)


async def test_an_analysis_that_was_queued_is_done_after_a_restart(
    opening: Opening, root: Path
) -> None:
    async with opening() as site:
        project = await site.n.projects.register(root)
        await site.n.store.jobs.enqueue(
            "default",
            "analyse",
            f"project:{project.key}",
            {"project": project.key},
            now=project.created_at,
        )

    async with opening() as site, asyncio.timeout(10):
        while (await site.n.project("loan-shop").project()).analysed_at is None:
            await asyncio.sleep(0.02)
