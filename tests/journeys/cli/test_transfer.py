import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from conftest import Nagori


def test_what_goes_out_comes_in_again_once(nagori: "Nagori") -> None:
    nagori("remember", "prefers tea", "--user", "carla")
    nagori("remember", "住在上海", "--user", "林晓")

    assert nagori("--json", "export", "out.jsonl").json == {"exported": 2, "file": "out.jsonl"}
    first = nagori("import", "out.jsonl", "--db", "copy.db", "--json").json
    second = nagori("import", "out.jsonl", "--db", "copy.db")

    assert (first["added"], first["failed"]) == (2, [])
    assert second.out == "out.jsonl: 0 new, 0 said again, 2 already there.\n"
    before, after = nagori("--json", "list").json, nagori("--json", "--db=copy.db", "list").json
    assert {m["id"] for m in before["items"]} == {m["id"] for m in after["items"]}


def test_lines_that_can_not_be_read_are_told_and_the_rest_comes_in(nagori: "Nagori") -> None:
    good = json.dumps({"text": "prefers tea", "timestamp": 1_770_000_000})
    Path("old.jsonl").write_text(f"{good}\nnonsense\n", "utf-8")

    done = nagori("import", "old.jsonl", "--user", "carla")

    assert done.code == 1
    assert "old.jsonl: 1 new" in done.out
    assert "line 2: " in done.out
    assert "prefers tea" in nagori("list", "--user", "carla").out


def test_an_import_ends_when_its_vectors_are_made(
    nagori: "Nagori", monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NAGORI_EMBEDDING__TYPE", "local")
    records = [{"text": f"fact {n} about tea", "timestamp": 1_770_000_000 + n} for n in range(200)]
    Path("old.json").write_text(json.dumps(records), "utf-8")

    assert nagori("import", "old.json", "--user", "carla").code == 0
    assert nagori("--json", "doctor").json["content"]["waiting"] == 0
