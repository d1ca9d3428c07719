"""The record of a search for one edit from right, as the instructor's report holds it."""

from __future__ import annotations

from dataclasses import dataclass

NO_EDIT = "no single edit that was tried makes a check pass and none fail"
CUT_SHORT = "no single edit was found in the time there is: the search was cut short"
TOO_LONG = "not looked for: the text is longer than any engine that an edit is looked for in"
ENDED = "not looked for: the hand-in ended a process, used up a limit or was not fully graded"


@dataclass(frozen=True, slots=True)
class Repair:
    """A verified edit, or the reason why there is none.

    diff: of the student's own text; "" if there is none. score: the points of the exercise with the
    edit, part: where it is (`__mul__`, `backward`, "" for no function). tried: how many edits were
    run.
    """

    tried: int
    diff: str = ""
    score: float = 0.0
    part: str = ""
    reason: str = ""
