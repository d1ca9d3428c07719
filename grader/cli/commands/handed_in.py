"""What was handed in: find it, say whose it is, and who is missing. For `grade` and its dry run."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import replace
from pathlib import Path

from rich.cells import cell_len, set_cell_size
from rich.console import Console
from rich.text import Text

from grader.course.course import Course
from grader.errors import Exit
from grader.reports import terminal
from grader.submissions.files import Fault
from grader.submissions.layouts.find import FoundClass, find_class
from grader.submissions.roster import on_roster, read_roster, with_groups
from grader.submissions.submission import Submission, UnreadableInput, read_submission
from grader.text import counted, printable

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
    rows = Text(text).wrap(Console(), max(width, 8))
    return [row.plain for row in rows]


FEW = 5
OPTIONS = {".csv": "--roster", ".tsv": "--roster", ".toml": "--course", ".secret": "--secret-file"}
"""What a file of this kind is for, where it stands among the hand-ins. A name may be all ending."""
EXTENSIONS = re.compile(r"(?i)\b(due|free_days|handed_in)\b")


def look(
    paths: Sequence[Path],
    course: Course,
    only: Collection[str] = (),
    layout: str | None = None,
    one: str | None = None,
    roster: Path | None = None,
) -> FoundClass:
    """Everything that was handed in. Raises `UnreadableInput`.

    only: the exercises to grade. layout: as for `find_class`. one: whose hand-in the one path is.
    """
    for path in paths:
        _refuse_an_option_s(path)
    asked = course.asked(only)
    known = None if roster is None else read_roster(roster)
    if one is not None:
        handed = FoundClass((_one(paths, course, asked, one),), ("one student",))
    else:
        handed = find_class(paths, course, asked, layout)
    if known is None:
        return handed
    _, missing = on_roster(handed.submissions, known)  # somebody must be on it
    together = tuple(with_groups(handed.submissions, known))
    if len(together) != len(handed.submissions):
        _, missing = on_roster(together, known)
    return replace(handed, submissions=together, roster=known, missing=missing)


def show_plan(handed: FoundClass) -> int:
    """`grade --dry-run`: what would be graded as what."""
    console = terminal.console()
    submissions = handed.submissions
    if handed.roster is not None:
        submissions, _ = on_roster(submissions, handed.roster)
    console.print(plan(submissions, handed.layouts, handed.strays, console.width))
    if handed.missing:
        names = "; ".join(printable(person.name) for person in handed.missing)
        count = len(handed.missing)
        terminal.say(console, f"{count} on the roster, and not among these hand-ins: {names}")
    return Exit.OK if handed.submissions else Exit.USAGE


def among_hand_ins(out: Path, paths: Sequence[Path]) -> Path | None:
    """The folder of hand-ins in which `out` lies, or that it is: a later run would read it."""
    results = out.resolve()
    return next((p for p in paths if p.is_dir() and results.is_relative_to(p.resolve())), None)


def _refuse_an_option_s(path: Path) -> None:
    """Raise `UnreadableInput` for a file that is plainly the value of an option."""
    ending = path.suffix.lower() or path.name.lower()
    option = OPTIONS.get(ending)
    if option is None or not path.is_file():
        return
    if option == "--roster":
        with path.open(encoding="utf-8", errors="replace") as file:
            option = "--late" if EXTENSIONS.search(file.readline(10_000)) else option
    value = path.parent if option == "--course" else path
    raise UnreadableInput(
        f"{path} is no hand-in: a file {ending} is never one. Was it meant for an option: "
        f"{option} {value}?"
    )


def some(names: Sequence[str], most: int = FEW) -> str:
    """The first few of the names, and how many there are more."""
    more = f"; and {len(names) - most} more" if len(names) > most else ""
    return "; ".join(map(printable, names[:most])) + more


def _one(paths: Sequence[Path], course: Course, asked: str | None, student: str) -> Submission:
    if len(paths) != 1 or not paths[0].exists():
        raise UnreadableInput("--one expects one path, that of the student's hand-in")
    return read_submission(paths[0].resolve(), course, asked, student)
