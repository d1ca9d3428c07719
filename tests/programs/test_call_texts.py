"""A call that is shown can be pasted and is the call that was made; a difference has a name."""

from __future__ import annotations

import contextlib
import io
import math
from typing import Any

import pytest

from grader.checks import Grades
from grader.checks.declare import load_checks
from grader.checks.hidden_inputs import Draw
from grader.course.course import load_course
from grader.programs.call_texts import WIDTH, call_shown, difference_of, written
from grader.programs.plain import same
from tests.support.paths import ROOT

LONG = [round(math.sin(k), 3) for k in range(40)]
STRETCH = load_course(ROOT / "solutions" / "stretch")


def pasted(program: str, names: dict[str, Any]) -> Any:
    """What a pasted program prints."""
    printed: list[Any] = []
    exec(program, {**names, "print": printed.append})
    (value,) = printed
    return value


def like(numbers: Any, rate: Any) -> Any:
    """A reference, for the names of its arguments."""
    return numbers, rate


@pytest.mark.parametrize(
    "arguments",
    [
        [LONG, 0.05],
        [{"a": LONG, "b": {"c": 1 / 3}}, -math.inf],
        [[[LONG, "x" * 60], []], {}],
        ["word " * 30, None],
        [22.0 * (1 + 1e-13), True],
    ],
    ids=["list", "dict", "nested", "text", "digits"],
)
def test_a_call_can_be_pasted_and_keeps_every_digit(arguments: list[Any]) -> None:
    task = {"function": "f", "arguments": arguments}
    shown = call_shown(task, like)
    assert pasted(shown.program, {"f": lambda *given: list(given)}) == arguments
    if not any(isinstance(each, str) for each in arguments):  # a text is not cut into lines
        assert max(map(len, shown.program.splitlines())) <= WIDTH
    assert len(shown.call) <= WIDTH


def test_long_arguments_have_the_reference_s_names() -> None:
    shown = call_shown({"function": "train", "arguments": [LONG, 0.05]}, like)
    assert shown.call == "train(numbers, 0.05)"
    assert shown.program.startswith("numbers = [\n    ")
    given = call_shown(
        {"function": "train", "arguments": [LONG, 0.05]}, like, given="numbers = LONG  # of yours"
    )
    assert given.program == "numbers = LONG  # of yours\nprint(train(numbers, 0.05))"
    assert call_shown({"function": "f", "arguments": [LONG]}).call == "f(first)"


@pytest.mark.parametrize("exercise", [e.id for e in STRETCH.exercises if e.id != "five-million"])
def test_what_is_shown_after_the_exam_is_what_was_asked(exercise: str) -> None:
    text = (STRETCH.solutions_dir / STRETCH.exercise(exercise).file_name).read_text()
    names: dict[str, Any] = {"__name__": "pasted"}
    exec(text, names)
    for check in load_checks([exercise], STRETCH.checks_dir)[exercise]:
        grades = Grades(Draw(b"fixed"))
        check.function(grades)
        for question in grades.questions:
            if question.call is None:
                continue
            assert isinstance(question.item, dict)
            wanted = names[question.item["function"]](*question.item["arguments"])
            assert question.about == question.call.program
            assert max(map(len, question.about.splitlines())) <= WIDTH
            with contextlib.redirect_stdout(io.StringIO()):
                assert same(pasted(question.about, names), wanted)


def test_a_difference_is_told_by_its_place() -> None:
    call = call_shown({"function": "f", "arguments": [1]}, parts=("The losses", "The numbers"))
    told = difference_of(call, [[1.0, 2.0], LONG], [[1.0, 2.0], [*LONG[:30], 7.0, *LONG[31:]]])
    assert told == ("The numbers, f(1)[1][30]", written(LONG[30]), "7.0")
    told = difference_of(call, [[1.0], LONG], [[1.0, 2.0], LONG])
    assert told == ("The losses, f(1)[0]", "[1.0]", "[1.0, 2.0]")
    told = difference_of(call, [[1.0], LONG], [[1.0], LONG[:-1]])
    assert told is not None
    assert told[0] == "The numbers, f(1)[1]"
    assert told[1].startswith("40 items: [0.0, 0.841")
    assert told[2].startswith("39 items: ")
    plain = call_shown({"function": "f", "arguments": [1]})
    assert difference_of(plain, [1, 2], [1, 3]) == ("f(1)", "[1, 2]", "[1, 3]")
    deep = difference_of(plain, {"a": LONG, "b": [1]}, {"a": LONG, "b": [2]})
    assert deep == ("f(1)['b']", "[1]", "[2]")
    assert difference_of(plain, LONG, LONG) is None
