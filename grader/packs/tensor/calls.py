"""How the operators on tensors are called: no value, no rule. Student code may see it.

A step names an operator, its operands and what else is given, as JSON can say it:

    ["apply", "c", "add", ["a", "b"], {}]                      c = a + b
    ["apply", "s", "sum", ["a"], {"axis": [0, 1]}]             s = a.sum(axis=(0, 1))
    ["apply", "r", "reshape", ["a"], {"shape": [2, 3]}]        r = a.reshape(2, 3)
    ["apply", "r", "getitem", ["a"], {"index": [["slice", 1, null], 0]}]      r = a[1:, 0]
    ["apply", "r", "getitem", ["a"], {"index": [["rows", [0, 0]]]}]           r = a[[0, 0]]
    ["apply", "L", "cross_entropy", ["x"], {"labels": [2, 0]}]
"""

from __future__ import annotations

import operator as python
from collections.abc import Callable, Mapping, Sequence
from typing import Any

SIGNS = {"add": "+", "sub": "-", "mul": "*", "truediv": "/", "matmul": "@"}
"""What Python writes between two operands."""
FUNCTIONS = ("cross_entropy", "unbroadcast")
"""What stands beside the class."""
BINARY = {name: getattr(python, name) for name in SIGNS}
"""As Python's module was before student code could change it."""


def call(
    name: str,
    operands: Sequence[Any],
    given: Mapping[str, Any],
    function: Callable[..., Any],
) -> Any:
    """The result of an operator on these objects. function: calls what stands beside the class, by
    its name."""
    if name in BINARY:
        return BINARY[name](*operands)
    first = operands[0]
    if name == "neg":
        return -first
    if name == "pow":
        return first ** given["n"]
    if name == "T":
        return first.T
    if name == "getitem":
        return first[index_of(given["index"], given.get("tuple", False))]
    if name == "cross_entropy":
        return function(name, first, given["labels"] if "named" in given else labels_of(given))
    if name == "unbroadcast":
        return function(name, first, tuple(given["shape"]))
    method = getattr(first, name)
    if name == "reshape":
        shape = given["shape"]
        return method(tuple(shape)) if given.get("tuple") else method(*shape)
    if name == "transpose":
        return method() if given.get("axes") is None else method(tuple(given["axes"]))
    keywords = {key: axes_of(value) if key == "axis" else value for key, value in given.items()}
    return method(**keywords)


def index_of(parts: Sequence[Any], always_tuple: bool = False) -> Any:
    """The index that JSON spelled: ints, slices, lists of rows; a tuple of several."""
    found = tuple(_part(part) for part in parts)
    return found if len(found) != 1 or always_tuple else found[0]


def _part(part: Any) -> Any:
    if isinstance(part, list):
        kind, *rest = part
        if kind == "slice":
            return slice(*rest)
        return list(rest[0]) if kind == "rows" else _array(rest[0])
    return part


def _array(rows: Sequence[int]) -> Any:
    import numpy as np  # loaded before the lock; where nothing is indexed nobody needs it

    return np.array(rows)


def labels_of(given: Mapping[str, Any]) -> Any:
    """The labels, anew: a list, or an array."""
    return _array(given["labels"]) if given.get("array") else list(given["labels"])


def axes_of(axis: Any) -> Any:
    """An axis, or the tuple of several that JSON has as a list."""
    return tuple(axis) if isinstance(axis, list) else axis
