"""Work that stops too early: a solution of which one TODO is still as it was handed out."""

from __future__ import annotations

from collections.abc import Iterator

from grader.course.course import Course
from grader.course.stubs import BEGIN, END, replacement
from tests.proving.hand_ins import HandIn


def with_one_todo_left(solution: str) -> Iterator[str]:
    """The solution with each of its regions, one at a time, as it is handed out."""
    lines = solution.splitlines()
    begins = [place for place, line in enumerate(lines) if line.strip() == BEGIN]
    ends = [place for place, line in enumerate(lines) if line.strip() == END]
    for begin, end in zip(begins, ends, strict=True):
        given = replacement(lines[begin + 1 : end], "here")
        yield "\n".join([*lines[:begin], *given, *lines[end + 1 :]]) + "\n"


def todos_left(course: Course) -> Iterator[HandIn]:
    """A hand-in for each TODO of each exercise but an exam."""
    for exercise in course.exercises:
        if exercise.exam:
            continue
        text = (course.solutions_dir / exercise.file_name).read_text(encoding="utf-8")
        for number, left in enumerate(with_one_todo_left(text), start=1):
            yield HandIn(f"TODO {number} left in {exercise.id}", exercise.id, left, "wrong")
