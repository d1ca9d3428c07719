"""Make the recorded answers of a course's public programs.

For authors, with PyTorch at hand: `topograde release answers` writes the files that
`programs/recorded.py` reads, and `topograde verify` looks whether they still hold. Nothing that a
student runs imports this module.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from grader.checks.declare import Check, let_ask, own_checks
from grader.checks.hidden_inputs import Draw
from grader.checks.plan import Grades, Plan
from grader.course.course import Exercise
from grader.programs.operators import all_forms
from grader.programs.program import Program
from grader.programs.pytorch import Oracle, torch_version
from grader.programs.recorded import call_key, key_of
from grader.worker.inside.tasks import spelled


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
        made = {"right": recorded_right(plans, oracle), "calls": recorded_calls(plans, oracle)}
        files = {f"{exercise.id}.{kind}": data for kind, data in made.items() if data is not None}
        for name, data in files.items():
            path = folder / name
            if not path.is_file() or path.read_bytes() != data:
                path.write_bytes(data)
                changed.append(path)
        for left in folder.glob(f"{exercise.id}.*"):
            if left.name not in files:
                left.unlink()
                changed.append(left)
    return changed


def public_plans(exercise: Exercise, checks: Iterable[Check]) -> list[tuple[Check, Plan]]:
    """What every student is asked: public checks, and the visible counterparts of traps.

    The checks are those of a student's own run: only an exam has hidden ones.
    """
    plans = []
    for check in own_checks(exercise, checks):
        grades = Grades(Draw(f"visible {exercise.id} {check.id}".encode()), all_forms())
        let_ask(check, grades)
        plans.append((check, grades.plan()))
    return plans


def recorded_right(plans: Sequence[tuple[Check, Plan]], oracle: Oracle) -> bytes | None:
    """The right answers to all programs of these plans; None if there is no program."""
    programs = sorted(judged_programs(plans).items())
    answers = {key: oracle.answer(program) for key, program in programs}
    found = {"torch": torch_version() or "unknown", "answers": answers}
    return zlib.compress(json.dumps(found, separators=(",", ":")).encode(), 9) if answers else None


def recorded_calls(plans: Iterable[tuple[Check, Plan]], oracle: Oracle) -> bytes | None:
    """What the course's references answer to the calls of these plans; None if it has none."""
    answers = {}
    for _, plan in plans:
        for question in plan.questions:
            if question.reference is not None and not isinstance(question.item, Program):
                value = oracle.called(question.item, question.reference)
                answers[call_key(question.item)] = spelled(value, question.item["function"])
    return json.dumps(answers, indent=1, sort_keys=True).encode() + b"\n" if answers else None


def judged_programs(plans: Iterable[tuple[Check, Plan]]) -> dict[str, Program]:
    """The programs whose right numbers are needed, by their key."""
    programs: dict[str, Program] = {}
    for _, plan in plans:
        for wanted in (q.like or q.item for q in plan.questions if q.judge is None):
            if isinstance(wanted, Program):
                key = key_of(wanted.steps)
                if programs.setdefault(key, wanted) != wanted:
                    raise AssertionError("two programs have one key: make KEY_BYTES larger")
    return programs
