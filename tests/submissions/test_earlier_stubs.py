"""The stubs of the edition before: untouched, half done and done, each is told as what it is."""

from __future__ import annotations

import pytest

from grader.course.course import Course
from grader.submissions.sources.unchanged import nothing_done
from tests.support.hand_ins import patched
from tests.support.paths import DATA, ROOT

EARLIER = DATA / "earlier_stubs"
EXERCISES = ROOT / "exercises"
OLD = {path.stem.split("_", 1)[1].replace("_", "-"): path for path in EARLIER.glob("*.py")}
"""Under the names that they had: another edition gave other numbers."""


def test_an_untouched_stub_of_the_edition_before_is_not_begun(course: Course) -> None:
    for exercise in course.exercises:
        old = OLD[exercise.id].read_text()
        new = (EXERCISES / exercise.file_name).read_text()
        solved = (course.solutions_dir / exercise.file_name).read_text()
        assert nothing_done([old], new, exercise.id), exercise.id
        assert not nothing_done([solved], new, exercise.id)


@pytest.mark.parametrize(
    ("id", "old", "new"),
    [
        ("accumulate", "self.grad = out.grad", "self.grad += out.grad"),
        ("zero-grad", '"a": 0.0', '"a": 81.0'),
        ("order-by-hand", "P1_ORDER = []", 'P1_ORDER = ["L", "c", "d", "b"]'),
        ("double-backward", "self.grad = 1.0", "self.grad += 1.0"),
    ],
)
def test_a_half_done_one_is_begun(course: Course, id: str, old: str, new: str) -> None:
    text = patched(OLD[id].read_text(), (old, new))
    assert not nothing_done([text], (EXERCISES / course.exercise(id).file_name).read_text(), id)


def test_a_text_that_was_to_be_changed_counts_as_done() -> None:
    stub = 'NAME = ""\n\n\ndef hello():\n    # TODO: greet\n    return NAME\n'
    assert nothing_done([stub.replace("greet", "greet them")], stub, "any")
    assert not nothing_done([stub.replace('""', '"Ada"')], stub, "any")
    assert not nothing_done(["def hello(:  # TODO"], stub, "any")


def test_what_a_stub_asks_for_without_a_name_is_done_by_any_code() -> None:
    stub = "import math\n\n# TODO: the class Value\n\n\ndef given():\n    return Value(1.0)\n"
    assert nothing_done([stub], stub, "any")
    assert not nothing_done(
        [stub.replace("class Value", "class Value\nclass Value: ...")], stub, "any"
    )
