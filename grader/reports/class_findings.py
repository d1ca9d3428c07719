"""What a class's findings are about: students by kind, operator and side, and what was found."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from grader.judging.report import Report
from grader.text import SIGNS

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
                sign = SIGNS.get(finding.operator, finding.operator)
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
