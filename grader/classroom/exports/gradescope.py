"""A class that was graded elsewhere, as an autograder for Gradescope that only looks results up.

Gradescope takes points from autograders, and publishes no form for a table of them. So the zip
holds each student's results.json and a script that finds the one of whoever submitted. No student's
code runs there.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from grader.classroom.output_files import EXECUTABLE, PRIVATE, write_zip
from grader.judging.report import Report
from grader.reports.platforms.gradescope import results
from grader.submissions.roster import Roster

FOLDER = Path(__file__).parent / "gradescope_scores"
SCRIPTS = ("setup.sh", "run_autograder", "look_up.py")
RESULTS = "results.json"


def write_scores(file: Path, reports: Iterable[Report], roster: Roster | None) -> tuple[str, ...]:
    """Write the zip; a note on each student it cannot name. Raises `OutputError`."""
    table, notes = _table(reports, roster)
    files = {name: (FOLDER / name).read_bytes() for name in SCRIPTS}
    files[RESULTS] = json.dumps(table, sort_keys=True).encode() + b"\n"
    modes = {**dict.fromkeys(SCRIPTS, EXECUTABLE), RESULTS: PRIVATE}
    write_zip(file, files.items(), modes, PRIVATE)  # everybody's results are in it
    return tuple(notes)


def _table(reports: Iterable[Report], roster: Roster | None) -> tuple[Mapping[str, Any], list[str]]:
    """The results, and which of them is whose: by e-mail address, and by name if one has it."""
    made: list[Mapping[str, Any]] = []
    places: dict[str, dict[str, int | None]] = {"email": {}, "name": {}}
    notes = []
    for report in reports:
        ids = _ids(report, roster)
        if not any(ids.values()):
            notes.append(f"{report.student} has no e-mail address and no name: no result written")
            continue
        for kind, key in ids.items():
            if key:
                places[kind][key] = None if key in places[kind] else len(made)
        made.append(results(report, 0.0))
    return {**places, "results": made}, notes


def _ids(report: Report, roster: Roster | None) -> dict[str, str]:
    person = roster.find(report.student, report.identity) if roster is not None else None
    known = {**(person.ids if person is not None else {}), **report.identity}
    email = known.get("email", "") or (report.student if "@" in report.student else "")
    return {
        kind: " ".join(text.casefold().split())
        for kind, text in (("email", email), ("name", known.get("name", "")))
    }
