"""What a folder of results holds: files for each student, and files for the class.

All of them are written from the gradebook: `Publisher.publish(student)` writes a student's files,
`Publisher.write_class_files()` those of the class.
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
from grader.classroom.output_files import INSTRUCTOR, PRIVATE, as_json, write_text
from grader.classroom.pseudonyms import NAMES, Pseudonyms
from grader.classroom.secret import with_hmac
from grader.judging.as_json import spelled
from grader.judging.check_results import UNSTEADY
from grader.judging.report import Report
from grader.reports.pages.class_page import ClassSheet, class_page
from grader.reports.pages.content import ForInstructor
from grader.reports.pages.html import report_page
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

    def counted(self, book: Gradebook, student: str) -> tuple[Entry, Report] | None:
        """The attempt that counts of a student, and its report with all that was decided."""
        return book.counted(student, self.only, self.policy, self.late)

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
                yield self.info.shown(found[1])


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

    @property
    def students(self) -> list[str]:
        """Who is in the class, in order of name."""
        return self.book.students(self.info.only)

    @property
    def reports(self) -> CountedReports:
        """The report that counts of each of them."""
        return CountedReports(self.book, self.info)

    def publish(self, student: str) -> Report | None:
        """Write a student's files unless they are there and say the same; the report that counts.

        A grade that is another one than before is added to `changes`.
        """
        counted = self.info.counted(self.book, student)
        if counted is None:
            return None
        entry, report = counted
        whole = self.info.text(report, instructor=True)
        before = self.book.published(student)
        now = published_state(report, whole, entry.attempt, self.info.version)
        now["name"] = self.info.people.get(student, "")
        if before != now or not self._are_there(student):
            shown = self.info.shown(report)
            if shown is not report:
                whole = self.info.text(shown, instructor=True)
            edits = tuple(self._edits(student))
            self._write(shown, whole, ForInstructor(now["name"], entry.seconds, edits))
            found = change(shown, before, now)
            if found is not None:
                self.changes.append(found)
            self.book.publish(student, now)
        self._done.add(student)
        return report

    def _write(self, report: Report, whole: str, known: ForInstructor) -> None:
        """`STUDENT.json` and `.html` to hand out; the instructor's with everything (mode 0600).

        whole: the text of the instructor's JSON.
        """
        name = safe_name(report.student)
        write_text(self.out / f"{name}.json", self.info.text(report))
        write_text(self.out / f"{name}.html", report_page(report))
        private = self.out / INSTRUCTOR / f"{name}.json"
        write_text(private, whole, PRIVATE)
        write_text(private.with_suffix(".html"), report_page(report, known), PRIVATE)

    def write_class_files(self, reports: Iterable[Report] | None = None) -> Path:
        """Write the files of the class; returns the path of the table. Raises `OutputError`.

        reports: those of `reports`, where they are read already.
        """
        info, table = self.info, self.out / "grades.csv"
        if info.names is not None:
            write_text(self.out / INSTRUCTOR / NAMES, info.names.table(self.students), PRIVATE)
        sheet = ClassSheet(info.title, info.exam, info.people, info.missing)
        for report in self.reports if reports is None else reports:
            sheet.add(report)
        write_text(table, sheet.csv(info.exercises, info.late is not None))
        write_text(self.out / "index.html", class_page(sheet))
        return table

    def _edits(self, student: str) -> Iterator[tuple[str, str]]:
        """When the instructor decided what, and why."""
        for event in self.book.history(student):
            if event.by_hand:
                why = f". {event.why}" if event.why else ""
                yield event.made, f"{event.sentence}{why}"

    def publish_others(self) -> None:
        """Publish every student of the class who was not published here yet."""
        for student in self.students:
            if student not in self._done:
                self.publish(student)

    def _are_there(self, student: str) -> bool:
        names = self.info.names
        name = safe_name(student if names is None else names.of(student))
        files = [f"{folder}{name}.{kind}" for folder in ("", f"{INSTRUCTOR}/") for kind in KINDS]
        return all((self.out / file).is_file() for file in files)
