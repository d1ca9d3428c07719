"""What a class's findings are about: what costs it most points, and students by kind, operator and
side."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from grader.judging.report import Report
from grader.programs.operators import OPERATORS
from grader.reports.to_fix import Cost

KINDS = {
    "rule": "rule",
    "shared": "rule",
    "operators": "rule",
    "functions": "rule",
    "value": "value",
    "adding": "adding up",
    "accumulation": "adding up",
    "task": "answer to a task",
}
"""What a reading and a belief of the catalogue are both about; others are called as they are."""
MOST_SHOWN = 5

About = tuple[str, str, str]


@dataclass(frozen=True, slots=True)
class FindingCount:
    """Students with a finding about one kind, operator and side; `found`: what, and how many."""

    kind: str
    operator: str
    side: str
    students: int
    found: tuple[tuple[str, int], ...]


@dataclass(slots=True)
class FindingCounts:
    """The findings of a class, report by report. A student counts once for each."""

    _students: Counter[About] = field(default_factory=Counter)
    _found: dict[About, Counter[str]] = field(default_factory=dict)

    def add(self, report: Report) -> None:
        """Count what was found in one report."""
        seen: dict[About, dict[str, None]] = {}
        for exercise in report.exercises:
            for finding in exercise.diagnosis:
                if finding.kind in ("unknown", "close") or not finding.part:
                    continue
                kind = KINDS.get(finding.part, finding.part)
                row = OPERATORS.get(finding.operator)
                sign = row.sign if row and row.takes != "node" else finding.operator
                about = kind, sign, finding.side
                seen.setdefault(about, {})[finding.found or finding.id] = None
        for about, found in seen.items():
            self._students[about] += 1
            self._found.setdefault(about, Counter()).update(list(found))

    def rows(self) -> list[FindingCount]:
        """What most students have comes first."""
        ranked = sorted(self._students.items(), key=lambda item: (-item[1], item[0]))
        return [
            FindingCount(*about, count, tuple(self._found[about].most_common(MOST_SHOWN)))
            for about, count in ranked
        ]


@dataclass(frozen=True, slots=True)
class Lesson:
    """What costs a class points: a sentence in the third person, how many students, and the points
    that they lost by it.

    found: whether it is a mistake that was named, and no property that does not hold. also: what
    gives some of them the same numbers.
    """

    name: str
    sentence: str
    exercises: tuple[str, ...]
    students: int
    points: float
    found: bool
    also: tuple[str, ...]


@dataclass(slots=True)
class Lessons:
    """What costs a class points, report by report."""

    _costs: dict[str, dict[Cost, None]] = field(default_factory=dict)
    _students: Counter[str] = field(default_factory=Counter)
    _points: dict[str, float] = field(default_factory=dict)

    def add(self, costs: Iterable[Cost]) -> tuple[str, ...]:
        """Count what costs one student points; the names of what others may be told of too."""
        own: dict[str, None] = {}
        for cost in costs:
            if cost.name:
                own.setdefault(cost.name)
                self._costs.setdefault(cost.name, {}).setdefault(replace(cost, points=0.0))
                self._points[cost.name] = self._points.get(cost.name, 0.0) + cost.points
        self._students.update(list(own))
        return tuple(own)

    def rows(self) -> list[Lesson]:
        """What costs most points comes first, what one student alone has last."""
        told = []
        for name, found in self._costs.items():
            first, also = next(iter(found)), [other for cost in found for other in cost.also]
            others = tuple(dict.fromkeys(other for other in also if other != first.sentence))
            places = tuple(dict.fromkeys(cost.exercise for cost in found))
            students, points = self._students[name], self._points[name]
            told.append(Lesson(name, first.sentence, places, students, points, first.found, others))
        return sorted(told, key=lambda one: (one.students == 1, -one.points, one.name))
