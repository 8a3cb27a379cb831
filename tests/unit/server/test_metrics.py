from nagori.server.metrics import Metrics
from nagori.values.event import Answer, Degraded, Done, Error, RecalledItems


def test_turns_are_counted_by_how_they_end() -> None:
    metrics = Metrics()
    metrics.count_turn([Answer("tea"), Done("m1", "stop", {})])
    metrics.count_turn([Done("m2", "stopped", {})])
    metrics.count_turn([Error("model_unavailable", "down")])

    text = metrics.text().decode()
    for how in ("done", "stopped", "failed"):
        assert f'nagori_turns_ended_total{{how="{how}"}} 1.0' in text


def test_what_was_left_out_is_counted_without_its_words() -> None:
    metrics = Metrics()
    degraded = ["embedding: http://10.0.0.1 refused", "My Secret: x", "embedding: again"]
    metrics.count_turn([RecalledItems((), degraded), Degraded("summary", "it is slow")])

    text = metrics.text().decode()
    assert 'nagori_degraded_total{what="embedding"} 2.0' in text
    assert 'nagori_degraded_total{what="other"} 1.0' in text
    assert 'nagori_degraded_total{what="summary"} 1.0' in text
    assert "nagori_recalls_total 1.0" in text
    assert "Secret" not in text
    assert "10.0.0.1" not in text
