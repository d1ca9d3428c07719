"""Points and comments for many students at once: one line each in a CSV file."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from grader.classroom.by_instructor.overrides import OverrideError
from grader.submissions.disk import read_regular
from grader.submissions.files import Refused

COLUMNS = ("student", "exercise", "points", "why", "line")
MOST = 20_000_000


@dataclass(frozen=True, slots=True)
class Decision:
    """Points for an exercise with the reason, or a comment alone; `line`: a rubric line's name.

    where: the line of the file that it comes from, for messages; fault: what is wrong with it.
    """

    student: str
    exercise: str
    points: float | None = None
    why: str = ""
    line: str = ""
    where: str = ""
    fault: str = ""


def read_decisions(path: Path) -> list[Decision]:
    """A decision for each line of a CSV file, also for one that cannot be read: it has a `fault`.

    So whoever uses them can name every wrong line at once. Raises `OverrideError` for the file.
    """
    try:
        text = read_regular(path.resolve(), MOST).decode("utf-8-sig")
        reader = csv.DictReader(io.StringIO(text))
        rows, heads = list(reader), list(reader.fieldnames or ())
    except (Refused, UnicodeDecodeError, csv.Error) as error:
        raise OverrideError(f"{path} cannot be read as CSV in UTF-8: {error}.") from None
    if not {"student", "exercise"} <= set(heads) <= set(COLUMNS):
        raise OverrideError(
            f"{path}, line 1: the columns are student, exercise and any of points, why, line; "
            f"found {', '.join(heads) or 'nothing'}."
        )
    if not rows:
        raise OverrideError(f"{path} holds no decision: write a line for each.")
    return [_decision(row, f"{path}, line {number}: ") for number, row in enumerate(rows, start=2)]


def _decision(row: Mapping[str | None, str | None], where: str) -> Decision:
    said = {name: (row.get(name) or "").strip() for name in COLUMNS}
    points, fault = None, ""
    try:
        points = float(said["points"].replace(",", ".")) if said["points"] else None
    except ValueError:
        fault = f"points must be a number or empty, found {said['points']!r}"
    if not (said["student"] and said["exercise"]):
        fault = "name a student and an exercise"
    if None in row:
        fault = f"there are more than {len(COLUMNS)} columns: quote a text with commas"
    names = said["student"], said["exercise"]
    return Decision(*names, points, said["why"], said["line"], where, fault)
