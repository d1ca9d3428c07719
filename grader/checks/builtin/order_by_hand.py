"""Orders and gradients by hand: any valid backward order is right, and so are leaves left out."""

from __future__ import annotations

from typing import Any

from grader.checks import Grades, Judge, Mismatch, check, order_mismatch
from grader.checks.declare import CheckFunction as Fn
from grader.checks.families import inner_inputs
from grader.checks.recorded_planning import gradients_of
from grader.programs.compare import same_number
from grader.programs.program import Program
from grader.programs.tracing import trace
from grader.worker.observation import Observation


def showcase(a: Any, b: Any, c: Any) -> Any:
    """L = (a*b + c) * (a + b), its nodes named."""
    d = a * b
    e = d + c
    f = a + b
    L = e * f
    return L


def p1(a: Any) -> Any:
    """An inner node with two consumers."""
    b = a * 3
    c = b * 2
    d = b * 5
    L = c + d
    return L


def p2(a: Any) -> Any:
    """An inner node that is reached by a short and by a long route."""
    b = a * a
    c = b * 2
    d = c * 5
    L = b * d
    return L


GRAPHS = {
    "SHOWCASE": (trace(showcase, a=2.0, b=3.0, c=1.0), "L = (a*b + c) * (a + b)"),
    "P1": (trace(p1, a=2.0), "L = b*2 + b*5"),
    "P2": (trace(p2, a=3.0), "L = b * ((b*2)*5)"),
}


def node_names(program: Program) -> list[str]:
    """Slots in the order in which they are made."""
    return [step[1] for step in program.steps if step[0] in ("leaf", "apply")]


def order_judge(program: Program) -> Judge:
    """Right: inner nodes once each, every node after all of its consumers; leaves are optional."""
    names = node_names(program)
    inputs = inner_inputs(program)
    inner = {number for number, made_of in enumerate(inputs) if made_of}

    def judge(observation: Observation) -> Mismatch | None:
        order = observation.value
        if not isinstance(order, list) or not all(isinstance(name, str) for name in order):
            return Mismatch("the order", "no list of names", 'a list such as ["L", ...]')
        unknown = [name for name in order if name not in names]
        if unknown:
            return Mismatch("the order", f"the name {unknown[0]!r}", f"names from {names}")
        numbers = tuple(names.index(name) for name in order)
        wanted = inner | set(numbers)
        listed = [tuple(i for i in made_of if i in wanted) for made_of in inputs]
        return order_mismatch(numbers, listed, wanted, inputs_first=False)

    return judge


def gradient_judge(program: Program) -> Judge:
    """Right: dL/dnode for every node."""
    right = gradients_of(program)

    def judge(observation: Observation) -> Mismatch | None:
        found = observation.value
        if not isinstance(found, dict):
            return Mismatch("the gradients", "no dict", 'a dict such as {"L": 1.0, ...}')
        for name in reversed(node_names(program)):
            number = found.get(name)
            if number is None:
                return Mismatch(f"dL/d{name}", "nothing", "a number")
            if isinstance(number, bool) or not isinstance(number, (int, float)):
                return Mismatch(f"dL/d{name}", type(number).__name__, "a number")
            if not same_number(float(number), right[name]):
                return Mismatch(f"dL/d{name}", float(number), "")
        return None

    return judge


def order_check(name: str, formula: str, program: Program) -> Fn:
    """A valid order for one of the graphs."""

    def test(grades: Grades) -> None:
        task = {"task": "constant", "name": f"{name}_ORDER"}
        grades.task(task, order_judge(program), f"{name}_ORDER, for {formula}")

    test.__name__ = f"test_{name.lower()}_order"
    test.__doc__ = f"{name}_ORDER is a valid backward order of {formula}."
    return check(points=0.5)(test)


def gradient_check(name: str, formula: str, program: Program) -> Fn:
    """The gradients of one of the graphs."""

    def test(grades: Grades) -> None:
        task = {"task": "constant", "name": f"{name}_GRADS"}
        grades.task(task, gradient_judge(program), f"{name}_GRADS, for {formula}")

    test.__name__ = f"test_{name.lower()}_gradients"
    test.__doc__ = f"{name}_GRADS has the gradient of every node of {formula}."
    return check(points=0.5)(test)


CHECKS = tuple(
    make(name, formula, program)
    for name, (program, formula) in GRAPHS.items()
    for make in (order_check, gradient_check)
)
