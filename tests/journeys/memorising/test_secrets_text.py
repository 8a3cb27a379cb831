"""Planted secrets leave a text whole: all of them, and nothing else."""

import re
from collections import defaultdict

import pytest
from tests.journeys.memorising.secrets import Planted, harmless, planted

from nagori.text.secrets import redact

PLANTED = planted()
TOGETHER: defaultdict[str, list[str]] = defaultdict(list)
for each in PLANTED:
    TOGETHER[each.text].append(each.secret)

MARK = re.compile(r"\[removed: [^\]]+\]|\[已去除：[^\]]+\]")
# Of these only a part is looked for, but the whole has to go.
FRAMED = {
    "jwt": r"(?a:eyJ[\w.-]+)",
    "private_key": r"(?a:-----BEGIN [\w ]+-----[\w+/=\\\n]+(?:-----END [\w ]+-----)?)",
}


@pytest.mark.parametrize("plant", PLANTED, ids=lambda plant: f"{plant.kind}-{plant.lang}")
def test_no_piece_of_a_planted_secret_survives(plant: Planted) -> None:
    left = redact(plant.text).text

    assert plant.secret not in left
    assert not any(
        plant.secret[at : at + 12] in left for at in range(max(0, len(plant.secret) - 11))
    )


@pytest.mark.parametrize("plant", PLANTED, ids=lambda plant: f"{plant.kind}-{plant.lang}")
def test_the_words_around_a_planted_secret_stay(plant: Planted) -> None:
    expected = plant.text
    for secret in TOGETHER[plant.text]:
        expected = expected.replace(secret, "§")
    if plant.kind in FRAMED:
        expected = re.sub(FRAMED[plant.kind], "§", plant.text)

    assert MARK.sub("§", redact(plant.text).text) == expected


@pytest.mark.parametrize("plant", PLANTED, ids=lambda plant: f"{plant.kind}-{plant.lang}")
def test_the_mark_is_in_the_language_of_the_message(plant: Planted) -> None:
    marks = MARK.findall(redact(plant.text).text)

    assert marks
    assert all(mark.startswith("[已去除：") == (plant.lang == "zh") for mark in marks)


@pytest.mark.parametrize("text", harmless())
def test_a_harmless_text_is_not_touched(text: str) -> None:
    redacted = redact(text)

    assert redacted.text is text
    assert redacted.kinds == ()
