"""What each check of a class comes to by recorded answers.

`python -m tests.support.outcomes CLASS COURSE`. No PyTorch is needed, so it runs under any Python:
`tests/authoring/test_other_pythons.py` compares.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from grader.checks.declare import checks_of, own_checks
from grader.course.course import load_course
from grader.grading.own_work import own_bench
from grader.grading.submission import grade_submission
from grader.submissions.layouts.find import find_submissions
from grader.worker.forkserver import ForkServer


def main(folder: Path, root: Path) -> None:
    """Print the outcome of every public check of every hand-in."""
    course = load_course(root)
    checks = {
        exercise.id: own_checks(exercise, checks_of(course)[exercise.id])
        for exercise in course.exercises
    }
    found = {}
    with ForkServer() as server:
        context = own_bench(course, server)
        for submission in find_submissions([folder], course):
            graded = grade_submission(submission, course, checks, context, public_only=True)
            found[submission.student] = {
                f"{exercise.id}/{check.id}": check.outcome
                for exercise in graded.report.exercises
                if exercise.handed_in
                for check in exercise.checks
            }
    print(json.dumps(found, sort_keys=True))


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
