"""What `run_autograder` runs: one submission below /autograder, answered in results.json.

All that goes wrong ends in a file that is right by Gradescope's specification: a sentence and no
score. What a student could make of a traceback goes to stdout, which only instructors see.
"""

from __future__ import annotations

import json
import sys
import time
import traceback
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from grader.authoring.release.gradescope import COURSE, SECRET, SETTINGS
from grader.classroom.output_files import as_json, write_text
from grader.classroom.secret import find_secret
from grader.course.course import load_course
from grader.grading.grader import grade_one
from grader.judging.report import Report
from grader.reports.platforms.gradescope import broken, results
from grader.submissions.files import Refused, read_regular
from grader.text import printable

MAX_METADATA = 50_000_000
NOT_GRADED = (
    "Your submission could not be graded, through no fault of yours, so there is no score. "
    "Tell your instructor: {reason}"
)


def main(home: Path) -> None:
    """Grade what is in `home`/submission and write `home`/results/results.json."""
    started = time.monotonic()
    try:
        made = results(graded(home), time.monotonic() - started)
        print(made["output"])
    except BaseException as error:  # a wrong setup must cost no student a point
        traceback.print_exc(file=sys.stdout)
        reason = printable(str(error) or type(error).__name__)[:500]
        made = broken(NOT_GRADED.format(reason=reason))
    write_text(home / "results" / "results.json", as_json(made))


def graded(home: Path) -> Report:
    """The report on the submission. Raises whatever keeps it from being graded."""
    source = home / "source"
    course = load_course(source / COURSE)
    settings = json.loads((source / SETTINGS).read_text(encoding="utf-8"))
    secret = find_secret(source / SECRET, None)
    handed_in = home / "submission"
    return grade_one(course, handed_in, student_of(home), secret, settings["only"])


def student_of(home: Path) -> str:
    """Who handed in, as Gradescope says: e-mails or names, in order; "student" if it does not."""
    try:
        data = json.loads(read_regular(home / "submission_metadata.json", MAX_METADATA))
        users = data["users"]
        found = sorted(_called(user) for user in users if isinstance(user, Mapping))
    except (Refused, ValueError, KeyError, TypeError, RecursionError):
        return "student"
    return printable("+".join(name for name in found if name))[:200] or "student"


def _called(user: Mapping[str, Any]) -> str:
    return str(user.get("email") or user.get("name") or user.get("id") or "")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
