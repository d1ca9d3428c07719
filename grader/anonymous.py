"""Pseudonyms for a class: `--anonymous` hides every name, and only the instructor can undo it.

A pseudonym is drawn from the secret, so the same student has the same one in every run with it.
The grade does not change: inputs are drawn for the student's own id.
"""

from __future__ import annotations

import hashlib
import hmac
import re
from collections.abc import Mapping
from dataclasses import replace

from grader.report import Report

DIGITS = 10


class Pseudonyms:
    """Names and what stands for them."""

    def __init__(self, secret: bytes) -> None:
        self.secret = secret
        self._names: dict[str, str] = {}

    def of(self, student: str) -> str:
        """What stands for a student: `student-` and hex digits of an HMAC of the id."""
        known = self._names.get(student)
        if known is None:
            message = f"pseudonym {student}".encode("utf-8", "surrogatepass")
            digits = hmac.new(self.secret, message, hashlib.sha256).hexdigest()
            known = self._names[student] = f"student-{digits[:DIGITS]}"
        return known

    @property
    def table(self) -> Mapping[str, str]:
        """Pseudonym to student, for the instructor's own eyes."""
        return {pseudonym: student for student, pseudonym in sorted(self._names.items())}

    def hide(self, report: Report) -> Report:
        """The report under the pseudonym.

        Faults and notices name files, and file names often name their student: where one does, its
        name is replaced. What a student's own code prints or calls its variables is not looked at.
        """
        pseudonym = self.of(report.student)
        name = re.compile(rf"(?<!\w){re.escape(report.student)}(?!\w)")

        def hidden(sentences: tuple[str, ...]) -> tuple[str, ...]:
            return tuple(name.sub(pseudonym, sentence) for sentence in sentences)

        exercises = tuple(
            replace(exercise, notices=hidden(exercise.notices)) for exercise in report.exercises
        )
        return replace(report, student=pseudonym, faults=hidden(report.faults), exercises=exercises)
