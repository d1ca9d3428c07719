"""Known hand-ins sit their exercise: graded as students' are, by real workers, in any number.

`WorkerPool(course_dir, secret, jobs)` grades in processes of its own, each with its zygote,
and gives back what a `Runner` says of each hand-in, in order.
"""

from __future__ import annotations

import hashlib
import multiprocessing
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TypeVar

from grader.checks.declare import Check, checks_of, points_of
from grader.course.course import Course, Exercise, load_course
from grader.grading.own_work import ChecksWhenAsked, own_bench
from grader.grading.progress import PASSED, state_of
from grader.grading.submission import grade_submission, run_directly
from grader.judging.context import GradingContext
from grader.judging.exercise import REPEATS, ExerciseRun
from grader.judging.finding import Finding
from grader.judging.limits import HAND_IN_SECONDS, Budget
from grader.judging.report import CheckResult, ExerciseReport
from grader.programs.operators import all_forms, operator_of
from grader.submissions.sources.collected import Source
from grader.submissions.submission import Submission
from grader.worker.exchange import BatchLimits
from grader.worker.forkserver import ForkServer
from grader.worker.starting import start_server
from tests.proving.costs import Cost
from tests.proving.hand_ins import HandIn

T = TypeVar("T")
ENOUGH = 2
"""A hand-in that fails as many checks does not need any one of them."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of a hand-in. `cpu` is for the cost, and no part of what is proved.

    missed: checks that were run and not passed. caught: whether that cost points. named: the names
    of the diagnosis, best first, if it is sure of them, each before those that could stand in its
    place. ungraded: why it could not be graded. unnamed: whether what is told first was seen in a
    watched run and has no name.
    seen: a digest of all public answers and of what came of each check: two hand-ins with the same
    one cannot be told apart by anybody.
    """

    hand_in: HandIn
    missed: tuple[str, ...]
    caught: bool
    named: tuple[str, ...]
    ungraded: str
    cpu: float
    seen: str = ""
    unnamed: bool = False


@dataclass(slots=True)
class Runner:
    """Grades known hand-ins in this process."""

    course: Course
    context: GradingContext

    def graded(self, hand_in: HandIn) -> Outcome:
        """The outcome of grading as a student's hand-in is graded, diagnosis and all."""
        before = time.process_time()
        checks = checks_of(self.course)
        source = Source("answer.py", (hand_in.text,), False)
        digest = hashlib.sha256(hand_in.text.encode()).hexdigest()
        submission = Submission("proof", Path(hand_in.name), digest, {hand_in.exercise: source})
        runs: list[ExerciseRun] = []

        def watched(pairs: Sequence[tuple[ExerciseRun, Check]]) -> list[CheckResult]:
            runs.append(pairs[0][0])
            return run_directly(pairs)

        graded = grade_submission(
            submission, self.course, checks, self.context, watched, only=[hand_in.exercise]
        )
        student = sum(graded.seconds.values())
        (report,) = graded.report.exercises
        seen = _digest(runs[0], report)
        return self._outcome(hand_in, report, time.process_time() - before + student, seen)

    def own(self, hand_in: HandIn) -> Outcome:
        """What a student's own check says: `caught` is whatever is no tick."""
        before = time.process_time()
        source = Source("answer.py", (hand_in.text,), False)
        submission = Submission("you", Path(hand_in.name), "", {hand_in.exercise: source})
        checks, only = ChecksWhenAsked(self.course), [hand_in.exercise]
        context = own_bench(self.course, self.context.server, only)
        graded = grade_submission(
            submission, self.course, checks, context, only=only, public_only=True
        )
        (report,) = graded.report.exercises
        cpu = time.process_time() - before + sum(graded.seconds.values())
        outcome = self._outcome(hand_in, report, cpu, "")
        hidden = sum(check.hidden for check in checks[hand_in.exercise])
        return replace(outcome, caught=state_of(report, hidden=hidden) != PASSED)

    def _outcome(self, hand_in: HandIn, report: ExerciseReport, cpu: float, seen: str) -> Outcome:
        missed = [c for c in report.checks if c.outcome not in ("passed", "blocked")]
        return Outcome(
            hand_in,
            tuple(check.id for check in missed),
            report.score < report.max_score,
            tuple(filter(None, map(_name, report.diagnosis))),
            next((c.message for c in report.checks if c.outcome == "ungraded"), ""),
            cpu,
            seen,
            any(f.kind == "seen" and not f.misconception for f in report.diagnosis[:1]),
        )

    def cost(self, hand_in: HandIn) -> Cost:
        """What it loses by each check, on inputs that are the same for every hand-in."""
        before = time.process_time()
        exercise = self.course.exercise(hand_in.exercise)
        checks = checks_of(self.course)[exercise.id]
        source = Source("answer.py", (hand_in.text,), False)
        budget = _Patience()
        with ExerciseRun(self.context, exercise, source, "proof", "0" * 64, budget) as run:
            results = run_directly([(run, check) for check in checks])
            if run.hid_forms(checks):
                run.forget_results()
                results = run_directly([(run, check) for check in checks])
            wrong = frozenset(map(operator_of, all_forms() - run.operators().right))
        cpu = time.process_time() - before + budget.spent
        about = {check.id: check.about or () for check in checks}
        lost = {each.id: each.max_points for each in results if each.outcome != "passed"}
        return Cost(hand_in, lost, about, wrong, points_of(checks), cpu)

    def needs(self, hand_in: HandIn) -> Outcome:
        """The first `ENOUGH` checks that it fails, blocked by none: what would catch it alone."""
        before = time.process_time()
        exercise = self.course.exercise(hand_in.exercise)
        source = Source("answer.py", (hand_in.text,), False)
        budget = _Patience()
        missed: list[str] = []
        with ExerciseRun(self.context, exercise, source, "proof", "0" * 64, budget) as run:
            for check in checks_of(self.course)[exercise.id]:
                if not self._passes(run, check):
                    missed.append(check.id)
                    if len(missed) == ENOUGH:
                        break
        cpu = time.process_time() - before + budget.spent
        return Outcome(hand_in, tuple(missed), bool(missed), (), "", cpu)

    def _passes(self, run: ExerciseRun, check: Check) -> bool:
        forms = run.probed_forms(check)
        exercise = run.exercise.id
        if check.hidden:
            prepared = self.context.hidden(exercise, check, forms, run.student, run.sha256)
        else:
            prepared = self.context.public(exercise, check, forms)
        return bool(prepared.plan.questions) and all(
            prepared.judge(run.ask(check, prepared, shake)).outcome == "passed"
            for shake in range(REPEATS if prepared.by_order else 1)
        )


def _name(finding: Finding) -> str | None:
    """What a finding is called; what was read off an answer to a task is called by what it is."""
    return finding.misconception or (finding.id[5:] if finding.id.startswith("task/") else None)


def _digest(run: ExerciseRun, report: ExerciseReport) -> str:
    told: list[object] = [(check.id, check.outcome) for check in report.checks]
    for name, (prepared, observations) in run.observed.items():
        if not prepared.hidden:
            answers = ((o.answer, o.value, o.error and o.error.kind) for o in observations)
            told.append((name, *answers))
    return hashlib.sha256(repr(told).encode()).hexdigest()[:16]


class _Patience(Budget):
    """Little processor time, and all the time in the world: a busy machine catches nobody."""

    CPU, WALL = 2.0, 60.0
    spent = 0.0

    def limits(self, check: Check, exercise: Exercise) -> BatchLimits:
        self.spent, self.seconds = self.spent + HAND_IN_SECONDS - self.seconds, HAND_IN_SECONDS
        cpu = min(check.cpu or exercise.limits.cpu, self.CPU)
        return BatchLimits(cpu, self.WALL, exercise.limits.output)


class WorkerPool:
    """Processes in which known hand-ins are graded. Use as a context manager."""

    def __init__(self, course_dir: Path, secret: bytes, jobs: int) -> None:
        context = multiprocessing.get_context("spawn")
        self._pool = ProcessPoolExecutor(jobs, context, _open, (course_dir, secret))

    def __enter__(self) -> WorkerPool:
        return self

    def __exit__(self, *_: object) -> None:
        self._pool.shutdown(cancel_futures=True)

    def each(self, ask: Callable[[Runner, HandIn], T], hand_ins: Iterable[HandIn]) -> Iterator[T]:
        """What a runner says of each (`Runner.graded` or another method), in order."""
        return self._pool.map(partial(_said, ask), hand_ins)


_here: list[tuple[Runner, ForkServer]] = []
"""In a process of a pool: what it grades with, for as long as it lives."""


def _open(course_dir: Path, secret: bytes) -> None:
    course = load_course(course_dir)
    server = start_server(course.lazy_imports)
    _here.append((Runner(course, GradingContext(secret, server)), server))


def _said(ask: Callable[[Runner, HandIn], T], hand_in: HandIn) -> T:
    return ask(_here[0][0], hand_in)
