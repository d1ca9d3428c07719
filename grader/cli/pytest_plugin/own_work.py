"""A student's own work behind pytest's door, each exercise as `topograde check`."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from grader.cli.pytest_plugin.items import Asked, ItemResult, chosen, item_result, of_chosen
from grader.cli.pytest_plugin.json_report import Exchange
from grader.course.course import Course
from grader.grading.own_files import named_files
from grader.grading.own_work import OwnWork
from grader.judging.report import Report


class OwnItems:
    """The checks of one's own folder."""

    def __init__(
        self, course: Course, names: Sequence[str], work: str | None, exchange: Exchange
    ) -> None:
        exercises = [name.partition("::") for name in names]
        found, folder = named_files([each[0] for each in exercises], Path(work) if work else None)
        named = [name + "".join(each[1:]) for name, each in zip(found, exercises, strict=True)]
        self.course, self.exchange = course, exchange
        self._wanted = chosen(course, named)
        self._own = OwnWork(course, folder, list(self._wanted))
        self._graded: dict[str, tuple[Report, str]] = {}

    def planned(self) -> list[Asked]:
        """The checks that can run here, of the exercises that were named."""
        planned = [
            Asked(
                (exercise.id, check.id), self._own.folder / exercise.file_name, exercise.id, check
            )
            for exercise in self.course.exercises
            if exercise.id in self._wanted
            for check in self._own.checks[exercise.id]
            if not check.hidden
        ]
        return of_chosen(planned, self._wanted)

    def result_of(self, asked: Asked) -> ItemResult:
        """The result of a check; its whole exercise is checked at the first call."""
        if asked.exercise not in self._graded:
            report, states = self._own.check([asked.exercise])
            self._graded[asked.exercise] = report, states[asked.exercise]
            self.exchange.add(report)
        report, state = self._graded[asked.exercise]
        return item_result(report, self.course, asked, state)

    def close(self) -> None:
        """End the processes that ran student code."""
        self._own.server.close()
