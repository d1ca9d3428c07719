"""A class that was graded elsewhere, as an autograder for Gradescope that only looks results up.

Gradescope takes points from autograders, and publishes no form for a table of them. So the zip
holds each student's results.json and a script that finds the one of whoever submitted. No student's
code runs there.
"""

from __future__ import annotations

import json
import zipfile
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from grader.classroom.output_files import OutputError
from grader.judging.report import Report
from grader.reports.platforms.gradescope import results
from grader.submissions.roster import Roster

FOLDER = Path(__file__).parent / "gradescope_scores"
SCRIPTS = ("setup.sh", "run_autograder", "look_up.py")
NAME = "gradescope-scores.zip"
TIME = (1980, 1, 1, 0, 0, 0)


def write_scores(out: Path, reports: Iterable[Report], roster: Roster | None) -> tuple[str, ...]:
    """Write the zip into `out`; a note on each student it cannot name. Raises `OutputError`."""
    table, notes = _table(reports, roster)
    files = {name: (FOLDER / name).read_bytes() for name in SCRIPTS}
    files["results.json"] = json.dumps(table, sort_keys=True).encode() + b"\n"
    temporary = out / f".{NAME}.tmp"
    try:
        with zipfile.ZipFile(temporary, "w", zipfile.ZIP_DEFLATED) as archive:
            for name, data in files.items():
                member = zipfile.ZipInfo(name, TIME)
                member.compress_type = zipfile.ZIP_DEFLATED
                member.external_attr = (0o100755 if name in SCRIPTS else 0o100600) << 16
                archive.writestr(member, data)
        temporary.chmod(0o600)  # everybody's results are in it
        temporary.replace(out / NAME)
    except OSError as error:
        raise OutputError(f"{out / NAME} could not be written: {error.strerror}.") from error
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
