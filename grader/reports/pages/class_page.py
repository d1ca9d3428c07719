"""The class page: what a class's reports say together, and the one file that shows it.

A report may take 100 KB and a class ten thousand of them, so a `ClassSheet` keeps of each report
only what the page and the table need: one short row a student, and figures for each check.
`ClassSheet.csv` is grades.csv. The page needs no network; it shows what to teach next and what each
can do.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from statistics import correlation, fmean, median, pstdev
from typing import Any

from grader import __version__
from grader.judging.report import ExerciseReport, Report
from grader.reports.pages import markup
from grader.reports.tables import csv_text, flags_of, late_in_words, plain
from grader.reports.to_fix import Cost, costs, first_to_fix
from grader.submissions.student_id import safe_name

BIN = 5
"""Width of a bar of the distribution, in percent."""
SAME = 1e-9
"""Scores that spread by less are all the same."""


@dataclass(slots=True)
class Lesson:
    """What costs a class points: a sentence in the third person, how many students, and the points
    that they lost by it.

    found: whether it is a mistake that was named, and no property that does not hold. also: what
    gives some of them the same numbers.
    """

    name: str
    sentence: str
    found: bool
    students: int = 0
    points: float = 0.0
    exercises: dict[str, None] = field(default_factory=dict)
    also: dict[str, None] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Column:
    """One check of the course."""

    exercise: str
    check: str
    sentence: str
    points: float
    hidden: bool


@dataclass(frozen=True, slots=True)
class Row:
    """One student. `outcomes`: a letter a check, an outcome's first; of exercises handed in only.

    score, and an exercise's points: None where some check was not judged. late: how late, and the
    points that count; None where the course has no late policy. costs: what costs points, by name,
    most first. first: the first thing to fix.
    """

    student: str
    score: float | None
    max_score: float
    points: tuple[float | None, ...]
    outcomes: tuple[tuple[str, tuple[str, ...], str], ...]
    costs: tuple[str, ...]
    first: str
    flags: tuple[str, ...]
    late: tuple[str, float | None] | None = None

    @property
    def percent(self) -> float | None:
        """The score in percent; 0 where no points are available, None where it was not judged."""
        if self.score is None:
            return None
        return 100 * self.score / self.max_score if self.max_score else 0.0


@dataclass(frozen=True, slots=True)
class CheckFigures:
    """How a class did in one check.

    asked: hand-ins in which it was judged. difficulty: the share of them that passed (the item's
    "p value"). discrimination: the point-biserial correlation of passing with the score in all
    other checks, in percent; None where all passed, all failed, or the other scores are equal.
    """

    column: Column
    asked: int
    passed: int
    blocked: int
    discrimination: float | None

    @property
    def difficulty(self) -> float | None:
        """The share that passed, None if nobody was asked."""
        return self.passed / self.asked if self.asked else None


@dataclass(slots=True)
class ClassSheet:
    """A class, report by report.

    exam: the exercises that come first. names: students' real names, as far as they are known.
    missing: the names of those who handed nothing in.
    """

    title: str
    exam: Sequence[str] = ()
    names: Mapping[str, str] = field(default_factory=dict)
    missing: Sequence[str] = ()
    rows: list[Row] = field(default_factory=list)
    exercises: dict[str, str] = field(default_factory=dict)
    _lessons: dict[str, Lesson] = field(default_factory=dict)
    _columns: dict[str, dict[str, Column]] = field(default_factory=dict)
    _keys: dict[tuple[str, ...], tuple[str, ...]] = field(default_factory=dict)
    _shapes: dict[tuple[str, str], list[str]] = field(default_factory=lambda: defaultdict(list))

    def add(self, report: Report) -> None:
        """Keep what is needed of a report."""
        for exercise in report.exercises:
            self.exercises.setdefault(exercise.id, exercise.title)
        by_id = {exercise.id: exercise for exercise in report.exercises}
        judged = {name for name, e in by_id.items() if e.handed_in} - report.unjudged
        judged |= {record.exercise for record in report.overrides}
        for exercise in report.exercises:
            self._note_columns(exercise)
            if exercise.shape:
                self._shapes[exercise.id, exercise.shape].append(report.student)
        final = report.final if report.has_grade else None
        late = None if report.late is None else (late_in_words(report), final)
        self.rows.append(
            Row(
                student=report.student,
                score=report.score if report.has_grade else None,
                max_score=report.max_score,
                points=tuple(
                    by_id[name].score if name in judged else None for name in self.exercises
                ),
                outcomes=tuple(self._outcomes(e) for e in report.exercises if e.handed_in),
                costs=self._learn(costs(report)),
                first=first_to_fix(report),
                flags=tuple(flags_of(report)),
                late=late,
            )
        )

    def _learn(self, costs: Sequence[Cost]) -> tuple[str, ...]:
        """Count what costs one student points; the names of what others may be told of too."""
        shared = [cost for cost in costs if cost.name]
        for cost in shared:
            new = Lesson(cost.name, cost.sentence, cost.found)
            lesson = self._lessons.setdefault(cost.name, new)
            lesson.points += cost.points
            lesson.exercises[cost.exercise] = None
            lesson.also |= dict.fromkeys(also for also in cost.also if also != lesson.sentence)
        names = tuple(dict.fromkeys(cost.name for cost in shared))
        for name in names:
            self._lessons[name].students += 1
        return names

    def lessons(self) -> list[Lesson]:
        """What costs most points comes first, what one student alone has last."""
        told = self._lessons.values()
        return sorted(told, key=lambda one: (one.students == 1, -one.points, one.name))

    def _note_columns(self, exercise: ExerciseReport) -> None:
        known = self._columns.setdefault(exercise.id, {})
        for check in exercise.checks:
            if check.id not in known:
                known[check.id] = Column(
                    exercise.id, check.id, check.sentence, check.max_points, check.hidden
                )

    def _outcomes(self, exercise: ExerciseReport) -> tuple[str, tuple[str, ...], str]:
        ids = tuple(check.id for check in exercise.checks)
        letters = "".join(check.outcome[0] for check in exercise.checks)
        return exercise.id, self._keys.setdefault(ids, ids), letters

    def csv(self, exercises: Sequence[str], with_late: bool) -> str:
        """One row a student, one column an exercise (empty if not handed in or ungraded), score,
        max, flags, and what is to be fixed first.

        with_late: also how late, and the points that count.

        Points are plain numbers; texts that a spreadsheet could take for a formula are quoted with
        an apostrophe.
        """
        late = ["late", "final"] if with_late else []
        rows = [["student", *exercises, "score", "max_score", *late, "flags", "fix_first"]]
        for row in self.rows:
            of = dict(zip(self.exercises, row.points, strict=False))
            points = [_cell(of.get(name)) for name in exercises]
            totals = [_cell(row.score), plain(row.max_score)]
            if with_late:
                word, final = row.late or ("", row.score)
                totals += [word, _cell(final)]
            rows.append([row.student, *points, *totals, "; ".join(row.flags), row.first])
        return csv_text(rows)

    @property
    def in_order(self) -> dict[str, str]:
        """The title of each exercise, the exam first."""
        return dict(sorted(self.exercises.items(), key=lambda item: item[0] not in self.exam))

    def points(self, row: Row) -> list[float | None]:
        """A row's points for each exercise of `in_order`."""
        known = dict(zip(self.exercises, row.points, strict=False))
        return [known.get(name) for name in self.in_order]

    @property
    def columns(self) -> list[Column]:
        """Every check that some report has, by exercise."""
        return [column for name in self.in_order for column in self._columns[name].values()]

    def letters(self, row: Row) -> str:
        """A letter for each of `columns`; `-` for an exercise that was not handed in."""
        found = {
            (exercise, check): letter
            for exercise, checks, letters in row.outcomes
            for check, letter in zip(checks, letters, strict=True)
        }
        return "".join(found.get((c.exercise, c.check), "-") for c in self.columns)

    def figures(self) -> list[CheckFigures]:
        """The figures of each column."""
        columns = self.columns
        letters = [self.letters(row) for row in self.rows]
        return [
            self._figures_of(column, [line[place] for line in letters])
            for place, column in enumerate(columns)
        ]

    def _figures_of(self, column: Column, letters: Sequence[str]) -> CheckFigures:
        passing: list[bool] = []
        others: list[float] = []
        asked = [letter for letter in letters if letter not in "-u"]
        for row, letter in zip(self.rows, letters, strict=True):
            most = row.max_score - column.points
            if letter in "-u" or row.score is None:
                continue
            own = column.points if letter == "p" else 0.0
            passing.append(letter == "p")
            others.append(100 * (row.score - own) / most if most > 0 else 0.0)
        together = None
        if len(set(passing)) == 2 and pstdev(others) >= SAME:
            together = correlation(passing, others)
        blocked = letters.count("b")
        return CheckFigures(column, len(asked), asked.count("p"), blocked, together)

    def alike(self) -> list[tuple[str, list[str]]]:
        """Exercise, and the students whose code for it has one shape; the largest groups first."""
        groups = [
            (exercise, sorted(students, key=str.casefold))
            for (exercise, _), students in self._shapes.items()
            if len(students) > 1
        ]
        return sorted(groups, key=lambda group: (-len(group[1]), group))

    def flagged(self) -> dict[str, list[str]]:
        """Each flag with the students who have it."""
        found: dict[str, list[str]] = defaultdict(list)
        for row in self.rows:
            for flag in row.flags:
                found[flag].append(row.student)
        return dict(sorted(found.items()))

    def distribution(self) -> list[int]:
        """Students in each bar of `BIN` percent; 100 % belongs to the last."""
        bars = [0] * (100 // BIN)
        for percent in self._percents():
            bars[max(0, min(int(percent // BIN), len(bars) - 1))] += 1
        return bars

    def standing(self) -> tuple[int, int, int]:
        """How many have a check that does not pass, for how many of these a mistake is named, and
        how many have no grade."""
        graded = [row for row in self.rows if row.score is not None]
        wrong = [r for r in graded if any(set("fetb") & set(each) for _, _, each in r.outcomes)]
        named = {lesson.name for lesson in self._lessons.values() if lesson.found}
        explained = sum(not named.isdisjoint(row.costs) for row in wrong)
        return len(wrong), explained, len(self.rows) - len(graded)

    def middle(self) -> tuple[float, float, float, float | None] | None:
        """Median, mean and standard deviation of the scores, and of how many points; None where
        there is no score. Percent, and no points, where not all have the same exercises."""
        scores, most = self._percents(), {row.max_score for row in self.rows if row.max_score}
        if not scores:
            return None
        of = most.pop() if len(most) == 1 else None
        figures = median(scores), fmean(scores), pstdev(scores)
        part = 1.0 if of is None else of / 100
        return figures[0] * part, figures[1] * part, figures[2] * part, of

    def _percents(self) -> list[float]:
        return [row.percent for row in self.rows if row.percent is not None]


def _cell(points: float | None) -> str:
    return "" if points is None else plain(points)


INSTRUCTOR = "instructor"
"""The folder beside the page with what is for the instructor only."""
FIRST = 5
"""Things to teach that are shown at once; the others are folded."""
LONGEST = 240
"""Characters of what is to be fixed first: it may be a fault with a student's own words in it."""
MOST_LISTED = 200
"""Names that a list on the page shows; the table has them all."""


def class_page(sheet: ClassSheet) -> str:
    """The page as HTML."""
    style, script = markup.part("class_page.css"), markup.part("class_page.js")
    return markup.fill(
        "class_page.html",
        sheet=sheet,
        style=style,
        script=script,
        policy=markup.policy(style, script),
        data=_embedded(_data(sheet)),
        histogram=_histogram(sheet),
        figures=sheet.figures(),
        lessons=sheet.lessons(),
        standing=sheet.standing(),
        first=FIRST,
        alike=[(exercise, _listed(names)) for exercise, names in sheet.alike()],
        flagged=[(flag, len(names), _listed(names)) for flag, names in sheet.flagged().items()],
        middle=sheet.middle(),
        version=__version__,
        plain=plain,
    )


def _data(sheet: ClassSheet) -> Mapping[str, Any]:
    lessons = sheet.lessons()
    flags = list(sheet.flagged())
    place = {lesson.name: number for number, lesson in enumerate(lessons)}
    told = {row.first[:LONGEST]: 0 for row in sheet.rows}
    firsts = {text: number for number, text in enumerate(told)}
    return {
        "exercises": list(sheet.in_order.items()),
        "columns": [[c.exercise, c.check, c.sentence] for c in sheet.columns],
        "lessons": [lesson.sentence for lesson in lessons],
        "firsts": list(firsts),
        "flags": flags,
        "private": INSTRUCTOR,
        "names": dict(sheet.names),
        "missing": list(sheet.missing),
        "rows": [
            [
                row.student,
                # The name of the file, 0 if it is the student's: most are, and 10,000 add up.
                name if (name := safe_name(row.student)) != row.student else 0,
                row.score,
                row.max_score,
                sheet.points(row),
                sheet.letters(row),
                [place[name] for name in row.costs],
                firsts[row.first[:LONGEST]],
                [flags.index(flag) for flag in row.flags],
                *([row.late] if row.late is not None else []),
            ]
            for row in sheet.rows
        ],
    }


def _embedded(data: Mapping[str, Any]) -> str:
    """JSON that cannot end the element it stands in."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    for sign in "<>&\u2028\u2029":
        text = text.replace(sign, f"\\u{ord(sign):04x}")
    return text.encode("utf-8", "backslashreplace").decode()


def _listed(names: list[str]) -> list[str]:
    more = len(names) - MOST_LISTED
    return names if more <= 0 else [*names[:MOST_LISTED], f"and {more} more"]


def _histogram(sheet: ClassSheet) -> Mapping[str, Any]:
    """Bars in a plane of 100 % by 100 units, and lines at round counts."""
    bars = sheet.distribution()
    most = max([*bars, 1])
    step = _round_step(most)
    top = step * -(-most // step)
    return {
        "bars": [
            {"from": number * BIN, "to": (number + 1) * BIN, "count": count, "part": count / top}
            for number, count in enumerate(bars)
        ],
        "lines": [
            {"count": count, "part": count / top} for count in range(0, top + 1, step)
        ],
    }  # fmt: skip


def _round_step(most: int) -> int:
    """A step of 1, 2 or 5 times a power of ten that gives at most five lines."""
    step = 1
    while True:
        for factor in (1, 2, 5):
            if most <= 5 * factor * step:
                return factor * step
        step *= 10
