"""Tasks: what a program cannot say. A closed list, run on the untrusted side.

{"task": "constant", "name": "SECOND_CALL_GRADS"}           a constant of the student's module
{"task": "trace", "function": "exposing_expression", "leaves": ["a", "b"],
 "operators": {"tanh": "node"}}                             -> a program of these operators
{"task": "check_grad", "program": [...], "xs": [...], "grads": [...]}        -> true or false
                                    (with "calls": true, what `f` was called with, what xs held
                                    then, whether it was xs itself, and from which line; and the
                                    line that returned; with "keeps": true, what
                                    xs holds afterwards; with "elsewhere": [[...], ...], a program
                                    for each number, f claims their values where it is not asked
                                    at xs)
{"task": "call", "function": "median", "arguments": [[3, 1]]}   -> what it returns

A fifth, "watch", belongs to `grader.worker.inside.watched`: it needs an engine. A sixth, "tests",
is in `stand_in_value`: an engine is what it must not meet.

A call takes and returns plain values: numbers, texts, true, false and None, and lists, tuples and
dicts of them. They come back in JSON, so what JSON cannot say is spelled: a dict is
{"pairs": [[key, value], ...]}, an infinity, nan or a large whole number {"number": "inf"}, a tuple
is a list. `grader.programs.plain` reads it.
"""

from __future__ import annotations

import math
import sys
import types
from collections import OrderedDict, defaultdict
from collections.abc import Callable
from typing import Any

from grader.programs.operators import give_methods, worked_out
from grader.worker.inside.loading import Failure, wrong_type

MAX_DEPTH = 4
MAX_ITEMS = 1000
MAX_STEPS = 1000
MAX_CALLS = 400
CALL_DEPTH = 6
CALL_ITEMS = 20_000
MAX_TEXT = 20_000
MAX_PLACE = 200
AT_XS = 1e-9
SMALL = 1 << 53


def run(task: dict[str, Any], names: dict[str, Any]) -> Any:
    """The task's result as plain JSON. Raises `Failure` or what the student's code raises."""
    kind = task["task"]
    if kind == "constant":
        return _plain(named(names, task["name"]), task["name"])
    if kind == "call":
        return _call(task, named(names, task["function"]))
    if kind == "trace":
        return _trace(named(names, task["function"]), task)
    return _check_grad(named(names, "check_grad"), task)


def named(names: dict[str, Any], name: str) -> Any:
    """What the student's module has under this name. Raises `Failure`."""
    if name not in names:
        raise Failure(kind="missing", name=name)
    return names[name]


def _plain(item: Any, name: str, depth: int = 0) -> Any:
    """The item if it is plain data: numbers, texts, lists and dicts, not too deep or long."""
    if item is None or type(item) in (bool, float):
        return item
    if type(item) is int and abs(item) < 1 << 63:
        return item
    if type(item) is str and len(item) <= 200:
        return item
    if depth < MAX_DEPTH and type(item) in _HOLDERS and len(item) <= MAX_ITEMS:
        if isinstance(item, dict):
            if all(type(key) is str and len(key) <= 200 for key in item):
                return {key: _plain(value, name, depth + 1) for key, value in item.items()}
        else:
            return [_plain(value, name, depth + 1) for value in item]
    raise wrong_type("the constant", name, item)


_HOLDERS = (list, tuple, dict, OrderedDict, defaultdict)


class _Symbol:
    """Stands for a node while the student's expression is traced."""

    def __init__(self, slot: str) -> None:
        self.slot = slot

    def __repr__(self) -> str:
        return f"<{self.slot}: a node>"

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):  # what Python itself looks for
            raise AttributeError(name)
        raise AttributeError(
            f"the arguments stand for any numbers: use + and * on them, not `{name}`"
        )


def _symbols(operators: dict[str, Any], steps: list[list[Any]]) -> type[_Symbol]:
    """Symbols on which these operators can be used; each use is one more step."""

    def apply(operator: str, *operands: Any) -> _Symbol:
        items: list[Any] = []
        for operand in operands:
            if isinstance(operand, _Symbol):
                items.append(operand.slot)
            elif type(operand) in (int, float) and math.isfinite(operand):
                items.append(operand)
            else:
                raise TypeError(f"an operand is a node or a number, not {type(operand).__name__}")
        if len(steps) >= MAX_STEPS:
            raise Failure(kind="toolong", name="expression", most=MAX_STEPS)
        slot = f"_{len(steps) + 1}"
        steps.append(["apply", slot, operator, *items])
        return kind(slot)

    kind: type[_Symbol] = type(
        "Value", (_Symbol,), {}
    )  # Python's own messages are read by students
    give_methods(kind, operators, apply)
    return kind


def _trace(function: Callable[..., Any], task: dict[str, Any]) -> list[list[Any]]:
    """The steps that the student's function takes on nodes; the last one makes the root."""
    steps: list[list[Any]] = []
    name = task["function"]
    kind = _symbols(task["operators"], steps)
    result = function(*map(kind, task["leaves"]))
    if result is None:
        raise Failure(kind="none", operator=name)
    if not isinstance(result, _Symbol):
        raise wrong_type("The result", name, result, wanted="node")
    # A node of another call may have the name of one of this.
    slot = result.slot if type(result) is kind else "another"
    return [*steps, ["alias", "L", slot]]


def _check_grad(function: Callable[..., Any], task: dict[str, Any]) -> Any:
    """Call `check_grad(f, xs)`; `f` evaluates the program and claims the planted gradients."""
    calls: list[tuple[list[float], list[float] | None, bool, list[Any]]] = []
    own: list[bool] = []

    def f(xs: Any) -> tuple[float, list[float]]:
        own.append(xs is not given)
        values = [float(x) for x in xs]
        if len(calls) < MAX_CALLS and all(map(math.isfinite, values)):
            calls.append((values, held(), own[-1], _place(sys._getframe(1))))
        if len(values) != len(task["xs"]):
            raise ValueError(f"f takes a list of {len(task['xs'])} numbers, got {len(values)}")
        value = worked_out(task["program"], values)
        claims = [x if type(x) is int else float(x) for x in task["grads"]]
        # Whoever has moved a number and moved it back is at xs again, but for the last digits.
        moved = any(abs(x - at) >= AT_XS for x, at in zip(values, task["xs"], strict=True))
        if "elsewhere" in task and moved:
            claims = [worked_out(program, values) for program in task["elsewhere"]]
        return value, claims

    def held() -> list[float] | None:
        """What xs holds now; None if that is no list of as many numbers as before."""
        kept = len(given) == len(task["xs"]) and all(type(x) is float for x in given)
        return list(given) if kept and all(map(math.isfinite, given)) else None

    given, ended = list(task["xs"]), _Ended(getattr(function, "__code__", None))
    before = sys.gettrace()
    if task.get("calls"):
        sys.settrace(ended.trace)
    try:
        result = function(f, given)
    finally:
        sys.settrace(before)
    if result is None:
        raise Failure(kind="none", operator="check_grad")
    if type(result) is not bool:
        raise wrong_type("The result", "check_grad", result, wanted="bool")
    if task.get("calls"):
        return {"result": result, "calls": calls, "ended": ended.place, "lines": ended.lines()}
    if task.get("keeps"):
        return {"result": result, "xs": held(), "own": all(own)}
    return result


def _place(frame: types.FrameType) -> list[Any]:
    """The file and the line that a frame is at."""
    return [frame.f_code.co_filename[:MAX_PLACE], frame.f_lineno]


class _Ended:
    """Notes the lines that one function came by, and the one on which it returned."""

    def __init__(self, code: types.CodeType | None) -> None:
        self.code = code
        self.place: list[Any] = []
        self.numbers: set[int] = set()

    def trace(self, frame: types.FrameType, event: str, _: object) -> Any:
        if frame.f_code is not self.code:
            return None
        self.numbers.add(frame.f_lineno)
        if event == "return":
            self.place = _place(frame)
        return self.trace

    def lines(self) -> list[int]:
        """The numbers of the lines that it came by."""
        return sorted(self.numbers)[:MAX_CALLS]


def _call(task: dict[str, Any], function: Any) -> Any:
    """What the function returns for the task's arguments, spelled. Raises `Failure`."""
    name = task["function"]
    if not callable(function):
        raise wrong_type("The value", name, function)
    result = function(*(_copied(each) for each in task["arguments"]))
    return spelled(result, name)


def spelled(value: Any, name: str) -> Any:
    """A plain value as JSON can say it. Raises `Failure` for what is not plain, or too much."""
    return _Spelling(name).spelled(value, 0)


def _copied(item: Any) -> Any:
    """Arguments of the call's own: what it does to them is seen by no other call."""
    if isinstance(item, (list, tuple)):
        return type(item)(_copied(each) for each in item)
    if isinstance(item, dict):
        return {key: _copied(value) for key, value in item.items()}
    return item


class _Spelling:
    """Spells one result, which may hold so many items and no more."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.left = CALL_ITEMS
        self.path: list[int | str] = []
        """Where the item is in the result."""

    def spelled(self, item: Any, depth: int) -> Any:
        self.left -= 1
        if self.left < 0:
            raise Failure(kind="toolong", name=self.name, most=CALL_ITEMS)
        if item is None or type(item) is bool:
            return item
        if isinstance(item, (int, float)):
            return _spelled_number(item, self.name)
        if isinstance(item, str) and len(item) <= MAX_TEXT:
            return str.__str__(item)
        if depth < CALL_DEPTH and isinstance(item, (list, tuple)):
            return [self.inside(at, each, depth + 1) for at, each in enumerate(item)]
        if depth < CALL_DEPTH and isinstance(item, dict):
            pairs = [
                [self.spelled(key, depth + 1), self.inside(key, value, depth + 1)]
                for key, value in item.items()
            ]
            return {"pairs": pairs}
        at = "".join(f"[{key!r}]" for key in self.path)[:60]
        raise wrong_type("The result", self.name, item, wanted="plain", at=at)

    def inside(self, at: Any, item: Any, depth: int) -> Any:
        """An item of a list or a dict, spelled."""
        self.path.append(at if type(at) in (int, str) else "...")
        spelled = self.spelled(item, depth)
        self.path.pop()
        return spelled


def _spelled_number(item: int | float, name: str) -> Any:
    if isinstance(item, float):
        number = float.__add__(item, 0.0)
        return number if math.isfinite(number) else {"number": repr(number)}
    whole = int.__add__(item, 0)
    if -SMALL <= whole <= SMALL:
        return whole
    try:
        return {"number": str(whole)}
    except ValueError:  # Python writes out no number of more than 4,300 digits
        raise Failure(kind="type", what="the result", slot=name, got="a huge int") from None
