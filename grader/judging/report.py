"""The record of one graded submission, from which every output is rendered.

A `Report` is frozen and turns into JSON and back. `to_json()` gives what may be handed to the
student; `to_json(instructor=True)` adds what defends the points: of hidden checks the drawn
program, both answers and the error. It adds too which functions were handed out, and faults of ours
in what explains. What student code printed in hidden checks is kept nowhere.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from grader.errors import TopogradeError
from grader.judging.as_json import fields_of, record_of
from grader.judging.error_sentences import STILL_TO_DO
from grader.judging.finding import Counterexample, Finding
from grader.judging.picture import Drawing
from grader.submissions.submission import NOTHING_FOUND

SCHEMA = 3

Outcome: TypeAlias = Literal["passed", "failed", "error", "timeout", "blocked", "ungraded"]
OUTCOMES: tuple[Outcome, ...] = ("passed", "failed", "error", "timeout", "blocked", "ungraded")


class ReportError(TopogradeError, ValueError):
    """A file is not a report; the message says why not."""


@dataclass(frozen=True, slots=True)
class CheckResult:
    """The outcome of one check. It gives all of its points or none.

    `message` is safe to show; `counterexample` is a public program (for a trap: a visible one of
    the same kind). `raised_at` is the file and line of the student's that raised, where that is
    known. `private` is for the instructor only. `waits_for` is the check to pass first, where this
    one was run and does not pass either.
    """

    id: str
    outcome: Outcome
    points: float
    max_points: float
    hidden: bool
    sentence: str
    message: str = ""
    demand: str | None = None
    counterexample: Counterexample | None = None
    raised_at: tuple[str, int] | None = None
    private: Mapping[str, object] = field(default_factory=dict)
    waits_for: str = ""

    def to_json(self, instructor: bool = False) -> dict[str, object]:
        """Plain data for `json.dumps`; without `private` unless it is for the instructor."""
        data = fields_of(self)
        if not instructor:
            del data["private"]
        return data

    @property
    def waits(self) -> bool:
        """Whether it is shown as waiting: another check has to pass first."""
        return self.outcome == "blocked" or bool(self.waits_for)

    @property
    def is_to_do(self) -> bool:
        """Whether what it asks for has not been begun: that is not wrong."""
        return self.outcome != "passed" and self.message.startswith(STILL_TO_DO)


@dataclass(frozen=True, slots=True)
class ExerciseReport:
    """The outcome of one exercise. Not handed in: no checks, no points.

    `shape` is equal for texts that differ in names and layout only (`sources.likeness`).
    `released` says which functions were handed out (`sources.likeness`), for the instructor only.
    `unexplained` are faults of ours in what explains (`explain.guard`), for the instructor only.
    `drawings` are what the answers draw (`explain.pictures.answers`).
    """

    id: str
    title: str
    handed_in: bool
    score: float
    max_score: float
    checks: tuple[CheckResult, ...] = ()
    diagnosis: tuple[Finding, ...] = ()
    counterexample: Counterexample | None = None
    notices: tuple[str, ...] = ()
    output: str = ""
    shape: str = ""
    released: str = ""
    unexplained: tuple[str, ...] = ()
    drawings: tuple[Drawing, ...] = ()

    def to_json(self, instructor: bool = False) -> dict[str, object]:
        """Plain data for `json.dumps`; without what is the instructor's unless it is for them."""
        data = fields_of(
            self,
            checks=[check.to_json(instructor) for check in self.checks],
            diagnosis=[finding.record() for finding in self.diagnosis],
        )
        if not self.drawings:
            del data["drawings"]
        if not instructor:
            del data["unexplained"], data["released"]
        return data


@dataclass(frozen=True, slots=True)
class Comment:
    """An instructor's words on an exercise; `name` if it is a rubric line that is used again."""

    exercise: str
    text: str
    name: str = ""


LateState: TypeAlias = Literal["on-time", "late", "unknown"]


@dataclass(frozen=True, slots=True)
class Late:
    """How a hand-in stands to its due time, and the points that are left.

    due, handed_in: ISO 8601 with a zone; handed_in is None if no time is known. begun: days or
    hours (`unit`) that had begun since. percent: of the points that are lost. sentence: all of it,
    for the student.
    """

    state: LateState
    due: str
    handed_in: str | None
    final: float
    sentence: str
    begun: int = 0
    unit: str = "day"
    percent: float = 0.0


@dataclass(frozen=True, slots=True)
class OverrideRecord:
    """An instructor's points for an exercise, and why; `machine` is what the checks gave.

    machine_score, machine_max_score: the whole report's, before any override.
    """

    exercise: str
    points: float
    machine: float
    why: str
    machine_score: float
    machine_max_score: float


@dataclass(frozen=True, slots=True)
class Report:
    """Everything known about one graded submission.

    `receipt` makes the grade reproducible: sha256 of the hand-in, the secret's fingerprint, the
    versions. `faults` say what could not be read. `overrides` are the instructor's points, which
    `score` holds already (`classroom.by_instructor`). `identity` is how a platform or the roster
    calls the student (`name`, `number`, `email`, ...), and when it was `handed_in`. `late`
    is there where the course has a late policy; `score` knows nothing of it.
    `comments` are the instructor's.
    """

    student: str
    score: float
    max_score: float
    isolation: Mapping[str, object]
    receipt: Mapping[str, object]
    exercises: tuple[ExerciseReport, ...]
    faults: tuple[str, ...] = ()
    flags: tuple[str, ...] = ()
    overrides: tuple[OverrideRecord, ...] = ()
    schema: int = SCHEMA
    identity: Mapping[str, str] = field(default_factory=dict)
    late: Late | None = None
    comments: tuple[Comment, ...] = ()

    @property
    def final(self) -> float:
        """The points that count: those of `score`, less what being late costs."""
        return self.score if self.late is None else self.late.final

    @property
    def has_grade(self) -> bool:
        """Whether there are points at all: something was found and judged, or given by hand.

        Where nothing could be graded there is no grade, which is not 0 points.
        """
        return not self.ungraded and (bool(self.overrides) or not self.why_nothing)

    @property
    def why_nothing(self) -> str:
        """The flag that says why nothing of it could be graded; empty where something could."""
        return next((flag for flag in self.flags if flag in NOTHING_FOUND), "")

    @property
    def ungraded(self) -> bool:
        """Whether some check could not be judged, through no fault of the student's."""
        return bool(self.unjudged)

    @property
    def unjudged(self) -> frozenset[str]:
        """The exercises with a check that could not be judged, through no fault of the student's.

        An exercise that the instructor has given points is judged.
        """
        judged = {record.exercise for record in self.overrides}
        return frozenset(
            e.id
            for e in self.exercises
            if e.id not in judged and any(c.outcome == "ungraded" for c in e.checks)
        )

    def to_json(self, instructor: bool = False) -> dict[str, object]:
        """Plain data for `json.dumps`; without what is the instructor's unless it is for them."""
        return fields_of(self, exercises=[each.to_json(instructor) for each in self.exercises])

    @staticmethod
    def from_json(data: object) -> Report:
        """The report that `to_json` wrote. Raises `ReportError` for anything else."""
        if not isinstance(data, dict) or "schema" not in data:
            raise ReportError("this is not a Topograde report: it has no `schema`")
        if data["schema"] != SCHEMA:
            raise ReportError(
                f"this report has schema {data['schema']}, and this version of Topograde reads "
                f"{SCHEMA} only: grade the hand-in again"
            )
        try:
            return record_of(Report, data)
        except TypeError as error:
            raise ReportError(f"this report is incomplete: {error}") from error
