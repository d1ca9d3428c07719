"""Whether the recorded answers of a course are those that would be recorded today.

PyTorch's are compared one by one. Of the wrong engines' the ones to every program are, where there
are few; of the exam's thousands an evenly spread part, and all whose answer depends on what ran
before.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from grader.authoring.fault import Fault
from grader.authoring.recording import (
    context_plans,
    judged_programs,
    public_plans,
    recorded_calls,
)
from grader.authoring.recording_planning import is_current, planning_text
from grader.authoring.recording_wrong import recorded_wrong
from grader.checks.declare import Check
from grader.checks.plan import Plan
from grader.checks.recorded_planning import FILE as PLANNING
from grader.course.course import Course, Exercise
from grader.explain.diagnosis.evidence import MOST_REPLAYED
from grader.explain.diagnosis.recorded_wrong import (
    FIRST_ERROR,
    NOT_HERE,
    NOTHING,
    RIGHT,
    WrongAnswers,
    table_of,
    wrong_answers,
)
from grader.programs.compare import same_answer
from grader.programs.packed import unpack
from grader.programs.program import Program
from grader.programs.pytorch import Oracle
from grader.programs.recorded import FOLDER, RecordedError, RightAnswers, folder_of, right_answers

MOST_LOOKED_AT = 200
FEW = 100


def stale_answers(
    course: Course,
    checks: Mapping[str, tuple[Check, ...]],
    oracle: Oracle,
    every: int = 1,
    exercises: Sequence[Exercise] = (),
) -> Iterator[Fault]:
    """Files of recorded answers that are missing, left over, or not what would be made today.

    A course of one's own may have none. every: look at each so-many-th program of those exercises
    that have more than a few. exercises: those to look at (all if empty).

    Raises `OracleUnavailable`.
    """
    folder, mend = folder_of(course), course.command("release answers")
    if not folder.is_dir():
        if folder == FOLDER:
            yield Fault(folder, "is missing: checks then need PyTorch", mend)
        return
    kinds = ("right", "contexts.right", "wrong", "calls")
    wanted = {f"{e.id}.{kind}" for e in course.exercises for kind in kinds}
    if folder == FOLDER and not is_current(planning_text(course.exercises, checks)):
        yield Fault(PLANNING, "is not what the checks ask for while they plan", mend)
    for path in sorted(folder.iterdir()):
        if path.name not in wanted:
            yield Fault(path, "belongs to no exercise of course.toml", f"rm {path}")
    for exercise in exercises or course.exercises:
        plans = public_plans(exercise, checks[exercise.id])
        right = folder / f"{exercise.id}.right"
        called = folder / f"{exercise.id}.calls"
        if recorded_calls(plans, oracle) != (called.read_bytes() if called.is_file() else None):
            yield Fault(called, "is not what the course's references answer", mend)
        try:
            recorded = right_answers(exercise.id, folder)
            said = _differs(recorded, plans, oracle, every)
            if said:
                yield Fault(right, said, mend)
            if said or recorded is None:
                continue
            table = wrong_answers(exercise.id, folder)
        except RecordedError as error:
            yield Fault(right, str(error), mend)
            continue
        said = _differs(
            right_answers(f"{exercise.id}.contexts", folder), context_plans(plans), oracle, every
        )
        if said:
            yield Fault(folder / f"{exercise.id}.contexts.right", said, mend)
        said = _differs_wrongly(exercise.id, table, plans, recorded, every)
        if said:
            yield Fault(folder / f"{exercise.id}.wrong", said, mend)


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
    return f"{wrong} recorded answers are not PyTorch's" if wrong else ""


def _differs_wrongly(
    exercise: str,
    recorded: WrongAnswers | None,
    plans: Sequence[tuple[Check, Plan]],
    right: RightAnswers,
    every: int,
) -> str:
    """What is wrong with the wrong engines' recorded answers; "" if nothing."""
    looked_at = _some_programs(plans, every)
    data = recorded_wrong(exercise, plans, right, looked_at)
    if data is None or recorded is None:
        return "" if data is None and recorded is None else "is missing, or is not wanted any more"
    live = table_of(*unpack(data), right)
    if {e.belief for e in live.engines} != {e.belief for e in recorded.engines}:
        return "other misconceptions are recorded than there are"
    programs = [program for program in looked_at if live.number(program) is not None]
    if any(recorded.number(program) is None for program in programs):
        return "some programs are not recorded"
    if _said(live, programs, every) != _said(recorded, programs, every):
        return "a wrong engine answers otherwise than recorded"
    return ""


def _some_programs(plans: Sequence[tuple[Check, Plan]], every: int) -> frozenset[Program]:
    chosen: list[Program] = []
    for check, plan in plans:
        if not check.hidden:
            programs = [item for item in plan.items if isinstance(item, Program)]
            chosen += programs[:MOST_REPLAYED] if len(programs) < FEW or every == 1 else []
            chosen += programs[:: every * len(programs) // MOST_LOOKED_AT + 1]
    return frozenset(chosen)


def _said(table: WrongAnswers, programs: Sequence[Program], every: int) -> set[Any]:
    """What every form of every belief says to these programs, however it is laid out."""
    said = set()
    for engine in table.engines:
        told: list[Any] = [engine.belief.id]
        for program in programs:
            number = table.number(program)
            assert number is not None
            for style, rows in sorted(engine.rows.items()):
                entries = {table.entry(row, number) for row in rows} - {NOT_HERE}
                if entries:
                    told.append((style, frozenset(_meant(table, number, e) for e in entries)))
        for key, styles in sorted(engine.batches.items()) if every == 1 else ():
            for style, both in sorted(styles.items()):
                told.append((key, style, *(_named(table, entry) for row in both for entry in row)))
        said.add(tuple(told))
    return said


def _meant(table: WrongAnswers, number: int, entry: int) -> Any:
    if entry == RIGHT or entry >= FIRST_ERROR:
        return _named(table, entry)
    return tuple(float(f"{value:.9g}") for value in table.answer(number, entry))


def _named(table: WrongAnswers, entry: int) -> Any:
    """An entry, with an error by its name: their numbers differ from table to table."""
    return table.errors[entry - FIRST_ERROR] if FIRST_ERROR <= entry < NOTHING else entry
