"""Whether the recorded answers of a course are those that would be recorded today."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from grader.authoring.fault import Flaw
from grader.authoring.recording import (
    context_plans,
    judged_programs,
    public_plans,
    recorded_calls,
)
from grader.checks.declare import Check
from grader.checks.plan import Plan
from grader.course.course import Course, Exercise
from grader.programs import plain
from grader.programs.compare import same_answer
from grader.programs.pytorch import Oracle
from grader.programs.recorded import RecordedError, RightAnswers, right_answers

FEW = 100


def stale_answers(
    course: Course,
    checks: Mapping[str, tuple[Check, ...]],
    oracle: Oracle,
    every: int = 1,
    exercises: Sequence[Exercise] = (),
) -> Iterator[Flaw]:
    """Files of recorded answers that are missing, left over, or not what would be made today.

    A course of one's own may have none. every: look at each so-many-th program of those exercises
    that have more than a few. exercises: those to look at (all if empty).

    Raises `OracleUnavailable`.
    """
    folder, mend = course.recorded_dir, course.command("release answers")
    if not folder.is_dir():
        return
    kinds = ("right", "contexts.right", "calls")
    wanted = {f"{e.id}.{kind}" for e in course.exercises for kind in kinds}
    for path in sorted(folder.iterdir()):
        if path.name not in wanted:
            yield Flaw(path, "belongs to no exercise of course.toml", f"rm {path}")
    for exercise in exercises or course.exercises:
        plans = public_plans(exercise, checks[exercise.id])
        right = folder / f"{exercise.id}.right"
        called = folder / f"{exercise.id}.calls"
        if not _same_calls(recorded_calls(plans, oracle), called):
            yield Flaw(called, "is not what the course's references answer", mend)
        try:
            known = right_answers(exercise.id, folder)
            said = _differs(known, plans, oracle, every)
            if said:
                yield Flaw(right, said, mend)
            if said or known is None:
                continue
        except RecordedError as error:
            yield Flaw(right, str(error), mend)
            continue
        said = _differs(
            right_answers(f"{exercise.id}.contexts", folder), context_plans(plans), oracle, every
        )
        if said:
            yield Flaw(folder / f"{exercise.id}.contexts.right", said, mend)


def _same_calls(made: bytes | None, path: Path) -> bool:
    """Whether a file has these answers: the last digit of `exp` differs from machine to machine."""
    if made is None or not path.is_file():
        return made is None and not path.is_file()
    try:
        return plain.same(json.loads(path.read_bytes()), json.loads(made))
    except ValueError:
        return False


def _differs(
    recorded: RightAnswers | None,
    plans: Sequence[tuple[Check, Plan]],
    oracle: Oracle,
    every: int,
) -> str:
    """What is wrong with PyTorch's recorded answers; "" if nothing."""
    programs = judged_programs(plans)
    if recorded is None:
        return "is missing" if programs else ""
    if {*recorded.keys} != {*programs}:
        missing, more = programs.keys() - {*recorded.keys}, {*recorded.keys} - programs.keys()
        return f"{len(missing)} programs are not recorded, and {len(more)} are no longer asked"
    chosen = sorted(programs)[:: every if len(programs) > FEW else 1]
    wrong = 0
    for key in chosen:
        place = recorded.place_of(key)
        assert place is not None
        wrong += not same_answer(recorded.answer(place), oracle.answer(programs[key]))
    if wrong:
        return f"{wrong} recorded answers are not PyTorch's"
    return ""
