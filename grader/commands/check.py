"""`topograde check`: a student's own work."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from rich.text import Text

from grader import isolation
from grader.bench import Bench
from grader.check import checks_of
from grader.cli.exits import FAILED, OK, UNGRADED, USAGE
from grader.course import Course
from grader.grading import grade_submission
from grader.reports import terminal
from grader.submission import read_work


def check_work(course: Course, names: Sequence[str], work: Path | None) -> int:
    """`topograde check`: the student's own work, public checks only."""
    asked = [course.exercise(name).id for name in names]
    folder = work or _work_folder(course)
    submission = read_work(folder, course)
    checks = checks_of(course)
    with isolation.start_server(course.lazy_imports) as server:
        proof = isolation.prove(server)
        oracle = RecordedOracle(asked_first(course, asked), folder_of(course))
        bench = Bench(b"a student's own check draws nothing", server, oracle, diagnosed_at_once)
        graded = grade_submission(
            submission, course, checks, bench, only=asked, isolation=proof.to_json(),
            public_only=True,
        )  # fmt: skip
    report = graded.report
    hidden = {name: sum(c.hidden for c in found) for name, found in checks.items()}
    out = terminal.console()
    out.print(terminal.student_view(report, hidden, asked))
    if not proof.isolated:
        out.print(Text(f"(level {proof.level}: your code runs without isolation here)"))
    if report.ungraded:
        return UNGRADED
    if not any(exercise.handed_in for exercise in report.exercises):
        return USAGE
    missing = any(not e.handed_in for e in report.exercises if e.id in asked)
    done = all(terminal.finished(e) for e in report.exercises if e.handed_in)
    return OK if done and not missing else FAILED


def _work_folder(course: Course) -> Path:
    here = Path.cwd()
    return here / "exercises" if (here / "exercises").is_dir() else here
