"""How the operators on tensors are called and written: no value, no rule. Student code may see it.

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
_OWN = dict(vars(python))
"""As Python's module was before student code could change it."""


def call(
    name: str,
    operands: Sequence[Any],
    given: Mapping[str, Any],
    function: Callable[..., Any],
) -> Any:
    """The result of an operator on these objects. function: calls what stands beside the class, by
    its name."""
    if name in SIGNS:
        return _OWN[name](*operands)
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
        return function(name, first, _labels(given))
    if name == "unbroadcast":
        return function(name, first, tuple(given["shape"]))
    method = getattr(first, name)
    if name == "reshape":
        shape = given["shape"]
        return method(tuple(shape)) if given.get("tuple") else method(*shape)
    if name == "transpose":
        return method() if given.get("axes") is None else method(tuple(given["axes"]))
    keywords = {key: _axis(value) if key == "axis" else value for key, value in given.items()}
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


def _labels(given: Mapping[str, Any]) -> Any:
    return _array(given["labels"]) if given.get("array") else list(given["labels"])


def _axis(axis: Any) -> Any:
    return tuple(axis) if isinstance(axis, list) else axis


ATOM, UNARY, PRODUCT, SUM = 4, 3, 2, 1
_STRENGTH = {"+": SUM, "-": SUM, "*": PRODUCT, "/": PRODUCT, "@": PRODUCT}


def written(
    name: str, operands: Sequence[tuple[str, int]], given: Mapping[str, Any]
) -> tuple[str, int]:
    """The expression as Python, and how strongly it binds. operands: the same of each."""
    if name in SIGNS:
        sign = SIGNS[name]
        strength = _STRENGTH[sign]
        left, right = _wrapped(operands[0], strength), _wrapped(operands[1], strength + 1)
        return f"{left} {sign} {right}", strength
    first = _wrapped(operands[0], ATOM)
    if name == "neg":
        return f"-{first}", UNARY
    if name == "pow":
        return f"{first}**{given['n']!r}".replace("**-", "** -"), UNARY
    if name == "T":
        return f"{first}.T", ATOM
    if name == "getitem":
        return f"{first}[{_index_text(given)}]", ATOM
    if name == "cross_entropy":
        labels = f"{given['labels']!r}"
        return f"cross_entropy({operands[0][0]}, {_of_array(labels, given.get('array'))})", ATOM
    if name == "unbroadcast":
        return f"unbroadcast({operands[0][0]}, {tuple(given['shape'])!r})", ATOM
    if name == "reshape":
        shape = tuple(given["shape"])
        return f"{first}.reshape({repr(shape) if given.get('tuple') else _listed(shape)})", ATOM
    if name == "transpose":
        axes = given.get("axes")
        return f"{first}.transpose({'' if axes is None else tuple(axes)})", ATOM
    keywords = ", ".join(f"{key}={_axis(value)!r}" for key, value in given.items())
    return f"{first}.{name}({keywords})", ATOM


def _listed(items: Sequence[Any]) -> str:
    return ", ".join(map(repr, items))


def _of_array(text: str, is_array: Any) -> str:
    return f"np.array({text})" if is_array else text


def _index_text(given: Mapping[str, Any]) -> str:
    texts = []
    for part in given["index"]:
        if not isinstance(part, list):
            texts.append(repr(part))
        elif part[0] == "slice":
            texts.append(":".join("" if each is None else repr(each) for each in part[1:]))
        else:
            texts.append(_of_array(repr(part[1]), part[0] == "array"))
    return ", ".join(texts) + ("," if given.get("tuple") and len(texts) == 1 else "")


def _wrapped(part: tuple[str, int], least: int) -> str:
    text, strength = part
    if text.startswith("-") and least > SUM:
        return f"({text})"
    return text if strength >= least else f"({text})"
