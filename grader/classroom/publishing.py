"""What a folder of results holds: files for each student, and files for the class.

All of them are written from the gradebook: `Publisher.publish(student)` writes a student's files,
`write_class_files(out, info, reports)` those of the class.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from grader.classroom.by_instructor.late import LateRules
from grader.classroom.entries import Attempt, Entry
from grader.classroom.gradebook import Gradebook, Policy
from grader.classroom.output_files import INSTRUCTOR, as_json, write_text
from grader.classroom.pseudonyms import Pseudonyms
from grader.classroom.secret import with_hmac
from grader.grading.submission import Graded
from grader.judging.as_json import spelled
from grader.judging.check_messages import UNSTEADY
from grader.judging.report import Report
from grader.reports.class_sheet import ClassSheet
from grader.reports.tables import grades_csv
from grader.reports.to_fix import first_to_fix
from grader.submissions.student_id import safe_name

INGREDIENTS: Mapping[str, str] = {
    "sha256": "another hand-in",
    "secret": "another secret",
    "course": "another course",
}


@dataclass(frozen=True, slots=True)
class Change:
    """A grade that is another one now: points, of how many, before and after."""

    student: str
    before: tuple[float, float]
    after: tuple[float, float]
    reasons: tuple[str, ...]

    @property
    def sentence(self) -> str:
        """One line for a person."""
        (old, old_most), (new, new_most) = self.before, self.after
        points = f"{old:g} of {old_most:g} -> {new:g} of {new_most:g}"
        return f"{self.student}: {points} ({', '.join(self.reasons)})"


def published_state(report: Report, text: str, attempt: Attempt, version: str) -> dict[str, Any]:
    """What is to be remembered of a report when its files are written.

    report: with the instructor's overrides; text: its whole JSON; version: what writes the files.
    """
    printed = hashlib.sha256(text.encode("utf-8", "backslashreplace"))
    return {
        "print": printed.hexdigest()[:16],
        "writer": version,
        "score": report.score,
        "max_score": report.max_score,
        "final": report.final,
        "sha256": attempt.sha256,
        "version": attempt.version,
        "secret": attempt.secret,
        "course": attempt.course,
        "only": list(attempt.only),
        "overrides": [spelled(record) for record in report.overrides],
        "ungraded": report.ungraded,
    }


def change(
    report: Report, before: Mapping[str, Any] | None, now: Mapping[str, Any]
) -> Change | None:
    """How a grade differs from what was published; None if it does not, or was not."""
    if before is None or before["only"] != now["only"]:
        return None
    old, new = ((state["final"], state["max_score"]) for state in (before, now))
    if old == new:
        return None
    return Change(report.student, old, new, tuple(_reasons(report, before, now)))


def _reasons(report: Report, before: Mapping[str, Any], now: Mapping[str, Any]) -> list[str]:
    changed = {name for name in now if before.get(name) != now[name]}
    reasons = [words for name, words in INGREDIENTS.items() if name in changed]
    if "version" in changed:
        reasons.append(f"Topograde {before['version']} -> {now['version']}")
    if "overrides" in changed:
        reasons.append("override")
    if not reasons and "score" not in changed:
        reasons.append("late policy or extension")
    if "ungraded" in changed:
        reasons.append("was ungraded" if before["ungraded"] else "ungraded now")
    if reasons:
        return reasons
    if any(check.message == UNSTEADY for e in report.exercises for check in e.checks):
        return ["its answers change from run to run"]
    return [
        "nothing that was used has changed: its answers change from run to run, or this is a "
        "fault of ours"
    ]


KINDS = ("json", "html")
"""What there is of each student's report, for the student and for the instructor."""


@dataclass(frozen=True, slots=True)
class ClassInfo:
    """What outputs say of a class as a whole. Kept in the gradebook.

    exercises: ids in the order of the course, those of `only` if that is not empty. version: the
    version of Topograde that writes. salt: what pseudonyms are drawn from, in hex; "" for names.
    numbers: those of the exercises in the course; a gradebook may be older than that and have none.
    late: the course's late policy with the extensions.
    key: what reports are signed with (`secret.key_of`); "" in a gradebook that is older.
    exam: the exercises that are shown in milestones. people: students' real names, where a roster
    gives them; missing: who on it handed nothing in.
    """

    title: str
    exercises: tuple[str, ...]
    only: tuple[str, ...]
    policy: Policy
    version: str
    salt: str = ""
    numbers: tuple[int, ...] = ()
    late: LateRules | None = None
    key: str = field(default="", repr=False)
    exam: tuple[str, ...] = ()
    people: Mapping[str, str] = field(default_factory=dict)
    missing: tuple[str, ...] = ()

    def counted(self, book: Gradebook, student: str) -> tuple[Entry, Graded] | None:
        """The attempt that counts of a student, and its report with all that was decided."""
        rules = self.late

        def final(entry: Entry) -> Graded:
            graded = entry.final
            if rules is None:
                return graded
            applied = rules.applied(graded.report, entry.attempt.handed_in)
            return replace(graded, report=applied)

        entry = book.counted(student, self.only, self.policy, lambda e: final(e).report.final)
        return None if entry is None else (entry, final(entry))

    @property
    def names(self) -> Pseudonyms | None:
        """What stands for the students' names; None where names are shown."""
        return Pseudonyms(bytes.fromhex(self.salt)) if self.salt else None

    def shown(self, report: Report) -> Report:
        """The report as outputs show it."""
        names = self.names
        return report if names is None else names.hide(report)

    def text(self, report: Report, instructor: bool = False) -> str:
        """What the file of a report holds: its JSON with an HMAC of all of it."""
        return as_json(with_hmac(report.to_json(instructor), self.key))


@dataclass(frozen=True, slots=True)
class CountedReports(Iterable[Report]):
    """The report that counts of each student, in order of name. Read afresh by each loop over it,
    one at a time: a class of any size takes the memory of one report."""

    book: Gradebook
    info: ClassInfo

    def __iter__(self) -> Iterator[Report]:
        students, names = self.book.students(self.info.only), self.info.names
        if names is not None:  # in order of name, the order would tell
            students = sorted(students, key=names.of)
        for student in students:
            found = self.info.counted(self.book, student)
            if found is not None:
                yield self.info.shown(found[1].report)


def write_class_files(out: Path, info: ClassInfo, reports: Iterable[Report]) -> Path:
    """Write the files of the class; returns the path of the table. Raises `OutputError`."""
    table = out / "grades.csv"
    sheet = ClassSheet(info.title, info.exam, info.people, info.missing)
    noted, with_late = sheet.noting(reports), info.late is not None
    write_text(table, grades_csv(noted, info.exercises, first_to_fix, with_late))
    from grader.reports.pages.class_page import (
        class_page,  # brings jinja2, which only a class needs
    )

    write_text(out / "index.html", class_page(sheet))
    return table


def write_student_files(
    out: Path,
    graded: Graded,
    student: str,
    whole: str,
    called: str = "",
    edits: tuple[tuple[str, str], ...] = (),
) -> None:
    """`STUDENT.json` and `.html` to hand out; the instructor's with everything (mode 0600).

    student, whole: the texts of the student's JSON and the instructor's. called: the real name.
    edits: what the instructor decided, and when.
    """
    # These bring jinja2, which only a class needs.
    from grader.reports.pages.content import ForInstructor
    from grader.reports.pages.html import report_page

    name = safe_name(graded.report.student)
    write_text(out / f"{name}.json", student)
    write_text(out / f"{name}.html", report_page(graded.report))
    private = out / INSTRUCTOR / f"{name}.json"
    write_text(private, whole, mode=0o600)
    page = report_page(graded.report, ForInstructor(called, graded.seconds, edits))
    write_text(private.with_suffix(".html"), page, mode=0o600)


@dataclass(slots=True)
class Publisher:
    """Writes students' files from the gradebook, when they are not as they should be."""

    book: Gradebook
    out: Path
    info: ClassInfo
    changes: list[Change] = field(default_factory=list)
    _done: set[str] = field(default_factory=set)

    def describe(self, **known: Any) -> None:
        """Keep what is known of the class now, for these outputs and those of later commands."""
        self.info = replace(self.info, **known)
        self.book.keep("class", spelled(self.info))

    def publish(self, student: str) -> Report | None:
        """Write a student's files unless they are there and say the same; the report that counts.

        A grade that is another one than before is added to `changes`.
        """
        counted = self.info.counted(self.book, student)
        if counted is None:
            return None
        entry, graded = counted
        report, whole = graded.report, self.info.text(graded.report, instructor=True)
        before = self.book.published(student)
        now = published_state(report, whole, entry.attempt, self.info.version)
        now["name"] = self.info.people.get(student, "")
        if before != now or not self._are_there(student):
            shown = self.info.shown(report)
            if shown is not report:
                graded, whole = replace(graded, report=shown), self.info.text(shown, True)
            text = self.info.text(shown)
            called = self.info.people.get(student, "")
            write_student_files(self.out, graded, text, whole, called, tuple(self._edits(student)))
            found = change(shown, before, now)
            if found is not None:
                self.changes.append(found)
            self.book.publish(student, now)
        self._done.add(student)
        return report

    def _edits(self, student: str) -> Iterator[tuple[str, str]]:
        """When the instructor decided what, and why."""
        for event in self.book.history(student):
            if event.by_hand:
                why = f". {event.why}" if event.why else ""
                yield event.made, f"{event.sentence}{why}"

    def publish_others(self) -> None:
        """Publish every student of the class who was not published here yet."""
        for student in self.book.students(self.info.only):
            if student not in self._done:
                self.publish(student)

    def _are_there(self, student: str) -> bool:
        names = self.info.names
        name = safe_name(student if names is None else names.of(student))
        files = [f"{folder}{name}.{kind}" for folder in ("", f"{INSTRUCTOR}/") for kind in KINDS]
        return all((self.out / file).is_file() for file in files)
