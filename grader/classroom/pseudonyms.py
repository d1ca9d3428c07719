"""Pseudonyms for a class: `--anonymous` hides every name, and only the instructor can undo it.

The gradebook keeps the names (mode 0600); everything that is written from it shows pseudonyms.

A pseudonym is drawn from the secret, so the same student has the same one in every run with it.
The grade does not change: inputs are drawn for the student's own id.
"""

from __future__ import annotations

import hashlib
import hmac
import re
from collections.abc import Iterable
from dataclasses import replace

from grader.errors import TopogradeError
from grader.judging.report import Report
from grader.reports.tables import csv_text

DIGITS = 10
TELLS_NOBODY = ("platform", "handed_in")
"""What a platform says of a hand-in that does not tell whose it is."""
NAMES = "names.csv"
"""In the instructor's folder: who is who."""


class AnonymityError(TopogradeError):
    """Names cannot be hidden as things are; the message says why and what to do."""


def salt_of(secret: bytes) -> str:
    """What pseudonyms are drawn from, in hex. It does not give the secret away."""
    return hmac.new(secret, b"pseudonyms", hashlib.sha256).hexdigest()


class Pseudonyms:
    """Names and what stands for them, drawn from a salt."""

    def __init__(self, salt: bytes) -> None:
        self.salt = salt

    def of(self, student: str) -> str:
        """What stands for a student: `student-` and hex digits of an HMAC of the id."""
        message = f"pseudonym {student}".encode("utf-8", "surrogatepass")
        return f"student-{hmac.new(self.salt, message, hashlib.sha256).hexdigest()[:DIGITS]}"

    def table(self, students: Iterable[str]) -> str:
        """A CSV of who is who, for the instructor's own eyes."""
        rows = sorted((self.of(student), student) for student in students)
        return csv_text([("pseudonym", "student"), *rows])

    def student(self, pseudonym: str, students: Iterable[str]) -> str:
        """The student whom a pseudonym stands for; the text itself if it is none."""
        return next((name for name in students if self.of(name) == pseudonym), pseudonym)

    def hide(self, report: Report) -> Report:
        """The report under the pseudonym.

        Faults and notices name files, and file names often name their student: where one does, its
        name is replaced. What a student's own code prints or calls its variables is not looked at.
        """
        pseudonym = self.of(report.student)
        name = re.compile(rf"(?<![^\W_]){re.escape(report.student)}(?![^\W_])", re.IGNORECASE)

        def hidden(sentences: tuple[str, ...]) -> tuple[str, ...]:
            return tuple(name.sub(pseudonym, sentence) for sentence in sentences)

        exercises = tuple(
            replace(exercise, notices=hidden(exercise.notices)) for exercise in report.exercises
        )
        identity = {kind: report.identity[kind] for kind in TELLS_NOBODY if kind in report.identity}
        return replace(
            report, student=pseudonym, faults=hidden(report.faults), exercises=exercises,
            identity=identity,
        )  # fmt: skip
