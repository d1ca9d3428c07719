"""A run on GitHub: annotations to print, a summary, and the files that they point at."""

from __future__ import annotations

import os
import secrets
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from grader.classroom.output_files import OutputError, as_json, write_text
from grader.course.course import Course
from grader.judging.report import Report
from grader.reports.platforms.github import Answer, annotated, classroom, encoded, summary
from grader.submissions.sources.unchanged import nothing_done
from grader.submissions.submission import Submission


def on_github(asked: bool) -> bool:
    """Whether this run tells GitHub: because it was asked to, or because GitHub runs it."""
    return asked or os.environ.get("GITHUB_ACTIONS") == "true"


@contextmanager
def commands_stopped(active: bool) -> Iterator[None]:
    """Keep GitHub from taking what is printed here for commands: ids are students' texts."""
    if not active:
        yield
        return
    token = secrets.token_hex(16)
    print(f"::stop-commands::{token}", flush=True)
    try:
        yield
    finally:
        print(f"::{token}::", flush=True)


def tell_github(
    out: Path, reports: Sequence[Report], answers: Mapping[str, Mapping[str, Answer]]
) -> list[str]:
    """Annotations to print; summary, `result`, `score` and `max_score` go where GitHub wants them.

    answers: `answers_of` the hand-ins. `github-classroom.json` in `out` is the result. Raises
    `OutputError`.
    """
    result = classroom(reports, answers)
    write_text(out / "github-classroom.json", as_json(result))
    _append("GITHUB_STEP_SUMMARY", summary(reports, answers))
    score, most = sum(r.score for r in reports), sum(r.max_score for r in reports)
    _append("GITHUB_OUTPUT", f"result={encoded(result)}\nscore={score:g}\nmax_score={most:g}\n")
    return [
        line for report in reports for line in annotated(report, answers.get(report.student, {}))
    ]


def answers_of(
    submissions: Sequence[Submission], course: Course
) -> dict[str, Mapping[str, Answer]]:
    """The files of each hand-in by student and exercise, with their paths in the repository."""
    stubs = {exercise.id: course.stub(exercise) for exercise in course.exercises}
    return {submission.student: _answers(submission, stubs) for submission in submissions}


def _append(variable: str, text: str) -> None:
    path = os.environ.get(variable)
    if not path:
        return
    try:
        with open(path, "a", encoding="utf-8", errors="backslashreplace") as file:
            file.write(text)
    except OSError as error:
        raise OutputError(f"{path} (${variable}) cannot be written: {error.strerror}") from error


def _answers(submission: Submission, stubs: Mapping[str, str]) -> Mapping[str, Answer]:
    workspace = Path(os.environ.get("GITHUB_WORKSPACE") or Path.cwd()).resolve()
    home = submission.path.resolve()
    if home.is_file():
        home = home.parent
    answers = {}
    for exercise, source in submission.sources.items():
        path, name, folder = home / source.name, "", ""
        if path.is_relative_to(workspace):
            name = path.relative_to(workspace).as_posix()
            folder = f"{home.relative_to(workspace).as_posix()}/".removeprefix("./")
        text = None if source.is_notebook else source.cells[0]
        is_stub = nothing_done(source.cells, stubs[exercise], exercise)
        answers[exercise] = Answer(name, folder, text, is_stub)
    return answers
