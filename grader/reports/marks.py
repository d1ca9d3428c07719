"""A course as a line of marks: how each exercise stands, and which one is looked at."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rich.text import Text

from grader.course.course import Course
from grader.judging.report import ExerciseReport
from grader.reports.view import STATE_MARKS
from grader.reports.words import rows_of


def marks_line(
    course: Course,
    states: Mapping[str, str],
    current: ExerciseReport | None,
    width: int,
    plain: bool,
) -> list[Text]:
    """The course as a line of marks, and the same in words."""
    numbers: dict[str, list[int]] = {state: [] for state in STATE_MARKS}
    for exercise in course.exercises:
        numbers[states[exercise.id]].append(exercise.number)
    if plain:
        told = [f"{state}: {_ranges(sorted(found))}" for state, found in numbers.items() if found]
        return [Text(line) for line in rows_of(f"{course.title}. {'; '.join(told)}.", width)]
    rows = [Text("")]
    for exercise in course.exercises:
        sign, _, colour = STATE_MARKS[states[exercise.id]]
        here = current is not None and exercise.id == current.id
        mark = f"[{sign}{exercise.number}]" if here else f" {sign}{exercise.number} "
        if len(rows[-1]) + len(mark) > width:
            rows.append(Text(""))
        rows[-1].append(mark, f"bold {colour}" if here else colour)
    counts = ", ".join(f"{len(found)} {state}" for state, found in numbers.items() if found)
    title = [Text(row, "bold") for row in rows_of(f"{course.title}: {counts}", width)]
    return [*title, *rows]


def _ranges(numbers: Sequence[int]) -> str:
    """1, 2, 3, 5 as "1-3, 5"."""
    parts: list[list[int]] = []
    for each in numbers:
        if parts and parts[-1][-1] == each - 1:
            parts[-1].append(each)
        else:
            parts.append([each])
    return ", ".join(str(p[0]) if len(p) == 1 else f"{p[0]}-{p[-1]}" for p in parts)
