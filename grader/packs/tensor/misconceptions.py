"""Wrong rules that people write, each with the sentence for who has it.

A function gives what such a rule sends to an operand. Whose rule sends just that, in every program
that was looked at, is told so. `ANY` may be in any rule; `WRONG` is by operator and operand.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

import numpy as np

from grader.packs.tensor.operators import Array, At, Share, index, owed, unbroadcast

ANY: Mapping[str, str] = {
    "nothing": "nothing arrives there",
    "left-out": "the gradient that arrives, `out.grad`, is left out of the rule",
    "sign": "its sign is wrong",
    "passed": "the rule passes on `out.grad` as it is",
    "not-summed": "it is not summed over what broadcasting repeated",
    "transposed": "its entries are right, but transposed",
    "reordered": "its entries are right, but in another order",
    "one-row": "of what broadcasting repeated one row is taken, where their sum is due",
    "other-shape": "it is summed back to the shape of the other operand",
    "averaged": "of what broadcasting repeated the mean is taken, where the sum is due",
}


BEYOND = (
    "where the operand is 0 it is no number. Does the rule divide by the operand",
    "it is no number. Is something infinite on the way, or is something divided by 0",
    "a second call gets something else from it than the first one. Does it change what it has kept",
)
"""What is said where a rule sends nan or an infinity, and a number is due; then of second calls."""


def of_any(name: str, place: int, at: At, share: Array) -> Iterator[tuple[str, Array]]:
    """What the rules of `ANY` send, by their names. share: what is owed."""
    yield "nothing", np.zeros(share.shape)
    yield "left-out", owed(name, place, at.with_up(np.ones(at.up.shape)))
    yield "sign", -share
    if at.up.shape == share.shape:
        yield "passed", at.up
    if share.ndim > 1:
        # A sum sends each entry to several: what is filled in another order is no transpose.
        order = "reordered" if name in ("sum", "mean") else "transposed"
        yield order, np.swapaxes(share, -1, -2).reshape(share.shape)
    if name in ("add", "sub", "mul", "truediv"):
        yield from _of_other_shape(name, place, at, share)
    stretched = at.up.size // max(share.size, 1)
    if stretched > 1 and name in ("add", "sub", "mul", "truediv"):
        yield "averaged", share / stretched
        first = np.zeros(at.up.shape)
        first[_first_of(at.up.shape, share.shape)] = 1.0
        yield "one-row", owed(name, place, at.with_up(at.up * first))


def _of_other_shape(name: str, place: int, at: At, share: Array) -> Iterator[tuple[str, Array]]:
    """What is sent where the sum goes back to the other operand's shape, if it can be added."""
    mine, other = (at.y, at.x) if place else (at.x, at.y)
    if mine.shape == other.shape:
        return
    whole = np.broadcast_to(mine, at.up.shape)
    stretched = replace(at, y=whole) if place else replace(at, x=whole)
    sent = unbroadcast(owed(name, place, stretched), other.shape)
    ends = share.shape[share.ndim - sent.ndim :] if sent.ndim <= share.ndim else ()
    if len(ends) == sent.ndim and all(n in (1, m) for n, m in zip(sent.shape, ends, strict=True)):
        yield "other-shape", np.broadcast_to(sent, share.shape)


def _first_of(whole: tuple[int, ...], shape: tuple[int, ...]) -> tuple[slice | int, ...]:
    """Of each axis that broadcasting made or stretched, the first entry."""
    padded = (1,) * (len(whole) - len(shape)) + shape
    return tuple(
        0 if n == 1 and m != 1 else slice(None) for n, m in zip(padded, whole, strict=True)
    )


def _probabilities(at: At) -> Array:
    moved = np.exp(at.x - at.x.max(axis=-1, keepdims=True))
    return moved / moved.sum(axis=-1, keepdims=True)


def _taken_once(at: At) -> Array:
    found = np.zeros(at.x.shape)
    found[index(at)] = at.up
    return found


def _put_at(at: At, place: int) -> Array:
    """The gradient of a sum along one axis, spread along another one."""
    if at.given.get("keepdims") or at.axis is None:
        raise ValueError("nothing is put back")
    axes = (at.axis,) if isinstance(at.axis, int) else at.axis
    for _ in axes:
        up = np.expand_dims(at.up, place)
        at = at.with_up(up)
    return np.broadcast_to(at.up, at.x.shape)


def _number_of_vectors(one: Array, other: Array, owed: Array) -> Array:
    """The product of two vectors, in every entry of what should be their outer product."""
    if one.ndim != 1 or other.ndim != 1:
        raise ValueError("not two vectors")
    return np.broadcast_to(one @ other, owed.shape)


_AT_END = "the axis that was summed is put back at the end, and not in its own place"
_AT_FRONT = "the axis that was summed is missing or in front, and not in its own place"
_ENTRIES = "it is multiplied entry by entry, where a matrix product is due"
_OUTER = "the product of two vectors is one number, where one for each pair of entries is due"
_ALL_AXES = "all axes are turned around, where only the last two change places"
_ITSELF = "it is multiplied by the operand itself and not by the other one"
_RESHAPED = "it is reshaped, which keeps the order of the entries, and not transposed"

WRONG: Mapping[tuple[str, int], Mapping[str, Share]] = {
    ("mul", 0): {_ITSELF: lambda at: at.up * at.x + 0 * at.y},
    ("mul", 1): {_ITSELF: lambda at: at.up * at.y + 0 * at.x},
    ("matmul", 0): {
        "the right operand is not transposed": lambda at: at.up @ at.y,
        "the two factors are in the wrong order": lambda at: np.swapaxes(at.y, -1, -2) @ at.up,
        _ENTRIES: lambda at: at.up * at.y,
        _ALL_AXES: lambda at: at.up @ at.y.T,
        _OUTER: lambda at: _number_of_vectors(at.up, at.y, at.x),
    },
    ("matmul", 1): {
        "the left operand is not transposed": lambda at: at.x @ at.up,
        "the two factors are in the wrong order": lambda at: at.up @ np.swapaxes(at.x, -1, -2),
        _ENTRIES: lambda at: at.up * at.x,
        _ALL_AXES: lambda at: at.x.T @ at.up,
        _OUTER: lambda at: _number_of_vectors(at.x, at.up, at.y),
    },
    ("truediv", 1): {
        "its divisor is not squared": lambda at: -at.up * at.x / at.y,
        "it is not multiplied by the dividend": lambda at: -at.up / at.y**2,
    },
    ("pow", 0): {
        "it is not multiplied by the exponent": lambda at: at.up * at.x ** (at.given["n"] - 1.0),
        "the exponent is not made smaller by 1": lambda at: (
            at.up * at.given["n"] * at.x ** at.given["n"]
        ),
    },
    ("sum", 0): {
        _AT_END: lambda at: _put_at(at, -1),
        _AT_FRONT: lambda at: _put_at(at, 0),
        "it is divided by how many entries are summed": lambda at: owed("mean", 0, at),
    },
    ("mean", 0): {
        _AT_END: lambda at: _put_at(at, -1) * (at.out.size / at.x.size),
        _AT_FRONT: lambda at: _put_at(at, 0) * (at.out.size / at.x.size),
        "it is divided by how many means there are, and not by how many entries each is of": (
            lambda at: at.spread / at.out.size
        ),
        "it is not divided by how many entries the mean is taken of": lambda at: at.spread,
        "it is divided by the number of all entries, and not by that along the axis": lambda at: (
            at.spread / at.x.size
        ),
    },
    ("transpose", 0): {
        "it is transposed with the same axes again, where their inverse is due": lambda at: (
            np.transpose(at.up, at.given.get("axes"))
        ),
        _RESHAPED: lambda at: at.up.reshape(at.x.shape),
        "all axes are turned around, where the inverse of `axes` is due": lambda at: at.up.T,
    },
    ("reshape", 0): {
        "entries are put back column by column, and were taken out row by row": lambda at: (
            at.up.reshape(at.x.shape, order="F")
        ),
    },
    ("T", 0): {_RESHAPED: lambda at: at.up.reshape(at.x.shape)},
    ("getitem", 0): {"an entry that is taken twice gets one contribution only": _taken_once},
    ("relu", 0): {
        "the gradient goes through where the operand is 0": lambda at: at.up * (at.x >= 0),
        "the gradient goes through where the operand is below 0": lambda at: at.up * (at.x < 0),
        "it looks at the sign of the gradient and not of the operand": lambda at: (
            at.up * (at.up > 0)
        ),
    },
    ("exp", 0): {
        "it is multiplied by the operand and not by its exponential": lambda at: at.up * at.x,
    },
    ("log", 0): {
        "it is divided by the result and not by the operand": lambda at: at.up / at.out,
    },
    ("tanh", 0): {
        "it takes 1 - x**2 of the operand, where that of the result is due": lambda at: (
            at.up * (1.0 - at.x**2)
        ),
    },
    ("log_softmax", 0): {
        "the gradients that arrive are not added up along the axis": lambda at: (
            at.up - np.exp(at.out) * at.up
        ),
        "it takes the gradients that arrive to add up to 1": lambda at: at.up - np.exp(at.out),
        "the sum is multiplied by the logarithms and not by the probabilities": lambda at: (
            at.up - at.out * at.up.sum(axis=at.given.get("axis", -1), keepdims=True)
        ),
        "the gradients of all rows are added up": lambda at: at.up - np.exp(at.out) * at.up.sum(),
        "the gradients are added up along the last axis, and not along the one that was given": (
            lambda at: at.up - np.exp(at.out) * at.up.sum(axis=-1, keepdims=True)
        ),
    },
    ("cross_entropy", 0): {
        "it is not divided by the number of rows": lambda at: (
            owed("cross_entropy", 0, at) * len(at.x)
        ),
        "the 1 at the right label is not subtracted": lambda at: (
            at.up * _probabilities(at) / len(at.x)
        ),
        "it is divided by the number of all entries and not of the rows": lambda at: (
            owed("cross_entropy", 0, at) / at.x.shape[-1]
        ),
    },
}

_TURNED = "the operands are taken in the wrong order"
VALUES: Mapping[str, Mapping[str, Share]] = {
    "sub": {_TURNED: lambda at: at.y - at.x},
    "truediv": {_TURNED: lambda at: at.y / at.x},
    "matmul": {
        _TURNED: lambda at: at.y @ at.x,
        "it multiplies entry by entry, which is `*`": lambda at: at.x * at.y,
    },
    "mean": {"it is the sum, and not divided": lambda at: at.out * (at.x.size / at.out.size)},
    "sum": {"it is the mean, and not the sum": lambda at: at.out * (at.out.size / at.x.size)},
    "relu": {"it is the absolute value": lambda at: np.abs(at.x)},
    "log_softmax": {
        "the logarithm is left out": lambda at: np.exp(at.out),
        "the exponentials of all rows are added up": lambda at: at.x - np.log(np.exp(at.x).sum()),
        "the exponentials are added up along the last axis, and not along the one that was given": (
            lambda at: at.x - np.log(np.exp(at.x).sum(axis=-1, keepdims=True))
        ),
    },
    "cross_entropy": {
        "its sign is wrong": lambda at: -at.out,
        "it is the sum over the rows, and not their mean": lambda at: at.out * len(at.x),
        "the labels choose rows, where each chooses one entry of its own row": lambda at: (
            -np.log(_probabilities(at))[list(at.given["labels"])].mean()
        ),
        "of all rows the entries of all labels are taken, where each row has its own": lambda at: (
            -np.log(_probabilities(at))[:, list(at.given["labels"])].mean()
        ),
        "it is divided by the number of all entries and not of the rows": lambda at: (
            at.out / at.x.shape[-1]
        ),
    },
}
"""Wrong values that people work out, by operator; `out` is the right one."""
