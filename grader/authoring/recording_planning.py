"""Make `checks/_planning.json`: what public checks learn from our engine (for authors)."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from pathlib import Path

from grader.checks import families
from grader.checks.declare import Check, own_checks
from grader.checks.hidden_inputs import Draw
from grader.checks.plan import Grades
from grader.checks.recorded_planning import FILE, noting
from grader.course.course import Exercise


def planning_text(exercises: Iterable[Exercise], checks: Mapping[str, tuple[Check, ...]]) -> str:
    """The text of the file: all that a student's own checks ask for while they plan."""
    families.forget_enumerations()
    with noting() as noted:
        for exercise in exercises:
            for check in own_checks(exercise, checks[exercise.id]):
                if not check.hidden:
                    check.function(Grades(Draw(f"visible {exercise.id} {check.id}".encode())))
    families.forget_enumerations()
    return json.dumps(noted, indent=1, sort_keys=True) + "\n"


def write_planning(
    exercises: Iterable[Exercise], checks: Mapping[str, tuple[Check, ...]], file: Path = FILE
) -> bool:
    """Write the file if it is missing or out of date; whether it was."""
    text = planning_text(exercises, checks)
    if is_current(text, file):
        return False
    file.parent.mkdir(exist_ok=True)
    file.write_text(text, encoding="ascii", newline="\n")
    return True


def is_current(text: str, file: Path = FILE) -> bool:
    """Whether the file holds this text."""
    return file.is_file() and file.read_text(encoding="ascii") == text
