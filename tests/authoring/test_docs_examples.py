"""The examples of docs/for-check-authors.md are run, and do what the page says of them."""

from __future__ import annotations

from types import ModuleType

import pytest

from grader.checks.declare import collect
from grader.course.course import Course
from grader.judging.context import GradingContext
from tests.proving.template import engine
from tests.proving.traversals import WALKS
from tests.support import hand_ins
from tests.support.engines import RIGHT
from tests.support.hand_ins import Grade
from tests.support.paths import ROOT

PAGE = (ROOT / "docs" / "for-check-authors.md").read_text()
MOST_LINES = 20


def example(heading: str, module: str = "documented") -> tuple[ModuleType, int]:
    """What the code below a heading defines, and how many lines it has."""
    section = PAGE.partition(f"\n## {heading}\n")[2].partition("\n## ")[0]
    code = [line[4:] for line in section.splitlines() if line.startswith("    ") or not line]
    made = ModuleType(module)
    exec("\n".join(code), vars(made))
    return made, len([line for line in code if line])


@pytest.mark.parametrize("heading", ["A check", "A right engine that is odd", "A misconception"])
def test_an_example_is_short(heading: str) -> None:
    _, lines = example(heading)
    assert 0 < lines < MOST_LINES


def test_the_documented_checks_catch_what_they_are_for(context: GradingContext) -> None:
    checks = collect(example("A check")[0])
    assert [(check.id, check.hidden) for check in checks] == [
        ("same_operand_twice", False),
        ("shared_inner_node", True),
    ]

    def missed(text: str) -> set[str]:
        return hand_ins.grade(context, hand_ins.tiny_exercise(), checks, text).missed

    assert missed(RIGHT) == set()
    once = {"when.add.right": "other is not self"}
    assert missed(engine(once)) == {"same_operand_twice"}
    assert missed(engine(WALKS["preorder"][0])) == {"shared_inner_node"}


def test_the_documented_odd_engine_gets_every_point(grade: Grade, course: Course) -> None:
    made, _ = example("A right engine that is odd")
    text = made.another_stack(hand_ins.solution("engine", course))
    assert "deque([(v, False)])" in text
    graded = grade("engine", text)
    assert graded.not_passed == {}
    assert graded.score == hand_ins.exercise_of(course, "engine").points


def test_the_documented_hand_in_is_caught_and_told(grade: Grade) -> None:
    made, _ = example("A misconception")
    (change,) = made.EXP_PAYS_TWICE
    graded = grade("engine", engine(change), only=["rule_exp"])
    assert "rule_exp" in graded.missed
