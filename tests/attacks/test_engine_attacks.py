"""Tests of engines that read anything but returned numbers gain nothing.

Each attack is run twice: by careless code that hands it the engines one after the other, in one
process, where it tells the wrong ones from the right one; and as a hand-in, where it finds none or
cries about a right one. What it reads does not depend on the engine.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Mapping
from types import ModuleType
from typing import Any

import pytest

from grader.checks import Grades, check
from grader.checks.declare import collect
from grader.judging.context import GradingContext
from tests.support import hand_ins
from tests.support.wrong_engines import WrongEngine

LONG = 0.7

COUNTS_CALLS = """
import builtins
def tests(Value):
    builtins.calls = getattr(builtins, "calls", 0) + 1
    assert builtins.calls == 1
"""
GLOBALS_LEFT = """
import sys
def tests(Value):
    known = sys.modules.setdefault("left behind", {"first": None})
    known["first"] = known["first"] or [Value.__qualname__, id(Value)]
    assert known["first"] == [Value.__qualname__, id(Value)]
"""
TYPES = """
def tests(Value):
    x = Value(2.0) * Value(3.0)
    kinds = [type(x).__name__, [each.__name__ for each in type(x).__mro__], type(x.backward())]
    assert "Wrong" not in repr(kinds)
"""
CODE = """
def tests(Value):
    assert "wrong" not in repr(Value.backward.__code__.co_consts), "its constants say so"
"""
ADDRESSES = """
def tests(Value):
    x = Value(2.0)
    y = x * x
    y.backward()
    assert abs(id(x) - id(y)) < 1 << 40 and getattr(x, "__dict__", {}).get("other") is None
"""
TIME = f"""
import time
def tests(Value):
    x = Value(2.0)
    before = time.monotonic()
    x.backward()
    x.data
    assert time.monotonic() - before < {0.6 * LONG}
"""
ENGINES_IN_MEMORY = """
import gc, sys
def tests(Value):
    Value(1.0)
    made = {type(each).__name__ for each in gc.get_objects()}
    assert "Wrong" not in made
"""
FRAMES = """
import sys
def tests(Value):
    frame, found = sys._getframe(), []
    while frame:
        found += [repr(each)[:300] for each in frame.f_locals.values()]
        frame = frame.f_back
    assert "Wrong" not in "".join(found)
"""
ATTACKS = {
    name.lower(): text
    for name, text in globals().items()
    if name.isupper() and isinstance(text, str) and "def tests" in text
}


class Usual:
    """A careless engine of Python's own, with a gradient for x * y; enough for the attacks."""

    def __init__(self, data: float) -> None:
        self.data, self.grad = data, 0.0

    def __mul__(self, other: Any) -> Any:
        return type(self)(self.data * other.data)

    def backward(self) -> None:
        self.grad = 1.0


class Wrong(Usual):
    """Tells that it is wrong in every way but by a number."""

    def __init__(self, data: float) -> None:
        super().__init__(data)
        self.other = "its own"

    def backward(self) -> None:
        marked = "wrong"
        time.sleep(LONG)
        self.grad = float(len(marked) > 0)


class Slow(WrongEngine):
    """Right in all its numbers, and named among the wrong ones; it takes its time."""

    def backward(self, root: Any) -> None:
        time.sleep(LONG)
        super().backward(root)


@pytest.mark.parametrize("name", ATTACKS)
def test_it_works_where_engines_are_handed_over(name: str) -> None:
    import builtins

    def fails(engine: type) -> bool:
        names: dict[str, Any] = {}
        exec(ATTACKS[name], names)
        try:
            names["tests"](engine)
        except AssertionError:
            return True
        kept.append(engine(0.0))
        return False

    kept: list[Any] = []
    try:
        assert not fails(Usual)
        kept.append(Wrong(0.0))
        assert fails(Wrong)
    finally:
        vars(builtins).pop("calls", None)
        sys.modules.pop("left behind", None)


def graded(context: GradingContext, text: str, wrong: Mapping[str, type]) -> Any:
    @check(points=1)
    def test_all(grades: Grades) -> None:
        """The tests raise an alarm on each wrong engine and on no other."""
        right = {"is the usual one": WrongEngine, "is another": WrongEngine}
        grades.engines(right, wrong, lambda name: None)

    module = ModuleType("checks")
    module.test_all = test_all  # type: ignore[attr-defined]
    return hand_ins.grade(context, hand_ins.tiny_exercise(), collect(module), text).results["all"]


@pytest.mark.parametrize("name", ATTACKS)
def test_it_gains_nothing(name: str, context: GradingContext) -> None:
    result = graded(context, ATTACKS[name], {"slow": Slow})
    assert result.outcome == "failed"
    none_found = "1 of 1 wrong engine got past your tests" in result.message
    assert none_found or "your tests object to it" in result.message, result.message


LIES = {
    "a step that tests have not": ["topo", "n1"],
    "a node that was not made": ["backward", "n7"],
    "no step": ["apply"],
    "a long loop": ["repeat", 1000000, [["leaf", "a", 1.0]]],
}


@pytest.mark.parametrize("lie", LIES.values(), ids=LIES)
def test_what_tests_claim_to_have_asked_is_looked_at(lie: Any, context: GradingContext) -> None:
    text = f"""
import sys
def tests(Value):
    Value(1.0)
    sys._getframe(1).f_locals["talk"].trace.steps.append({lie!r})
"""
    assert "disturbed the channel" in graded(context, text, {"slow": Slow}).message
