"""The record of one graded submission, from which every output is rendered.

A `Report` is frozen and turns into JSON and back. `to_json()` gives what may be handed to the
student; `to_json(instructor=True)` adds what defends the points: drawn inputs, expected values,
and what the student's code printed in hidden checks.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields, is_dataclass
from functools import cache
from typing import Any, Literal, TypeAlias

from grader.errors import TopogradeError
from grader.judging.repair import Repair
from grader.judging.sentences import STILL_TO_DO

SCHEMA = 2
READABLE = (1, 2)
"""In schema 1, what is now a check's `counterexample` was called `finding`."""

Outcome: TypeAlias = Literal["passed", "failed", "error", "timeout", "blocked", "ungraded"]
OUTCOMES: tuple[Outcome, ...] = ("passed", "failed", "error", "timeout", "blocked", "ungraded")


class ReportError(TopogradeError, ValueError):
    """A file is not a report; the message says why not."""


@dataclass(frozen=True, slots=True)
class Counterexample:
    """One disagreement: the program as Python, what differs, and both numbers.

    `found` and `expected` are numbers, or texts for what is not a number; `expected` is None where
    the student's code gave no answer at all and `found` says why. `picture` is the graph with both
    engines' gradients, as `pictures.picture` makes it; None where there is nothing to draw.
    """

    program: str
    what: str
    found: float | str
    expected: float | str | None
    picture: Mapping[str, Any] | None = None

    @staticmethod
    def from_json(data: Mapping[str, Any]) -> Counterexample:
        """The counterexample that `spelled` wrote, with or without a picture."""
        values = (_unspelled(data["found"]), _unspelled(data["expected"]))
        return Counterexample(data["program"], data["what"], *values, _picture(data.get("picture")))


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that the diagnosis found, and its evidence: `explained` of `of` programs.

    id: stable, "rule/mul/left/self.data" or "order/bfs-order". misconception: the belief of the
    catalogue, None where what was read has no name. kind: how sure it is. "read": a formula or a
    way of adding up that was read off the numbers; "exact": several names are "one of", nothing
    tells them apart; "pair": two names go together; "close": most is explained; "unknown"; "task".
    part: what it is about ("rule", "value", "adding", or a family of the catalogue).
    found, right: what the rule contributes and what it should. also: for one of a pair, the names
    that could be in its place. left: the smallest public programs that it does not explain.
    checks: the failed checks whose own answers it gives; points: what these cost. example: the
    smallest program that shows it. where: where to look in the student's own source. unread:
    other operators that were not read, or not as a formula: if this one is made of them, the
    mistake may be theirs.
    """

    misconception: str | None
    explained: int
    of: int
    explanation: str
    kind: str
    id: str = ""
    part: str = ""
    operator: str = ""
    side: str = ""
    found: str = ""
    right: str = ""
    also: tuple[str, ...] = ()
    left: tuple[str, ...] = ()
    checks: tuple[str, ...] | None = None
    points: float = 0.0
    example: Counterexample | None = None
    where: Mapping[str, Any] | None = None
    unread: tuple[str, ...] = ()

    def record(self) -> dict[str, Any]:
        """As a report holds it: without what is empty."""
        record: dict[str, Any] = spelled(self)
        kept = {"misconception", "id", "explained", "of", "explanation", "kind"}
        kept |= {"checks"} if self.checks is not None else set()
        return {k: v for k, v in record.items() if k in kept or v not in (None, "", [], 0.0)}

    @staticmethod
    def from_record(record: Mapping[str, Any]) -> Finding:
        """The finding that a report holds."""
        known = _known(Finding, record)
        name = record.get("misconception")
        known.setdefault("id", name or "unknown")
        if record.get("example") is not None:
            known["example"] = Counterexample.from_json(record["example"])
        return Finding(**known)


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
    private: Mapping[str, Any] = field(default_factory=dict)
    waits_for: str = ""

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
    `unexplained` are faults of ours in what explains (`explain.guard`), for the instructor only.
    `drawings` are what the answers draw (`explain.pictures.answers`). `repair` is one edit from
    right, for the instructor only; None where none was looked for.
    """

    id: str
    title: str
    handed_in: bool
    score: float
    max_score: float
    checks: tuple[CheckResult, ...] = ()
    diagnosis: tuple[Mapping[str, Any], ...] = ()
    counterexample: Counterexample | None = None
    notices: tuple[str, ...] = ()
    output: str = ""
    shape: str = ""
    unexplained: tuple[str, ...] = ()
    drawings: tuple[Mapping[str, Any], ...] = ()
    repair: Repair | None = None


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
class Report:
    """Everything known about one graded submission.

    `receipt` makes the grade reproducible: sha256 of the hand-in, the secret's fingerprint, the
    versions. `faults` say what could not be read. `overrides` are the instructor's points, which
    `score` holds already: `{exercise, points, machine, why, ...}`, `machine` being what the checks
    gave (`grader.classroom.overrides`). `identity` is how a learning platform or the
    roster calls the student (`name`, `number`, `email`, ...), and when it was `handed_in`. `late`
    is there where the course has a late policy; `score` knows nothing of it.
    `comments` are the instructor's.
    """

    student: str
    score: float
    max_score: float
    isolation: Mapping[str, Any]
    receipt: Mapping[str, Any]
    exercises: tuple[ExerciseReport, ...]
    faults: tuple[str, ...] = ()
    flags: tuple[str, ...] = ()
    overrides: tuple[Mapping[str, Any], ...] = ()
    schema: int = SCHEMA
    identity: Mapping[str, str] = field(default_factory=dict)
    late: Late | None = None
    comments: tuple[Comment, ...] = ()

    @property
    def final(self) -> float:
        """The points that count: those of `score`, less what being late costs."""
        return self.score if self.late is None else self.late.final

    @property
    def ungraded(self) -> bool:
        """Whether some check could not be judged, through no fault of the student's."""
        return bool(self.waiting)

    @property
    def waiting(self) -> frozenset[str]:
        """The exercises with such a check.

        An exercise that the instructor has given points is judged.
        """
        judged = {record["exercise"] for record in self.overrides}
        return frozenset(
            e.id
            for e in self.exercises
            if e.id not in judged and any(c.outcome == "ungraded" for c in e.checks)
        )

    def to_json(self, instructor: bool = False) -> dict[str, Any]:
        """Plain data for `json.dumps`; without `private` unless it is for the instructor."""
        data: dict[str, Any] = spelled(self)
        for exercise in data["exercises"]:
            if not exercise["drawings"]:
                del exercise["drawings"]
            if not instructor or exercise["repair"] is None:
                del exercise["repair"]
        if not instructor:
            for exercise in data["exercises"]:
                del exercise["unexplained"]
                for check in exercise["checks"]:
                    del check["private"]
        return data

    @staticmethod
    def from_json(data: object) -> Report:
        """The report that `to_json` wrote. Raises `ReportError` for anything else."""
        if not isinstance(data, dict) or "schema" not in data:
            raise ReportError("this is not a Topograde report: it has no `schema`")
        if data["schema"] not in READABLE:
            raise ReportError(
                f"this report has schema {data['schema']}; this version of Topograde reads "
                f"{' and '.join(map(str, READABLE))}"
            )
        try:
            return _report(data)
        except (KeyError, TypeError, AttributeError) as error:
            raise ReportError(f"this report is incomplete: {error}") from error


def _report(data: Mapping[str, Any]) -> Report:
    exercises = tuple(_exercise(item) for item in data["exercises"])
    late = data.get("late")
    known = {**_known(Report, data), "exercises": exercises, "schema": SCHEMA}
    known["late"] = None if late is None else Late(**_known(Late, late))
    known["comments"] = tuple(Comment(**_known(Comment, c)) for c in data.get("comments", ()))
    return Report(**known)


def _exercise(data: Mapping[str, Any]) -> ExerciseReport:
    example = data["counterexample"]
    known = _known(ExerciseReport, data)
    known["checks"] = tuple(check_from_json(item) for item in data["checks"])
    known["counterexample"] = None if example is None else Counterexample.from_json(example)
    repair = data.get("repair")
    known["repair"] = None if repair is None else Repair.from_json(repair)
    return ExerciseReport(**known)


def check_from_json(data: Mapping[str, Any]) -> CheckResult:
    """The result that `spelled` wrote. Raises KeyError or TypeError."""
    known = _known(CheckResult, data)
    example = data["counterexample"] if "counterexample" in data else data["finding"]
    known["counterexample"] = None if example is None else Counterexample.from_json(example)
    return CheckResult(**known)


def _known(cls: Any, data: Mapping[str, Any]) -> dict[str, Any]:
    names = _names(cls)
    return {
        name: tuple(value) if isinstance(value, list) else value
        for name, value in data.items()
        if name in names
    }


@cache
def _names(cls: Any) -> tuple[str, ...]:
    """The fields of a record, in order."""
    return tuple(item.name for item in fields(cls))


def _picture(data: Mapping[str, Any] | None) -> Mapping[str, Any] | None:
    """A picture with its numbers read; what is named in it stays text, a node called "inf" too."""
    if data is None:
        return None
    if not isinstance(data, Mapping) or not isinstance(data["nodes"], list):
        raise TypeError("a picture is not one")
    return {key: _read(key, value) for key, value in data.items()}


def _read(key: str, item: Any) -> Any:
    if key in ("name", "op", "label", "mark"):
        return item
    if isinstance(item, list):
        return [_read(key, inner) for inner in item]
    if isinstance(item, Mapping):
        return {inner: _read(inner, value) for inner, value in item.items()}
    return _unspelled(item)


def spelled(item: Any) -> Any:
    """The item as JSON has it: objects for records, lists for tuples, words for some floats."""
    kind = type(item)
    if kind in _AS_THEY_ARE:
        return item
    if isinstance(item, float):
        return item if math.isfinite(item) else _word(item)
    if isinstance(item, Mapping):
        return {str(key): spelled(value) for key, value in item.items()}
    if is_dataclass(kind):
        return {name: spelled(getattr(item, name)) for name in _names(kind)}
    if isinstance(item, Sequence) and not isinstance(item, str):
        return [spelled(value) for value in item]
    return item


_AS_THEY_ARE = frozenset({str, int, bool, type(None)})
"""Most of what a report is made of."""


def _word(number: float) -> str:
    """What a float is called that JSON does not have."""
    return "nan" if math.isnan(number) else "inf" if number > 0 else "-inf"


def _unspelled(item: Any) -> Any:
    return float(item) if item in ("nan", "inf", "-inf") else item
