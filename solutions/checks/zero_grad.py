"""zero_grad: the prediction, the function, and the loop that needs it."""

from __future__ import annotations

from functools import partial
from typing import Any

from grader.checks import DRAWN, Grades, Judge, Mismatch, check, trap
from grader.packs.scalar import (
    fixed_graphs,
    left_alone,
    let_go,
    own_numbers,
    properties,
    set_by_hand,
)
from grader.programs.compare import same_number
from grader.programs.program import Program, Step
from grader.programs.tracing import descend, read, repeat, trace, zero_grad
from grader.worker.observation import Observation

from .local_rules import LEFT_ALONE

LONGEST = 100_000
EITHER_SIDE = (("apply", "y", "add", "y", "a"), ("apply", "y", "add", "a", "y"))
"""Two operations: the way down is on the left of the one, on the right of the other."""

NO_NUMBER = trace(lambda a, b, c: (a * b) * b + (a * b) * c, a=1e-200, b=1e160, c=-2e160)
"""The gradient of `a` is inf - inf, where a right rule may raise: here rules are given."""

PREDICTION = {"a": 81.0, "b": 61.0, "c": 15.0}
"""Second call of the teaching engine on L = (a*b + c) * (a + b) at 2, 3, 1."""
READINGS = {
    "what the first call leaves": {"a": 22.0, "b": 17.0, "c": 5.0},
    "twice what the first call leaves": {"a": 44.0, "b": 34.0, "c": 10.0},
    "what a second call leaves that starts from 2 at the root": {"a": 103.0, "b": 78.0, "c": 20.0},
}
"""What gives another prediction."""
WANTED = "what two calls leave, where inner nodes still hold something when the second starts"


@check(points=0.5)
def test_prediction(grades: Grades) -> None:
    """SECOND_CALL_GRADS holds what a second call leaves when nothing is zeroed."""

    def judge(observation: Observation) -> Mismatch | None:
        found = observation.value
        if not isinstance(found, dict):
            return Mismatch("SECOND_CALL_GRADS", "no dict", 'a dict such as {"a": ..., ...}')
        for name, right in PREDICTION.items():
            number = found.get(name)
            if not isinstance(number, (int, float)):
                return Mismatch(f"the prediction for {name}", "no number", "a number")
            if not same_number(float(number), right):
                told = f"the prediction for {name} is not {float(number):g}"
                for reading, numbers in READINGS.items():
                    if same_number(float(number), numbers[name]):
                        told += f". That is {reading}"
                return Mismatch("", told, WANTED)
        return None

    grades.task({"task": "constant", "name": "SECOND_CALL_GRADS"}, judge, "SECOND_CALL_GRADS")


@check(points=0.5)
def test_clears_every_node(grades: Grades) -> None:
    """After `zero_grad(root)` the root and every node below it have gradient 0."""
    grades(cleared, a=2.0, b=3.0, c=1.0)
    grades(cleared, a=2e6, b=-3e6, c=0.5)  # no part of a large gradient may stay
    grades(showcase_cleared, a=2.0, b=3.0, c=1.0)
    grades.fixed(set_by_hand.cleared())


def cleared(a: Any, b: Any, c: Any) -> None:
    """Backward, zero, read everything."""
    d = a * b
    e = d + c
    L = e * d
    L.backward()
    zero_grad(L)
    read(a, b, c, d, e, L)
    read(a, b, c, d, e, L, what="data")


def showcase_cleared(a: Any, b: Any, c: Any) -> None:
    """The showcase, whose leaves a and b are used twice."""
    L = (a * b + c) * (a + b)
    L.backward()
    zero_grad(L)
    read(a, b, c, L)


@trap(points=0.5, after=test_clears_every_node)
def test_same_again(grades: Grades) -> None:
    """After `zero_grad(root)` a second `backward()` gives what the first one gave."""

    def again(a: Any, b: Any, c: Any) -> None:
        d = a * b
        L = (d + c) * (d + b)
        L.backward()
        zero_grad(L)
        L.backward()
        read(a, b, c)

    def showcase_again(a: Any, b: Any, c: Any) -> None:
        L = (a * b + c) * (a + b)
        L.backward()
        zero_grad(L)
        L.backward()
        read(a, b, c)

    def leaf_first(a: Any, b: Any) -> None:
        L = a * b
        zero_grad(a)
        L.backward()
        zero_grad(L)
        read(a, b)

    grades(again, a=DRAWN, b=DRAWN, c=DRAWN)
    grades(cleared, a=DRAWN, b=DRAWN, c=DRAWN)
    grades.fixed([trace(showcase_again, a=2.0, b=3.0, c=1.0), trace(leaf_first, a=1.5, b=-0.5)])
    graphs = (*properties.leaf_alone(), *properties.equal(), *properties.shapes())
    for operator in ("add", "mul"):
        graphs += properties.whole_leaves(operator)
    huge = (*properties.huge_gradients(), NO_NUMBER)
    grades.fixed(properties.cleared(huge, used_again=False))
    called = left_alone.with_numbers(("backward", "zero"))
    grades.left_alone(called, *LEFT_ALONE, cleared=True)
    grades.fixed((*properties.grown(zeroed=True), *fixed_graphs.met_again("zero")))
    grades.fixed(set_by_hand.cleared_again())
    thrown_away = (let_go.thrown_away(form, zeroed=True) for form in ("add", "mul"))
    grades.fixed((*properties.cleared(graphs), *thrown_away))
    grades.fixed([let_go.thrown_away("mul", zeroed=True, below=let_go.LARGE)])
    grades.at_own(partial(own_numbers.called, then=("zero", "backward")))
    grades.at_own(own_numbers.cleared)


@trap(points=0.5, after=test_clears_every_node)
def test_many_routes(grades: Grades) -> None:
    """40 doublings are cleared in a moment: every node once, not every route."""

    def doubled(x: Any, h: Any) -> None:
        y = repeat(40, lambda y: y * h + y * h, x)
        y.backward()
        zero_grad(y)
        read(x, h)

    def doubled_as_told(x: Any) -> None:
        y = repeat(40, lambda y: y + y, x)
        y.backward()
        zero_grad(y)
        read(x)

    grades(doubled, x=DRAWN, h=0.5, apart=False)
    grades.fixed([trace(doubled_as_told, x=1.0)])


@trap(points=1, after=test_clears_every_node, cpu=10.0)
def test_deep_graph(grades: Grades) -> None:
    """A chain of 100,000 operations is cleared, without recursion and each node once."""
    # Gradients are planted by `backward` on the leaf alone: only the walk of zero_grad is deep.
    grades.judged(
        Program(
            (
                ("leaf", "x", grades.drawn_value()),
                ("leaf", "a", 0.25),
                ("backward", "x"),
                ("backward", "a"),
                ("alias", "y", "x"),
                ("repeat", LONGEST // 2, EITHER_SIDE),
                ("read", "grad", ("x", "a")),
                ("zero", "y"),
                ("read", "grad", ("x", "a")),
            )
        ),
        _cleared,
        "",
    )


def _cleared(observation: Observation) -> Mismatch | None:
    """Right is 1 on each leaf before, and 0 after: no other engine has to build so long a chain to
    know it. With zeros alone whoever answers nothing else would be right."""
    assert observation.answer is not None
    for name, number, right in zip("xaxa", observation.answer, (1.0, 1.0, 0.0, 0.0), strict=True):
        if not same_number(number, right):
            return Mismatch(f"{name}.grad", number, right)
    return None


@check(points=0.5)
def test_training_loop(grades: Grades) -> None:
    """Three steps on (p - 5)^2 from 2.0 with rate 0.1 give 3.464, whatever `p.grad` held before."""
    grades.program(_trained(2.0, 3, 0.1), _descended(2.0, 3, 0.1))
    held = _trained(2.0, 3, 0.1, (("backward", "p"), ("set_grad", "p", 7)))
    grades.program(held, _descended(2.0, 3, 0.1))  # an old gradient counts for nothing
    product = ("apply", "L", "mul", "p", "big")
    huge = _trained(2.0, 3, 0.1, (("leaf", "big", 1e30), product, ("backward", "L")))
    grades.program(huge, _descended(2.0, 3, 0.1))


@trap(points=0.5, after=test_training_loop)
def test_any_training_loop(grades: Grades) -> None:
    """The loop works from any start, for any number of steps, with any rate."""
    for steps, rate in (
        (5, 0.05),
        (1, 0.2),
        (2, 0.3),
        (40, 0.1),
        (3, 0.9),
        (0, 0.1),
        (300, 0.01),
        (2, 1.0),
        (3, 1),
        (4, 1.5),
        (2, 2.5),
        (2, 0.0),
    ):
        for size, middle in ((1, 0), (10, 0), (-1e4, 0), (1e8, 0), (1e-3, 5)):  # 5 is where it ends
            start = size * grades.drawn_value() + middle
            grades.program(_trained(start, steps, rate), _descended(start, steps, rate))
    if grades.passed(test_training_loop):  # again on the same leaf, also where it was moved
        start = grades.drawn_value()
        once = _trained(start, 3, 0.1).steps
        grades.program(Program((*once[:-1], *once[1:])), _descended(start, 6, 0.1))
        grades.program(_trained(5.0, 3, 0.1), _descended(5.0, 3, 0.1))
        other = (("leaf", "q", start / 2), ("call", "train", ("q", 5, 0.2)))
        both = Program((*once[:-1], *other, *once[1:-1], ("read", "data", ("q",))))
        grades.program(both, _descended(start / 2, 5, 0.2))
        # By hand, for it takes long: each step leaves 1 - 2 * rate of what is missing.
        often = Program((*once[:-1], ("call", "train", ("p", 1_200, 0.001)), once[-1]))
        grades.judged(often, _ends_at(5 + (start - 5) * 0.8**3 * 0.998**1_200), "")
        moved = (("set", "p", start + 1), ("backward", "p"))
        again = Program((*once[:-1], *moved, *once[1:]))
        grades.program(again, _descended(start + 1, 3, 0.1))
        product, above = ("apply", "L", "mul", "p", "big"), ("apply", "M", "mul", "L", "big")
        endless = _trained(2.0, 3, 0.1, (("leaf", "big", 1e200), product, above, ("backward", "M")))
        grades.program(endless, _descended(2.0, 3, 0.1))  # `p.grad` is inf


def _ends_at(right: float) -> Judge:
    """Right: `p` has this value, the only one that is read."""

    def judge(observation: Observation) -> Mismatch | None:
        assert observation.answer is not None
        number = observation.answer[0]
        return None if same_number(number, right) else Mismatch("p.data", number, right)

    return judge


def _trained(start: float, steps: int, rate: float, before: tuple[Step, ...] = ()) -> Program:
    return Program(
        (
            ("leaf", "p", start),
            *before,
            ("call", "train", ("p", steps, rate)),
            ("read", "data", ("p",)),
        )
    )


def _descended(start: float, steps: int, rate: float) -> Program:
    """The loop as it should be, for PyTorch."""

    def loop(p: Any) -> None:
        def step(_: Any) -> None:
            loss = (p + -5) * (p + -5)
            zero_grad(loss)
            loss.backward()
            descend(p, rate)

        repeat(steps, step, p)
        read(p, what="data")

    return trace(loop, p=start)
