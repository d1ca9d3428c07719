"""The one base of every error that a person meets: a sentence, and how the command then ends."""

from __future__ import annotations

from enum import IntEnum
from typing import ClassVar


class Exit(IntEnum):
    """How a command ends."""

    OK = 0
    FAILED = 1  # a check failed, a hand-in is below --fail-under, a course has a fault
    USAGE = 2  # wrong usage, or input that cannot be read
    UNGRADED = 3  # something could not be graded, through no fault of a student's
    REFUSED = 4  # student code cannot be isolated here


class TopogradeError(Exception):
    """An error that is expected: its message is a sentence for the person who meets it."""

    code: ClassVar[Exit] = Exit.USAGE
