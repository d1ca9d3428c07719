"""The parts of a student's page, as records that the templates write.

`content` makes them of a report. `Detail` bounds what a page holds.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from grader.judging.picture import Drawing, Picture
from grader.reports.pages.for_instructor import ForInstructor, Hidden
from grader.reports.pages.wording import Next


@dataclass(frozen=True, slots=True)
class Detail:
    """How much a page may hold: findings, pictures, and characters of each text."""

    findings: int
    pictures: int
    message: int
    program: int
    output: int
    lists: int


@dataclass(frozen=True, slots=True)
class Figure:
    """A picture in its place. `key`: equal for equal pictures, and 0.0 is not -0.0.

    `same_as`: the anchor of the page's equal picture.
    """

    anchor: str
    key: str
    picture: Picture = field(compare=False)
    same_as: str = ""


@dataclass(frozen=True, slots=True)
class Shown:
    """One check: its outcome in words, and for one that failed what there is to see.

    `program` is Python to be pasted if it has a title, `about`; if not, it says what was asked for.
    """

    anchor: str
    outcome: str
    sign: str
    word: str
    sentence: str
    points: str
    hidden: bool
    message: str = ""
    demand: str = ""
    program: str = ""
    about: str = ""
    pair: tuple[str, str, str] | None = None
    figure: Figure | None = None
    told: str = ""
    where: tuple[str, ...] = ()
    private: Hidden | None = None


@dataclass(frozen=True, slots=True)
class Section:
    """One exercise: the failure to begin with in full, the others folded."""

    anchor: str
    id: str
    title: str
    handed_in: bool
    finished: bool
    score: str
    max_score: str
    count: str
    first: Shown | None
    others: tuple[Shown, ...]
    waiting: tuple[Shown, ...]
    passed: tuple[Shown, ...]
    notices: tuple[str, ...]
    output: str
    drawings: tuple[Drawing, ...] = ()


@dataclass(frozen=True, slots=True)
class Page:
    """Everything on the page, in its order."""

    student: str
    score: str
    max_score: str
    final: str
    percent: float
    right: tuple[str, ...]
    next: Next
    sections: tuple[Section, ...]
    missing: tuple[Section, ...]
    faults: tuple[str, ...]
    decided: tuple[str, ...]
    remarks: tuple[str, ...]
    receipt: tuple[tuple[str, str], ...]
    private: ForInstructor | None = None
