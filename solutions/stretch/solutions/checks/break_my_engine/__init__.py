"""Checks of tests: no alarm on right engines, and an alarm on wrong ones, family by family.

Every engine is a hand-in: a small change of one text (`the_right_one`). Half of the wrong ones are
in a student's copy (`wrong`); the others (`held_back`) an instructor's run asks about.
"""

from collections.abc import Mapping
from functools import partial

from grader.checks import Grades, check
from grader.checks.calls import EngineFactory, Lacking

from .right import RIGHT_ENGINES
from .showing import shown
from .the_right_one import Change, HandIn
from .wrong import WRONG

CPU = 1.0
"""Seconds for each call of `tests`, as the stub says."""
RIGHT = {name: partial(HandIn, changes) for name, changes in RIGHT_ENGINES.items()}


def factories(known: Mapping[str, tuple[str, tuple[Change, ...]]]) -> dict[str, EngineFactory]:
    """Engines by name, of what is said of them and of what is changed in them."""
    return {name: partial(HandIn, changes) for name, (_, changes) in known.items()}


def engines_held_back() -> dict[str, dict[str, EngineFactory]]:
    """Those that are not in a student's copy, by family.

    Not called like their module, whose name stands for it here once it is imported.
    """
    from .held_back import WRONG as more

    return {family: factories(known) for family, known in more.items()}


def all_wrong() -> dict[str, dict[str, EngineFactory]]:
    """All of them, by family."""
    more = engines_held_back()
    return {family: factories(known) | more[family] for family, known in WRONG.items()}


def ask(grades: Grades, *families: str) -> None:
    """The tests of every right engine and of the wrong ones of these families."""
    known = {name: one for family in families for name, one in WRONG[family].items()}
    wrong = factories(known)

    def lacking(name: str) -> Lacking | None:
        return shown(known[name][0], wrong[name], HandIn)

    grades.engines(RIGHT, wrong, lacking)


@check(points=2, cpu=CPU)
def test_right_engines(grades: Grades) -> None:
    """Your tests are silent about every right engine, and not about one without gradients."""
    none = {
        "no-rules": partial(HandIn, (("            node._backward()\n", "            pass\n"),))
    }
    grades.engines(
        RIGHT, none, lambda _: shown("My backward() does nothing.", none["no-rules"], HandIn)
    )


@check(points=1, after=test_right_engines, cpu=CPU)
def test_seeding(grades: Grades) -> None:
    """Your tests find every wrong gradient to start with."""
    ask(grades, "seeding")


@check(points=1, after=test_right_engines, cpu=CPU)
def test_order(grades: Grades) -> None:
    """Your tests find every wrong order of rules."""
    ask(grades, "order")


@check(points=1, after=test_right_engines, cpu=CPU)
def test_accumulation(grades: Grades) -> None:
    """Your tests find contributions that are lost or wrong."""
    ask(grades, "accumulation")


@check(points=1, after=test_right_engines, cpu=CPU)
def test_zeroing(grades: Grades) -> None:
    """Your tests find what is left, or missing, after a second call or zero_grad()."""
    ask(grades, "zeroing")


@check(points=1, after=test_right_engines, cpu=CPU)
def test_operators(grades: Grades) -> None:
    """Your tests find every wrong operator, with numbers on either side too."""
    ask(grades, "operators")


@check(points=1, after=test_right_engines, cpu=CPU)
def test_functions(grades: Grades) -> None:
    """Your tests find every wrong rule of tanh, exp and relu."""
    ask(grades, "functions")


@check(points=1, after=test_right_engines, cpu=CPU)
def test_construction(grades: Grades) -> None:
    """Your tests find nodes that forget, or change, what they were made of."""
    ask(grades, "construction")


@check(points=1, after=test_right_engines, cpu=CPU, needs="instructor")
def test_held_back(grades: Grades) -> None:
    """Your tests find the wrong engines that you were not given."""
    wrong = {
        f"{family} {number}": engine  # what they do wrong stays with the instructor
        for family, engines in engines_held_back().items()
        for number, engine in enumerate(engines.values(), start=1)
    }
    grades.engines(RIGHT, wrong, lambda _: None)
