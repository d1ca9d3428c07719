"""Some mutants of odd engines: where the report points. All by `python -m tests.proving.places`."""

from __future__ import annotations

import pytest

from grader.course.course import Course
from grader.judging.context import GradingContext
from tests.proving.located import function_at
from tests.proving.places import Changed, mutants, placed

TEXT = """class Value:
    def __init__(self):
        self.grad = 0

    def __mul__(self, other):
        def _backward():
            self.grad += 1
        return _backward


RULES = {
    "+": 1,
}
"""


@pytest.mark.parametrize(("line", "first"), [(3, 2), (7, 5), (12, 11), (1, 0)])
def test_the_function_is_that_of_the_class_and_not_the_one_inside(line: int, first: int) -> None:
    assert function_at(TEXT, line) == first


def test_a_mutant_changes_one_line(course: Course) -> None:
    pytest.importorskip("cosmic_ray")
    for mutant in mutants(course, 4, seed=2):
        assert mutant.before != mutant.after
        assert mutant.text.splitlines()[mutant.number - 1].strip() == mutant.after


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            'out = Value(self.data * other.data, (self, other), "*")',
            'out = Value(self.data * self.data, (self, other), "*")',
        ),
        ("self.grad += 1.0", "self.grad += 3.0"),
    ],
)
def test_what_is_wrong_is_told_and_marked_at_its_own_line(
    before: str, after: str, course: Course, context: GradingContext
) -> None:
    text = (course.solutions_dir / course.exercise("engine").file_name).read_text("utf-8")
    number = next(n for n, line in enumerate(text.splitlines(), 1) if line.strip() == before)
    mutant = Changed("solution", number, before, after, text.replace(before, after))
    (found,) = placed(course, context, [mutant])
    assert found.told
    assert found.exact
