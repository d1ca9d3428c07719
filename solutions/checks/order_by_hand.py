"""Orders and gradients by hand: any valid backward order is right, and so are leaves left out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from grader.checks import Grades, Judge, Mismatch, check, order_mismatch
from grader.checks.declare import CheckFunction as Fn
from grader.programs.compare import same_number
from grader.programs.graph import graph_of
from grader.programs.program import Program
from grader.programs.slopes import value_and_slopes
from grader.programs.tracing import trace
from grader.text import listed
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
    return [node.slot for node in graph_of(program).nodes]


def order_judge(program: Program) -> Judge:
    """Right: inner nodes once each, every node after all of its consumers; leaves are optional."""
    names = node_names(program)
    inputs = graph_of(program).inputs
    inner = {number for number, made_of in enumerate(inputs) if made_of}

    def judge(observation: Observation) -> Mismatch | None:
        order = observation.value
        if not isinstance(order, list) or not all(isinstance(name, str) for name in order):
            return Mismatch("", "This order is not a list of names", '["L", ...]')
        unknown = [name for name in order if name not in names]
        if unknown:
            told = f"no node is called {unknown[0][:40]!r}"
            return Mismatch("", told, f"names from {', '.join(names)}")
        numbers = tuple(names.index(name) for name in order)
        wanted = inner | set(numbers)
        kept = [tuple(i for i in made_of if i in wanted) for made_of in inputs]
        return order_mismatch(numbers, kept, wanted, inputs_first=False, names=lambda: names)

    return judge


def gradient_judge(program: Program, right: Mapping[str, float]) -> Judge:
    """Right: dL/dnode for every node."""

    def judge(observation: Observation) -> Mismatch | None:
        found = observation.value
        if not isinstance(found, dict):
            return Mismatch("", "These gradients are not a dict", '{"L": 1.0, ...}')
        name = first_wrong(program, found, right)
        if name is None:
            return None
        number = found.get(name)
        if number is None:
            return Mismatch(f"dL/d{name}", "nothing", "a number")
        if not isinstance(number, (int, float)):
            text = number if number in ("nan", "inf", "-inf") else type(number).__name__
            return Mismatch(f"dL/d{name}", text, "a number")
        return wrong_gradient(program, name, float(number), right)

    return judge


def first_wrong(
    program: Program, found: Mapping[str, Any], right: Mapping[str, float]
) -> str | None:
    """The first node whose gradient is not there or wrong, consumers before their inputs."""
    for name in reversed(node_names(program)):
        number = found.get(name)
        if not isinstance(number, (int, float)):
            return name
        if not same_number(float(number), right[name]):
            return name
    return None


def wrong_gradient(
    program: Program, name: str, found: float, right: Mapping[str, float]
) -> Mismatch:
    """What is wrong with the gradient of a node whose consumers' gradients are right."""
    for told, wanted in _readings(program, name, found, right):
        return Mismatch("", f"dL/d{name} is not {found:.10g}. {told}", wanted)
    return Mismatch(f"dL/d{name}", found, "")


def _readings(
    program: Program, name: str, found: float, right: Mapping[str, float]
) -> Iterator[tuple[str, str]]:
    """What gives the number that was found, and what is wanted in its place."""
    data, found_in = values(program), uses(program, name)
    if not found_in:
        if same_number(found, data[name]):
            yield f"That is the value of `{name}`, not its gradient", "how fast L moves when L does"
        return
    paid = [(consumer, right[consumer] * slope) for consumer, slope, _ in found_in]
    every = "the sum of the contributions of all uses"
    if len(found_in) > 1:
        for consumer, contribution in paid:
            if same_number(found, contribution):
                others = [other for other, _ in paid]
                others.remove(consumer)
                alike = dict.fromkeys(n for n, each in paid if same_number(each, found))
                if len(alike) > 1:
                    both = listed(f"`{n}`" for n in alike)
                    yield f"Each of {both} contributes that much, and one of them is missing", every
                rest = f"`{name}` is used by {listed(f'`{n}`' for n in dict.fromkeys(others))} too"
                if consumer in others:
                    rest = f"`{consumer}` uses `{name}` twice"
                yield f"That is what one use of it by `{consumer}` contributes, and {rest}", every
        for consumer, contribution in paid:
            if same_number(found, right[name] + contribution):
                yield f"The contribution of `{consumer}` is counted twice in it", every
    for consumer, slope, _ in found_in:
        received = [(user, right[user] * share) for user, share, _ in uses(program, consumer)]
        for user, share in received if len(received) > 1 else ():
            passed = f"`{consumer}` passes on"
            if same_number(found, right[name] + slope * (share - right[consumer])):
                told = f"You get that if {passed} only what `{user}` contributed to it"
                yield told, "a rule that runs after those of all consumers"
            if same_number(found, right[name] + slope * share):
                told = f"You get that if {passed} once more what `{user}` contributed to it"
                yield told, "a rule that runs once"
    slopes = sum(slope for _, slope, _ in found_in)
    consumers = listed(f"`{consumer}`" for consumer in dict.fromkeys(c for c, _, _ in found_in))
    if same_number(found, slopes):
        yield (
            f"That is how fast {consumers} moves with `{name}`, and the root is further away",
            "how fast L moves",
        )
    own = sum(right[consumer] * data[name] for consumer, _, product in found_in if product)
    if own and same_number(found, own):
        yield f"You get that if a product sends `{name}` its own value", "the other factor's value"


def uses(program: Program, name: str) -> list[tuple[str, float, bool]]:
    """The consumers of a node, once for each use: its slope there, and whether it is a product."""
    data = values(program)
    found = []
    for step in program.steps:
        if step[0] == "apply":
            operands = [data[item] if isinstance(item, str) else item for item in step[3:]]
            slopes = value_and_slopes(step[2], operands)[1]
            found += [
                (step[1], slope, step[2] == "mul")
                for item, slope in zip(step[3:], slopes, strict=True)
                if item == name
            ]
    return found


def values(program: Program) -> dict[str, float]:
    """The value of each node."""
    data: dict[str, float] = {}
    for step in program.steps:
        if step[0] == "leaf":
            data[step[1]] = step[2]
        elif step[0] == "apply":
            operands = [data[item] if isinstance(item, str) else item for item in step[3:]]
            data[step[1]] = value_and_slopes(step[2], operands)[0]
    return data


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
        judge = gradient_judge(program, grades.gradients(program))
        grades.task(task, judge, f"{name}_GRADS, for {formula}")

    test.__name__ = f"test_{name.lower()}_gradients"
    test.__doc__ = f"{name}_GRADS has the gradient of every node of {formula}."
    return check(points=0.5)(test)


CHECKS = tuple(
    make(name, formula, program)
    for name, (program, formula) in GRAPHS.items()
    for make in (order_check, gradient_check)
)
