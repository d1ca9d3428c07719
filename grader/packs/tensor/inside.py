"""Beside student code: run a program over arrays on a student's `Tensor`, and answer in bytes.

It knows nothing that is right. It is loaded with NumPy, before student code is locked up.

An answer is one text: the shapes of all arrays that were read, then the entries of one after the
other, as float64, in base64: "2 3;3|AAAA...". With "look" in the task it is {"nodes": {slot: [first
data, gradient, data]}, "shared": [[slot, slot]]}: what every tensor held when it was made and holds
at the end, each such a text, None where that is no array; and whose gradients are one piece of
memory; "raised" if student code ended it with an exception; "kinds": whose data are other numbers
than float64; "born": the gradients that tensors had when they were made.
"""

from __future__ import annotations

import gc
from binascii import b2a_base64
from itertools import combinations
from typing import Any

import numpy as np

from grader.packs.tensor import calls
from grader.worker.inside.loading import Failure, wrong_type

MOST_ENTRIES = 100_000
BETWEEN_COLLECTIONS = 10_000
"""Objects. Graphs are cycles: with Python's own 700 they are gone through while they are used."""
gc.set_threshold(BETWEEN_COLLECTIONS)

_array, _ndarray, _float64, _base64 = np.array, np.ndarray, np.dtype(np.float64), b2a_base64
_NOT_A_CLASS_OF_THEIRS = ("numpy", "builtins")
_OPERATOR_ERRORS = (TypeError, AttributeError)


def tensor(engine: Any, task: dict[str, Any], held: dict[str, Any], made: list[Any]) -> Any:
    """What the engine answers to a program. Raises `Failure` or what student code raises."""
    if not task.get("look"):
        return _run(engine, task, held, made, None)
    first: dict[str, tuple[str | None, str | None]] = {}
    raised = False
    try:
        _run(engine, task, held, made, first)
    except Exception:  # what was made by then is looked at all the same
        raised = True
    tensors = {step[1]: held[step[1]] for step in task["steps"] if step[1] in first}
    grads = {slot: getattr(each, "grad", None) for slot, each in tensors.items()}
    return {
        "nodes": {
            slot: [first[slot][0], _seen(each, "grad"), _seen(each, "data")]
            for slot, each in tensors.items()
        },
        "shared": [[one, other] for one, other in combinations(grads, 2)
                   if _share(grads[one], grads[other]) and tensors[one] is not tensors[other]],
        "raised": raised,
        "born": {slot: grad for slot, (_, grad) in first.items()},
        "kinds": _kinds({slot: getattr(each, "data", None) for slot, each in tensors.items()}),
        "of_grads": _kinds(grads),
    }  # fmt: skip


def _run(
    engine: Any, task: dict[str, Any], held: dict[str, Any], made: list[Any], first: Any
) -> str:
    """What is read. first: takes what each tensor holds when it is made; None for nobody."""
    shapes: list[tuple[int, ...]] = []
    entries: list[bytes] = []
    for step in task["steps"]:
        kind, slot = step[0], step[1]
        if kind == "apply" or kind == "leaf":
            node = _result(engine, step, held) if kind == "apply" else _leaf(engine, step, held)
            held[slot] = node
            made.append(node)
            if first is not None:
                first[slot] = _seen(node, "data"), _seen(node, "grad")
        elif kind == "read":
            for name in step[2]:
                found: Any = held[name] if slot == "array" else getattr(held[name], slot, None)
                if type(found) is not _ndarray or found.dtype is not _float64:
                    if slot == "array":
                        found = _floats(found, "The result", "unbroadcast")
                    else:
                        found = _floats(engine.held(held[name], slot, name), slot, name)
                if found.size > MOST_ENTRIES:
                    raise Failure(kind="toolong", name=name, most=MOST_ENTRIES)
                shapes.append(found.shape)
                entries.append(found.tobytes())
        elif kind == "array":
            held[slot] = _laid_out(step[2], step[3] or "array")
        elif kind == "rule":
            if step[2] is not None:
                held[slot].grad = _laid_out(step[2], step[3])
            engine.call_method(held[slot], "_backward")
        elif kind == "backward":
            engine.call_method(held[slot], "backward")
        elif kind == "zero":
            engine.zero(held[slot])
        elif kind == "set":
            held[slot].data = _array(step[2], dtype=_float64)
        elif kind == "raise":
            held[slot] += step[2]
        elif kind == "shift":
            held[slot].grad += step[2]
        elif kind == "descend":
            held[slot].data -= step[2] * held[slot].grad
        else:
            held[slot].data = held[slot].data - step[2] * held[slot].grad
    return _joined(shapes, entries)


def _kinds(arrays: dict[str, Any]) -> dict[str, str]:
    return {slot: each.dtype.name for slot, each in arrays.items()
            if isinstance(each, _ndarray) and each.dtype is not _float64}  # fmt: skip


def _share(one: Any, other: Any) -> bool:
    arrays = isinstance(one, np.ndarray) and isinstance(other, np.ndarray)
    return arrays and np.may_share_memory(one, other)


def _laid_out(data: Any, layout: str) -> Any:
    """What the program's text makes of it: of whole numbers alone an array of such. Lists are made
    anew: those of several programs may be the same ones."""
    if layout == "":
        return _copied(data)
    plain = _array(data)
    if layout == "T":
        return _array(plain.T, order="C").T  # by itself a copy is laid out as the original
    if layout == "steps":
        return np.repeat(plain, 2, axis=0)[::2]
    if layout == "single":
        return plain.astype(np.float32)
    return _array(plain[::-1])[::-1] if layout == "back" else plain


def _copied(data: Any) -> Any:
    if type(data) is not list:
        return data
    return [*map(_copied, data)] if data and type(data[0]) is list else data.copy()


def _leaf(engine: Any, step: list[Any], held: dict[str, Any]) -> Any:
    _, _, data, layout = step
    if layout[:3] == "of ":
        array = held.setdefault(layout[3:], _laid_out(data, "array"))
        return engine.call_function("Tensor", array)
    return engine.call_function("Tensor", _laid_out(data, layout) if layout else _copied(data))


def _result(engine: Any, step: list[Any], held: dict[str, Any]) -> Any:
    """What an operator makes of tensors and plain operands."""
    _, _, name, slots, given = step
    try:
        if name in calls.BINARY:  # as most are: a list of two takes longer than to write them out
            one, other = slots
            found = calls.BINARY[name](
                held[one] if type(one) is str else one, held[other] if type(other) is str else other
            )
        else:
            operands = [held[each] if type(each) is str else each for each in slots]
            if "named" in given:  # the same array in each of its uses
                labels = held.setdefault(given["named"], calls.labels_of(given))
                given = {**given, "labels": labels}
            found = calls.call(name, operands, given, engine.call_function)
    except _OPERATOR_ERRORS as error:
        engine.unlike_an_operator(name, error, "Tensor")
    kind = type(found)
    if kind is engine.names.get("Tensor"):
        return found
    if found is None or found is NotImplemented:
        raise Failure(kind="none", operator=name)
    if name != "unbroadcast" and kind.__module__ in _NOT_A_CLASS_OF_THEIRS:
        entries = isinstance(found, _ndarray) and found.dtype.kind == "O"
        wanted = "tensors" if entries else "tensor"
        raise wrong_type("The result", calls.SIGNS.get(name, name), found, wanted=wanted)
    return found


_SHAPES: dict[tuple[int, ...], str] = {(n,): str(n) for n in range(10)} | {
    (m, n): f"{m} {n}" for m in range(10) for n in range(10)
}
"""How the shapes are spelled that are read most."""


def _floats(found: Any, what: str, slot: str) -> Any:
    """The plain array of floats that any kind of number or array is."""
    numeric = isinstance(found, (np.ndarray, np.number, float, int)) and type(found) is not bool
    entries = _array(found) if numeric else None
    if entries is None or entries.dtype.kind not in "fiu":
        raise wrong_type(what, slot, found, wanted="array")
    return entries.astype(_float64)


def _joined(shapes: list[tuple[int, ...]], entries: list[bytes]) -> str:
    told = [_SHAPES.get(shape) or " ".join(map(str, shape)) for shape in shapes]
    return f"{';'.join(told)}|{_base64(b''.join(entries), newline=False).decode()}"


def _seen(item: Any, what: str) -> str | None:
    try:
        found = _floats(getattr(item, what), what, "")
    except Exception:  # what a student's property raises costs an explanation, and no points
        return None
    return _joined([found.shape], [found.tobytes()]) if found.size <= MOST_ENTRIES else None
