"""Name the belief behind wrong answers to tasks: orders of nodes, constants, verdicts, a loop.

The counterpart of `diagnosis.diagnosis` for exercises that ask for no engine. A belief is named if
nothing that it speaks about contradicts it and at least one answer that it explains is wrong.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from grader.checks.orders import order_judge
from grader.checks.plan import Plan
from grader.checks.plan import Question as Asked
from grader.explain.answers.base import TaskBelief, WrongAnswerClass
from grader.explain.answers.order import TOPO
from grader.judging.context import Ask, Prepared
from grader.judging.finding import Finding
from grader.judging.verdict import is_right
from grader.programs.program import Program
from grader.programs.tracing import Symbol, trace
from grader.worker.observation import Observation

MOST_NAMED = 4
FURTHER = "further questions"
"""Stands for a check's id; no check has it."""

Question = tuple[str, int]
Observed = Mapping[str, tuple[Prepared, Sequence[Observation]]]


@dataclass(frozen=True, slots=True)
class TaskFit:
    """A belief, the questions that it explains, and those of them that were answered wrongly."""

    belief: TaskBelief
    explained: frozenset[Question]
    wrong: frozenset[Question]


def diagnose_answers(
    observed: Observed, exercise: str, ask: Ask | None = None
) -> tuple[Finding, ...]:
    """The beliefs that give the answers observed; several where they are about different answers.

    Each comes with the failed checks whose first wrong answer it gives. Beliefs that explain the
    same wrong answers are all named; of others, those that explain most. ask: asks more public
    questions, to tell beliefs about an order apart.
    """
    from grader.explain.answers.beliefs import TASK_BELIEFS

    asked = dict(observed)
    if ask is not None and (more := _asked_further(exercise, ask)) is not None:
        asked[FURTHER] = more
    fits = [
        fit
        for belief in TASK_BELIEFS
        if exercise in belief.exercises
        for fit in _fits(belief, asked)
    ]
    fits.sort(key=lambda fit: -len(fit.wrong))
    named: list[TaskFit] = []
    for fit in fits:
        if all(fit.wrong == other.wrong or not fit.wrong & other.wrong for other in named):
            named.append(fit)
    first = _first_wrong(observed)
    found = [
        Finding(
            fit.belief.id,
            len(fit.explained),
            len(fit.explained),
            f"Whoever answers like this {fit.belief.explanation}",
            "task",
            f"task/{fit.belief.id}",
            part="task",
            checks=tuple(check for check, place in first.items() if (check, place) in fit.wrong),
        )
        for fit in named[:MOST_NAMED]
    ]
    return tuple(finding for finding in found if finding.checks)


def _first_wrong(observed: Observed) -> dict[str, int]:
    """The place of the first wrong answer of each check that has one."""
    first: dict[str, int] = {}
    for check, (prepared, observations) in observed.items():
        for number, found in zip(prepared.numbers, observations, strict=True):
            if not is_right(prepared.plan.questions[number], prepared.expected[number], found):
                first[check] = number
                break
    return first


def _asked_further(exercise: str, ask: Ask) -> tuple[Prepared, Sequence[Observation]] | None:
    """Small graphs on which wrong orders differ; None where the exercise asks for none."""
    programs = GRAPHS if exercise in TOPO else ()
    if not programs:
        return None
    plan = Plan(tuple(Asked(p, None, order_judge(p)) for p in programs), ("build_topo",))
    prepared = Prepared(plan, b"", (None,) * len(programs), by_order=False, copies=1, hidden=False)
    found = ask(programs)
    return (prepared, found) if len(found) == len(programs) else None


def _graph(function: Callable[..., object], **leaves: float) -> Program:
    steps = trace(function, **leaves).steps
    graph = [step for step in steps if step[0] not in ("read", "backward")]
    return Program((*graph, ("topo", next(s[1] for s in steps if s[0] == "backward"))))


def _short_and_long(a: Symbol, b: Symbol) -> object:
    c = a * b
    return c * ((c * a) * b)


GRAPHS = (
    _graph(lambda a, b: (a * b) * a, a=2.0, b=3.0),
    _graph(lambda a, b: a * (b * a), a=2.0, b=3.0),
    _graph(lambda a, b, c: (a * b + c) * (a + b), a=2.0, b=3.0, c=5.0),
    _graph(lambda a, b, c: ((a * b) * (b + c)) * ((a + c) * c), a=2.0, b=3.0, c=5.0),
    _graph(_short_and_long, a=2.0, b=3.0),
)


def _fits(belief: TaskBelief, observed: Observed) -> list[TaskFit]:
    """The form of a belief that explains most, if any form is not contradicted."""
    found = [fit for form in belief.forms() if (fit := _fit(belief, form, observed)) is not None]
    return [max(found, key=lambda fit: (len(fit.wrong), len(fit.explained)))] if found else []


def _fit(belief: TaskBelief, form: WrongAnswerClass, observed: Observed) -> TaskFit | None:
    explained, wrong = set(), set()
    for check, (prepared, observations) in observed.items():
        answers = form()
        asked_for = zip(prepared.numbers, prepared.items, observations, strict=True)
        for number, item, found in asked_for:
            if found.error is not None and found.error.get("phase") == "loading":
                return None
            predicted = answers.answer(item)
            if predicted is None:
                continue
            asked, expected = prepared.plan.questions[number], prepared.expected[number]
            right = is_right(asked, expected, found)
            # There are many right orders: two that are right need not be the same.
            both_right = right and predicted.answer and is_right(asked, expected, predicted)
            said = both_right or answers.agrees(predicted, found)
            if said is False:
                return None
            if said:
                explained.add((check, number))
                if not right:
                    wrong.add((check, number))
    return TaskFit(belief, frozenset(explained), frozenset(wrong)) if wrong else None
