"""Make the recorded answers of a course's public programs.

For authors, with PyTorch at hand: `topograde release answers` writes the files that
`programs/recorded.py` reads, and `topograde verify` looks whether they still hold. Nothing that a
student runs imports this module.
"""

from __future__ import annotations

import json
from array import array
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import combinations, product
from pathlib import Path

from grader.checks.contexts import CannotBeJudged, sharers
from grader.checks.declare import Check, let_ask, own_checks
from grader.checks.hidden_inputs import Draw
from grader.checks.plan import Grades, Plan, Question
from grader.course.course import Exercise
from grader.judging.probes import every_program
from grader.programs.operators import all_forms, ranked
from grader.programs.packed import pack
from grader.programs.program import Program
from grader.programs.pytorch import Oracle, torch_version
from grader.programs.recorded import RightAnswers, call_key, key_of
from grader.worker.inside.tasks import spelled

MOST_ADAPTED = 500
"""Checks with more questions are families: they leave wrong operators out."""


def write_answers(
    exercises: Iterable[Exercise],
    checks: Mapping[str, tuple[Check, ...]],
    folder: Path,
    oracle: Oracle | None = None,
) -> list[Path]:
    """Write the files of these exercises; those that changed. Raises `OracleUnavailable`."""
    oracle = oracle or Oracle()
    folder.mkdir(exist_ok=True)
    changed = []
    for exercise in exercises:
        plans = public_plans(exercise, checks[exercise.id])
        right = recorded_right(plans, oracle)
        files = {f"{exercise.id}.right": _packed_right(right)} if right.keys else {}
        called = recorded_calls(plans, oracle)
        if called is not None:
            files[f"{exercise.id}.calls"] = called
        contexts = recorded_right(context_plans(exercise, plans), oracle)
        if contexts.keys:
            files[f"{exercise.id}.contexts.right"] = _packed_right(contexts)
        changed += _written(files, folder)
        for left in folder.glob(f"{exercise.id}.*"):
            if left.name not in files:
                left.unlink()
                changed.append(left)
    return changed


def _written(files: Mapping[str, bytes], folder: Path) -> list[Path]:
    """Write those that are new or have changed."""
    changed = []
    for name, data in files.items():
        path = folder / name
        if not path.is_file() or path.read_bytes() != data:
            path.write_bytes(data)
            changed.append(path)
    return changed


def public_plans(exercise: Exercise, checks: Iterable[Check]) -> list[tuple[Check, Plan]]:
    """What every student is asked: public checks, and the visible counterparts of traps.

    The checks are those of a student's own run: only an exam has hidden ones.
    """
    plans = []
    for check in own_checks(exercise, checks):
        grades = Grades(_visible(exercise, check), all_forms())
        let_ask(check, grades)
        plans.append((check, grades.plan()))
    return plans


def _visible(exercise: Exercise, check: Check) -> Draw:
    """The draws of a student's own run."""
    return Draw(f"visible {exercise.id} {check.id}".encode())


def context_plans(
    exercise: Exercise, plans: Sequence[tuple[Check, Plan]]
) -> list[tuple[Check, Plan]]:
    """What public checks ask of engines with wrong operators or that failed another check, and the
    probes that find wrong operators.

    Only what is not in these plans anyway. Families leave programs out and add none.
    """
    known = judged_programs(plans)
    found: dict[int, Program] = {}
    if any(check.about is not None for check, _ in plans):
        found.update((key_of(program), program) for program in every_program())
    for check, plan in plans:
        if check.hidden or len(plan.questions) > MOST_ADAPTED:
            continue
        right = [all_forms()] if check.about is None else _right_forms()
        for forms, failed in product(right, _some_of(plan.leans_on)):
            grades = Grades(_visible(exercise, check), forms, check.about, failed)
            try:
                check.function(grades)
            except CannotBeJudged:
                continue
            found.update(judged_programs([(check, grades.plan())]))
    questions = [Question(program) for key, program in found.items() if key not in known]
    return [(plans[0][0], Plan(tuple(questions), ()))] if questions else []


def _some_of(asked: Collection[Collection[str]]) -> list[frozenset[str]]:
    """Every choice of failed checks that can matter, none included.

    asked: which were asked for together, time by time. Of those that were always together, one.
    """
    ids = sorted(frozenset[str]().union(*asked))
    apart = {frozenset(each for each in asked if name in each): name for name in ids}.values()
    numbers = range(len(apart) + 1)
    return [frozenset(some) for count in numbers for some in combinations(apart, count)]


def _right_forms() -> Iterator[frozenset[str]]:
    """Every choice that a check's context can make of what is right; the forms with plain numbers
    are all among it or none."""
    two = sorted(sharers())
    unary = [form for form in ranked("scales") if form not in two]
    with_numbers = all_forms().difference(two, unary)
    for count in range(len(two) + 1):
        for chosen in combinations(two, count):
            for start in range(len(unary) + 1):
                right = frozenset(chosen).union(unary[start:])
                yield from (right, right | with_numbers)


def recorded_right(plans: Sequence[tuple[Check, Plan]], oracle: Oracle) -> RightAnswers:
    """The right answers to all programs of these plans."""
    keys, starts, places, values = array("Q"), array("I", [0]), array("I"), array("d")
    known: dict[bytes, int] = {}
    for key, program in sorted(judged_programs(plans).items()):
        keys.append(key)
        for number in oracle.answer(program):
            exact = array("d", [number]).tobytes()
            if exact not in known:
                known[exact] = len(values)
                values.append(number)
            places.append(known[exact])
        starts.append(len(places))
    return RightAnswers(torch_version() or "unknown", keys, starts, places, values)


def recorded_calls(plans: Iterable[tuple[Check, Plan]], oracle: Oracle) -> bytes | None:
    """What the course's references answer to the calls of these plans; None if it has none."""
    answers = {}
    for _, plan in plans:
        for question in plan.questions:
            if question.reference is not None and not isinstance(question.item, Program):
                value = oracle.called(question.item, question.reference)
                answers[call_key(question.item)] = spelled(value, question.item["function"])
    return json.dumps(answers, indent=1, sort_keys=True).encode() + b"\n" if answers else None


def judged_programs(plans: Iterable[tuple[Check, Plan]]) -> dict[int, Program]:
    """The programs whose right numbers are needed, by their key."""
    programs: dict[int, Program] = {}
    for _, plan in plans:
        for wanted in (q.like or q.item for q in plan.questions if q.judge is None):
            if isinstance(wanted, Program):
                key = key_of(wanted)
                if programs.setdefault(key, wanted) != wanted:
                    raise AssertionError("two programs have one key: make KEY_BYTES larger")
    return programs


def _packed_right(right: RightAnswers) -> bytes:
    arrays = {"keys": right.keys, "starts": right.starts, "places": right.places}
    return pack({"torch": right.torch}, {**arrays, "values": right.values})
