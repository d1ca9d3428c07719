"""check_grad is itself checked: it must pass right gradients, catch planted ones, ignore kinks."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from grader.checks import DRAWN, POSITIVE, Grades, Judge, LeafValue, Mismatch, check, trap
from grader.checks.check_grad_shown import as_python
from grader.checks.recorded_planning import gradients_of
from grader.worker.observation import Observation


def verdict_judge(expected: bool) -> Judge:
    """Right: this verdict."""

    def judge(observation: Observation) -> Mismatch | None:
        if observation.value is expected:
            return None
        return Mismatch("check_grad(f, xs)", repr(observation.value)[:40], repr(expected))

    return judge


def ask(
    grades: Grades,
    function: Callable[..., Any],
    expected: bool,
    plant: Callable[[list[float]], Sequence[float]] = list,
    about: str = "",
    **leaves: LeafValue,
) -> None:
    """Ask for the verdict on a function whose gradients are right, or planted."""
    program = grades.traced(function, apart=False, **leaves)
    gradients = gradients_of(program)
    right = [gradients[name] for name in program.leaves]
    task = {
        "task": "check_grad",
        "program": program.to_json(),
        "xs": list(program.leaves.values()),
        "grads": list(plant(right)),
    }
    shown = as_python(program, task["xs"], task["grads"], about)
    grades.task(task, verdict_judge(expected), shown)


def smooth(a: Any, b: Any) -> Any:
    """A function with curvature in both of its inputs."""
    return (a * b).tanh() + a * a * b


@check(points=0.5)
def test_passes_right_gradients(grades: Grades) -> None:
    """Right gradients pass."""
    ask(grades, lambda a, b: a * b, True, a=2.0, b=-3.0)
    ask(grades, smooth, True, a=0.8, b=-0.6)
    ask(grades, lambda a: a.exp() + a**3, True, a=1.5)


@check(points=0.5)
def test_catches_a_wrong_gradient(grades: Grades) -> None:
    """A gradient that is plainly wrong does not pass."""
    ask(
        grades,
        lambda a, b: a * b,
        False,
        lambda g: g[::-1],
        " (the two are swapped)",
        a=2.0,
        b=-3.0,
    )
    ask(grades, smooth, False, lambda g: [g[0], -g[1]], " (one sign wrong)", a=0.8, b=-0.6)


@trap(points=0.5, after=(test_passes_right_gradients, test_catches_a_wrong_gradient))
def test_catches_small_errors(grades: Grades) -> None:
    """An error of one part in a thousand is caught, in any position."""
    ask(grades, smooth, False, lambda g: [g[0] * 1.001, g[1]], a=POSITIVE, b=POSITIVE)
    ask(grades, smooth, False, lambda g: [g[0], g[1] * 1.001], a=POSITIVE, b=POSITIVE)
    ask(grades, lambda a, b: a + a * b, False, lambda g: [g[0] - 1, g[1]], a=DRAWN, b=DRAWN)


@trap(points=0.5, after=(test_passes_right_gradients, test_catches_a_wrong_gradient))
def test_no_false_alarm_on_curves(grades: Grades) -> None:
    """Curved functions and large values raise no false alarm: the step is well chosen."""
    ask(grades, smooth, True, a=DRAWN, b=DRAWN)
    ask(grades, lambda a, b: (a / b + a**3) * 20, True, a=DRAWN, b=POSITIVE)
    ask(grades, lambda a: a.exp().tanh() * a, True, a=DRAWN)


@check(points=0.5, after=(test_passes_right_gradients, test_catches_a_wrong_gradient))
def test_no_false_alarm_at_a_kink(grades: Grades) -> None:
    """At a kink the left and the right difference disagree. That is no bug of the engine."""
    corner = " (relu has a kink at 0: slope 0 to its left, 1 to its right)"
    ask(grades, lambda a: a.relu(), True, about=corner, a=0.0)
    ask(grades, lambda a, b: a.relu() + a * b, True, about=corner, a=0.0, b=2.0)


@trap(points=0.5, after=test_no_false_alarm_at_a_kink)
def test_kinks_hide_nothing(grades: Grades) -> None:
    """A kink in one input does not hide a wrong gradient of another input."""
    b = grades.drawn_value()
    ask(grades, lambda a, b: a.relu() + b * b, False, lambda g: [g[0], g[1] * 0.5], a=0.0, b=b)
