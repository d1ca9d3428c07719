"""Hand-ins behind pytest's door: every check, traps too, graded as `topograde grade` grades.

What pytest's items get is the report that a student may see. Hidden inputs stay in the grader.
"""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path

from grader.checks.declare import checks_of
from grader.classroom.exports.github import answers_of
from grader.classroom.secret import find_secret
from grader.cli.commands.handed_in import look
from grader.cli.pytest_plugin.items import Asked, ItemResult, chosen, item_result, of_chosen
from grader.cli.pytest_plugin.json_report import Exchange
from grader.course.course import Course, CourseError
from grader.grading.grader import Grader, Setup
from grader.grading.progress import state_of
from grader.judging.report import Report
from grader.submissions.student_id import safe_name
from grader.submissions.submission import Submission, UnreadableInput

LEVELS = (None, "A", "B")


def secret_of(option: Namespace) -> bytes:
    """The secret that was named, otherwise one for this run. Raises `SecretError`."""
    file = option.topograde_secret_file
    return find_secret(Path(file) if file else None, None)


class HandInItems:
    """The checks of a class. A hand-in is graded as a whole, and once in a process."""

    def __init__(
        self,
        course: Course,
        names: Sequence[str],
        option: Namespace,
        secret: bytes,
        exchange: Exchange,
    ) -> None:
        if option.topograde_require_isolation not in LEVELS:
            found = option.topograde_require_isolation
            raise CourseError(f"--topograde-require-isolation is A or B, found {found}.")
        self.course, self.exchange = course, exchange
        self._paths = [Path(path) for path in option.topograde_class]
        self._wanted = chosen(course, names)
        only = tuple(self._wanted) if names else ()
        found = look(self._paths, course, only, one=option.topograde_one)
        if not found.submissions:
            raise UnreadableInput(next(found.sentences(self._paths)))
        self._hand_ins = {_name(each): each for each in found.submissions}
        self._checks = checks_of(course)
        self._setup = Setup.of(
            course, secret, only=only, required=option.topograde_require_isolation,
            allowed=option.topograde_allow_unsandboxed,
        )  # fmt: skip
        self._grader: Grader | None = None
        self._graded: dict[str, tuple[Report, Mapping[str, str]]] = {}

    def planned(self) -> list[Asked]:
        """Every check of each student."""
        planned = []
        for name, submission in self._hand_ins.items():
            for exercise in self.course.exercises:
                for check in self._checks[exercise.id] if exercise.id in self._wanted else ():
                    names = (name, exercise.id, check.id)
                    planned.append(Asked(names, submission.path, exercise.id, check))
        return of_chosen(planned, self._wanted)

    def result_of(self, asked: Asked) -> ItemResult:
        """The result of a check; its whole hand-in is graded at the first call.

        Raises `TopogradeError` if nothing can be graded here.
        """
        name = asked.names[0]
        if name not in self._graded:
            self._graded[name] = self._grade(self._hand_ins[name])
        report, states = self._graded[name]
        return item_result(report, self.course, asked, states[asked.exercise])

    def _grade(self, submission: Submission) -> tuple[Report, Mapping[str, str]]:
        if self._grader is None:
            self._grader = Grader(self._setup, self._paths)
        graded = self._grader.grade(submission).report
        report = Report.from_json(graded.to_json())  # without what is the instructor's only
        answers = answers_of([submission], self.course)[submission.student]
        self.exchange.add(report, {id: asdict(answer) for id, answer in answers.items()})
        states = {
            e.id: state_of(e, e.id in answers and answers[e.id].is_stub) for e in report.exercises
        }
        return report, states

    def close(self) -> None:
        """End the processes that ran student code."""
        if self._grader is not None:
            self._grader.close()


def _name(submission: Submission) -> str:
    """The student's id as one step of a node id."""
    return safe_name(submission.student).replace("::", "_")
