"""A failing check of `check_grad` shows xs and the claims, and can be pasted."""

from __future__ import annotations

import contextlib
import io

import pytest

from grader.course.course import Course
from tests.support.hand_ins import Grade, patched, solution


@pytest.mark.parametrize(
    ("old", "new", "check"),
    [
        ("not close(slope, claim, 1e-5, noise)", "False", "catches_a_wrong_gradient"),
        ("not kink_here and not kink_nearby and", "", "no_false_alarm_at_a_kink"),
        ("if len(claims) != len(xs):", "if True:", "passes_right_gradients"),
        ("if len(claims) != len(xs):", "if xs[0] == 1.5:", "passes_right_gradients"),
        ("enumerate(claims)", "enumerate(f([x + 1e-3 for x in xs])[1])", "passes_right_gradients"),
        (
            "enumerate(claims)",
            "enumerate(f([x - 1e-7 for x in xs])[1])",
            "catches_a_wrong_gradient",
        ),
    ],
)
def test_what_is_shown_can_be_pasted(
    course: Course, grade: Grade, old: str, new: str, check: str
) -> None:
    text = patched(solution("check-grad", course), (old, new))
    found = grade("check-grad", text, only=[check]).results[check].counterexample
    assert found is not None
    assert "# the claimed slopes" in found.program
    assert max(map(len, found.program.splitlines())) <= 76
    assert "xs = [" in found.program
    names: dict[str, object] = {}
    exec(compile(text, "answer", "exec"), names)
    with contextlib.redirect_stdout(io.StringIO()) as printed:
        exec(found.program, names)
    value, verdict = printed.getvalue().splitlines()
    assert verdict == found.found
    assert value.startswith("(")


def test_who_has_moved_the_numbers_back_is_at_xs_again(course: Course, grade: Grade) -> None:
    again = "enumerate(f([x + 0.3 - 0.1 - 0.2 for x in xs])[1])"
    assert 2.0 + 0.3 - 0.1 - 0.2 != 2.0
    text = patched(solution("check-grad", course), ("enumerate(claims)", again))
    assert grade("check-grad", text).not_passed == {}
