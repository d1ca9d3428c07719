"""Whatever in the student's kit computes gradients earns nothing in the exam with a `Value` around.

A determined student writes a class `Value` that notes what is done to it as a program, and hands
that to a part of the kit. Here every class of the kit that is an engine and every function that
takes a program is wrapped like that, and graded by a real worker. It must earn what the wrapper
earns by itself. The wrapper with an engine that is right shows that it works.
"""

from __future__ import annotations

import importlib
import inspect
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import pytest

from grader.authoring.release.student_kit import kit_files
from grader.checks import Check
from grader.course.course import Course
from grader.judging.context import GradingContext
from grader.judging.exercise import ExerciseRun
from grader.judging.limits import Budget
from grader.programs.operators import all_forms
from grader.programs.program import Program
from grader.submissions.sources.collected import Source
from tests.support.kit import candidates_of, hand_in, modules_of, standard_of

ENGINE = ("leaf", "apply", "backward", "get_grad")
"""What an engine of ours can do."""
MOST_ITEMS, MOST_SIZE = 60, 600
NUMBERS = ("Answer", "Prediction", "float")
"""In the annotation of what a function returns."""

WRAPPER = """
import math, weakref
from kit.programs.program import Program
from kit.programs.interpreter import run

TAPE, KNOWN, ALIVE = [], {}, weakref.WeakSet()

def asked(slot):
    key = len(TAPE), slot
    if key not in KNOWN:
        try:
            KNOWN[key] = [*PART(Program((*TAPE, ("read", "grad", (slot,)))))][-1]
        except Exception:
            KNOWN[key] = 0.0
    return KNOWN[key]

def data(item):
    return item._data if isinstance(item, Value) else item

class Value:
    def __init__(self, data, *step):
        if not ALIVE:
            TAPE.clear(), KNOWN.clear()
        ALIVE.add(self)
        self.slot, self._data, self._prev = f"s{len(TAPE)}", data, ()
        names = (each.slot if isinstance(each, Value) else each for each in step[1:])
        TAPE.append(("apply", self.slot, step[0], *names) if step else ("leaf", self.slot, data))
    def made(self, value, *step):
        made = Value(value(*map(data, step[1:])), *step)
        made._prev = tuple(each for each in step[1:] if isinstance(each, Value))
        return made
    def change(self, value):
        TAPE.append(("set", self.slot, value))
        self._data = value
    data = property(lambda self: self._data, change)
    grad = property(lambda self: asked(self.slot))
    def __add__(self, o): return self.made(lambda x, y: x + y, "add", self, o)
    def __radd__(self, o): return self.made(lambda x, y: x + y, "add", o, self)
    def __mul__(self, o): return self.made(lambda x, y: x * y, "mul", self, o)
    def __rmul__(self, o): return self.made(lambda x, y: x * y, "mul", o, self)
    def __sub__(self, o): return self.made(lambda x, y: x - y, "sub", self, o)
    def __rsub__(self, o): return self.made(lambda x, y: x - y, "sub", o, self)
    def __truediv__(self, o): return self.made(lambda x, y: x / y, "truediv", self, o)
    def __rtruediv__(self, o): return self.made(lambda x, y: x / y, "truediv", o, self)
    def __neg__(self): return self.made(lambda x: -x, "neg", self)
    def __pow__(self, n): return self.made(lambda x, n: x ** n, "pow", self, n)
    def tanh(self): return self.made(math.tanh, "tanh", self)
    def exp(self): return self.made(math.exp, "exp", self)
    def relu(self): return self.made(lambda x: max(0.0, x), "relu", self)
    def backward(self): TAPE.append(("backward", self.slot))

def zero_grad(root): TAPE.append(("zero", root.slot))
"""
NOTHING = "PART = lambda program: ()"
ENGINE_PART = """
MADE = importlib.import_module({module!r}).{name}
def PART(program):
    engine = MADE()
    return engine.run(program) if hasattr(engine, "run") else run(program, engine)
"""
FUNCTION_PART = """
MADE = importlib.import_module({module!r}).{name}
def PART(program):
    found = MADE(program)
    return [found[program.steps[-1][2][0]]] if isinstance(found, dict) else found
"""
PICTURE_PART = """
from kit.explain.pictures import sketch
def PART(program):
    made = sketch.sketch_of(program, (math.nan,), (0.0,))
    grads = sketch.play(made.nodes, made.start, sketch.reference_order(made.nodes))[-1][1]
    numbers = [step[1] for step in TAPE if step[0] in ("leaf", "apply")]
    return [grads[made.shown.index(numbers.index(program.steps[-1][2][0]))]]
"""
RIGHT = """
from kit.right import ReferenceEngine
PART = lambda program: run(program, ReferenceEngine())
"""


def parts_of(modules: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """What may compute gradients, by name, and how the wrapper asks it."""
    yield "pictures", PICTURE_PART
    for each in candidates_of(modules):
        module = each.module.replace("kit", "grader", 1)
        if module.startswith(("grader._course", "grader.cli", "grader.worker")):
            continue
        found = getattr(importlib.import_module(module), each.name)
        asked = {"module": each.module, "name": each.name}
        if each.takes is None and all(hasattr(found, name) for name in ENGINE):
            yield f"{each.module}.{each.name}", ENGINE_PART.format(**asked)
        elif each.takes is not None and 1 in each.takes and _gives_numbers(found):
            yield f"{each.module}.{each.name}", FUNCTION_PART.format(**asked)


def _gives_numbers(function: Callable[..., Any]) -> bool:
    """Whether it takes a program and returns floats."""
    signature = inspect.signature(function)
    first = next(iter(signature.parameters.values())).annotation
    return first == "Program" and any(n in signature.return_annotation for n in NUMBERS)


@pytest.fixture(scope="module")
def modules(course: Course) -> dict[str, str]:
    return modules_of(kit_files(course))


def earned(
    part: str,
    modules: Mapping[str, str],
    course: Course,
    checks: tuple[Check, ...],
    context: GradingContext,
) -> dict[str, float]:
    """What the wrapper earns with this part, by check; in checks that ask little."""
    start = standard_of(modules) + "import math, weakref\n" + hand_in(modules)
    exercise = course.exercise("engine")
    source = Source("answer.py", (start + WRAPPER + part + "\n",), False)
    with ExerciseRun(context, exercise, source, "kit", "0" * 64, Budget()) as run:
        small = [check for check in checks if _asks_little(check, context)]
        points = {check.id: run.result(check).points for check in small}
    return {check: number for check, number in points.items() if number}


def _asks_little(check: Check, context: GradingContext) -> bool:
    """A check with many programs or large ones is passed by none that fails all others."""
    items = context.public("engine", check, all_forms()).plan.items
    size = sum(item.size for item in items if isinstance(item, Program))
    return len(items) <= MOST_ITEMS and size <= MOST_SIZE


def test_no_part_of_the_kit_earns_anything_in_the_exam_with_a_class_around_it(
    course: Course,
    checks: Mapping[str, tuple[Check, ...]],
    context: GradingContext,
    modules: dict[str, str],
) -> None:
    parts = dict(parts_of(modules))
    assert "kit.explain.described.DescribedEngine" in parts
    alone = earned(NOTHING, modules, course, checks["engine"], context)
    more = {}
    for name, part in parts.items():
        found = earned(part, modules, course, checks["engine"], context)

        if not found.items() <= alone.items():
            more[name] = sum(found.values()) - sum(alone.values())
    assert more == {}


def test_the_wrapper_earns_most_points_with_an_engine_that_is_right(
    course: Course,
    checks: Mapping[str, tuple[Check, ...]],
    context: GradingContext,
    modules: dict[str, str],
) -> None:
    text = inspect.getsource(importlib.import_module("grader.programs.reference"))
    given = {**modules, "kit/right.py": text}
    found = earned(RIGHT, given, course, checks["engine"], context)
    assert sum(found.values()) > 30
