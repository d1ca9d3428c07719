"""The operators on tensors, one row each: value, what is owed to each operand, PyTorch's own.

What is owed is a plain function of NumPy: the gradient that arrives, the result and the operands
in, the gradient of one operand out. A test compares each with PyTorch.

A row, and a way to call it in `calls`, is all that a new operator needs.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, TypeAlias

import numpy as np

from grader.packs.tensor.calls import SIGNS, axes_of, index_of

Array: TypeAlias = Any
Given: TypeAlias = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class At:
    """One use of an operator: the gradient that arrives at its result, the result, the operands."""

    up: Array
    out: Array
    x: Array
    y: Array = None
    given: Given = field(default_factory=dict)

    def with_up(self, up: Array) -> At:
        """The same use, with another gradient that arrives."""
        return replace(self, up=up)

    @property
    def axis(self) -> Any:
        """The axes that are summed away, as NumPy takes them."""
        return axes_of(self.given.get("axis"))

    @property
    def spread(self) -> Array:
        """The gradient of a sum, back in the shape of what was summed."""
        up = self.up
        if self.axis is not None and not self.given.get("keepdims"):
            up = np.expand_dims(up, self.axis)
        return np.broadcast_to(up, self.x.shape)


Share: TypeAlias = Callable[[At], Array]


@dataclass(frozen=True, slots=True, kw_only=True)
class Operator:
    """One operator.

    value(*arrays, given): its value. shares: what it owes each operand. torch(module, *tensors,
    given): PyTorch's own, where that is not written as the value is. methods: those of a class that
    hold its rule, where they have not its name. positive: whether operands must be above 0. apart:
    how far from 0 they must be.
    """

    name: str
    value: Callable[..., Array]
    shares: tuple[Share, ...]
    torch: Callable[..., Any] | None = None
    methods: tuple[str, ...] = ()
    said: str = ""
    positive: bool = False
    apart: float = 0.0


def unbroadcast(grad: Array, shape: Sequence[int]) -> Array:
    """The gradient summed over what broadcasting to its shape repeated."""
    shape = tuple(shape)
    if grad.ndim > len(shape):
        grad = grad.sum(axis=tuple(range(grad.ndim - len(shape))))
    axes = tuple(i for i, n in enumerate(shape) if n == 1 and grad.shape[i] != 1)
    return grad.sum(axis=axes, keepdims=True) if axes else grad


def _pairwise(left: Share, right: Share) -> tuple[Share, Share]:
    """The shares of an operator that works entry by entry."""
    return (
        lambda at: unbroadcast(left(at), at.x.shape),
        lambda at: unbroadcast(right(at), at.y.shape),
    )


def _matmul_left(at: At) -> Array:
    up, rows, columns = _as_matrices(at)
    found = up @ np.swapaxes(columns, -1, -2)
    return _back(found, rows.shape, at.x.shape)


def _matmul_right(at: At) -> Array:
    up, rows, columns = _as_matrices(at)
    found = np.swapaxes(rows, -1, -2) @ up
    return _back(found, columns.shape, at.y.shape)


def _as_matrices(at: At) -> tuple[Array, Array, Array]:
    rows = at.x[None, :] if at.x.ndim == 1 else at.x
    columns = at.y[:, None] if at.y.ndim == 1 else at.y
    up = at.up
    if at.y.ndim == 1:
        up = up[..., None]
    if at.x.ndim == 1:
        up = np.expand_dims(up, -2)
    return up, rows, columns


def _back(found: Array, matrix: Sequence[int], shape: Sequence[int]) -> Array:
    return unbroadcast(found, matrix).reshape(shape)


def _spread_mean(at: At) -> Array:
    return at.spread * (at.out.size / at.x.size)


def _axes_back(at: At) -> Array:
    axes = at.given.get("axes")
    if axes is None:
        return np.transpose(at.up)
    return np.transpose(at.up, tuple(np.argsort([axis % at.x.ndim for axis in axes])))


def index(at: At) -> Any:
    """The index of a use of `getitem`."""
    return index_of(at.given["index"], True)


def _taken_back(at: At) -> Array:
    found = np.zeros(at.x.shape)
    np.add.at(found, index(at), at.up)
    return found


def _log_softmax(x: Array, given: Given) -> Array:
    _has_axes(x)
    axis = given.get("axis", -1)
    moved = x - x.max(axis=axis, keepdims=True)
    return moved - np.log(np.exp(moved).sum(axis=axis, keepdims=True))


def _log_softmax_back(at: At) -> Array:
    axis = at.given.get("axis", -1)
    return at.up - np.exp(at.out) * at.up.sum(axis=axis, keepdims=True)


def _hot(at: At) -> Array:
    found = np.zeros(at.x.shape)
    found[np.arange(len(found)), list(at.given["labels"])] = 1.0
    return found


def _cross_entropy(x: Array, given: Given) -> Array:
    rows = _log_softmax(x, {})
    return -rows[np.arange(len(x)), list(given["labels"])].mean()


def _cross_entropy_back(at: At) -> Array:
    return at.up * (np.exp(_log_softmax(at.x, {})) - _hot(at)) / len(at.x)


def _stepwise(name: str, **more: Any) -> Operator:
    """A function of one tensor, entry by entry."""
    return Operator(name=name, torch=lambda torch, x, given: getattr(x, name)(), **more)


_ROWS = (
    Operator(
        name="add",
        value=lambda x, y, given: x + y,
        shares=_pairwise(lambda at: at.up, lambda at: at.up),
    ),
    Operator(
        name="sub",
        value=lambda x, y, given: x - y,
        shares=_pairwise(lambda at: at.up, lambda at: -at.up),
    ),
    Operator(
        name="mul",
        value=lambda x, y, given: x * y,
        shares=_pairwise(lambda at: at.up * at.y, lambda at: at.up * at.x),
    ),
    Operator(
        name="truediv",
        value=lambda x, y, given: x / y,
        shares=_pairwise(lambda at: at.up / at.y, lambda at: -at.up * at.x / at.y**2),
        apart=0.2,
    ),
    Operator(
        name="matmul",
        value=lambda x, y, given: x @ y,
        shares=(_matmul_left, _matmul_right),
    ),
    Operator(
        name="neg",
        value=lambda x, given: -x,
        shares=(lambda at: -at.up,),
        methods=("__neg__",),
        said="the minus sign",
    ),
    Operator(
        name="pow",
        value=lambda x, given: x ** given["n"],
        shares=(lambda at: at.up * at.given["n"] * at.x ** ((at.given["n"] or 1) - 1.0),),
        methods=("__pow__",),
        said="**",
        positive=True,
        apart=0.2,
    ),
    Operator(
        name="sum",
        value=lambda x, given: x.sum(**_reduced(x, given)),
        shares=(lambda at: at.spread,),
    ),
    Operator(
        name="mean",
        value=lambda x, given: x.mean(**_reduced(x, given)),
        shares=(_spread_mean,),
    ),
    Operator(
        name="reshape",
        value=lambda x, given: x.reshape(tuple(given["shape"])),
        shares=(lambda at: at.up.reshape(at.x.shape),),
    ),
    Operator(
        name="transpose",
        value=lambda x, given: np.transpose(x, given.get("axes")),
        shares=(_axes_back,),
        torch=lambda torch, x, given: x.permute(
            tuple(given.get("axes") or reversed(range(x.dim())))
        ),
    ),
    Operator(
        name="T",
        value=lambda x, given: x.T,
        shares=(lambda at: at.up.T,),
        torch=lambda torch, x, given: x.permute(tuple(reversed(range(x.dim())))),
        methods=("T", "transpose"),
        said=".T",
    ),
    Operator(
        name="getitem",
        value=lambda x, given: x[index_of(given["index"], True)],
        shares=(_taken_back,),
        methods=("__getitem__",),
        said="the index",
    ),
    _stepwise(
        "relu",
        value=lambda x, given: np.maximum(x, 0.0),
        shares=(lambda at: at.up * (at.x > 0),),
    ),
    _stepwise(
        "exp",
        value=lambda x, given: np.exp(x),
        shares=(lambda at: at.up * at.out,),
    ),
    _stepwise(
        "log",
        value=lambda x, given: np.log(x),
        shares=(lambda at: at.up / at.x,),
        positive=True,
        apart=0.2,
    ),
    _stepwise(
        "tanh",
        value=lambda x, given: np.tanh(x),
        shares=(lambda at: at.up * (1.0 - at.out**2),),
    ),
    Operator(
        name="log_softmax",
        value=_log_softmax,
        shares=(_log_softmax_back,),
        torch=lambda torch, x, given: x.log_softmax(given.get("axis", -1)),
    ),
    Operator(
        name="cross_entropy",
        value=_cross_entropy,
        shares=(_cross_entropy_back,),
        torch=lambda torch, x, given: torch.nn.functional.cross_entropy(
            x, torch.tensor(list(given["labels"]))
        ),
    ),
)


def _reduced(x: Array, given: Given) -> dict[str, Any]:
    axis = given.get("axis")
    if axis is not None:
        _has_axes(x)
    return {"axis": axes_of(axis), "keepdims": bool(given.get("keepdims"))}


def _has_axes(x: Array) -> None:
    """Raise ValueError for an axis of a single number, which is not judged."""
    if not x.ndim:
        raise ValueError("a single number has no axis")


def _methods(name: str) -> tuple[str, ...]:
    return (f"__{name}__", f"__r{name}__") if name in SIGNS else (name,)


OPERATORS: dict[str, Operator] = {
    row.name: replace(row, methods=row.methods or _methods(row.name)) for row in _ROWS
}
"""Every operator by its name."""


def owed(name: str, place: int, at: At) -> Array:
    """What an operator owes the operand at this place."""
    return OPERATORS[name].shares[place](at)
