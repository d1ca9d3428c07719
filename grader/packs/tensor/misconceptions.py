"""Wrong rules that people write, each with the sentence for who has it.

A function gives what such a rule sends to an operand. Whose rule sends just that, in every program
that was looked at, is told so. `ANY` may be in any rule; `WRONG` is by operator and operand.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import replace

import numpy as np

from grader.packs.tensor.judged import same_array
from grader.packs.tensor.operators import Array, At, Share, index, owed, unbroadcast
from grader.packs.tensor.properties import broadcasts_to

STEPWISE = ("relu", "exp", "log", "tanh")
"""Functions of one tensor, entry by entry: made in one loop, they may have one another's rules."""
ANY: Mapping[str, str] = {
    "nothing": "nothing arrives there",
    "left-out": "the gradient that arrives, `out.grad`, is left out of the rule",
    "sign": "its sign is wrong",
    "passed": "the rule passes on `out.grad` as it is",
    "not-summed": "it is not summed over what broadcasting repeated",
    "transposed": "its entries are right, but transposed",
    "reordered": "its entries are right, but in another order",
    "one-row": "of what broadcasting repeated one row is taken, where their sum is due",
    "result-s": "it still has the shape of the result",
    "other-shape": "it is summed back to the shape of the other operand",
    "all-summed": "it is summed over everything, and each entry gets all of it",
    "data-too": "it is multiplied by the data of the operand or of the result as well",
    "other-s": "it is what is due to the other operand",
    "whole": "it is cut to whole numbers",
    "single": "it has no more digits than float32 holds",
    "data": "the data of the result are taken for the gradient that arrives",
    "summed-first": "the gradient that arrives is summed before it is multiplied, and not after",
    **{name: f"it is what the rule of `{name}` would send" for name in STEPWISE},
    "averaged": "of what broadcasting repeated the mean is taken, where the sum is due",
}


TIMES = "times what it should be"
BY_SIGN = "it looks at the sign of the gradient and not of the operand"
BACK_AGAIN = "it is transposed with the same axes again, where their inverse is due"
BACK_SORTED = "axes that are negative are sorted as they stand, and not counted from the front"
BEYOND = (
    "where the operand is 0 it is no number. Does the rule divide by the operand",
    "it is no number. Is something infinite on the way, or is something divided by 0",
    "a second call gets something else from it than the first one. Does it change what it has kept",
    "a later use of the same operator decides what it sends. Is what a rule needs kept where the "
    "next result overwrites it",
)
"""What is said where a rule sends nan or an infinity, and a number is due; then of second calls,
and of two uses of one operator."""


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
    if share.size > 1 and name != "mean":
        yield "all-summed", np.full(share.shape, share.sum())
        yield "all-summed", np.full(share.shape, at.up.sum())
    yield "data-too", share * (at.y if place else at.x)
    if at.out.shape == share.shape:
        yield "data-too", share * at.out
    if at.y is not None:
        with suppress(ValueError):  # what operands hold need not fit what arrives
            yield "other-s", owed(name, 1 - place, at)
    for other in STEPWISE if name in STEPWISE else ():
        if other != name:
            yield other, owed(other, 0, at)
    yield "whole", np.trunc(share)
    yield "single", share.astype(np.float32).astype(np.float64)
    yield "data", owed(name, place, at.with_up(at.out))
    if name in ("add", "sub", "mul", "truediv"):
        yield from _of_other_shape(name, place, at, share)
    stretched = at.up.size // max(share.size, 1)
    if stretched > 1 and name in ("mul", "truediv"):
        summed_up = np.broadcast_to(unbroadcast(at.up, share.shape), at.up.shape)
        yield "summed-first", owed(name, place, at.with_up(summed_up))
    if stretched > 1 and name in ("add", "sub", "mul", "truediv"):
        yield "averaged", share / stretched
        first = np.zeros(at.up.shape)
        first[_first_of(at.up.shape, share.shape)] = 1.0
        yield "one-row", owed(name, place, at.with_up(at.up * first))


def of_shape(name: str, at: At, share: Array, found: Array) -> str:
    """What a rule does that sends an array of another shape; "" if nobody knows. share: what is
    owed."""
    if at.y is None:
        return ANY["result-s"] if found.shape == at.up.shape else ""
    if name != "matmul" and found.shape != at.up.shape:
        return ""
    if name in ("mul", "truediv"):
        up = unbroadcast(at.up, share.shape)
        factors = (at.y, at.x) if name == "mul" else (1.0 / at.y,)
        if any(same_array(found, np.broadcast_to(up * each, found.shape)) for each in factors):
            return ANY["summed-first"]
    has_vector = 1 in (at.x.ndim, at.y.ndim)
    if name == "matmul" and has_vector and found.size == share.size and found.ndim > share.ndim:
        return _LENGTH_ONE if same_array(found.reshape(share.shape), share) else ""
    with suppress(ValueError, IndexError):  # it cannot be summed like that
        return ANY["not-summed"] if same_array(unbroadcast(found, share.shape), share) else ""
    return ""


def times(found: Array, right: Array) -> str:
    """How many times too large an array is, in words; "" if it is not that."""
    if found.shape != right.shape or len(np.unique(np.abs(right))) < 2:
        return ""
    largest = np.unravel_index(int(np.abs(right).argmax()), right.shape)
    factor = float(found[largest] / right[largest])
    finite = np.isfinite(factor) and same_array(right * factor, found)
    told = f"{factor:.6g}"
    return f"it is {told} {TIMES}" if finite and told != "1" else ""


def _of_other_shape(name: str, place: int, at: At, share: Array) -> Iterator[tuple[str, Array]]:
    """What is sent where the sum goes back to the other operand's shape, if it can be added."""
    mine, other = (at.y, at.x) if place else (at.x, at.y)
    if mine.shape == other.shape:
        return
    whole = np.broadcast_to(mine, at.up.shape)
    stretched = replace(at, y=whole) if place else replace(at, x=whole)
    sent = unbroadcast(owed(name, place, stretched), other.shape)
    if broadcasts_to(sent.shape, share.shape):
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


def _everywhere(at: At) -> Array:
    if not (np.ones(at.x.shape)[index(at)].sum() < at.x.size):
        raise ValueError("all are taken")
    return np.asarray(np.broadcast_to(at.up, at.x.shape))


def _rows(at: At) -> Array:
    (rows,) = index(at)
    if not isinstance(rows, (list, np.ndarray)):
        raise ValueError("no rows")
    return np.asarray(rows)


def _from_the_front(at: At) -> Array:
    """What an index by rows sends, without the rows that are counted from the end."""
    found, chosen = np.zeros(at.x.shape), _rows(at)
    np.add.at(found, chosen[chosen >= 0], at.up[chosen >= 0])
    return found


def _sorted(at: At) -> Array:
    found = np.zeros(at.x.shape)
    np.add.at(found, np.sort(_rows(at)), at.up)
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


def _of_several(at: At) -> list[int]:
    """The lengths of several axes that are summed."""
    if not isinstance(at.axis, tuple) or len(at.axis) < 2:
        raise ValueError("no several axes")
    return [at.x.shape[axis] for axis in at.axis]


def _added_up(at: At) -> int:
    return sum(_of_several(at))


def _turned(array: Array) -> tuple[int, ...]:
    """The shape with its last two axes in the other order."""
    return (*array.shape[:-2], *array.shape[:-3:-1])


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
_UP_TURNED = "the gradient that arrives is transposed, too"
_ITSELF = "it is multiplied by the operand itself and not by the other one"
_BY_ALL = "it is divided by the number of all entries, and not by that along the axis"
_BY_FIRST = "it is divided by the length of axis 0 alone"
_BY_MEANS = "it is divided by how many means there are, and not by how many entries each is of"
_DOWN = "without an axis all entries are taken together, and not those along axis 0"
_LAST = "without an axis all entries are taken together, and not those along the last one"
_SOFT_DOWN = "without an axis the last one is meant, and not axis 0"
_RESHAPED = "its entries keep their order, and are not transposed"
_LENGTH_ONE = "an axis of length 1 that a vector was given is still there"

_REPEATED = (
    "each gradient goes to entries that follow one another, and not to those that were summed"
)
_BY_SUM = "it is divided by the lengths of the axes added up, and not multiplied"
_BY_ONE = "of several axes the length of the first alone divides"
_IN_COLUMNS = "entries are taken column by column, and row by row is due"
_MATRIX_RESHAPED = "the other operand is reshaped, which keeps the order of entries, not transposed"

WRONG: Mapping[tuple[str, int], Mapping[str, Share]] = {
    ("mul", 0): {_ITSELF: lambda at: at.up * at.x + 0 * at.y},
    ("mul", 1): {_ITSELF: lambda at: at.up * at.y + 0 * at.x},
    ("matmul", 0): {
        "the right operand is not transposed": lambda at: at.up @ at.y,
        "the two factors are in the wrong order": lambda at: np.swapaxes(at.y, -1, -2) @ at.up,
        _ENTRIES: lambda at: at.up * at.y,
        _ALL_AXES: lambda at: at.up @ at.y.T,
        _MATRIX_RESHAPED: lambda at: at.up @ at.y.reshape(_turned(at.y)),
        _OUTER: lambda at: _number_of_vectors(at.up, at.y, at.x),
        _UP_TURNED: lambda at: np.swapaxes(at.up, -1, -2) @ np.swapaxes(at.y, -1, -2),
    },
    ("matmul", 1): {
        "the left operand is not transposed": lambda at: at.x @ at.up,
        "the two factors are in the wrong order": lambda at: at.up @ np.swapaxes(at.x, -1, -2),
        _ENTRIES: lambda at: at.up * at.x,
        _ALL_AXES: lambda at: at.x.T @ at.up,
        _MATRIX_RESHAPED: lambda at: at.x.reshape(_turned(at.x)) @ at.up,
        _OUTER: lambda at: _number_of_vectors(at.x, at.up, at.y),
        _UP_TURNED: lambda at: np.swapaxes(at.x, -1, -2) @ np.swapaxes(at.up, -1, -2),
    },
    ("truediv", 1): {
        "its divisor is not squared": lambda at: -at.up * at.x / at.y,
        "it is not multiplied by the dividend": lambda at: -at.up / at.y**2,
    },
    ("pow", 0): {
        "it is not multiplied by the exponent": lambda at: at.up * at.x ** (at.given["n"] - 1.0),
        "where the operand is 0 nothing is sent, whatever the exponent": lambda at: np.where(
            at.x == 0.0, 0.0, owed("pow", 0, at)
        ),
        "the exponent is not made smaller by 1": lambda at: (
            at.up * at.given["n"] * at.x ** at.given["n"]
        ),
    },
    ("sum", 0): {
        _AT_END: lambda at: _put_at(at, -1),
        _AT_FRONT: lambda at: _put_at(at, 0),
        _REPEATED: lambda at: np.repeat(at.up, at.x.size // at.up.size).reshape(at.x.shape),
        "it is divided by how many entries are summed": lambda at: owed("mean", 0, at),
    },
    ("mean", 0): {
        _AT_END: lambda at: _put_at(at, -1) * (at.out.size / at.x.size),
        _AT_FRONT: lambda at: _put_at(at, 0) * (at.out.size / at.x.size),
        _BY_FIRST: lambda at: at.spread / at.x.shape[0],
        _BY_MEANS: lambda at: at.spread / at.out.size,
        _BY_SUM: lambda at: at.spread / _added_up(at),
        _BY_ONE: lambda at: at.spread / _of_several(at)[0],
        "it is not divided by how many entries the mean is taken of": lambda at: at.spread,
        _BY_ALL: lambda at: at.spread / at.x.size,
    },
    ("transpose", 0): {
        BACK_AGAIN: lambda at: np.transpose(at.up, at.given.get("axes")),
        BACK_SORTED: lambda at: np.transpose(at.up, np.argsort(at.given.get("axes") or [])),
        _RESHAPED: lambda at: at.up.reshape(at.x.shape),
        "all axes are turned around, where the inverse of `axes` is due": lambda at: at.up.T,
    },
    ("reshape", 0): {
        "entries are put back column by column, and were taken out row by row": lambda at: (
            at.up.reshape(at.x.shape, order="F")
        ),
        _IN_COLUMNS: lambda at: at.up.ravel(order="F").reshape(at.x.shape),
    },
    ("T", 0): {_RESHAPED: lambda at: at.up.reshape(at.x.shape)},
    ("getitem", 0): {
        "an entry that is taken twice gets one contribution only": _taken_once,
        "rows that are counted from the end get nothing": _from_the_front,
        "it goes to all entries, and not to those alone that were taken": _everywhere,
        "each row gets what is due in the sorted order of the index, as if its list were sorted": (
            _sorted
        ),
    },
    ("relu", 0): {
        "the gradient goes through where the operand is 0": lambda at: at.up * (at.x >= 0),
        "half of the gradient goes through where the operand is 0": lambda at: (
            at.up * ((at.x > 0) + (at.x == 0) / 2)
        ),
        "the gradient goes through where the operand is below 0": lambda at: at.up * (at.x < 0),
        BY_SIGN: lambda at: at.up * (at.up > 0),
    },
    ("exp", 0): {
        "it is multiplied by the operand and not by its exponential": lambda at: at.up * at.x,
    },
    ("log", 0): {
        "it is divided by the result and not by the operand": lambda at: at.up / at.out,
        "it is multiplied by the operand and not divided by it": lambda at: at.up * at.x,
    },
    ("tanh", 0): {
        "it takes 1 - x**2 of the operand, where that of the result is due": lambda at: (
            at.up * (1.0 - at.x**2)
        ),
        "the result is not squared": lambda at: at.up * (1.0 - at.out),
        "tanh is taken of the result, which is the operand's already": lambda at: (
            at.up * (1.0 - np.tanh(at.out) ** 2)
        ),
        "the difference is squared, and not the result": lambda at: at.up * (1.0 - at.out) ** 2,
        "the gradient that arrives multiplies the square alone, and not the whole difference": (
            lambda at: 1.0 - at.out**2 * at.up
        ),
        "the square of the result is added, and not subtracted": lambda at: (
            at.up * (1.0 + at.out**2)
        ),
    },
    ("log_softmax", 0): {
        ANY["left-out"]: lambda at: 1.0 - np.exp(at.out),
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
        "it is divided by the number of classes and not of the rows": lambda at: (
            owed("cross_entropy", 0, at) * len(at.x) / at.x.shape[-1]
        ),
        "it is divided by the number of all entries and not of the rows": lambda at: (
            owed("cross_entropy", 0, at) / at.x.shape[-1]
        ),
    },
}


def _without_axis(at: At) -> Array:
    """The operand, where no axis is given."""
    if at.given.get("axis") is not None:
        raise ValueError("an axis is given")
    return at.x


def _moved(at: At) -> Array:
    """Logits below the largest one along the axis."""
    return at.x - at.x.max(axis=at.given.get("axis", -1), keepdims=True)


def _soft_of(at: At, moved: Array) -> Array:
    """The log_softmax along the axis, of logits moved by what need not be one number there."""
    axis = at.given.get("axis", -1)
    return np.asarray(moved - np.log(np.exp(moved).sum(axis=axis, keepdims=True)))


def _log_softmax_down(x: Array) -> Array:
    moved = x - x.max(axis=0)
    return moved - np.log(np.exp(moved).sum(axis=0))


_TURNED = "the operands are taken in the wrong order"
VALUES: Mapping[str, Mapping[str, Share]] = {
    "sub": {
        _TURNED: lambda at: at.y - at.x,
        "the operands are added": lambda at: at.x + at.y,
    },
    "truediv": {_TURNED: lambda at: at.y / at.x},
    "matmul": {
        _TURNED: lambda at: at.y @ at.x,
        "it multiplies entry by entry, which is `*`": lambda at: at.x * at.y,
    },
    "mean": {
        "it is the sum, and not divided": lambda at: at.out * (at.x.size / at.out.size),
        _BY_ALL: lambda at: at.out / at.out.size,
        _BY_FIRST: lambda at: at.out * (at.x.size / at.out.size) / at.x.shape[0],
        _BY_MEANS: lambda at: at.out * (at.x.size / at.out.size) / at.out.size,
        _BY_SUM: lambda at: at.out * (at.x.size / at.out.size) / _added_up(at),
        _BY_ONE: lambda at: at.out * (at.x.size / at.out.size) / _of_several(at)[0],
        _DOWN: lambda at: _without_axis(at).mean(axis=0),
        _LAST: lambda at: _without_axis(at).mean(axis=-1),
    },
    "sum": {
        "it is the mean, and not the sum": lambda at: at.out * (at.out.size / at.x.size),
        _DOWN: lambda at: _without_axis(at).sum(axis=0),
        _LAST: lambda at: _without_axis(at).sum(axis=-1),
    },
    "reshape": {
        _IN_COLUMNS: lambda at: at.x.ravel(order="F").reshape(at.out.shape),
    },
    "relu": {"it is the absolute value": lambda at: np.abs(at.x)},
    "log_softmax": {
        _SOFT_DOWN: lambda at: _log_softmax_down(_without_axis(at)),
        "the logarithm is left out": lambda at: np.exp(at.out),
        "the largest entry is looked for along the last axis, and not along the one that was "
        "given": lambda at: _soft_of(at, at.x - at.x.max(axis=-1, keepdims=True)),
        "the largest entry is subtracted within the logarithm alone": lambda at: (
            at.out + at.x - _moved(at)
        ),
        "the exponentials of all rows are added up": lambda at: at.x - np.log(np.exp(at.x).sum()),
        "the exponentials are added up over everything, and not along the axis": lambda at: (
            _moved(at) - np.log(np.exp(_moved(at)).sum())
        ),
        "the exponentials are added up along the last axis, and not along the one that was given": (
            lambda at: at.x - np.log(np.exp(at.x).sum(axis=-1, keepdims=True))
        ),
        "the largest entry is subtracted along the axis that was given, and the exponentials are "
        "added up along the last one": lambda at: (
            _moved(at) - np.log(np.exp(_moved(at)).sum(axis=-1, keepdims=True))
        ),
    },
    "cross_entropy": {
        "its sign is wrong": lambda at: -at.out,
        "the softmax is taken along axis 0, over the rows, where the last axis is due": lambda at: (
            -_log_softmax_down(at.x)[np.arange(len(at.x)), list(at.given["labels"])].mean()
        ),
        "it is divided by the number of classes and not of the rows": lambda at: (
            at.out * len(at.x) / at.x.shape[-1]
        ),
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
