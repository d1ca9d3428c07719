"""A report on GitHub: annotations at the lines to look at, a summary, GitHub Classroom's result.

Everything that a student wrote is escaped: for a workflow command, for Markdown, for both.
"""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from grader.grading.progress import NOT_BEGUN, state_of
from grader.judging.report import CheckResult, ExerciseReport, Report
from grader.programs.operators import method_of, named_in
from grader.reports.tables import flags_of, plain, score_cell
from grader.reports.view import failure_of, failures, passed_of
from grader.reports.words import about

MOST_ANNOTATIONS = 10
"""GitHub shows so many errors of one step."""
MOST_SUMMARY = 900_000
"""Bytes of a summary; GitHub refuses more than a megabyte."""


@dataclass(frozen=True, slots=True)
class Answer:
    """The file that answers an exercise: its path in the repository, its text; none for notebooks.

    folder: where its siblings lie. path: empty for a file outside of the repository. is_stub:
    whether it is as it was handed out.
    """

    path: str
    folder: str
    text: str | None
    is_stub: bool = False


_NOTHING_KNOWN: Mapping[str, Mapping[str, Answer]] = MappingProxyType({})


def annotated(report: Report, answers: Mapping[str, Answer]) -> list[str]:
    """A workflow command for each check to fix, the line that raised or the `def` to look at.

    answers: by exercise. GitHub shows a few only: the first of each exercise comes before the
    second of any, and what is still to do in one that was begun comes last. The rest is one notice,
    and so are all exercises that were not begun.
    """
    found: list[tuple[int, int, str]] = []
    unbegun = _not_begun(report, answers)
    for exercise in report.exercises:
        if exercise.id in unbegun:
            continue
        passes, _ = passed_of(exercise)
        for rank, check in enumerate(failures(exercise)):
            said = check.message
            if not rank and (told := failure_of(exercise, check).told):
                said = f"{said} {told}"
            kind = "warning" if check.outcome == "ungraded" else "error"
            place = _place(exercise, check, answers.get(exercise.id))
            title = f"{exercise.id}: {check.sentence}"
            stub = 2 * check.is_to_do + (not passes)
            found.append((stub, rank, command(kind, said, **place, title=title)))
    shown = [line for *_, line in sorted(found, key=lambda each: each[:2])]
    more = len(shown) - MOST_ANNOTATIONS
    if more > 0:
        shown[MOST_ANNOTATIONS:] = [
            command("notice", f"{more} more are in the summary of this run.", title="topograde")
        ]
    if unbegun:
        shown.append(command("notice", f"Not begun: {', '.join(unbegun)}.", title="topograde"))
    return shown


def command(kind: str, message: str, **properties: str) -> str:
    """A workflow command: `::error file=engine.py,line=3,title=...::message`."""
    given = ",".join(f"{name}={_property(value)}" for name, value in properties.items())
    return f"::{kind} {given}::{_data(message)}" if given else f"::{kind}::{_data(message)}"


def summary(
    reports: Sequence[Report], answers: Mapping[str, Mapping[str, Answer]] = _NOTHING_KNOWN
) -> str:
    """The run as Markdown: a table of exercises and what to fix, for each student.

    answers: by student and exercise.
    """
    text = "".join(_student(report, answers.get(report.student, {})) for report in reports)
    if len(text.encode()) <= MOST_SUMMARY:
        return text
    return _class(reports)


def classroom(
    reports: Sequence[Report], answers: Mapping[str, Mapping[str, Answer]] = _NOTHING_KNOWN
) -> dict[str, Any]:
    """What GitHub Classroom's reporter reads: a test for each exercise, points added up."""
    tests = []
    for report in reports:
        unbegun = _not_begun(report, answers.get(report.student, {}))
        prefix = f"{report.student}, " if len(reports) > 1 else ""
        for exercise in report.exercises:
            status = _status(exercise)
            tests.append(
                {
                    "name": f"{prefix}{exercise.id}",
                    "status": status,
                    "score": exercise.score,
                    "message": "Not begun." if exercise.id in unbegun else _one_line(exercise),
                    "test_code": exercise.title,
                    "filename": "",
                    "line_no": 0,
                    "execution_time": "0s",
                }
            )
    worst = {test["status"] for test in tests}
    status = next((each for each in ("error", "fail") if each in worst), "pass")
    most = sum(report.max_score for report in reports)
    return {"version": 1, "status": status, "max_score": most, "tests": tests}


def encoded(result: Mapping[str, Any]) -> str:
    """The result as a step's output: Base64 of JSON, one line."""
    return base64.b64encode(json.dumps(result).encode()).decode("ascii")


def _not_begun(report: Report, answers: Mapping[str, Answer]) -> list[str]:
    """The exercises handed in of which nothing was written."""
    ids = []
    for exercise in report.exercises:
        answer = answers.get(exercise.id)
        state = state_of(exercise, answer is not None and answer.is_stub)
        if exercise.handed_in and state == NOT_BEGUN:
            ids.append(exercise.id)
    return ids


def _place(exercise: ExerciseReport, check: CheckResult, answer: Answer | None) -> dict[str, str]:
    if answer is None or not answer.path:
        return {}
    if answer.text is None:  # lines of a notebook's cells are not those of its file
        return {"file": answer.path}
    if check.raised_at is not None:
        file, line = check.raised_at
        own = file in ("", answer.path.rpartition("/")[2], answer.path)
        return {"file": answer.path if own else f"{answer.folder}{file}", "line": str(line)}
    return {"file": answer.path, "line": str(_line_of(exercise, check, answer.text))}


def _line_of(exercise: ExerciseReport, check: CheckResult, text: str) -> int:
    """The line of a wrong answer to look at: what the diagnosis marked, else what it is about.

    A constant in the check's sentence is told by its line too.
    """
    constants = re.findall(r"\b[A-Z][A-Z0-9]*_[A-Z0-9_]+\b", check.sentence)
    found = about(exercise.diagnosis, check.id)
    if found and found[0].where is not None and not found[0].where.cell:
        return found[0].where.marked
    forms = [named_in((each.misconception or "").split("-")) for each in exercise.diagnosis]
    for pattern in (
        *(rf"^{name}\b" for name in constants),
        *(rf"^[ \t]*def {re.escape(method_of(form))}\b" for form in forms if form),
        r"^class Value\b",
        rf"^(?:class|def) {re.escape(exercise.id.replace('-', '_'))}\b",
        r"^(?:class|def) \w",
    ):
        if place := re.search(pattern, text, re.MULTILINE):
            return text.count("\n", 0, place.start()) + 1
    return 1


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _student(report: Report, answers: Mapping[str, Answer]) -> str:
    unbegun = _not_begun(report, answers)
    score = _points(report)
    lines = [f"## {_markdown(report.student)}: {score}", ""]
    if flags := flags_of(report):
        lines += [_markdown(", ".join(flags)), ""]
    lines += [f"* {_markdown(fault)}" for fault in report.faults]
    rows = [
        f"| {_markdown(e.id)} | {plain(e.score)} of {plain(e.max_score)} "
        f"| {NOT_BEGUN if e.id in unbegun else _checks(e)} |"
        for e in report.exercises
        if e.handed_in
    ]
    if rows:
        lines += ["", "| exercise | points | checks |", "| --- | --- | --- |", *rows]
    for exercise in report.exercises:
        for first in failures(exercise)[: exercise.id not in unbegun]:
            failure = failure_of(exercise, first)
            lines += ["", f"### {_markdown(exercise.id)}: {_markdown(first.sentence)}", ""]
            lines.append(_markdown(first.message))
            if failure.program:
                lines += ["", *_fenced(failure.program)]
            if failure.told:
                lines += ["", f"**{_markdown(failure.told)}**"]
    return "\n".join(lines) + "\n\n"


def _points(report: Report) -> str:
    return f"{score_cell(report) or 'no grade'} of {plain(report.max_score)}"


def _class(reports: Sequence[Report]) -> str:
    """One line a student, for a class too large to tell all of."""
    lines = ["| student | points | |", "| --- | --- | --- |"]
    size = 0
    for number, report in enumerate(reports):
        points = _points(report) if report.has_grade else ""
        flags = _markdown(", ".join(flags_of(report)))
        line = f"| {_markdown(report.student)} | {points} | {flags} |"
        size += len(line.encode()) + 1
        if size > MOST_SUMMARY:
            lines.append(f"\n{len(reports) - number} more are in grades.csv.")
            break
        lines.append(line)
    return "\n".join(lines) + "\n"


def _checks(exercise: ExerciseReport) -> str:
    passed, total = passed_of(exercise)
    return f"{passed} of {total} passed"


def _status(exercise: ExerciseReport) -> str:
    outcomes = {check.outcome for check in exercise.checks}
    if "ungraded" in outcomes:
        return "error"
    return "pass" if exercise.handed_in and outcomes <= {"passed"} else "fail"


def _one_line(exercise: ExerciseReport) -> str:
    if not exercise.handed_in:
        return "Nothing was handed in for this exercise."
    told = (f"{first.sentence} {first.message}" for first in failures(exercise)[:1])
    return " ".join("".join(told).split())


def _markdown(text: str) -> str:
    """The text as nothing but text: no mark, link, tag, mention or cell of a table."""
    text = " ".join(text.split())
    text = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    text = re.sub(r"([\\`*_{}\[\]()#+!|~$])", r"\\\1", text)
    return text.replace("@", "&#64;")


def _fenced(code: str) -> list[str]:
    longest = max((len(run) for run in re.findall(r"`+", code)), default=0)
    fence = "`" * max(3, longest + 1)
    return [f"{fence}python", code, fence]
