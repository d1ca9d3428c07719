"""Name the belief behind wrong answers to tasks: orders of nodes, constants, verdicts, a loop.

The counterpart of `diagnosis.diagnosis` for exercises that ask for no engine. A belief is named if
nothing that it speaks about contradicts it and at least one answer that it explains is wrong.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Literal

from grader.explain.misconceptions.answers.base import TaskBelief, WrongAnswerClass
from grader.judging.context import Prepared
from grader.judging.verdict import is_right
from grader.worker.observation import Observation

MOST_NAMED = 4

Question = tuple[str, int]
Observed = Mapping[str, tuple[Prepared, Sequence[Observation]]]


@dataclass(frozen=True, slots=True)
class TaskDiagnosis:
    """A name and its evidence: `explained` answers of the `of` that the belief speaks about."""

    misconception: str
    explained: int
    of: int
    explanation: str
    kind: Literal["task"] = "task"

    def record(self) -> dict[str, Any]:
        """As a report holds it."""
        return asdict(self)


@dataclass(frozen=True, slots=True)
class Fit:
    """A belief, the questions that it explains, and those of them that were answered wrongly."""

    belief: TaskBelief
    explained: frozenset[Question]
    wrong: frozenset[Question]


def diagnose_answers(observed: Observed, exercise: str) -> tuple[TaskDiagnosis, ...]:
    """The beliefs that give the answers observed; several where they are about different answers.

    Beliefs that explain the same wrong answers are all named; of others, those that explain most.
    """
    from grader.explain.misconceptions.answers.beliefs import TASK_BELIEFS

    fits = [
        fit
        for belief in TASK_BELIEFS
        if exercise in belief.exercises
        for fit in _fits(belief, observed)
    ]
    fits.sort(key=lambda fit: -len(fit.wrong))
    named: list[Fit] = []
    for fit in fits:
        if all(fit.wrong == other.wrong or not fit.wrong & other.wrong for other in named):
            named.append(fit)
    return tuple(
        TaskDiagnosis(
            fit.belief.id,
            len(fit.explained),
            len(fit.explained),
            f"Whoever answers like this {fit.belief.explanation}",
        )
        for fit in named[:MOST_NAMED]
    )


def _fits(belief: TaskBelief, observed: Observed) -> list[Fit]:
    """The form of a belief that explains most, if any form is not contradicted."""
    found = [fit for form in belief.forms if (fit := _fit(belief, form, observed)) is not None]
    return [max(found, key=lambda fit: (len(fit.wrong), len(fit.explained)))] if found else []


def _fit(belief: TaskBelief, form: WrongAnswerClass, observed: Observed) -> Fit | None:
    explained, wrong = set(), set()
    for check, (prepared, observations) in observed.items():
        size = len(prepared.plan.questions)
        answers = form()
        for place, (item, found) in enumerate(zip(prepared.items, observations, strict=True)):
            if found.error is not None and found.error.get("phase") == "loading":
                return None
            predicted = answers.answer(item)
            if predicted is None:
                continue
            asked, expected = prepared.plan.questions[place % size], prepared.expected[place % size]
            right = is_right(asked, expected, found)
            # There are many right orders: two that are right need not be the same.
            both_right = right and predicted.answer and is_right(asked, expected, predicted)
            said = both_right or answers.agrees(predicted, found)
            if said is False:
                return None
            if said:
                explained.add((check, place % size))
                if not right:
                    wrong.add((check, place % size))
    return Fit(belief, frozenset(explained), frozenset(wrong)) if wrong else None
