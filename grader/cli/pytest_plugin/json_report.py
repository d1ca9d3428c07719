"""All that knows pytest-json-report: Topograde's reports inside its JSON, and reading them again.

Beside what pytest-json-report writes of each item (`user_properties`: points, outcome, ...) the
JSON gets the key `topograde` with the reports that a student may see, so that `topograde summary`
renders them like any other. That package is looked after by nobody now; if it ever has to be
replaced, this is the place.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from grader.judging.report import Report, ReportError

KEY = "topograde"


@dataclass(slots=True)
class Exchange:
    """The reports of a run by student, collected from all its processes, if JSON is wanted.

    answers: by student and exercise, which file answers it (for annotations).
    """

    wanted: bool
    reports: dict[str, Report] = field(default_factory=dict)
    answers: dict[str, Any] = field(default_factory=dict)

    def add(self, report: Report, answers: Mapping[str, Any] | None = None) -> None:
        """Add a report; exercises of a student that come one by one are put together."""
        if not self.wanted:
            return
        known = self.reports.get(report.student)
        if known is not None:
            before = {exercise.id: exercise for exercise in known.exercises}
            exercises = tuple((before | {e.id: e for e in report.exercises}).values())
            report = replace(
                report, exercises=exercises, score=sum(e.score for e in exercises),
                max_score=sum(e.max_score for e in exercises),
            )  # fmt: skip
        self.reports[report.student] = report
        self.answers.setdefault(report.student, {}).update(answers or {})

    def send(self, output: dict[str, Any] | None) -> None:
        """From one of several processes."""
        if output is not None and self.wanted:
            output[KEY] = json.dumps(self._data())

    def receive(self, output: Mapping[str, Any] | None) -> None:
        """In the process that the others report to."""
        if output and KEY in output:
            reports, answers = _taken(json.loads(output[KEY]))
            for report in reports:
                self.add(report, answers.get(report.student))

    def write(self, json_report: dict[str, Any]) -> None:
        """Into the JSON that pytest-json-report is about to save."""
        json_report[KEY] = self._data()

    def _data(self) -> dict[str, Any]:
        students = sorted(self.reports)
        reports = [self.reports[student].to_json() for student in students]
        return {"reports": reports, "answers": {s: self.answers.get(s, {}) for s in students}}


def read_json(path: Path) -> tuple[list[Report], dict[str, Any]]:
    """The reports in a file that pytest-json-report wrote, and the files that they are about.

    Raises `ReportError` with a sentence.
    """
    how = "write one with: pytest --topograde --json-report --json-report-file=report.json"
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise ReportError(f"{path} cannot be read: {error.strerror}; {how}") from error
    except (ValueError, RecursionError) as error:
        raise ReportError(f"{path} is not JSON; {how}") from error
    if not isinstance(data, dict) or not isinstance(data.get(KEY), dict):
        raise ReportError(f"{path} holds no `{KEY}`: it is from a run without --topograde; {how}")
    try:
        return _taken(data[KEY])
    except (KeyError, TypeError, AttributeError) as error:
        raise ReportError(f"{path}: `{KEY}` is incomplete; {how}") from error
    except ReportError as error:
        raise ReportError(f"{path}: {error}") from error


def _taken(data: Mapping[str, Any]) -> tuple[list[Report], dict[str, Any]]:
    return [Report.from_json(each) for each in data["reports"]], dict(data["answers"])
