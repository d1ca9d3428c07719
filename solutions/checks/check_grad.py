"""check_grad is itself checked: it must pass right gradients, catch planted ones, ignore kinks."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

from grader.checks import DRAWN, POSITIVE, Grades, Judge, LeafValue, Mismatch, check, trap
from grader.packs.scalar.check_grad_shown import as_python
from grader.programs.tracing import trace
from grader.worker.observation import Observation


def verdict_judge(expected: bool | None, xs: list[float]) -> Judge:
    """Right: this verdict, or any if it is None, and xs as it was."""

    def judge(observation: Observation) -> Mismatch | None:
        found: Any = observation.value
        after, own = xs, True
        if isinstance(found, dict):  # where it was asked what became of xs
            own, after = found.get("own") is True, found.get("xs")
            found = found.get("result")
        if expected is not None and found is not expected:
            return Mismatch("check_grad(f, xs)", repr(found)[:40], repr(expected))
        if after != xs:
            kept = isinstance(after, list) and len(after) == len(xs)
            numbers = kept and all(type(x) is float for x in after)
            told = (
                f"xs is {after} after the call" if numbers else "xs holds no such floats any more"
            )
            return Mismatch("", told, f"xs as it was before, {xs}")
        if not own:
            told = "f was given xs itself, and f may change the list it gets"
            return Mismatch("", told, "a list of your own for f")
        return None

    return judge


def ask(
    grades: Grades,
    function: Callable[..., Any],
    expected: bool | None,
    plant: Callable[[list[float]], Sequence[float]] = list,
    about: str = "",
    keeps: bool = False,
    elsewhere: Sequence[Callable[..., Any]] = (),
    **leaves: LeafValue,
) -> None:
    """Ask for the verdict on a function whose gradients are right, or planted; None: it is not
    judged.

    keeps: `xs` must hold the same numbers afterwards. elsewhere: a function for each number, that
    gives the slope that is claimed where f is not asked at `xs`.
    """
    program = grades.traced(function, apart=False, **leaves)
    gradients = grades.gradients(program)
    right = [gradients[name] for name in program.leaves]
    others = [trace(each, **program.leaves) for each in elsewhere]
    task: dict[str, Any] = {
        "task": "check_grad",
        "program": program.steps,
        "xs": list(program.leaves.values()),
        # JSON has no `nan` and no `inf`.
        "grads": [x if math.isfinite(x) else str(x) for x in plant(right)],
        **({"keeps": True} if keeps else {}),
        **({"elsewhere": [each.steps for each in others]} if others else {}),
    }
    shown = as_python(program, task["xs"], task["grads"], about, keeps, others)
    grades.task(task, verdict_judge(expected, task["xs"]), shown)


def smooth(*, a: Any, b: Any) -> Any:
    """A function with curvature in both of its inputs."""
    return (a * b).tanh() + a * a * b


def three(a: Any, b: Any, c: Any) -> Any:
    """A function of three numbers."""
    return a * b + b * c + c * a


def five(a: Any, b: Any, c: Any, d: Any, e: Any) -> Any:
    """A function of five numbers."""
    return a * b + c * d * e + e


def squares(**xs: Any) -> Any:
    """The sum of the squares of many numbers."""
    first, *others = (x * x for x in xs.values())
    return sum(others, first)


def showcase(a: Any, b: Any, c: Any) -> Any:
    """L = (a*b + c) * (a + b)."""
    return (a * b + c) * (a + b)


def valley(x: Any) -> Any:
    """Its bottom is at 5."""
    return (x - 5) ** 2


def small(a: Any) -> Any:
    """A function all of whose slopes are small."""
    return (a + 2) * (a + 2) * 0.0001


def tiny(a: Any) -> Any:
    """A function of slopes near 1e-6."""
    return (a + 2) * (a + 2) * 5e-7


def small_square(x: Any) -> Any:
    """The small function of the exercise's examples."""
    return 0.0001 * x * x


def steep(x: Any) -> Any:
    """A function of a large value and a large slope."""
    return x * x * 1_000_000


def above_a_plain(x: Any) -> Any:
    """A small slope of a large value."""
    return x * x * 0.01 + 10_000


FAR = (-30.0, 1000.0, 1e-6)
"""Numbers that are no ordinary ones, where a step must be no ordinary one either."""
CLOSE = (1e-9, -1e-12, 0.1 + 0.2 - 0.3)
"""Numbers so close to 0 that a step in proportion to them shows rounding alone."""
OF_BOTH_SIGNS = ((0.03, -0.04), (-0.04, 0.03), (1.5, 2.0))
"""What is caught with numbers of one sign or size only is caught with these, whatever is drawn."""


def off(place: int, factor: float = 1.001) -> Callable[[list[float]], Sequence[float]]:
    """One slope is wrong by a thousandth or another factor, the others are right."""
    return lambda right: [x * (factor if n == place else 1.0) for n, x in enumerate(right)]


@check(points=0.25)
def test_passes_right_gradients(grades: Grades) -> None:
    """Right gradients pass."""
    ask(grades, lambda x: x**3, True, x=2.0)
    ask(grades, showcase, True, a=2.0, b=3.0, c=1.0)
    ask(grades, valley, True, x=5.0)
    ask(grades, small_square, True, x=3.0)
    ask(grades, lambda a, b: a * b, True, a=2.0, b=-3.0)
    ask(grades, smooth, True, a=0.8, b=-0.6)
    ask(grades, lambda a: a.exp() + a**3, True, a=1.5)
    # Right at xs itself, and nowhere else.
    ask(grades, lambda x: x**3, True, elsewhere=[lambda x: x**2], x=2.0)
    factors = [lambda a, b: a * 1, lambda a, b: b * 1]
    ask(grades, lambda a, b: a * b, True, elsewhere=factors, a=2.0, b=-3.0)


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
    ask(grades, lambda x: x**3, False, lambda g: [4.0], " (a factor is missing)", x=2.0)
    ask(grades, showcase, False, lambda g: [15.0, 10.0, 5.0], a=2.0, b=3.0, c=1.0)
    ask(grades, valley, False, lambda g: [3.0], x=5.0)
    # The right claims first, at the same numbers.
    ask(grades, showcase, True, a=2.0, b=3.0, c=1.0)
    ask(grades, showcase, False, lambda g: [11.0, 17.0, 5.0], a=2.0, b=3.0, c=1.0)
    ask(grades, lambda a, b: a * b, True, a=2.0, b=5.0)
    ask(grades, lambda a, b: a * a * b, False, lambda g: [5.0, 2.0], a=2.0, b=5.0)
    # Wrong at xs itself, and right elsewhere.
    slope = [lambda x: 3 * x**2]
    ask(grades, lambda x: x**3, False, lambda g: [4.0], elsewhere=slope, x=2.0)
    factors = [lambda a, b: b * 1, lambda a, b: a * 1]
    ask(grades, lambda a, b: a * b, False, lambda g: g[::-1], elsewhere=factors, a=2.0, b=-3.0)


@check(points=0.25, after=(test_passes_right_gradients, test_catches_a_wrong_gradient))
def test_leaves_xs_alone(grades: Grades) -> None:
    """`xs` holds the same numbers after `check_grad(f, xs)` as before, and `f` gets other lists."""
    ask(grades, smooth, True, keeps=True, a=0.8, b=-0.6)
    ask(grades, smooth, False, lambda g: [g[0], -g[1]], " (one sign wrong)", True, a=0.8, b=-0.6)
    for a in (0.001, 0.37, 0.13, -5e-4, 0.7):  # moved and moved back they may be others
        ask(grades, smooth, True, keeps=True, a=a, b=a / 3)
    # Whatever is claimed, and wherever it is found to be wrong.
    for place in range(3):
        for factor in (0.0, -1.0, 1e8, math.nan):
            ask(grades, three, None, off(place, factor), keeps=True, a=0.7, b=-0.4, c=1.3)
    for factor in (1.0, 0.5):
        ask(grades, three_with_a_kink, None, off(2, factor), keeps=True, a=1.5, b=-2.0, c=0.75)


@trap(points=0.5, after=(test_passes_right_gradients, test_catches_a_wrong_gradient))
def test_catches_small_errors(grades: Grades) -> None:
    """An error of one part in a thousand is caught, in any position, and so are `nan` and `inf`."""
    ask(grades, smooth, False, lambda g: [g[0] * 1.001, g[1]], a=POSITIVE, b=POSITIVE)
    ask(grades, smooth, False, lambda g: [g[0], g[1] * 1.001], a=POSITIVE, b=POSITIVE)
    ask(grades, lambda a, b: a + a * b, False, lambda g: [g[0] - 1, g[1]], a=DRAWN, b=DRAWN)
    for place in range(3):
        ask(grades, three, False, off(place), a=POSITIVE, b=POSITIVE, c=POSITIVE)
    size = grades.drawn_value(sign=1)  # drawn here: DRAWN makes neither large nor small values
    ask(grades, small, False, lambda g: [g[0] / 2], a=size)
    ask(grades, steep, False, lambda g: [g[0] / 2], x=size + 1)
    ask(grades, tiny, False, off(0, 1.01), a=size)
    ask(grades, lambda a: a * 1e-6, False, off(0, 1.004), a=3.0)
    ask(grades, lambda x: x * x * 200_000, False, off(0, 1.002), x=size + 1)
    ask(grades, showcase, False, lambda g: [22.0, 17.0, 5.01], a=2.0, b=3.0, c=1.0)
    ask(grades, small_square, False, lambda g: [0.0003], x=3.0)
    for wrong in range(5):
        ask(grades, five, False, off(wrong, 1.01), a=1.5, b=-2.0, c=0.75, d=2.5, e=-1.25)
    for claim in (math.nan, math.inf, -math.inf):
        ask(grades, lambda a, b: a * b, False, lambda g, x=claim: [g[0], x], a=2.0, b=-3.0)
    # No number of a claim, of xs or of the value is an excuse.
    ask(grades, smooth, False, lambda g: [g[0], 0.0], a=0.8, b=-0.6)
    ask(grades, lambda a, b: a.exp() * b, False, lambda g: [g[0] * 1.5, g[1]], a=0.0, b=1.5)
    ask(grades, lambda a, b: a * b - 6, False, lambda g: [g[0], g[1] * 1.5], a=2.0, b=3.0)
    ask(grades, lambda a, b: a * a * b, False, lambda g: [g[0], g[1] * 1.5], a=1.5, b=1.5)
    ask(grades, lambda a, b: a * a * b, False, lambda g: [g[0] * 1.5, g[1]], a=1.5, b=1.5)
    ask(grades, lambda a, b: a * a * b, False, lambda g: [g[0], g[0]], a=1.5, b=1.5)
    for count in (12, 40):
        many = {f"x{number}": 0.5 + number / 4 for number in range(count)}
        ask(grades, squares, False, off(count - 1, 1.01), **many)
        ask(grades, squares, True, **many)
    ask(grades, lambda a, b, c: a * b * c * c, False, off(2, 0.5), a=1.5, b=1.5, c=1.5)
    ask(grades, lambda a, b: a * a + b * 0, False, lambda g: [g[0], 1.0], a=1.0, b=3.0)
    ask(grades, lambda a, b: a + b, False, lambda g: [1.01, 0.99], a=2.0, b=1.0)
    for claim in (0.0, -1e-6):
        ask(grades, lambda a: a * 1e-6, False, lambda g, claim=claim: [claim], a=3.0)
    for claim in (1e8, -1e300):
        ask(grades, lambda x: x * x, False, lambda g, claim=claim: [claim], x=2.0)
    ask(grades, lambda x: x * 20_000, False, off(0, 0.5), x=3.0)
    for x in FAR:
        ask(grades, lambda x, y: x * x * y + x + y, False, off(0, 1.01), x=x, y=0.75)
    for x in CLOSE:
        ask(grades, lambda x: (x + 1).exp() * 2, False, off(0, 1.5), x=x)
    ask(grades, lambda a: (a - 1) * (a - 1), False, off(0, 0.5), a=1.000003)  # beside a valley
    ask(grades, above_a_plain, False, off(0, 1.01), x=2.0)
    # Each slope is measured against its own size, beside a steep one too.
    ask(grades, lambda a, b: a * 1000 + b * b, False, off(1, 1.02), a=1.0, b=2.0)
    ask(grades, lambda a, b: a * a * a + b * 5000, False, off(0, 1.05), a=0.5, b=-0.3)


@trap(points=0.5, after=(test_passes_right_gradients, test_catches_a_wrong_gradient))
def test_no_false_alarm_on_curves(grades: Grades) -> None:
    """Curved functions and large values raise no false alarm: the step is well chosen."""
    ask(grades, smooth, True, a=DRAWN, b=DRAWN)
    ask(grades, lambda a, b: (a / b + a**3) * 20, True, a=DRAWN, b=POSITIVE)
    ask(grades, lambda a: a.exp().tanh() * a, True, a=DRAWN)
    size = grades.drawn_value(sign=1)
    ask(grades, small, True, a=size)
    ask(grades, tiny, True, a=size)
    ask(grades, steep, True, x=size + 1)
    ask(grades, lambda a: (a * 3).exp() * 100, True, a=2.5)  # steep, and a curve
    ask(grades, lambda a: (a + 1).tanh(), True, a=size)  # flat
    ask(grades, lambda a, b: a * a * b, True, a=1.5, b=1.5)  # equal numbers, unequal slopes
    for x in FAR:
        ask(grades, lambda x, y: x * x * y + x + y, True, x=x, y=0.75)
    for x in CLOSE:
        ask(grades, lambda x: (x + 1).exp() * 2, True, x=x)
    ask(grades, lambda x: x.exp(), True, x=10.0)
    ask(grades, above_a_plain, True, x=2.0)
    ask(grades, lambda a, b: a * 3 + b, True, lambda g: [3, 1], " (whole numbers)", a=2.0, b=1.5)
    # Bottoms of valleys: at the second the two sides are not quite alike.
    ask(grades, lambda a, b: (a + b) * (a + b), True, a=1.25, b=-1.25)
    ask(grades, lambda a: (a.exp() - a) * 0.001, True, a=0.0)


@check(points=0.5, after=(test_passes_right_gradients, test_catches_a_wrong_gradient))
def test_no_false_alarm_at_a_kink(grades: Grades) -> None:
    """At a kink the left and the right difference disagree. That is no bug of the engine."""
    corner = " (relu has a kink at 0: slope 0 to its left, 1 to its right)"
    ask(grades, lambda a: a.relu(), True, about=corner, a=0.0)
    ask(grades, lambda a, b: a.relu() + a * b, True, about=corner, a=0.0, b=2.0)
    ask(grades, lambda a, b: b * b + (a - 1.5).relu(), True, a=1.5, b=0.75)
    ask(grades, three_with_a_kink, True, a=1.5, b=-2.0, c=0.75)
    ask(grades, lambda x: x.relu() + (-x).relu(), True, about=" (|x| has a kink at 0)", x=0.0)
    for size in (0.01, 1e3):
        ask(grades, lambda a, size=size: a.relu() * size, True, a=0.0)
    for left in (0.1, 0.5, 0.8, 0.95):
        ask(grades, lambda a, x=left: a * x + a.relu() * (1 - x), True, a=0.0)
    ask(grades, two_kinks, True, a=0.0, b=0.0, c=1.5)
    # A claim between the two slopes, one at the other slope, and some outside of them.
    for claim in (0.5, 1.0, 2.0, -1.0, 1.001, 50.0):
        ask(grades, lambda a: a.relu(), True, lambda g, claim=claim: [claim], corner, a=0.0)


@trap(points=0.5, after=test_no_false_alarm_at_a_kink)
def test_kinks_hide_nothing(grades: Grades) -> None:
    """A kink in one input does not hide a wrong gradient of another input."""
    drawn = grades.drawn_value(), grades.drawn_value()
    for b, c in (drawn, *OF_BOTH_SIGNS):
        ask(grades, lambda a, b: a.relu() + b * b, False, lambda g: [g[0], g[1] * 0.5], a=0.0, b=b)
        ask(grades, two_kinks, False, off(2, 0.5), a=0.0, b=0.0, c=c)
        for wrong in (0, 2):
            ask(grades, three_with_a_kink, False, off(wrong, 0.5), a=b, b=-2.0, c=c)


def two_kinks(a: Any, b: Any, c: Any) -> Any:
    """A function with kinks where a and b are 0."""
    return a.relu() + b.relu() + c * c


def three_with_a_kink(a: Any, b: Any, c: Any) -> Any:
    """A function with a kink where b is -2."""
    return a * c + (b + 2).relu() * 3
