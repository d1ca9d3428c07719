"""The course proves itself: stubs earn nothing, solutions everything, and nothing is left over.

What a stub gives earns nothing in a later exercise either: every stub's given parts are put,
alone, into each later stub, and no check there may gain a point. Left out are parts that an earlier
exercise asked for, which are the student's own work by then, and the exam. At the end, if nothing
was wrong, each solution is checked by the student's own copy, as it would be handed out.

`verify(course)` yields a `Flaw` for each thing that is wrong: the file, what is wrong with it, and
the command or edit that fixes it.
"""

from __future__ import annotations

import inspect
import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from shutil import copy
from tempfile import TemporaryDirectory
from typing import Any

from grader.authoring.recording import (
    judged_programs,
    public_plans,
    recorded_calls,
)
from grader.authoring.release.notebook import PICTURES
from grader.authoring.release.stubs import stale_stubs
from grader.authoring.release.student_kit import write_kit
from grader.checks.declare import Check, let_ask, points_of
from grader.checks.hidden_inputs import Draw
from grader.checks.plan import Grades, Plan
from grader.course.course import Course, Exercise
from grader.course.growing import parts_of_code, with_given
from grader.course.stub_parts import NOTEBOOK
from grader.course.stubs import BEGIN, ReleaseError
from grader.grading.submission import run_directly
from grader.judging.context import GradingContext
from grader.judging.exercise import ExerciseRun
from grader.judging.limits import Budget
from grader.judging.report import CheckResult
from grader.programs import plain
from grader.programs.compare import same_answer
from grader.programs.interpreter import run
from grader.programs.pytorch import Oracle
from grader.programs.recorded import RecordedError, RightAnswers, right_answers
from grader.programs.reference import ReferenceEngine
from grader.submissions.sources.collected import Source
from grader.syntax import parse


@dataclass(frozen=True, slots=True)
class Flaw:
    """One thing that is wrong with a course."""

    file: Path
    fault: str
    mend: str


MOST_SAID = 1000
"""Characters of what a student's copy says."""


def stale_answers(
    course: Course,
    checks: Mapping[str, tuple[Check, ...]],
    oracle: Oracle,
    exercises: Sequence[Exercise] = (),
) -> Iterator[Flaw]:
    """Files of recorded answers that are missing, left over, or not what would be made today.

    A course of one's own may have none. exercises: those to look at (all if empty).

    Raises `OracleUnavailable`.
    """
    folder, mend = course.recorded_dir, course.command("release answers")
    if not folder.is_dir():
        return
    wanted = {f"{e.id}.{kind}" for e in course.exercises for kind in ("right", "calls")}
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
            said = _differs(right_answers(exercise.id, folder), plans, oracle)
        except RecordedError as error:
            said = str(error)
        if said:
            yield Flaw(right, said, mend)


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
) -> str:
    """What is wrong with PyTorch's recorded answers; "" if nothing."""
    programs = judged_programs(plans)
    if recorded is None:
        return "is missing" if programs else ""
    if recorded.answers.keys() != programs.keys():
        missing = programs.keys() - recorded.answers.keys()
        more = recorded.answers.keys() - programs.keys()
        return f"{len(missing)} programs are not recorded, and {len(more)} are no longer asked"
    wrong = otherwise = 0
    for key, program in sorted(programs.items()):
        right = oracle.answer(program)
        wrong += not same_answer(tuple(recorded.answers[key]), right)
        with suppress(ArithmeticError):  # far out: there the file alone answers
            otherwise += not same_answer(run(program, ReferenceEngine()), right)
    if wrong:
        return f"{wrong} recorded answers are not PyTorch's"
    return f"the reference answers {otherwise} programs otherwise than PyTorch" * bool(otherwise)


Judge = Callable[[str, Exercise], list[CheckResult]]
"""The results of a text as the answer to an exercise."""


def given_away(
    course: Course, exercise: Exercise, stubs: Mapping[str, str], judge: Judge
) -> Iterator[Flaw]:
    """A fault for each later exercise in which what this stub gives earns something.

    stubs: the text of each exercise's stub, by its id.
    """
    place = course.place(exercise.id)
    before = [stubs[each.id] for each in course.exercises[:place] if each.id in stubs]
    asked = {name for text in before for name, part in parts_of_code(text).items() if part.is_asked}
    for later in course.exercises[place + 1 :]:
        if later.collects or later.id not in stubs:
            continue
        text, names = with_given(stubs[later.id], stubs[exercise.id], asked)
        if not names:
            continue
        earned = [result.id for result in judge(text, later) if result.outcome == "passed"]
        if earned:
            yield Flaw(
                course.stubs_dir / exercise.file_name,
                f"it gives {', '.join(names)}, which passes {', '.join(earned)} of {later.id}, "
                "a later exercise",
                "leave that out of the stub, or move the exercises in course.toml's order",
            )


def stubs_of(course: Course) -> dict[str, str]:
    """The text of every stub that is there and is Python, by its exercise."""
    texts = {exercise.id: course.stub(exercise) for exercise in course.exercises}
    return {id: text for id, text in texts.items() if text and parse(text) is not None}


LEAST_HINTS = 2
KEPT_BESIDE = frozenset({"course.toml", NOTEBOOK, "README.md", "Makefile"})


def verify(
    course: Course,
    checks: Mapping[str, tuple[Check, ...]],
    context: GradingContext,
    only: Sequence[Exercise] = (),
) -> Iterator[Flaw | str]:
    """Every fault of the course, and between them the name of each exercise that was looked at.

    only: the exercises to look at (all if empty); then files of others are not looked at either.
    """
    chosen = only or course.exercises
    yield from stale_files(course, chosen)
    if not only:
        yield from stray_files(course)
    yield from stale_answers(course, checks, context.oracle, exercises=chosen)
    stubs = stubs_of(course)
    sound = True

    def judged(text: str, exercise: Exercise) -> list[CheckResult]:
        return results_of(text, exercise, checks[exercise.id], context)

    for exercise in chosen:
        yield exercise.id
        found = [
            *declared_wrongly(course, exercise, checks[exercise.id]),
            *graded_wrongly(course, exercise, checks[exercise.id], context),
            *(given_away(course, exercise, stubs, judged) if exercise.id in stubs else ()),
        ]
        sound = sound and not found
        yield from found
    if sound and course.has_solutions:
        yield from copied_wrongly(course, chosen)


WITHOUT_TORCH = "import sys; sys.modules['torch'] = None; from grader.__main__ import run; run()"
"""What runs a student's copy, as on a machine that has no PyTorch."""


def copied_wrongly(course: Course, exercises: Sequence[Exercise]) -> Iterator[Flaw]:
    """A solution that the student's own copy does not pass, as it is handed out."""
    with TemporaryDirectory() as folder:
        try:
            kit, _ = write_kit(course, Path(folder))
        except ReleaseError:  # it cannot be handed out yet, and `release student` says why
            return
        for exercise in exercises:
            copy(course.solutions_dir / exercise.file_name, kit / "exercises")
        if _checked(kit, [exercise.id for exercise in exercises]) is None:
            return
        for exercise in exercises:
            said = _checked(kit, [exercise.id])
            if said is not None:
                fault = f"the student's own copy, without PyTorch, does not pass it: {said}"
                yield Flaw(
                    course.solutions_dir / exercise.file_name, fault,
                    f"record its answers anew ({course.command('release answers')}), or let its "
                    "checks ask for nothing that a student's copy has not got",
                )  # fmt: skip


def _checked(kit: Path, ids: Sequence[str]) -> str | None:
    """What the copy says of these exercises; None if it passes them."""
    done = subprocess.run(
        [sys.executable, "-c", WITHOUT_TORCH, "check", "-v", *ids],
        cwd=kit, capture_output=True, encoding="utf-8", errors="replace",
        env={**os.environ, "COLUMNS": "200"},
    )  # fmt: skip
    said = [line.strip() for line in (done.stdout + done.stderr).splitlines() if line.strip()]
    return None if done.returncode == 0 else " / ".join(said)[:MOST_SAID]


def stale_files(course: Course, exercises: Sequence[Exercise]) -> Iterator[Flaw]:
    """Stubs that are not what their solution makes, and the notebook."""
    names = {exercise.file_name for exercise in exercises} | {NOTEBOOK}
    try:
        stale = stale_stubs(course)
    except ReleaseError as error:
        yield Flaw(course.solutions_dir, str(error), "fix the markers")
        return
    for path in stale:
        if path.name not in names:
            continue
        fault = "differs from what its solution makes" if path.exists() else "is missing"
        yield Flaw(path, fault, course.command("release stubs"))


def stray_files(course: Course) -> Iterator[Flaw]:
    """Files that belong to no exercise."""
    wanted = {exercise.file_name for exercise in course.exercises}
    for folder, allowed in (
        (course.stubs_dir, wanted | KEPT_BESIDE),
        (course.solutions_dir, wanted | {PICTURES, "checks", "_recorded"}),
    ):
        for path in sorted(folder.iterdir()) if folder.is_dir() else ():
            another_course = (path / "exercises" / "course.toml").is_file()
            if another_course or path.name in ("__pycache__", ".topograde"):
                continue
            if path.name not in allowed:
                yield Flaw(path, "belongs to no exercise of course.toml", f"rm {path}")


def declared_wrongly(
    course: Course, exercise: Exercise, checks: tuple[Check, ...]
) -> Iterator[Flaw]:
    """Hints, points, and traps that draw nothing."""
    toml = course.stubs_dir / "course.toml"
    if len(exercise.hints) < LEAST_HINTS:
        fault = f"{exercise.id} has {len(exercise.hints)} hints, at least {LEAST_HINTS} are wanted"
        yield Flaw(toml, fault, f'add hints = ["...", "..."] to [[exercise]] {exercise.id}')
    if abs(points_of(checks) - exercise.points) > 1e-9:
        fault = (
            f"{exercise.id} is worth {exercise.points:g} points here, "
            f"its checks are worth {points_of(checks):g}"
        )
        whole = points_of(checks).is_integer()
        change = (
            f"set points = {points_of(checks):g}, or change" if whole else "make it whole: change"
        )
        yield Flaw(toml, fault, f"{change} what the checks are worth")
    for check in checks if exercise.milestones else ():
        found = sum(milestone.holds(check.id) for milestone in exercise.milestones)
        if found != 1:
            fault = f"{exercise.id}: the check {check.id} is in {found} milestones, not in one"
            yield Flaw(toml, fault, "change the checks of its [[exercise.milestone]] tables")
    for check in checks:
        grades = Grades(Draw(b"verify"))
        let_ask(check, grades)
        if any(handed_out(question.reference) for question in grades.questions):
            yield Flaw(
                course.checks_dir / f"{exercise.id.replace('-', '_')}.py",
                f"the reference of the check {check.id} would be handed out with the student kit",
                "put its lines between ### BEGIN SOLUTION and ### END SOLUTION",
            )
        if not grades.questions:
            yield Flaw(toml, f"{exercise.id}: the check {check.id} asks nothing", "let it ask")
        if check.hidden and not grades.drew:
            yield Flaw(
                toml,
                f"{exercise.id}: the trap {check.id} draws nothing, so it hides nothing",
                "use DRAWN, or make it a @check",
            )


def handed_out(reference: Callable[..., Any] | None) -> bool:
    """Whether a course's own reference is one that the student kit does not leave out."""
    try:
        return reference is not None and BEGIN not in inspect.getsource(reference)
    except (OSError, TypeError):  # a function of Python's own
        return False


def graded_wrongly(
    course: Course, exercise: Exercise, checks: tuple[Check, ...], context: GradingContext
) -> Iterator[Flaw]:
    """A stub that earns something, a solution that does not earn everything."""
    for folder, wanted in ((course.stubs_dir, False), (course.solutions_dir, True)):
        path = folder / exercise.file_name
        if not path.is_file():
            if wanted:
                yield Flaw(path, "is missing", "write the solution")
            continue
        for result in results_of(path.read_text(encoding="utf-8"), exercise, checks, context):
            if (result.outcome == "passed") is wanted:
                continue
            if wanted:
                hidden = "".join(f"; {name}: {what}" for name, what in result.private.items())
                mend = f"fix the solution or the check ({result.message}{hidden})"
                yield Flaw(path, f"the check {result.id} is {result.outcome}", mend)
            else:
                mend = "give the check a prerequisite that fails, or change the stub"
                yield Flaw(path, f"the stub earns points: it passes {result.id}", mend)


def results_of(
    text: str, exercise: Exercise, checks: tuple[Check, ...], context: GradingContext
) -> list[CheckResult]:
    """The results of an answer for all checks of an exercise."""
    source = Source(exercise.file_name, (text,), False)
    with ExerciseRun(context, exercise, source, "verify", "0" * 64, Budget()) as run:
        return run_directly([(run, check) for check in checks])
