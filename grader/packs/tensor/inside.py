"""Beside student code: run a program over arrays on a student's `Tensor`, and answer in bytes.

It knows nothing that is right. It is loaded with NumPy, before student code is locked up.

An answer is a list of arrays, each a text: "2 3|" and its float64 entries as base64. With "look"
in the task it is {"nodes": {slot: [first data, gradient, data]}, "shared": [[slot, slot]]}: what
every tensor held when it was made and holds at the end, None where that is no array, and whose
gradients are one piece of memory.
"""

from __future__ import annotations

import base64
from collections.abc import Callable
from itertools import combinations
from typing import Any

import numpy as np

from grader.packs.tensor import calls
from grader.worker.inside.loading import Failure

MOST_ENTRIES = 100_000
_array, _float64, _base64 = np.array, np.float64, base64.b64encode
_OPERATOR_ERRORS = (TypeError, AttributeError)


def tensor(engine: Any, task: dict[str, Any], held: dict[str, Any], made: list[Any]) -> Any:
    """What the engine answers to a program. Raises `Failure` or what student code raises."""
    found: list[Any] = []
    look, first = task.get("look"), {}
    for step in task["steps"]:
        kind, slot = step[0], step[1]
        if kind == "leaf":
            held[slot] = engine.call_function("Tensor", _laid_out(step[2], step[3]))
            made.append(held[slot])
            if look:
                first[slot] = _seen(held[slot], "data")
        elif kind == "array":
            held[slot] = _laid_out(step[2], step[3] or "array")
        elif kind == "apply":
            held[slot] = _applied(engine, step, held)
            made.append(held[slot])
            if look:
                first[slot] = _seen(held[slot], "data")
        elif kind == "rule":
            if step[2] is not None:
                held[slot].grad = _array(step[2], dtype=_float64)
            engine.call_method(held[slot], "_backward")
        elif kind == "backward":
            engine.call_method(held[slot], "backward")
        elif kind == "zero":
            engine.zero(held[slot])
        elif kind == "set":
            held[slot].data = _array(step[2], dtype=_float64)
        elif kind == "descend":
            held[slot].data -= step[2] * held[slot].grad
        elif kind == "again":
            held[slot].data = held[slot].data - step[2] * held[slot].grad
        else:
            found += [_reading(engine, held[name], step[1], name) for name in step[2]]
    if not look:
        return found
    tensors = {step[1]: held[step[1]] for step in task["steps"] if step[0] in ("leaf", "apply")}
    grads = {slot: getattr(each, "grad", None) for slot, each in tensors.items()}
    return {
        "nodes": {
            slot: [first[slot], _seen(each, "grad"), _seen(each, "data")]
            for slot, each in tensors.items()
        },
        "shared": [[one, other] for one, other in combinations(grads, 2)
                   if _share(grads[one], grads[other]) and tensors[one] is not tensors[other]],
    }  # fmt: skip


def _share(one: Any, other: Any) -> bool:
    arrays = isinstance(one, np.ndarray) and isinstance(other, np.ndarray)
    return arrays and np.may_share_memory(one, other)


def _laid_out(data: Any, layout: str) -> Any:
    if layout == "":
        return data
    plain = _array(data, dtype=_float64)
    if layout == "T":
        return _array(plain.T).T
    if layout == "steps":
        return np.repeat(plain, 2, axis=0)[::2]
    return _array(plain[::-1])[::-1] if layout == "back" else plain


def _applied(engine: Any, step: list[Any], held: dict[str, Any]) -> Any:
    operands = [held[each] if type(each) is str else each for each in step[3]]
    try:
        found = calls.call(step[2], operands, step[4], _function_of(engine))
    except _OPERATOR_ERRORS as error:
        engine.unlike_an_operator(step[2], error)
    if found is None or found is NotImplemented:
        raise Failure(kind="none", operator=step[2])
    return found


def _function_of(engine: Any) -> Callable[[str], Callable[..., Any]]:
    def function(name: str) -> Callable[..., Any]:
        return lambda *arguments: engine.call_function(name, *arguments)

    return function


def _reading(engine: Any, item: Any, what: str, slot: str) -> str:
    if what == "array":
        return _spelled(item, "The result", slot)
    try:
        found = getattr(item, what)
    except AttributeError as error:
        if engine.code.last_student_line(error):
            raise
        kind = type(item).__name__[:60]
        raise Failure(kind="attribute", name=what, slot=slot, got=kind) from None
    return _spelled(found, what, slot)


def _spelled(found: Any, what: str, slot: str) -> str:
    numeric = isinstance(found, (np.ndarray, np.number, float, int)) and type(found) is not bool
    entries = _array(found) if numeric else None
    if entries is None or entries.dtype.kind not in "fiu":
        got = type(found).__name__[:60]
        raise Failure(kind="type", what=what, slot=slot, got=got, wanted="array")
    if entries.size > MOST_ENTRIES:
        raise Failure(kind="toolong", name=slot, most=MOST_ENTRIES)
    shape = " ".join(map(str, entries.shape))
    return f"{shape}|{_base64(entries.astype(_float64).tobytes()).decode()}"


def _seen(item: Any, what: str) -> str | None:
    try:
        return _spelled(getattr(item, what), what, "")
    except Exception:  # what a student's property raises costs an explanation, and no points
        return None
