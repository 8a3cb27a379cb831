"""Fitting a network of `nagori.group.network` by gradient descent, in numpy."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from nagori.group.network import Layer, Network

Floats = NDArray[np.float32]
Halves = NDArray[np.float16]

BATCH = 256


@dataclass(frozen=True, slots=True)
class Examples:
    """Messages with their candidates: features, what may be chosen, and what is right."""

    pairs: Halves
    """(message, feature, candidate)"""
    alone: Floats
    """(message, feature)"""
    present: NDArray[np.bool_]
    """(message, candidate)"""
    right: Floats
    """(message, candidate or itself): shares that sum to 1"""

    def only(self, some: NDArray[np.integer]) -> "Examples":
        return Examples(self.pairs[some], self.alone[some], self.present[some], self.right[some])

    def __len__(self) -> int:
        return len(self.alone)


@dataclass(frozen=True, slots=True)
class Plan:
    hidden: int
    own_hidden: int
    epochs: int
    rate: float = 3e-3
    decay: float = 1e-3
    seed: int = 1
    blind: float = 0.1
    """The share of messages that are shown without vectors."""


Parts = dict[str, Floats]
Blinded = Callable[[Floats, Floats, NDArray[np.bool_]], None]


def _start(plan: Plan, pairs: int, alone: int) -> Parts:
    rng = np.random.default_rng(plan.seed)

    def spread(*shape: int) -> Floats:
        return (rng.normal(0, 1, shape) / np.sqrt(shape[-1])).astype(np.float32)

    h, o = plan.hidden, plan.own_hidden
    return {
        "inner": spread(h, pairs), "around": spread(h, alone), "bias": np.zeros(h, np.float32),
        "outer": spread(h), "past": np.zeros(pairs, np.float32),
        "own inner": spread(o, alone), "own bias": np.zeros(o, np.float32),
        "own outer": spread(o), "own past": np.zeros(alone, np.float32),
    }  # fmt: skip


def _step(
    p: Parts, x: Floats, a: Floats, present: NDArray[np.bool_], right: Floats
) -> tuple[float, Parts]:
    """The loss of a batch and its gradients."""
    features, size, width = x.shape
    flat = x.reshape(features, -1)
    hidden = (p["inner"] @ flat).reshape(-1, size, width)
    hidden += (p["around"] @ a + p["bias"][:, None])[:, :, None]
    on = hidden > 0
    hidden *= on
    own = p["own inner"] @ a + p["own bias"][:, None]
    own_on = own > 0
    own *= own_on
    scores = np.empty((size, width + 1), np.float32)
    deep = hidden.reshape(len(hidden), -1)
    scores[:, :-1] = (p["outer"] @ deep + p["past"] @ flat).reshape(size, width)
    scores[:, -1] = p["own outer"] @ own + p["own past"] @ a
    scores[:, :-1] = np.where(present, scores[:, :-1], -30)
    scores -= scores.max(axis=1, keepdims=True)
    e = np.exp(scores)
    chance = e / e.sum(axis=1, keepdims=True)
    loss = float(-(right * np.log(chance + 1e-9)).sum() / size)
    d = ((chance - right) / size).astype(np.float32)
    dp, ds = np.ascontiguousarray(d[:, :-1]).reshape(-1), d[:, -1]
    back = (p["outer"][:, None] * dp[None]).reshape(hidden.shape)
    back *= on
    back_sum = back.sum(axis=2)
    own_back = p["own outer"][:, None] * ds[None] * own_on
    return loss, {
        "inner": back.reshape(len(hidden), -1) @ flat.T, "around": back_sum @ a.T,
        "bias": back_sum.sum(axis=1), "outer": deep @ dp, "past": flat @ dp,
        "own inner": own_back @ a.T, "own bias": own_back.sum(axis=1),
        "own outer": own @ ds, "own past": a @ ds,
    }  # fmt: skip


def fit(
    examples: Examples, plan: Plan, blinded: Blinded, tell: Callable[[int, float, Network], None]
) -> Network:
    """Adam with a falling rate; `tell` hears of each epoch."""
    scale, shift, own_scale, own_shift = _spread(examples)
    p = _start(plan, examples.pairs.shape[1], examples.alone.shape[1])
    mean = {name: np.zeros_like(part) for name, part in p.items()}
    square = {name: np.zeros_like(part) for name, part in p.items()}
    rng = np.random.default_rng(plan.seed + 100)
    steps, at = plan.epochs * (len(examples) // BATCH), 0
    for epoch in range(plan.epochs):
        order, losses = rng.permutation(len(examples)), list[float]()
        for start in range(0, len(order) - BATCH + 1, BATCH):
            some = np.sort(order[start : start + BATCH])
            x = np.ascontiguousarray(examples.pairs[some].transpose(1, 0, 2)).astype(np.float32)
            a = np.ascontiguousarray(examples.alone[some].T)
            blinded(x, a, rng.random(BATCH) < plan.blind)
            x = (x - shift[:, None, None]) * scale[:, None, None]
            a = (a - own_shift[:, None]) * own_scale[:, None]
            loss, slopes = _step(p, x, a, examples.present[some], examples.right[some])
            losses.append(loss)
            at += 1
            rate = plan.rate * min(1.0, at / 100) * 0.5 * (1 + np.cos(np.pi * at / steps)) + 1e-5
            for name, slope in slopes.items():
                mean[name] += 0.1 * (slope - mean[name])
                square[name] += 0.002 * (slope * slope - square[name])
                up = (mean[name] / (1 - 0.9**at)) / (np.sqrt(square[name] / (1 - 0.998**at)) + 1e-8)
                p[name] -= (rate * (up + plan.decay / plan.rate * p[name])).astype(np.float32)
        tell(epoch, float(np.mean(losses)), _network(p, scale, shift, own_scale, own_shift))
    return _network(p, scale, shift, own_scale, own_shift)


def _spread(examples: Examples) -> tuple[Floats, Floats, Floats, Floats]:
    """What brings each feature to mean 0 and spread 1, from some of the messages."""
    some = examples.pairs[:: max(1, len(examples) // 3000)].astype(np.float32)
    shift, scale = some.mean(axis=(0, 2)), 1 / np.maximum(some.std(axis=(0, 2)), 0.05)
    own_shift, own_scale = (
        examples.alone.mean(axis=0),
        1 / np.maximum(examples.alone.std(axis=0), 0.05),
    )
    return scale, shift, own_scale, own_shift


def _network(
    p: Parts, scale: Floats, shift: Floats, own_scale: Floats, own_shift: Floats
) -> Network:
    """The network for features as they come."""
    inner, around = p["inner"] * scale, p["around"] * own_scale
    own = p["own inner"] * own_scale
    past, own_past = p["past"] * scale, p["own past"] * own_scale
    # A constant for all candidates matters beside the score of itself: it goes to that one.
    offset = float(past @ shift) - float(own_past @ own_shift)
    bias = p["bias"] - inner @ shift - around @ own_shift
    own_bias = p["own bias"] - own @ own_shift
    lift = np.concatenate([own, np.zeros((1, own.shape[1]), np.float32)])
    return Network(
        Layer(inner, bias.astype(np.float32), p["outer"], past),
        around,
        Layer(
            lift,
            np.append(own_bias, 1).astype(np.float32),
            np.append(p["own outer"], offset).astype(np.float32),
            own_past,
        ),
    )
