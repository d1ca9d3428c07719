"""Make `checks/_planning.json`: what public checks learn from our engine (for authors)."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

from grader.checks import families
from grader.checks.declare import Check
from grader.checks.hidden_inputs import Draw
from grader.checks.plan import Grades
from grader.checks.recorded_planning import FILE, noting


def planning_text(checks: Mapping[str, tuple[Check, ...]]) -> str:
    """The text of the file: all that the public checks of a course ask for while they plan."""
    families.forget_enumerations()
    with noting() as noted:
        for exercise, found in checks.items():
            for check in found:
                if not check.hidden:
                    check.function(Grades(Draw(f"visible {exercise} {check.id}".encode())))
    families.forget_enumerations()
    return json.dumps(noted, indent=1, sort_keys=True) + "\n"


def write_planning(checks: Mapping[str, tuple[Check, ...]], file: Path = FILE) -> bool:
    """Write the file if it is missing or out of date; whether it was."""
    text = planning_text(checks)
    if is_current(text, file):
        return False
    file.parent.mkdir(exist_ok=True)
    file.write_text(text, encoding="ascii", newline="\n")
    return True


def is_current(text: str, file: Path = FILE) -> bool:
    """Whether the file holds this text."""
    return file.is_file() and file.read_text(encoding="ascii") == text
