"""Ask an edited hand-in a few programs on which the original is wrong, before all checks are run.

Most edits do not help, and that shows on the first of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from grader.checks.plan import Question
from grader.grading.repair.timing import TimeLeft
from grader.judging.context import Prepared
from grader.judging.exercise import ExerciseRun
from grader.judging.verdict import is_right, same_observations
from grader.programs.interpreter import Answer
from grader.programs.program import Program
from grader.worker.exchange import BatchLimits, encode_batch
from grader.worker.observation import Observation, observe

MOST = 3
"""Programs of each check. The first ones are the smallest."""
LARGE = 100
"""Operations of a program that is too large to be asked of every edit."""
SECONDS = BatchLimits(cpu=0.3, wall=1.0)
"""What an edited hand-in may take: one of these edits makes a loop endless."""
PROCESS = 0, True
"""Programs of hidden checks are among what is asked."""


@dataclass(frozen=True, slots=True)
class Sample:
    """A question that the hand-in answers wrongly, of which check, its answer, what is right."""

    check: str
    question: Question
    expected: Answer | None
    found: Observation
    need: tuple[str, ...]


class Screen:
    """The samples of all failed checks; `checks`: those that have one."""

    def __init__(self, observed: Mapping[str, tuple[Prepared, list[Observation]]]) -> None:
        """observed: what the failed checks asked, and the original's answers."""
        samples = [
            each for check, (prepared, found) in observed.items()
            for each in _samples(check, prepared, found)
        ]  # fmt: skip
        self.checks = frozenset(each.check for each in samples)
        self._groups = [
            (batch, [each for each in samples if each.need == need])
            for need in dict.fromkeys(each.need for each in samples)
            for batch in [_batch([each for each in samples if each.need == need], need)]
        ]

    def passed(self, run: ExerciseRun, time: TimeLeft) -> frozenset[str]:
        """The checks of which an edited hand-in answers every sample as is right.

        None if another sample has another answer than before that is wrong too: such an edit is no
        repair, though it may gain points.
        """
        wrong: set[str] = set()
        touched = False
        for batch, samples in self._groups:
            reply = run.exchange(PROCESS, batch, SECONDS)
            time.students += reply.cpu
            found = observe([each.question.item for each in samples], reply)
            for sample, observation in zip(samples, found, strict=True):
                if not is_right(sample.question, sample.expected, observation):
                    wrong.add(sample.check)
                    touched = touched or not same_observations([sample.found], [observation])
        return frozenset() if touched else self.checks - wrong


def _samples(check: str, prepared: Prepared, found: Sequence[Observation]) -> Iterator[Sample]:
    questions = prepared.plan.questions
    if any(question.engines for question in questions):
        return
    wrong = 0
    for question, right, observation in zip(questions, prepared.expected, found, strict=False):
        item = question.item
        if isinstance(item, Program) and item.size > LARGE:
            continue
        if not is_right(question, right, observation):
            wrong += 1
            yield Sample(check, question, right, observation, tuple(prepared.plan.need))
        if wrong == MOST:
            return


def _batch(samples: Sequence[Sample], need: Sequence[str]) -> bytes:
    items = [each.question.item for each in samples]
    steps = [item.steps if isinstance(item, Program) else item for item in items]
    return encode_batch(steps, list(need))
