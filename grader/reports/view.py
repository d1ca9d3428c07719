"""What a report says, before it has any form: the one view that every output sets.

Terminal, notebook, page, Markdown and the platforms' files differ in form only:

* `MARKS` has a sign, a word and a colour for all that may become of a check or an exercise;
* `failures` says which checks to look at and which of them first;
* `failure_of` puts together what there is to say of one.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from grader.grading.progress import FAILING, HIDDEN_LEFT, NOT_BEGUN, PASSED, UNCHECKED
from grader.judging.check_results import (
    OF_ITS_KIND,
    OF_THE_FILE,
    both_numbers,
    number,
    whose_number,
)
from grader.judging.picture import Picture
from grader.judging.report import CheckResult, ExerciseReport, Report
from grader.reports.tables import plain
from grader.reports.words import place_in_words, told_at
from grader.text import counted

MOST_OF_THE_REST = 5


class Mark(NamedTuple):
    """How an outcome is shown: colour only repeats what sign and word say."""

    sign: str
    word: str
    colour: str

    @property
    def loud(self) -> str:
        """The word where there may be no colour: what is wrong stands out."""
        return self.word.upper() if self.colour == "red" else self.word


TO_DO = Mark("·", "to do", "yellow")
MARKS: Mapping[str, Mark] = {
    "passed": Mark("✓", "ok", "green"),
    "failed": Mark("✗", "fails", "red"),
    "error": Mark("!", "error", "red"),
    "timeout": Mark("◷", "too slow", "red"),
    "blocked": Mark("…", "waits", "yellow"),
    "ungraded": Mark("?", "not graded", "magenta"),
}
"""Of each outcome of a check; a cell of the class table has its first letter."""
STATE_MARKS: Mapping[str, Mark] = {
    PASSED: Mark("✓", PASSED, "green"),
    HIDDEN_LEFT: Mark("◐", HIDDEN_LEFT, "cyan"),
    FAILING: Mark("✗", FAILING, "red"),
    NOT_BEGUN: Mark("·", NOT_BEGUN, "dim"),
    UNCHECKED: Mark("?", UNCHECKED, "yellow"),
}
"""Of each state of an exercise."""
WRONG = ("failed", "error", "timeout")
"""Outcomes that are the student's doing."""
DONE_HERE = frozenset({PASSED, HIDDEN_LEFT})
"""States in which a student's own check has nothing more to say."""


def mark_of(check: CheckResult, in_full: bool = False) -> Mark:
    """A check's mark. in_full: it is looked at by itself, whatever it waits for."""
    if check.is_to_do:
        return TO_DO
    return MARKS["blocked" if check.waits and not in_full else check.outcome]


def finished(exercise: ExerciseReport) -> bool:
    """Whether every check that was run passed."""
    return all(check.outcome == "passed" for check in exercise.checks)


def failures(exercise: ExerciseReport) -> list[CheckResult]:
    """The checks to look at: what is wrong comes first, then what has no verdict or is to do.

    What waits for another check is not among them.
    """
    found = [c for c in exercise.checks if c.outcome != "passed" and not c.waits]
    return sorted(found, key=lambda c: 2 * c.is_to_do + (c.outcome == "ungraded"))


def first_failure(exercise: ExerciseReport, further: int = 0) -> CheckResult:
    """The check to show in full. further: how many failing ones further on, round and round."""
    found = failures(exercise)
    wrong = [check for check in found if not check.is_to_do] or found or list(exercise.checks)
    return wrong[further % len(wrong)]


def is_of_file(check: CheckResult) -> bool:
    """Whether no check could be asked, since the file is no Python or raises when it is run."""
    return check.outcome == "error" and check.message.startswith(OF_THE_FILE)


class Failure(NamedTuple):
    """What there is to say of a check that did not pass.

    said: its message, without both numbers where they are in `numbers`: what was asked for, the
    student's, who says what is right, and the right one. program: Python to be pasted if `is_code`,
    else what was asked for. told: what is known of the cause. where: a line on where to look, and
    lines of the file. gives_away: the program is what was to be found, and is for those who ask for
    more.
    """

    said: str
    numbers: tuple[str, str, str, str] | None = None
    program: str = ""
    picture: Picture | None = None
    told: str = ""
    where: tuple[str, ...] = ()
    gives_away: bool = False

    @property
    def is_code(self) -> bool:
        """Whether the program can be pasted."""
        return "\n" in self.program


def failure_of(exercise: ExerciseReport, check: CheckResult) -> Failure:
    """What there is to say of a check of an exercise."""
    said, found = "" if is_of_file(check) else check.message, check.counterexample
    if check.is_to_do or found is None:
        program, picture, numbers = "", None, None
    else:
        program, picture, numbers = found.program, found.picture, None
        if isinstance(found.found, float) and isinstance(found.expected, float):
            yours, right = number(found.found), number(found.expected)
            numbers = found.what, yours, whose_number(found), right
            said = said.replace(both_numbers(found), "").replace(f"{OF_ITS_KIND}: ", "").strip()
    # It may begin with what was compared: "the order: ...".
    if said.startswith(("the ", "your ", "an entry ")):
        said = f"{said[0].upper()}{said[1:]}"
    told = "" if check.is_to_do else told_at(exercise.diagnosis, check)
    where = () if check.is_to_do else tuple(place_in_words(exercise.diagnosis, check.id))
    gives_away = found is not None and not found.what and found.expected == ""
    return Failure(said, numbers, program, picture, told, where, gives_away)


def in_text(check: CheckResult) -> str:
    """A check's message and the program that shows it, where there is room for plain text only."""
    program = check.counterexample.program if check.counterexample is not None else ""
    return f"{check.message}\n\n{program}".strip() if program else check.message


def passed_of(exercise: ExerciseReport) -> tuple[int, int]:
    """How many checks passed, and of how many."""
    return sum(c.outcome == "passed" for c in exercise.checks), len(exercise.checks)


def how_many_pass(exercise: ExerciseReport, hidden: int = 0) -> str:
    """How many checks pass. hidden: how many more an instructor's run judges."""
    passed, total = passed_of(exercise)
    if passed == total == 1:
        return "its check passes"
    checks = "public checks" if hidden else "checks"
    return f"all {total} {checks} pass" if passed == total else f"{passed} of {total} {checks} pass"


def others_of(
    exercise: ExerciseReport, first: CheckResult, listed: bool = True
) -> tuple[list[CheckResult], str]:
    """The other checks while they are few, otherwise the failing ones; those left as counts.

    What passes is not counted: the heading does. Nor is anything where the file itself is at fault.

    listed: whether there is room for a list of them; otherwise all are counted.
    """
    if is_of_file(first):
        return [], ""
    others = [check for check in exercise.checks if check is not first]
    shown = others if listed else []
    if listed and len(others) > MOST_OF_THE_REST + 1:
        wrong = [c for c in failures(exercise) if c is not first and not c.is_to_do]
        shown = wrong[:MOST_OF_THE_REST]
    left = [check for check in others if check not in shown]
    to_do = sum(c.is_to_do for c in left)
    waiting = sum(c.waits and not c.is_to_do for c in left)
    wrong_too = sum(c.outcome != "passed" for c in left) - to_do - waiting
    these = "these" if wrong_too else "this one"
    counts = [
        (wrong_too, "more is wrong" if wrong_too == 1 else "more are wrong"),
        (to_do, "more is still to do" if to_do == 1 else "more are still to do"),
        (waiting, f"{'waits' if waiting == 1 else 'wait'} for {these}"),
    ]
    told = ", ".join(f"{count} {word}" for count, word in counts if count)
    return shown, f"{told}." if told else ""


def hidden_words(count: int) -> list[str]:
    """That there are hidden checks, which only an instructor's run judges."""
    if count == 1:
        return ["1 hidden check remains: it runs when your instructor grades, and may fail."]
    told = f"{count} hidden checks remain: they run when your instructor grades, and may fail."
    return [told] * bool(count)


def printed(exercise: ExerciseReport, most: int) -> list[str]:
    """The first lines that the student's code printed, after a line that says so."""
    lines = exercise.output.strip().splitlines()
    some = f", the first {counted(most, 'line')} of {len(lines)}" if len(lines) > most else ""
    return [f"what was printed while your code was checked{some}:", *lines[:most]] if lines else []


def decided(report: Report) -> Iterator[str]:
    """What the instructor decided: each override, each comment, and what being late costs."""
    for record in report.overrides:
        points, machine = plain(record.points), plain(record.machine)
        yield f"{record.exercise}: {points} points, where the checks gave {machine}. {record.why}"
    for comment in report.comments:
        yield f"{comment.exercise}: {comment.text}"
    if report.late is not None:
        yield report.late.sentence
