import numpy as np
import pytest

from nagori.embed.vectors import BadVectorsError, sendable, unit_rows


@pytest.mark.parametrize("text", ["", " ", "\n\t\u3000"])
def test_a_blank_text_is_replaced_by_something_that_has_a_vector(text: str) -> None:
    assert sendable(text).strip()


def test_a_lone_surrogate_is_replaced_and_the_rest_stays_as_typed() -> None:
    assert sendable("茶 \ud800 🎉") == "茶 ? 🎉"


@pytest.mark.parametrize("scale", [1e-40, 1e-20, 1.0, 1e20, 3e38])
def test_rows_get_length_one_whatever_their_length_was(scale: float) -> None:
    rows = np.array([[scale, scale, 0.0]], dtype=np.float32)

    np.testing.assert_allclose(np.linalg.norm(unit_rows(rows, count=1, dims=3)), 1.0, atol=1e-6)


@pytest.mark.parametrize(
    ("rows", "problem"),
    [
        ([[1.0, 0.0]], "1 vectors for 2 texts"),
        ([1.0, 0.0], "shape"),
        (np.empty((2, 0)), "without dimensions"),
        ([[1.0, 0.0, 0.0]] * 2, "wrong dimension: 3 instead of 2"),
        ([[1.0, np.nan], [1.0, 0.0]], "NaN"),
        ([[1.0, np.inf], [1.0, 0.0]], "infinity"),
        ([[1.0, 0.0], [0.0, 0.0]], "zeros"),
    ],
)
def test_rows_that_are_not_as_asked_are_refused(rows: object, problem: str) -> None:
    with pytest.raises(BadVectorsError, match=problem):
        unit_rows(np.array(rows, dtype=np.float32), count=2, dims=2)
