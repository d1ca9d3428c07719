"""Let a text answer programs in this very process, and watch it: what `findings_of` needs of a run.

Only for texts of ours: there is no lock.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping, Sequence
from functools import cache
from types import SimpleNamespace
from typing import Any, cast

from grader.checks.families import every_operator_graph
from grader.checks.plan import Plan, Question
from grader.explain.watching.findings import findings_of, known_of, seen_at
from grader.explain.watching.record import Record, methods, record_in
from grader.explain.watching.sampling import Failing, shows_all
from grader.explain.watching.source import SourceText
from grader.judging.context import Prepared
from grader.judging.exercise import ExerciseRun
from grader.judging.finding import Finding
from grader.programs.compare import same_answer
from grader.programs.interpreter import Answer
from grader.programs.program import Program
from grader.worker.exchange import Reply
from grader.worker.inside.harness import ENGINE_TASKS
from grader.worker.inside.loading import StudentCode
from grader.worker.inside.student import StudentEngine
from grader.worker.observation import Item, Observation, observe
from tests.support.planning import oracle_of_all

CHECK = "programs"
"""The one check that asks all of the programs."""


def program(*steps: tuple[Any, ...]) -> Program:
    """A program on leaves a, b and c, which ends with their gradients."""
    made = (("leaf", "a", 1.5), ("leaf", "b", -0.7), ("leaf", "c", 2.5))
    return Program((*made, *steps, ("read", "grad", ("a", "b", "c"))))


INNER, LAST = ("apply", "d", "mul", "a", "b"), ("apply", "L", "add", "d", "c")
NEXT, BACK = ("apply", "e", "mul", "d", "c"), ("backward", "L")
CALLED = (
    program(INNER, LAST, BACK, BACK),
    program(INNER, LAST, BACK, ("zero", "L"), BACK),
    program(INNER, LAST, ("backward", "d"), BACK),
    program(("backward", "a"), ("backward", "a")),
)
SHARED = (
    program(INNER, NEXT, ("apply", "L", "mul", "e", "d"), BACK),
    program(INNER, NEXT, ("apply", "L", "mul", "d", "e"), BACK),
)


@cache
def programs() -> tuple[Program, ...]:
    """Small ones with all operators, shared inner nodes, and several calls."""
    graphs = every_operator_graph()
    single = [each for each in graphs if each.size == 1]
    return (*single, *graphs[len(single) :: 5], *SHARED, *CALLED)


def ask(text: str, items: Sequence[Item]) -> list[Observation]:
    """What a text answers to programs and tasks."""
    sent = {"name": "x.py", "main": False, "cells": [text], "future_flags": [0], "siblings": {}}
    code = StudentCode(sent)
    answers, finders = [], sys.meta_path[:]
    try:
        for item in items:
            engine = StudentEngine(code.execute(["Value"]).__dict__, code, 0, False, ENGINE_TASKS)
            asked = item.steps if isinstance(item, Program) else item
            said = json.dumps(engine.answer(asked)).replace("NaN", '"nan"')
            said = said.replace("-Infinity", '"-inf"').replace("Infinity", '"inf"')
            answers.append(json.loads(said))
    finally:
        sys.meta_path[:] = finders  # a worker's are for what a hand-in imports
        for name in code._stand_ins.made:
            sys.modules.pop(name, None)
    return observe(items, Reply(answers=answers))


def seen_in(
    text: str, asked: Sequence[Program] = (), shown: Program | None = None
) -> list[Finding]:
    """What is seen in the programs that a text answers wrongly, the one that is shown or the first
    of them being what the check fails by."""
    asked = asked or programs()
    right = [oracle_of_all().answer(each) for each in asked]
    found = ask(text, asked)
    wrong: dict[str, tuple[Program, Answer, Answer | None]] = {}
    for each, answer, expected in zip(asked, found, right, strict=True):
        is_wrong = answer.answer is not None and not same_answer(answer.answer, expected)
        if is_wrong and shown in (None, each):
            wrong.setdefault(CHECK, (each, answer.answer or (), expected))
    raises = [(p, o.error) for p, o in zip(asked, found, strict=True) if o.error is not None]
    raised = {CHECK: raises[0]} if raises else {}
    plan = Plan(tuple(map(Question, asked)), ("Value",))
    prepared = Prepared(plan, b"", tuple(right), by_order=False, copies=1, hidden=False)
    observed: Mapping[str, object] = {CHECK: (prepared, found)}
    run = SimpleNamespace(
        wrong=wrong, raised=raised, observed=observed, failed_publicly=observed,
        name="x.py", cells=(text,), stub="",
        ask_aside=lambda items, *_: ask(text, items),
    )  # fmt: skip
    failed = SimpleNamespace(
        id=CHECK, message="", outcome="failed" if wrong or raised else "passed"
    )
    return findings_of(cast(ExerciseRun, run), [cast(Any, failed)])


def all_seen(text: str, asked: Sequence[Program], breaks: bool = False) -> list[str]:
    """What would be said of each of these programs, which are answered rightly, if it failed.

    They are answered as rightly when they are watched, or (`breaks`) not at all.
    """
    source, right = SourceText("x.py", (text,)), [oracle_of_all().answer(each) for each in asked]
    names = [*methods().values()]
    items = [{"task": "watch", "steps": e.steps, "methods": names} for e in asked]
    records = {}
    for each, found, expected in zip(asked, ask(text, items), right, strict=True):
        record = record_in(found.value, each, source.lengths)
        if record is not None and not (breaks and len(record.answer) < len(expected)):
            assert same_answer(record.answer, expected)
            records[each] = record
    return seen_of(records, source)


def seen_of(records: Mapping[Program, Record], source: SourceText) -> list[str]:
    """What would be said of these records, if their programs failed."""
    failing = [Failing(each, record.answer, record.answer) for each, record in records.items()]
    passing = [each for each in failing if shows_all(each)]
    known, graphs = known_of(records, passing, source)
    seen = (seen_at(each, graphs[each.program], known) for each in failing)
    return [each.seen.statement for several in seen for each in several]
