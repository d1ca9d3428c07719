"""Let an engine of ours sit an exercise as a student would, without a worker: for the tests."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache, lru_cache
from typing import Any, cast

from grader.checks import Check
from grader.explain.diagnosis.diagnosis import Diagnosis, Memo, diagnose
from grader.explain.misconceptions import CommonEngine, WrongEngineRaises
from grader.judging.context import GradingContext, Prepared
from grader.judging.operators import probed
from grader.programs.interpreter import Answer, run
from grader.programs.operators import all_forms
from grader.programs.program import Program
from grader.programs.pytorch import Oracle
from grader.worker.forkserver import ForkServer
from grader.worker.observation import NamedError, Observation
from tests.support.hand_ins import SECRET

LARGEST = 1000
"""Our engines recurse; larger programs are not asked."""


@dataclass
class Sat:
    """What came of it: the observations, and the checks that were failed."""

    observed: dict[str, tuple[Prepared, list[Observation]]] = field(default_factory=dict)
    failed: dict[str, str] = field(default_factory=dict)
    points: float = 0.0

    def diagnosis(
        self, exercise: str, checks: Mapping[str, tuple[Check, ...]], memo: Memo
    ) -> tuple[Diagnosis, ...]:
        """The diagnosis of these observations."""
        hidden = frozenset(check.id for check in checks[exercise] if check.hidden)
        return diagnose(memo, self.observed, exercise, hidden)


class Keeping(Oracle):
    """Keeps what is drawn too: the tests' hand-ins have one student and one digest, so one draw."""

    def answer_once(self, program: Program) -> Answer:
        return self.answer(program)


@cache
def oracle_of_all() -> Oracle:
    """One for all tests: each program is run once."""
    return Keeping()


def context_of_all(server: ForkServer) -> GradingContext:
    """A context that plans each check once, with the tests' secret."""
    context = GradingContext(SECRET, server, oracle_of_all())
    context.hidden = lru_cache(maxsize=1_000)(context.hidden)  # type: ignore[method-assign]
    return context


@cache
def context_without_workers() -> GradingContext:
    """A context for planning and judging only; the one of all tests."""
    return context_of_all(cast(ForkServer, None))


@cache
def memo_of_all() -> Memo:
    """What diagnoses know of programs and wrong engines: one for all tests, as for a class."""
    return Memo()


Make = Callable[[], CommonEngine]


def sit(
    make: Make,
    exercise: str,
    checks: Mapping[str, tuple[Check, ...]],
    context: GradingContext,
) -> Sat:
    """Answer every check of an exercise, one fresh engine for each batch, as a worker would.

    What is drawn is drawn for a student's name and digest. Every engine has the same ones here.
    """
    sat = Sat()
    record = probed(lambda asked: [answer(make(), item) for item in asked], context.oracle.answer)
    for check in checks[exercise]:
        forms = all_forms() if check.about is None else record.context_of(check)
        if check.hidden:
            prepared = context.hidden(exercise, check, forms, "student", "0" * 64)
        else:
            prepared = context.public(exercise, check, forms)
        if not prepared.plan.questions:
            sat.failed[check.id] = "blocked"
            continue
        if any(question.judge for question in prepared.plan.questions):
            continue  # orders and tasks are not for these engines
        engine = make()
        found = [answer(engine, item) for item in prepared.items]
        sat.observed[check.id] = prepared, found
        verdict = prepared.judge(found)
        size = max((i.size for i in prepared.items if isinstance(i, Program)), default=0)
        if verdict.outcome != "passed" and size <= LARGEST:
            sat.failed[check.id] = verdict.outcome
            sat.points += check.points
    return sat


def answer(engine: CommonEngine, item: Any) -> Observation:
    """What a worker would report of this engine."""
    if item.size > LARGEST:
        return Observation(error=NamedError("recursion"))
    try:
        return Observation(answer=tuple(map(float, run(item, engine))))
    except WrongEngineRaises as error:
        return Observation(error=NamedError(error.kind, {"message": error.says}))
    except ZeroDivisionError:
        return Observation(error=NamedError("exception", {"message": "division by zero"}))
