"""Tell that only programs which call a certain function go wrong, where that is so."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence

from grader.explain.watching.source import SourceText
from grader.judging.context import Prepared
from grader.judging.finding import Finding
from grader.judging.verdict import is_right
from grader.programs.program import Program, walk
from grader.worker.observation import Observation

Observed = Mapping[str, tuple[Prepared, Sequence[Observation]]]
FUNCTIONS = {"topo": "build_topo", "zero": "zero_grad"}
"""By the step of a program that calls it."""
FEW = 5
"""With fewer right answers to programs that do not call it nothing is told."""


def only_function(
    observed: Observed, failed: Collection[str], source: SourceText
) -> Finding | None:
    """The function that every wrong answer has to do with, and none of many right ones.

    failed: the checks that lose points; nothing is told if one of them was not asked programs.
    """
    wrong: set[frozenset[str]] = set()
    others = count = 0
    for check in {*failed, *observed}:
        if check not in observed:
            return None
        for program, right in _answered(*observed[check]):
            if program is None:
                if not right:
                    return None
                continue
            kinds = frozenset(step[0] for step in walk(program.steps))
            others += right and not kinds & FUNCTIONS.keys()
            if not right:
                wrong.add(kinds)
                count += 1
    shared = frozenset.intersection(*wrong) if wrong else frozenset()
    for step, name in FUNCTIONS.items():
        if step in shared and others >= FEW:
            return Finding(
                id=f"only/{name}",
                misconception=None,
                explained=count,
                of=0,
                explanation=(
                    f"Only programs that call `{name}` go wrong, and everything else that was "
                    "asked is right. What should it do with its arguments, and what does it do?"
                ),
                kind="seen",
                part=name,
                checks=tuple(failed),
                where=source.where_defined(name),
            )
    return None


def _answered(
    prepared: Prepared, observations: Sequence[Observation]
) -> Iterator[tuple[Program | None, bool]]:
    questions = prepared.plan.questions
    for number, found in zip(prepared.numbers, observations, strict=True):
        item = questions[number].item
        right = is_right(questions[number], prepared.expected[number], found)
        yield item if isinstance(item, Program) else None, right
