"""What a stub gives away: a given part may show only what an exercise before it asked for.

Every stub's given parts are put, alone, into each later stub, in place of those it asks for. No
check there may gain a point. Left out are parts that an exercise before the stub has asked for:
they are the student's own work by then. The exam asks for everything again, and is left out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from grader.authoring.fault import Flaw
from grader.course.course import Course, Exercise
from grader.course.growing import parts_of_code, with_given
from grader.judging.report import CheckResult
from grader.syntax import parse

Judge = Callable[[str, Exercise], list[CheckResult]]
"""The results of a text as the answer to an exercise."""


def given_away(
    course: Course, exercise: Exercise, stubs: Mapping[str, str], judge: Judge
) -> Iterator[Flaw]:
    """A fault for each later exercise in which what this stub gives earns something.

    stubs: the text of each exercise's stub, by its id.
    """
    place = course.place(exercise.id)
    before = [stubs[each.id] for each in course.exercises[:place] if each.id in stubs]
    asked = {name for text in before for name, part in parts_of_code(text).items() if part.is_asked}
    for later in course.exercises[place + 1 :]:
        if later.collects or later.id not in stubs:
            continue
        text, names = with_given(stubs[later.id], stubs[exercise.id], asked)
        if not names:
            continue
        earned = [result.id for result in judge(text, later) if result.outcome == "passed"]
        if earned:
            yield Flaw(
                course.stubs_dir / exercise.file_name,
                f"it gives {', '.join(names)}, which passes {', '.join(earned)} of {later.id}, "
                "a later exercise",
                "leave that out of the stub, or move the exercises in course.toml's order",
            )


def stubs_of(course: Course) -> dict[str, str]:
    """The text of every stub that is there and is Python, by its exercise."""
    found = {}
    for exercise in course.exercises:
        try:
            text = (course.stubs_dir / exercise.file_name).read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError):
            continue
        if parse(text) is not None:
            found[exercise.id] = text
    return found
