"""What the released `autograder.py` runs: a student's checkout, answered in result.json.

All that keeps a submission from being graded ends with an exit code and no result: Classroom 50
then publishes nothing, and no score is lost or made up.
"""

from __future__ import annotations

import json
import os
import secrets
import sys
from datetime import UTC, datetime
from pathlib import Path

from grader.authoring.release.classroom50 import COURSE, PAGE, SETTINGS
from grader.classroom.output_files import as_json, write_text
from grader.classroom.secret import BYTES
from grader.course.course import load_course
from grader.grading.grader import grade_one
from grader.reports.pages.html import report_page
from grader.reports.platforms.classroom50 import NoRunner, owner_of, release_body, result
from grader.text import printable


def main(bundle: Path, checkout: Path) -> str | None:
    """Grade a checkout, write result.json, release-body.md and the page; a sentence if it fails."""
    try:
        settings = json.loads((bundle / SETTINGS).read_text(encoding="utf-8"))
        course = load_course(bundle / COURSE)
        work = checkout / "exercises"
        handed_in = work if work.is_dir() else checkout
        student = printable(owner_of(os.environ))[:200]
        secret = secrets.token_hex(BYTES).encode()  # the bundle is public: it cannot hold one
        report = grade_one(course, handed_in, student, secret, settings["only"])
        if report.ungraded:
            return "Something could not be graded, through no fault of the student's: run it again."
        if not report.has_grade:
            return f"Nothing could be graded. {' '.join(report.faults)}"
        made = result(report, os.environ, datetime.now(UTC))
    except NoRunner as error:
        return str(error)
    except Exception as error:  # nothing is published then, which costs no student a point
        return f"The submission could not be graded: {printable(str(error) or repr(error))[:500]}"
    texts = {
        PAGE: report_page(report),
        "release-body.md": release_body(report),
        "result.json": as_json(made),
    }
    for name, text in texts.items():
        (checkout / f".{name}.tmp").unlink(missing_ok=True)  # whatever a student put there
        write_text(checkout / name, text)
    print(f"{student}: {made['score']} of {made['max-score']}")
    return None


if __name__ == "__main__":
    said = main(Path(sys.argv[1]), Path(sys.argv[2]))
    if said is not None:
        print(f"::error::{said}", file=sys.stderr)
        sys.exit(1)
