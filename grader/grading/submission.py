"""Grade one submission: every exercise that was handed in, every check, one `Report`.

`grade_submission` is the same for `topograde check`, `topograde grade` and pytest's items.
"""

from __future__ import annotations

import importlib
import platform
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from functools import partial
from typing import TypeAlias

import grader
from grader.checks.declare import Check, points_of
from grader.course.course import Course, Exercise
from grader.course.packs import Pack
from grader.explain.guard import Guard
from grader.judging import check_results
from grader.judging.context import GradingContext
from grader.judging.error_sentences import STILL_TO_DO
from grader.judging.exercise import ExerciseRun
from grader.judging.finding import Counterexample, Finding
from grader.judging.limits import Budget
from grader.judging.picture import Drawing
from grader.judging.report import CheckResult, ExerciseReport, Report
from grader.programs.pytorch import torch_version
from grader.submissions.files import Fault
from grader.submissions.sources.likeness import released_in, shape_of
from grader.submissions.sources.unchanged import is_any_stub, nothing_done, parts_to_do
from grader.submissions.submission import NO_EXERCISE, NOTHING_FOUND, Submission
from grader.text import harmless, listed, printable

ONLY_STUBS = "not-begun"
"""The flag of a hand-in that is nothing but stubs of the course: it earns nothing."""
LIMITED = "limits"
"""The flag of a hand-in in which a limit of time, memory or output decided points."""
Runner: TypeAlias = Callable[[Sequence[tuple[ExerciseRun, Check]]], list[CheckResult]]
"""Runs checks in order and returns a result for each."""


@dataclass(frozen=True, slots=True)
class Graded:
    """A report, and what it took: by exercise, the seconds of student code, and how many programs
    and calls were asked (kept out of the report, which is the same every time)."""

    report: Report
    seconds: Mapping[str, float]
    counts: Mapping[str, int] = field(default_factory=dict)


def run_directly(checks: Sequence[tuple[ExerciseRun, Check]]) -> list[CheckResult]:
    """Run checks one after the other."""
    return [run.result(check) for run, check in checks]


def grade_submission(
    submission: Submission,
    course: Course,
    checks: Mapping[str, tuple[Check, ...]],
    context: GradingContext,
    runner: Runner = run_directly,
    only: Iterable[str] = (),
    isolation: Mapping[str, object] | None = None,
    public_only: bool = False,
    stub: Callable[[str], str | None] | None = None,
    run_untouched: bool = True,
) -> Graded:
    """The report on one submission, and what it took. Never raises for what the submission does.

    only: ids of the exercises to report on (all if empty). public_only: leave traps out, as a
    student's own check does. stub: gives what was handed out for an exercise, so that a part that
    was not begun is still to do and not wrong. run_untouched: run a file with nothing done in it,
    which tells where to begin and can take long.
    """
    wanted = [e for e in course.exercises if not only or e.id in set(only)]
    budget = Budget(own=public_only)
    seconds: dict[str, float] = {}
    counts: dict[str, int] = {}
    judged: dict[str, tuple[ExerciseRun, list[CheckResult]]] = {}
    exercises = []
    stubs: list[str] = []
    with ExitStack() as runs:
        for exercise in wanted:
            source = submission.sources.get(exercise.id)
            if source is None:
                continue
            chosen = [c for c in checks[exercise.id] if not (public_only and c.hidden)]
            before, whose = budget.seconds, (submission.student, submission.sha256, budget)
            given = stub(exercise.id) if stub is not None else None
            out = given or (course.stub(exercise) if stub is None else "")
            run = runs.enter_context(ExerciseRun(context, exercise, source, *whose, out))
            untouched = given is not None and nothing_done(source.cells, given, exercise.id)
            if given is None and is_any_stub(source.cells, course):
                stubs.append(exercise.id)
                results = [check_results.to_do(check) for check in chosen]
            elif untouched and not run_untouched:
                results = [check_results.to_do(check) for check in chosen]  # no stub earns a point
            else:
                results = _judged(run, chosen, runner)
                results = results if given is None else _with_to_dos(run, results, given)
            counts[exercise.id] = sum(len(p.plan.questions) for p, _ in run.observed.values())
            judged[exercise.id] = run, results
            run.all_judged()
            seconds[exercise.id] = round(before - budget.seconds, 3)
        for exercise in wanted:  # all is judged: what is asked from here on changes no score
            chosen = [c for c in checks[exercise.id] if not (public_only and c.hidden)]
            if exercise.id in judged:
                done = _exercise_report(exercise, *judged[exercise.id], chosen, course.pack)
                if not public_only:
                    done = _compared(done, submission.sources[done.id].cells, exercise, course)
                exercises.append(done)
            else:
                most = points_of(chosen)
                exercises.append(ExerciseReport(exercise.id, exercise.title, False, 0.0, most))
    if not any(exercise.handed_in for exercise in exercises):
        submission = _without_answer(submission, wanted)
    flags = [ONLY_STUBS] if stubs and len(stubs) == len(judged) else []
    flags += [LIMITED] if any(_limited(*one) for one in judged.values()) else []
    faults = [f"{f.where}: {f.sentence}" for f in submission.faults]
    known = receipt(submission, course, context.fingerprint, context.oracle.version)
    report = _report(submission, course, exercises, known, isolation, faults, flags)
    return Graded(report, seconds, counts)


def _report(
    submission: Submission,
    course: Course,
    exercises: Sequence[ExerciseReport],
    receipt: Mapping[str, str | None],
    isolation: Mapping[str, object] | None,
    faults: Sequence[str],
    flags: Sequence[str] = (),
) -> Report:
    """The record of these exercises. flags: those beside the submission's own."""
    counted = [e for e in exercises if e.handed_in or course.count == "all"]
    return Report(
        student=submission.student,
        score=sum(e.score for e in exercises),
        max_score=sum(e.max_score for e in counted),
        isolation=dict(isolation or {}),
        receipt=receipt,
        exercises=tuple(exercises),
        faults=tuple(harmless(each, 1000) for each in faults),
        flags=(*submission.flags, *flags),
        identity=dict(submission.identity),
    )


def _without_answer(submission: Submission, wanted: Sequence[Exercise]) -> Submission:
    """A hand-in with none of the exercises that were asked for, and what it says of that."""
    flags = submission.flags
    flags = flags if {*NOTHING_FOUND} & {*flags} else (*flags, NO_EXERCISE)
    if not submission.sources:  # its faults say why
        return replace(submission, flags=flags)
    asked = listed(exercise.id for exercise in wanted)
    files = listed(f"{source.name} ({id})" for id, source in submission.sources.items())
    fault = Fault(printable(submission.path.name), f"no file answers {asked}. Found: {files}")
    return replace(submission, flags=flags, faults=(*submission.faults, fault))


def _limited(run: ExerciseRun, results: Sequence[CheckResult]) -> bool:
    """Whether a limit decided points."""
    lost = [result for result in results if result.points < result.max_points]
    return any(result.outcome == "timeout" for result in lost) or (bool(lost) and run.met_limits)


def _judged(run: ExerciseRun, checks: Sequence[Check], runner: Runner) -> list[CheckResult]:
    """The results; all are run again if an operator turned up that seemed to be missing."""
    results = runner([(run, check) for check in checks])
    if run.hid_forms(checks):
        run.forget_results()
        results = runner([(run, check) for check in checks])
    return results


def _with_to_dos(run: ExerciseRun, results: Sequence[CheckResult], stub: str) -> list[CheckResult]:
    """The results, in which a check that needs an untouched part says that it is still to do.

    What such a part answers is no evidence of a mistake: the run forgets that it was observed.
    """
    left = parts_to_do(stub, "\n".join(run.cells))
    told = []
    for result in results:
        need = run.observed[result.id][0].plan.need if result.id in run.observed else ()
        part = next((name for name in need if name in left), None)
        if part is not None and result.outcome in ("failed", "timeout"):
            message = f"{STILL_TO_DO}: `{part}` is as it was handed out."
            result = replace(result, message=message, counterexample=None)
            run.forget(result.id)
        told.append(result)
    return told


def receipt(
    submission: Submission, course: Course, secret: str, torch: str | None
) -> dict[str, str | None]:
    """What makes the grade reproducible. secret: its fingerprint; torch: the version."""
    return {
        "sha256": submission.sha256,
        "secret": secret,
        "course": course.digest,
        "topograde": grader.__version__,
        "python": platform.python_version(),
        "torch": torch,
    }


def _compared(
    done: ExerciseReport, cells: Sequence[str], exercise: Exercise, course: Course
) -> ExerciseReport:
    """The exercise with what its code has in common with other hand-ins, and with what we gave."""
    guarded, stub = Guard(list(done.unexplained)), course.stub(exercise)
    shape = guarded(lambda: shape_of(cells, stub), "")
    released = guarded(lambda: released_in(cells, exercise.id, course), "")
    return replace(done, shape=shape, released=released, unexplained=tuple(guarded.faults))


def _exercise_report(
    exercise: Exercise,
    run: ExerciseRun,
    results: Sequence[CheckResult],
    checks: Sequence[Check],
    pack: Pack,
) -> ExerciseReport:
    output = run.output.decode("utf-8", "replace")
    guarded = Guard()
    nothing: tuple[Finding, ...] = ()
    nothing_drawn: tuple[Drawing, ...] = ()
    diagnosis = nothing
    if any(result.outcome != "passed" for result in results):  # what explains takes its time
        from grader.explain import sizes
        from grader.explain.pictures import watched
        from grader.explain.watching.after import answered_otherwise_alone, is_of_others
        from grader.grading import explaining

        own = importlib.import_module(pack.explained_by) if pack.explained_by else None
        diagnose = (own or explaining).diagnosis_of
        draw = own.with_pictures if own else partial(watched.with_pictures, guarded=guarded)
        results = guarded(lambda: sizes.with_few_rounds(run, results), list(results))
        diagnosis = guarded(lambda: diagnose(exercise, run, results, checks), nothing)
        explained = {check for each in diagnosis for check in each.checks or ()}
        alone = {c for each in diagnosis for c in each.checks or () if is_of_others(each)}
        left = [result.id for result in results if result.id not in explained]
        alone |= guarded(lambda: answered_otherwise_alone(run, left), set[str]())
        results = [check_results.after_others(r) if r.id in alone else r for r in results]
        sized = guarded(lambda: sizes.with_sizes(run, results, checks), list(results))
        results = guarded(lambda: draw(run, sized, _first_counterexample(sized)), sized)
    if exercise.calls_rules and not any("def backward" in cell for cell in run.cells):
        results = [check_results.by_hand(result) for result in results]
        diagnosis = tuple(map(check_results.example_by_hand, diagnosis))
    return ExerciseReport(
        id=exercise.id,
        title=exercise.title,
        handed_in=True,
        score=sum(result.points for result in results),
        max_score=sum(result.max_points for result in results),
        checks=tuple(results),
        diagnosis=diagnosis,
        counterexample=_first_counterexample(results),
        notices=tuple(run.notices),
        output="\n".join(harmless(line, 2000) for line in output.splitlines()),
        drawings=guarded(lambda: _drawings(run), nothing_drawn),
        unexplained=tuple(guarded.faults),
    )


def _drawings(run: ExerciseRun) -> tuple[Drawing, ...]:
    """What the answers to public questions draw."""
    answered = [
        (question, found)
        for prepared, observed in run.observed.values()
        if not prepared.hidden
        for question, found in zip(prepared.plan.questions, observed, strict=False)
        if question.draws
    ]
    if not answered:
        return ()
    from grader.explain.pictures.answers import drawings  # few answers are drawn

    return drawings(answered, run.ask_aside)


def _first_counterexample(results: Sequence[CheckResult]) -> Counterexample | None:
    """The first public program on which the engine is wrong: checks go from small to large."""
    examples = [result.counterexample for result in results if result.counterexample is not None]
    numbers = [example for example in examples if example.expected is not None]
    return next(iter(numbers or examples), None)


def failed_to_grade(
    submission: Submission,
    course: Course,
    checks: Mapping[str, tuple[Check, ...]],
    secret: str,
    error: Exception,
    only: Iterable[str] = (),
    isolation: Mapping[str, object] | None = None,
) -> Graded:
    """What is returned when grading itself broke: a report in which all is `ungraded`, with the
    reason in each check.

    secret: its fingerprint.
    """
    exercises = tuple(
        ExerciseReport(
            id=exercise.id,
            title=exercise.title,
            handed_in=True,
            score=0.0,
            max_score=points_of(checks[exercise.id]),
            checks=tuple(check_results.broken(check, error) for check in checks[exercise.id]),
        )
        for exercise in course.exercises
        if not only or exercise.id in set(only)
    )
    known = receipt(submission, course, secret, torch_version())
    fault = check_results.our_fault(error)
    return Graded(_report(submission, course, exercises, known, isolation, [fault]), {})
