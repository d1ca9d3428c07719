"""What a report says, line by line, for outputs that show text and nothing else.

Hidden checks stand in it only where they may: `public_only` leaves out what they found.
"""

from __future__ import annotations

from collections.abc import Iterator

from grader.judging.report import CheckResult, ExerciseReport, Report
from grader.reports.decided import decided
from grader.reports.tables import plain
from grader.reports.words import diagnosis_in_words

WRONG = ("failed", "error", "timeout")


def told(check: CheckResult) -> str:
    """What a check says of a hand-in: its message, with the program that shows it."""
    program = check.counterexample.program if check.counterexample is not None else ""
    return f"{check.message}\n\n{program}".strip() if program else check.message


def feedback(report: Report) -> Iterator[str]:
    """A line for each exercise that was handed in, and what to fix first in it."""
    yield from report.faults
    for exercise in report.exercises:
        if not exercise.handed_in:
            continue
        yield f"{exercise.id}: {plain(exercise.score)} of {plain(exercise.max_score)}"
        first = first_wrong(exercise)
        if first is not None:
            yield f"{first.sentence} {first.message}"
            if words := diagnosis_in_words(exercise.diagnosis):
                yield words
    yield from decided(report)


def first_wrong(exercise: ExerciseReport, public_only: bool = False) -> CheckResult | None:
    """The first check that was not passed; of the public ones if asked."""
    for check in exercise.checks:
        if check.outcome in WRONG and not (public_only and check.hidden):
            return check
    return None
