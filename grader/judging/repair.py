"""The record of a search for one edit from right, as the instructor's report holds it."""

from __future__ import annotations

from dataclasses import dataclass

NO_EDIT = "no single edit that was tried makes a check pass and none fail"
CUT_SHORT = "no single edit was found in the time there is: the search was cut short"
LONGEST, MOST_NODES = 50_000, 6_000
"""Characters of a file or cell that is edited, and nodes of its syntax tree: the exam's solution,
with its instructions, has 13,000 and 1,900."""
TOO_LONG = (
    f"not looked for: a file or cell is too long (more than {LONGEST:,} characters, or "
    f"{MOST_NODES:,} nodes in its syntax tree)"
)
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
