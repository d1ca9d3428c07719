"""One edit from right, as an instructor reads it: of one report, and of a class.

A student's outputs hold nothing of it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from grader.judging.repair import CUT_SHORT, ENDED, TOO_LONG, Repair
from grader.judging.report import ExerciseReport, Report
from grader.text import counted

FULL = "one edit from full marks"
SOME = "one edit from more points"
NONE = "no edit found"
CUT = "search cut short"
NOT_TRIED = "not looked for"
REST = {
    SOME: "{0} {1} one edit from more points",
    NONE: "for {0} no edit was found",
    CUT: "for {0} the time was too short",
    NOT_TRIED: "{0} could not be looked at",
}
MOST_PLACES = 6
OPERATORS = {
    "add": "+", "radd": "+", "iadd": "+", "sub": "-", "rsub": "-", "isub": "-", "mul": "*",
    "rmul": "*", "imul": "*", "truediv": "/", "rtruediv": "/", "itruediv": "/", "pow": "**",
    "rpow": "**", "neg": "-",
}  # fmt: skip


def headline(exercise: ExerciseReport, repair: Repair) -> str:
    """What was found in one exercise, or why nothing was."""
    has, most = f"{exercise.score:g}", f"{exercise.max_score:g}"
    if not repair.diff:
        tried = f" ({repair.tried} tried)" if repair.tried else ""
        return f"{exercise.id}: {repair.reason}{tried}"
    return f"{exercise.id}: one edit from {repair.score:g} of {most} points (it has {has})"


def remark(repair: Repair) -> str:
    """What else is to be said of an edit; "" for nothing."""
    if repair.diff and repair.reason == CUT_SHORT:
        return "A better edit may exist: the search was cut short."
    return ""


def told(report: Report) -> Iterator[str]:
    """All that was found in a report, for a terminal."""
    for exercise in report.exercises:
        repair = exercise.repair
        if repair is None:
            continue
        yield headline(exercise, repair) + (":" if repair.diff else "")
        yield from (f"    {line}" for line in repair.diff.splitlines())
        if said := remark(repair):
            yield f"    {said}"


def where(part: str) -> str:
    """A part of an engine: the operator that a method is of, or the function's name."""
    sign = OPERATORS.get(part.strip("_")) if part.startswith("__") else None
    return f"rule of `{sign}`" if sign else f"`{part}`" if part else "outside functions"


@dataclass(frozen=True, slots=True)
class Place:
    """A part of the algorithm, and the students for whom one edit there gives full marks."""

    exercise: str
    where: str
    students: list[str]


@dataclass(slots=True)
class RepairCounts:
    """What was found in a class, report by report.

    hand_ins: those that were looked at; whole: those that one edit gives full marks for all they
    lost points in. answers: exercises by what came of the search.
    """

    hand_ins: int = 0
    whole: int = 0
    answers: Counter[str] = field(default_factory=Counter)
    _places: dict[tuple[str, str], list[str]] = field(default_factory=dict)

    def noting(self, reports: Iterable[Report]) -> Iterator[Report]:
        """The same reports, counted as they go by."""
        for report in reports:
            self.add(report)
            yield report

    def add(self, report: Report) -> None:
        """Count what was found in one report."""
        looked_at = [e for e in report.exercises if e.repair is not None]
        self.hand_ins += bool(looked_at)
        for exercise in looked_at:
            repair = exercise.repair
            assert repair is not None
            self.answers[_outcome(exercise, repair)] += 1
            if _outcome(exercise, repair) == FULL:
                place = exercise.id, where(repair.part)
                self._places.setdefault(place, []).append(report.student)
                self.whole += len(looked_at) == 1

    def rows(self) -> list[Place]:
        """Where most students lack one edit comes first."""
        places = [Place(*place, sorted(who)) for place, who in self._places.items()]
        return sorted(places, key=lambda row: (-len(row.students), row.exercise, row.where))

    def sentences(self) -> list[str]:
        """The figures; none where nothing was looked for."""
        if not self.hand_ins:
            return []
        lost = counted(self.hand_ins, "hand-in") + " that lost points"
        told = [f"Of {lost}, {self.whole} {_be(self.whole)} one edit from full marks."]
        if (full := self.answers[FULL]) > self.whole:
            told.append(
                f"{counted(full, 'exercise')} {_be(full)} one edit from full marks, some of them "
                "in a hand-in that lost points in others too."
            )
        rest = [
            words.format(count, _be(count))
            for what, words in REST.items()
            if (count := self.answers[what])
        ]
        if rest:
            told.append(f"Of the other exercises that lost points, {'; '.join(rest)}.")
        return told

    def lines(self) -> Iterator[str]:
        """The figures for a terminal, with where the edits are."""
        yield from self.sentences()
        if rows := self.rows():
            places = (f"{len(row.students)} in {row.where}" for row in rows[:MOST_PLACES])
            more = ", ..." if len(rows) > MOST_PLACES else ""
            yield f"  {', '.join(places)}{more}"
        if self.answers[FULL] or self.answers[SOME]:
            yield "  What to change is in instructor/STUDENT.html, for you only."


def _outcome(exercise: ExerciseReport, repair: Repair) -> str:
    if repair.diff:
        return FULL if repair.score >= exercise.max_score else SOME
    return {CUT_SHORT: CUT, ENDED: NOT_TRIED, TOO_LONG: NOT_TRIED}.get(repair.reason, NONE)


def _be(count: int) -> str:
    return "is" if count == 1 else "are"
