"""Points and comments for many students at once: one line each in a CSV file."""

from __future__ import annotations

import csv
import io
from dataclasses import dataclass
from pathlib import Path

from grader.classroom.overrides import OverrideError
from grader.submissions.disk import read_regular
from grader.submissions.files import Refused

COLUMNS = ("student", "exercise", "points", "why", "line")
MOST = 20_000_000


@dataclass(frozen=True, slots=True)
class Decision:
    """Points for an exercise with the reason, or a comment alone; `line`: a rubric line's name.

    where: the line of the file that it comes from, for messages.
    """

    student: str
    exercise: str
    points: float | None = None
    why: str = ""
    line: str = ""
    where: str = ""


def read_decisions(path: Path) -> list[Decision]:
    """A decision for each line of a CSV file. Raises `OverrideError`, all wrong lines in it."""
    try:
        text = read_regular(path.resolve(), MOST).decode("utf-8-sig")
        reader = csv.DictReader(io.StringIO(text))
        rows, heads = list(reader), list(reader.fieldnames or ())
    except (Refused, UnicodeDecodeError, csv.Error) as error:
        raise OverrideError(f"{path}: a CSV file in UTF-8 was expected: {error}.") from None
    if not {"student", "exercise"} <= set(heads) <= set(COLUMNS):
        raise OverrideError(
            f"{path}, line 1: the columns student, exercise and any of points, why, line were "
            f"expected, found {', '.join(heads) or 'nothing'}."
        )
    decisions, wrong = [], []
    for number, row in enumerate(rows, start=2):
        where = f"{path}, line {number}: "
        said = {name: (row.get(name) or "").strip() for name in COLUMNS}
        try:
            points = float(said["points"].replace(",", ".")) if said["points"] else None
        except ValueError:
            wrong.append(f"{where}points must be a number or empty, found {said['points']!r}")
            continue
        names = said["student"], said["exercise"]
        if not all(names):
            wrong.append(f"{where}a student and an exercise were expected")
            continue
        decisions.append(Decision(*names, points, said["why"], said["line"], where))
    if wrong:
        raise OverrideError("\n  ".join(wrong[:20]) + "\nNothing was changed.")
    if not decisions:
        raise OverrideError(f"{path}: a line for each decision was expected, found none.")
    return decisions
