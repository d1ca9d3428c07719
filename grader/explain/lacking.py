"""The smallest program that shows a wrong belief, for tests that let it through."""

from __future__ import annotations

from functools import cache
from itertools import chain

from grader.checks.calls import Lacking
from grader.explain.diagnosis.distinguishing import programs, repeated_programs
from grader.explain.misconceptions import ALL, by_id
from grader.explain.misconceptions.base import EngineClass
from grader.explain.right_engines import RIGHT_ENGINES
from grader.judging.verdict import reading_names
from grader.programs.compare import same_answer, same_number
from grader.programs.interpreter import Answer, Running
from grader.programs.listing import listing
from grader.programs.program import Program

EXOTIC = frozenset({"pow-zero", "tanh-overflow"})
"""Beliefs about edges that a right engine may lack too, or that few would think of."""


@cache
def wrong_engines(family: str) -> dict[str, EngineClass]:
    """The beliefs of a family that some program shows, each in the first form that one shows."""
    found = {}
    for belief in ALL:
        if belief.family == family and belief.id not in EXOTIC:
            places = range(len(belief.engines))
            shown = [place for place in places if _shown(belief.id, place) is not None]
            if shown:
                found[belief.id] = belief.engines[shown[0]]
    return found


def lacking(belief: str) -> Lacking | None:
    """The smallest program on which the belief's engine is wrong, and how; None if none is."""
    shown = (_shown(belief, place) for place in range(len(by_id(belief).engines)))
    return next((each for each in shown if each is not None), None)


@cache
def _shown(belief: str, form: int) -> Lacking | None:
    """The smallest program on which this form of the belief is wrong."""
    engine = by_id(belief).engines[form]
    does = by_id(belief).explanation.partition(". ")[0].rstrip(".") + "."
    for program, right in _asked():
        names = reading_names(program)
        wrong = Running(engine()).go_on(program.steps).answer
        for name, number, expected in zip(names, wrong, right, strict=False):
            if not same_number(number, expected):
                return Lacking(listing(program), name, number, expected, does)
        if len(wrong) < len(right):
            missing = "missing: the engine raises an exception"
            return Lacking(listing(program), names[len(wrong)], missing, right[len(wrong)], does)
    return None


@cache
def _asked() -> tuple[tuple[Program, Answer], ...]:
    """Programs on which all right engines agree, smallest first."""
    agreed = []
    for program in sorted(chain(programs(), repeated_programs()), key=lambda each: each.size):
        run = [Running(make()).go_on(program.steps) for make in RIGHT_ENGINES.values()]
        right = tuple(run[0].answer)
        if all(not each.stopped and same_answer(tuple(each.answer), right) for each in run):
            agreed.append((program, right))
    return tuple(agreed)
