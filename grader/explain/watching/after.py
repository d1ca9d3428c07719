"""Find after which other program one goes wrong that comes out right when it runs alone.

The programs of a check run one after the other on one execution of the student's module, so an
engine may keep something from one graph to the next. Two programs are joined into one and watched.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from grader.explain.watching.sampling import Failing, answered, is_watched
from grader.programs.program import Program, walk
from grader.programs.tracing import renamed

if TYPE_CHECKING:
    from grader.judging.exercise import ExerciseRun

MOST_CHECKS = 3
MOST_BEFORE = 20
ALONE = "Alone, the last graph of the example comes out right."
ASKED = "What does your code keep from one graph to the next?"


def pairs(run: ExerciseRun, shown: Mapping[str, Failing]) -> Iterator[Failing]:
    """A failing program of each check after each of some programs that were asked before it."""
    for check in list(shown)[:MOST_CHECKS]:
        before: list[Failing] = []
        for each, is_right in answered(*run.observed[check]):
            if not is_right and is_watched(each.program):
                for first in before[: MOST_BEFORE // 2] + before[-MOST_BEFORE // 2 :]:
                    yield _joined(first, each)
                break
            if is_right and is_watched(each.program):
                before.append(each)


def _joined(first: Failing, second: Failing) -> Failing:
    """Both as one program, with other names in the second; the answer is not known yet."""
    slots = [step[1] for step in walk(second.program.steps) if step[0] in _NAMING]
    names = {slot: f"{slot}_2" for slot in slots}
    steps: Sequence[tuple[object, ...]] = [renamed(step, names) for step in second.program.steps]
    right = (*first.right, *second.right)
    return Failing(Program((*first.program.steps, *steps)), (), right)


_NAMING = frozenset({"leaf", "apply", "inplace", "alias"})
