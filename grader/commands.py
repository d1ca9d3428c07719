"""What the commands do: set up, grade, print, and say with which exit code to end."""

from __future__ import annotations

import os
import platform
import signal
import sys
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.text import Text

from grader import __version__, isolation
from grader.bench import Bench
from grader.check import Check, load_checks
from grader.classroom import ClassRun
from grader.cli import FAILED, OK, REFUSED, UNGRADED, USAGE
from grader.course import Course, CourseError, load_course
from grader.grading import grade_submission
from grader.oracle import load_torch, torch_version
from grader.report import Report
from grader.reports import terminal
from grader.secret import find_secret
from grader.submission import Submission, find_submissions, read_work
from grader.verify import Fault, verify

PLAIN_SECONDS = 5.0
"""How often a pipe gets a line of progress."""


def check_work(course: Course, names: Sequence[str], work: Path | None) -> int:
    """`topograde check`: the student's own work, public checks only."""
    asked = [course.exercise(name).id for name in names]
    folder = work or _work_folder(course)
    submission = read_work(folder, course)
    checks = _checks(course)
    with isolation.start_server(course.lazy_imports) as server:
        proof = isolation.prove(server)
        bench = Bench(b"a student's own check draws nothing", server)
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


def grade_class(
    course: Course,
    paths: Sequence[Path],
    out: Path,
    only: Sequence[str],
    secret_file: Path | None,
    fail_under: float | None,
    allow_unsandboxed: bool,
    require_isolation: str | None,
) -> int:
    """`topograde grade`: a class, with a table and files."""
    wanted = tuple(course.exercise(name).id for name in only)
    single = wanted[0] if len(wanted) == 1 and _one_file(paths) else None
    submissions = find_submissions(paths, course, single)
    console = terminal.console()
    if not submissions:
        console.print(Text(f"No hand-ins were found in {', '.join(map(str, paths))}."))
        return USAGE
    checks = _checks(course)
    with isolation.start_server(course.lazy_imports) as server:
        proof = isolation.prove(server)
        refusal = isolation.refusal(proof, require_isolation, allow_unsandboxed, paths, out)
        if refusal:
            print(f"topograde: {refusal}", file=sys.stderr)
            return REFUSED
        load_torch()
        bench = Bench(find_secret(secret_file, out), server)
        run = ClassRun(course, checks, bench, out, proof.to_json(), wanted)
        signal.signal(signal.SIGTERM, _interrupt)
        try:
            for _ in _with_progress(run.grade(submissions), submissions):
                pass
        finally:
            if run.reports:
                table = run.write_table()
    reports = sorted(run.reports, key=lambda report: report.student.casefold())
    console.print(terminal.class_table(reports, console.width))
    console.print()
    console.print(terminal.class_summary(reports))
    console.print(Text(f"isolation: {proof.sentence}"))
    console.print(Text(f"{table}  one row a student"))
    console.print(Text(f"{out}{os.sep}STUDENT.json  to hand out; {out}{os.sep}instructor{os.sep}  "
                       "with hidden inputs"))  # fmt: skip
    return _exit_code(reports, fail_under)


def _interrupt(*_: object) -> None:
    """SIGTERM ends a run like Ctrl-C: what is done is kept, and the table is written."""
    raise KeyboardInterrupt


def _one_file(paths: Sequence[Path]) -> bool:
    return len(paths) == 1 and paths[0].is_file()


def _exit_code(reports: Iterable[Report], fail_under: float | None) -> int:
    reports = list(reports)
    if any(report.ungraded for report in reports):
        return UNGRADED
    if fail_under is not None and any(
        100 * report.score < fail_under * report.max_score for report in reports
    ):
        return FAILED
    return OK


def _with_progress(
    reports: Iterator[Report], submissions: Sequence[Submission]
) -> Iterator[Report]:
    """The reports, with a bar on a terminal and a line every few seconds in a pipe."""
    total, started, last = len(submissions), time.monotonic(), time.monotonic()
    console = terminal.console(stderr=True)
    if console.is_terminal:
        columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
        with Progress(*columns, TimeRemainingColumn(), console=console, transient=True) as bar:
            task = bar.add_task("grading", total=total)
            for report in reports:
                bar.update(task, advance=1, description=f"graded {report.student[:20]}")
                yield report
        return
    for number, report in enumerate(reports, start=1):
        yield report
        if time.monotonic() - last > PLAIN_SECONDS or number == total:
            last = time.monotonic()
            print(f"graded {number} of {total} in {last - started:.0f} s", file=sys.stderr)


def verify_course(course: Course) -> int:
    """`topograde verify`: every fault with its file and what mends it."""
    console = terminal.console()
    checks = _checks(course)
    faults: list[Fault] = []
    with isolation.start_server(course.lazy_imports) as server:
        bench = Bench(b"the course proves itself", server)
        for item in verify(course, checks, bench):
            if isinstance(item, str):
                console.print(Text(f"  looked at {item}"))
                continue
            faults.append(item)
            console.print(Text(f"{item.file}: {item.fault}\n    to mend it: {item.mend}"))
    total = sum(map(len, checks.values()))
    if faults:
        console.print(Text(f"{len(faults)} fault{'s' if len(faults) > 1 else ''}."))
        return FAILED
    console.print(
        Text(
            f"{len(course.exercises)} exercises, {total} checks, {course.points:g} points: "
            "every stub earns 0, every solution everything."
        )
    )
    return OK


def examine(course_dir: Path) -> int:
    """`topograde doctor`: what is here, and what student code is kept from."""
    console = terminal.console()
    for name, value in _versions():
        console.print(Text(f"{name:12}{value}"))
    lazy_imports = False
    try:
        course = load_course(course_dir)
        lazy_imports = course.lazy_imports
        console.print(Text(f"{'course':12}{course.title}: {len(course.exercises)} exercises"))
    except CourseError as error:
        console.print(Text(f"{'course':12}{error}"))
    with isolation.start_server(lazy_imports) as server:
        proof = isolation.prove(server)
    console.print(Text(f"{'isolation':12}{proof.sentence}"))
    for line in proof.lines():
        console.print(Text(f"{'':12}{line}"))
    return OK


def _versions() -> Iterator[tuple[str, str]]:
    yield "topograde", __version__
    yield "python", f"{platform.python_version()} ({sys.executable})"
    yield "torch", torch_version() or "not installed: run `make setup`"
    yield "system", f"{platform.system()} {platform.release()} {platform.machine()}"


def _checks(course: Course) -> Mapping[str, tuple[Check, ...]]:
    return load_checks([e.id for e in course.exercises], course.checks_dir)
