"""What a report says, line by line, for outputs that show text and nothing else."""

from __future__ import annotations

from collections.abc import Iterator

from grader.judging.report import Report
from grader.reports.tables import plain
from grader.reports.view import decided, failures
from grader.reports.words import diagnosis_in_words


def feedback(report: Report) -> Iterator[str]:
    """A line for each exercise that was handed in, and what to fix first in it."""
    yield from report.faults
    for exercise in report.exercises:
        if not exercise.handed_in:
            continue
        yield f"{exercise.id}: {plain(exercise.score)} of {plain(exercise.max_score)}"
        for first in failures(exercise)[:1]:
            yield f"{first.sentence} {first.message}"
            if words := diagnosis_in_words(exercise.diagnosis):
                yield words
    yield from decided(report)
