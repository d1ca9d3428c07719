"""What would be graded as what, before anything is run: the table of `grade --dry-run`."""

from __future__ import annotations

import re
from collections.abc import Sequence

from rich.cells import cell_len, set_cell_size
from rich.text import Text

from grader.submissions.files import Fault
from grader.submissions.submission import Submission
from grader.text import counted

_OWN_NAME = re.compile(r"^\d+_|\.py$")  # 04_backward.py says what it is: no need to repeat it


def plan(
    submissions: Sequence[Submission], layouts: Sequence[str], strays: Sequence[Fault], width: int
) -> Text:
    """A line a student: id, exercises (and files with other names than theirs), flags, faults.

    Below it what is nobody's. `width` columns wide; nothing that is said is cut off.
    """
    lines = Text()
    hand_ins = counted(len(submissions), "hand-in")
    lines.append(f"{hand_ins}, read as: {', '.join(layouts) or 'nothing'}\n")
    longest = max((cell_len(each.student) for each in submissions), default=0)
    column = min(max(longest, 8) + 2, 26)
    for each in submissions:
        said = _exercises(each)
        if each.identity.get("handed_in"):
            said += f", handed in {each.identity['handed_in']}"
        if each.flags:
            said += f" [{', '.join(each.flags)}]"
        name = each.identity.get("name", "")
        if name and name != each.student:
            said += f" = {name}"
        start = set_cell_size(each.student, column - 1) + " "
        if cell_len(each.student) >= column:
            lines.append(f"{each.student}\n")
            start = " " * column
        for line in _folded(said, width - column):
            lines.append(f"{start}{line}\n")
            start = " " * column
        for fault in each.faults:
            for line in _folded(f"! {fault.where}: {fault.sentence}", width - column):
                lines.append(f"{' ' * column}{line}\n")
    for stray in strays:
        for line in _folded(f"! {stray.where}: {stray.sentence}", width):
            lines.append(f"{line}\n")
    lines.append("Nothing was run.")
    return lines


def _exercises(submission: Submission) -> str:
    found = [
        name
        if _OWN_NAME.sub("", source.name).replace("_", "-") == name
        else f"{name} ({source.name})"
        for name, source in submission.sources.items()
    ]
    return ", ".join(found) or "no exercise"


def _folded(text: str, width: int) -> list[str]:
    """The text in lines of at most `width` columns, broken at blanks where there are any."""
    lines = [""]
    for word in text.split(" "):
        while cell_len(word) > max(width, 8):
            lines.append(word[: max(width, 8) // 2])
            word = word[max(width, 8) // 2 :]
        joined = f"{lines[-1]} {word}" if lines[-1] else word
        if cell_len(joined) <= width:
            lines[-1] = joined
        else:
            lines.append(word)
    return [line for line in lines if line]
