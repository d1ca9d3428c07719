"""Grade many submissions: what is in the gradebook already is kept, the rest goes to a crew.

One submission's trouble is its own: all that goes wrong with it is in its report, and the next one
is graded. What is done is kept as it comes, so a stopped run is taken up where it was.
"""

from __future__ import annotations

import hashlib
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from grader.classroom.by_instructor.late import LateRules
from grader.classroom.entries import Attempt
from grader.classroom.gradebook import Gradebook, Policy
from grader.classroom.interrupts import uninterrupted
from grader.classroom.parallel.dispatch import Crew, each_graded
from grader.classroom.pseudonyms import AnonymityError, salt_of
from grader.classroom.publishing import ClassInfo, Publisher
from grader.classroom.secret import key_of
from grader.grading.grader import Setup, checks_from
from grader.grading.submission import Graded, failed_to_grade
from grader.judging.as_json import record_of
from grader.judging.report import Report
from grader.submissions.files import changed
from grader.submissions.roster import ClassList
from grader.submissions.submission import Submission
from grader.text import fingerprint
from grader.worker import isolation


@dataclass
class ClassRun:
    """One run over a class, into the open gradebook of the folder `out`.

    late: what late hand-ins lose, if the course has a policy. class_list: who is who, if there is a
    roster. found: the students who have handed in; kept: how many of them were graded before.
    """

    setup: Setup
    book: Gradebook
    out: Path
    policy: Policy = "last"
    anonymous: bool = False
    late: LateRules | None = None
    class_list: ClassList | None = None
    found: set[str] = field(default_factory=set)
    kept: int = 0

    @cached_property
    def publisher(self) -> Publisher:
        """What writes the files of students."""
        course, only = self.setup.course, self.setup.only
        wanted = [e for e in course.exercises if not only or e.id in only]
        ids, numbers = tuple(e.id for e in wanted), tuple(e.number for e in wanted)
        salt = salt_of(self.setup.secret) if self.anonymous else ""
        key = key_of(self.setup.secret)
        exam = tuple(e.id for e in wanted if e.milestones)
        info = ClassInfo(
            course.title, ids, only, self.policy, self.setup.version, salt, numbers, self.late,
            key, exam,
        )  # fmt: skip
        return Publisher(self.book, self.out, info)

    def check_names(self) -> None:
        """Raises `AnonymityError` if the folder holds results of the other kind."""
        before = self.book.about("class")
        if before is None or bool(before.get("salt")) == self.anonymous:
            return
        wanted, kind = ("without", "with") if self.anonymous else ("with", "without")
        raise AnonymityError(
            f"results {wanted} names were asked for, and {self.out} holds results {kind} names; "
            "choose another --out"
        )

    def shown_found(self) -> set[str]:
        """Those who have handed in, as outputs call them."""
        names = self.publisher.info.names
        return self.found if names is None else {names.of(student) for student in self.found}

    def to_grade(
        self, submissions: Iterable[Submission], regrade: bool = False
    ) -> deque[Submission]:
        """The submissions that the gradebook does not hold a grade for.

        It holds one if the same bytes were graded by the same version of Topograde with the same
        secret, course and exercises, at a level of isolation that is enough now, and nothing was
        left ungraded. With `regrade`, all are to be graded.
        """
        todo = deque[Submission]()
        for submission in submissions:
            self.found.add(submission.student)
            if self.class_list is not None:
                self.class_list.note(submission.student, submission.identity)
            holds = self._holds(self.attempt(submission))  # which also notes that it was seen
            if regrade or not holds:
                todo.append(submission)
            else:
                self.kept += 1
        self._name_people()
        return todo

    def _name_people(self) -> None:
        """Let outputs use real names, of those too whom an earlier run found."""
        if self.class_list is None:
            before = self.book.about("class")
            self.publisher.describe(people=record_of(ClassInfo, before).people if before else {})
            return
        for student in self.from_earlier():
            counted = self.publisher.info.counted(self.book, student)
            if counted is not None:
                self.class_list.note(student, counted[1].identity)
        if self.late is not None:
            self.late = self.late.for_class(self.class_list.people)
        self.publisher.describe(people=self.class_list.names, late=self.late)

    def from_earlier(self) -> list[str]:
        """Those who are in the class by a hand-in that an earlier run found elsewhere."""
        return [s for s in self.publisher.students if s not in self.found]

    def _holds(self, attempt: Attempt) -> bool:
        """Whether what is known of an attempt is as good as grading it again.

        In any case the gradebook marks the attempt as seen in this run: ask this of every hand-in.
        """
        known, required, allowed = self.book.same(attempt), self.setup.required, self.setup.allowed
        return (
            known is not None
            and not known[0]
            and isolation.is_enough(*known[1:], required, allowed)
        )

    def grade_and_publish(self, todo: deque[Submission], crew: Crew) -> Iterator[Report]:
        """Grade what is in `todo`, emptying it; record each report, write its files, and yield it.

        Raises what the crew raises, and `OutputError`.
        """
        for submission, outcome in each_graded(crew, _taken(todo)):
            graded = outcome if isinstance(outcome, Graded) else self._lost(submission, outcome)
            with uninterrupted():
                self.book.record(self.attempt(submission), graded)
                self.publisher.publish(submission.student)
            yield graded.report

    def _lost(self, submission: Submission, error: Exception) -> Graded:
        setup = self.setup
        return failed_to_grade(
            submission, setup.course, checks_from(setup), fingerprint(setup.secret), error,
            only=setup.only,
        )  # fmt: skip

    def finish(self, folders: Sequence[Path]) -> list[str]:
        """Publish whatever is not as it should be, after all hand-ins in `folders` were looked at.

        Returns the students whose hand-in is no longer there; they do not count any more.
        """
        gone = self.book.withdraw(folders)
        if self.class_list is not None:
            self.publisher.describe(missing=self.class_list.missing(self.publisher.students))
        self.publisher.publish_others()
        return gone

    def late_strangers(self) -> list[str]:
        """Whom only the file of extensions knows."""
        if self.late is None or not self.late.extensions:
            return []
        found = (self.publisher.info.counted(self.book, s) for s in self.publisher.students)
        return self.late.strangers(each[1] for each in found if each is not None)

    def attempt(self, submission: Submission) -> Attempt:
        """What this submission is, and what it is graded with here."""
        return Attempt(
            student=submission.student,
            sha256=submission.sha256,
            content=content_of(submission),
            only=self.setup.only,
            version=self.setup.version,
            secret=fingerprint(self.setup.secret),
            course=self.setup.course.digest,
            path=str(submission.path.absolute()),
            handed_in=submission.changed or changed(submission.path),
        )


def content_of(submission: Submission) -> str:
    """A digest of all that a report can depend on: what was read, under which names, with which
    faults."""
    sources = dict(submission.sources)
    read = (submission.sha256, sources, submission.faults, submission.flags)
    return hashlib.sha256(repr(read).encode("utf-8", "backslashreplace")).hexdigest()[:16]


def _taken(todo: deque[Submission]) -> Iterator[Submission]:
    """Each in turn; what is graded need not be kept."""
    while todo:
        yield todo.popleft()
