"""What a gradebook holds, as records: attempts, what they were graded as, what was done since."""

from __future__ import annotations

from dataclasses import dataclass, replace

from grader.classroom.by_instructor.late import LateRules
from grader.classroom.by_instructor.overrides import Override, overridden
from grader.judging.report import Comment, Report


@dataclass(frozen=True, slots=True)
class Attempt:
    """A hand-in and what it is graded with: equal attempts get equal reports."""

    student: str
    sha256: str
    content: str
    only: tuple[str, ...]
    version: str
    secret: str
    course: str
    path: str = ""
    handed_in: str | None = None


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened to a student's grade; made: when, in UTC."""

    made: str
    what: str
    exercise: str
    points: float | None
    most: float | None
    why: str

    @property
    def by_hand(self) -> bool:
        """Whether the instructor did it."""
        return self.what != "graded"

    @property
    def sentence(self) -> str:
        """What happened, without the reason: `override, engine: 3 points`."""
        said = f"{self.what}, {self.exercise}" if self.exercise else self.what
        if self.points is not None:
            said += f": {self.points:g}"
            said += f" of {self.most:g}" if self.most is not None else " points"
        return said


@dataclass(frozen=True, slots=True)
class Entry:
    """A graded attempt as the gradebook holds it. `report` is the machine's, with no override."""

    number: int
    attempt: Attempt
    seen: int
    report: Report
    seconds: dict[str, float]
    overrides: tuple[Override, ...]
    comments: tuple[Comment, ...] = ()

    def final(self, late: LateRules | None) -> Report:
        """The report that counts, with all that was decided, and what being late costs."""
        report = replace(overridden(self.report, self.overrides), comments=self.comments)
        return report if late is None else late.applied(report, self.attempt.handed_in)
