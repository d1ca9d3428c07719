"""Run the checks of one exercise on one submission's code: plan, ask, compare.

`ExerciseRun.result(check)` is the one core behind `topograde check`, `topograde grade` and the
pytest items. Every check is run and earns its points if it passes; `after` decides what is shown.
Only what cannot be asked is blocked. The core keeps the limits, repeats what may change from run to
run, and never lets a failure of ours look like one of the student's.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cached_property, partial
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from grader.checks.declare import Check
from grader.judging import check_results
from grader.judging.context import GradingContext, Prepared
from grader.judging.engine_tests import EngineTests
from grader.judging.error_sentences import of_notice
from grader.judging.finding import Counterexample
from grader.judging.limits import HAND_IN_SECONDS, Budget, own_running, timed_out
from grader.judging.probes import OperatorRecord, looked_for, probed
from grader.judging.report import CheckResult
from grader.judging.verdict import LIMITS, Verdict, same_observations
from grader.programs.interpreter import Answer
from grader.programs.operators import all_forms
from grader.programs.program import Program
from grader.programs.pytorch import OracleUnavailable
from grader.submissions.sources.own_numbers import own_numbers
from grader.text import harmless
from grader.worker.client import Worker
from grader.worker.exchange import AS_USUAL, BatchLimits, Reply, Way, WorkerUnavailable
from grader.worker.observation import Item, NamedError, Observation, batch_of, observe, same_batch

if TYPE_CHECKING:
    from grader.course.course import Exercise
    from grader.submissions.sources.collected import Source

ATTEMPTS = 3
"""A worker or its zygote may be lost by accident: so often is asked before that is told."""


class Process(NamedTuple):
    """Which process is asked: 0 what is asked first, 1 what is asked again, and whether it saw
    hidden inputs."""

    number: int
    saw_hidden: bool


ASIDE = Process(0, saw_hidden=False)
"""The process for what is not judged."""
AGAIN, HIDDEN = Process(1, saw_hidden=False), Process(0, saw_hidden=True)

Found = TypeVar("Found")


REPEATS, MORE_REPEATS = 3, 8
"""How often a batch is run whose answers may be others the next time; and one of an engine whose
answers did change: what it passes must not be chance. Addresses come again in the first of these
runs, and do not in the others: an engine may be wrong by either."""
NOT_THERE = frozenset({"missing", "operator", "import", "syntax", "module"})
"""Kinds of errors that say that something is not there, and so cannot be asked."""
_FINAL_ON_LOADING = frozenset({"syntax", "timeout", "crash", "exit"})


class ExerciseRun:
    """One exercise of one submission. Use as a context manager: it owns worker processes.

    stub: what was handed out; "" where that is not at hand.
    """

    def __init__(
        self,
        context: GradingContext,
        exercise: Exercise,
        source: Source,
        student: str,
        sha256: str,
        budget: Budget,
        stub: str = "",
    ) -> None:
        self.context, self.exercise, self.budget, self.stub = context, exercise, budget, stub
        self.student, self.sha256 = student, sha256
        budget.allow(exercise)
        self.name, self.cells = source.name, source.cells
        self.own_numbers = own_numbers(source.cells, stub)
        self.source = {
            "name": source.name,
            "cells": list(source.cells),
            "future_flags": list(source.future_flags),
            "main": source.is_notebook,
            "siblings": dict(source.siblings),
            "calls_rules": exercise.calls_rules,
        }
        self.notices: dict[str, None] = dict.fromkeys(source.notices)
        self.output = b""
        self.observed: dict[str, tuple[Prepared, list[Observation]]] = {}
        self.failed_publicly: dict[str, tuple[Prepared, list[Observation]]] = {}
        self.wrong: dict[str, tuple[Program, Answer, Answer | None]] = {}
        self.raised: dict[str, tuple[Program, NamedError]] = {}
        self.explained: dict[str, Counterexample] = {}
        self._results: dict[str, CheckResult] = {}
        self._ended: set[str] = set()  # checks that ended a process or used up a limit
        self._lacking: set[str] = set()  # checks that met no engine, or not the name they need
        self._workers: dict[Process, Worker] = {}
        self._operators: OperatorRecord | None = None
        self._dead_on_loading: NamedError | None = None
        self._took: dict[str, float] = {}  # CPU seconds of the first batch of each check
        self._changes = False  # a check failed with other answers in another run
        self._apart = False  # a batch ended early: what is answered is sent at once from then on
        self._seen: set[str] = set()  # kinds of errors in public batches: no secret any more

    def __enter__(self) -> ExerciseRun:
        return self

    def result(self, check: Check) -> CheckResult:
        """The result of a check; each is run once, its prerequisites must have been asked for."""
        known = self._results.get(check.id)
        if known is None:
            try:
                known = self._result(check)
            except (WorkerUnavailable, OracleUnavailable) as error:
                self._drop_workers()
                known = check_results.ungraded(check, str(error))
            except Exception as error:  # a bug of ours costs this check only, and is seen
                known = check_results.broken(check, error)
            self._results[check.id] = known
        return known

    def _result(self, check: Check) -> CheckResult:
        slow = next((each for each in self._results.values() if each.outcome == "timeout"), None)
        if slow is not None and self.budget.waits:
            self._ended.add(check.id)
            return check_results.blocked(check, slow)
        unmet = self._unmet(check)
        for before in unmet:
            if before.outcome == "ungraded":
                return check_results.ungraded_too(check, before)
            if before.id in self._ended:
                self._ended.add(check.id)
                return check_results.blocked(check, before)
        result = self.patiently(lambda: self._run(check))
        if not unmet or result.outcome in ("passed", "blocked", "ungraded"):
            return result
        if check.id in self._lacking:
            return check_results.blocked(check, unmet[0])
        return check_results.waiting(result, unmet[0])

    def _unmet(self, check: Check) -> list[CheckResult]:
        """The results of a check's prerequisites that are not passed."""
        known = [self._results[name] for name in check.after if name in self._results]
        return [before for before in known if before.outcome != "passed"]

    def _run(self, check: Check) -> CheckResult:
        if self._dead_on_loading is not None:
            self._lacking.add(check.id)
            return check_results.failed(check, Verdict(1, 1, 0, error=self._dead_on_loading), None)
        forms = self.probed_forms(check)
        if check.hidden:
            prepared = self.context.hidden(
                self.exercise.id, check, forms, self.student, self.sha256, self.failed,
                self.own_numbers,
            )  # fmt: skip
        else:
            prepared = self._public(check, forms)
        if not prepared.plan.questions:
            return check_results.nothing_to_judge(check)
        if prepared.long and self.budget.own and (before := self._unmet(check)):
            # Nothing of it is shown, and it takes long.
            return check_results.blocked(check, before[0])
        verdict, steady = self._verdict(check, prepared, prepared.by_order)
        if verdict.outcome == "passed":
            return check_results.passed(check)
        if verdict.error is not None and verdict.error.get("phase") == "loading":
            self._lacking.add(check.id)
        elif verdict.ended:
            self._ended.add(check.id)
        elif verdict.error is not None and verdict.error.kind in NOT_THERE:
            self._lacking.add(check.id)
        if not steady:
            return check_results.unsteady(check)
        if not check.hidden:
            return check_results.failed(check, verdict, prepared)
        visible, visible_verdict = self._run_visible_form(check, forms, verdict)
        return check_results.failed_trap(check, verdict, prepared, visible, visible_verdict)

    def _verdict(self, check: Check, prepared: Prepared, by_order: bool) -> tuple[Verdict, bool]:
        """The verdict, and whether the answers stay the same in other runs.

        A check whose answers may depend on object addresses is always run again, in another
        process, and each check of an engine whose answers have changed before; any other only when
        it failed, to see whether its numbers may be shown.
        """
        by_order = by_order or self._changes
        observations = self.ask(check, prepared, 0)
        self.observed.setdefault(check.id, (prepared, observations))
        verdict = prepared.judge(observations)
        if verdict.ended or (verdict.error and verdict.error.get("phase") == "loading"):
            return verdict, True
        if verdict.outcome == "passed" and not by_order:
            return verdict, True
        if verdict.error and verdict.error.kind == "recursion" and not by_order:
            if not prepared.hidden:
                self._note_wrong(check, verdict, prepared, observations)
            return verdict, True  # how deep calls go depends on no address, and no number is shown
        steady = prepared.repeats_itself(observations)
        more = self._changes and check.id in self._took
        more = more and self.budget.seconds > HAND_IN_SECONDS / 2  # the rest is for other checks
        for shake in range(1, MORE_REPEATS if more else REPEATS):
            failed = verdict.outcome != "passed"
            if failed and shake >= REPEATS:
                break
            asked = (prepared.start if failed else prepared.later) or prepared
            again = self.ask(check, asked, shake)
            if asked is prepared.later:
                again = prepared.with_later(observations, again)
            questions = [prepared.plan.questions[number] for number in prepared.numbers]
            steady = steady and same_observations(observations[: len(again)], again, questions)
            if not failed:
                verdict = prepared.judge(again)
        self._changes = self._changes or not steady
        if steady and not prepared.hidden:
            self._note_wrong(check, verdict, prepared, observations)
        return verdict, steady

    def _note_wrong(
        self, check: Check, verdict: Verdict, prepared: Prepared, found: list[Observation]
    ) -> None:
        """Remember the public program that a check fails by, with the student's answer, and the
        right one if there is only one, or with what it raises: for a picture, and to explain it.
        And all that was asked before and after it."""
        if verdict.first is None:
            return
        self.failed_publicly[check.id] = prepared, found
        question, raised = prepared.plan.questions[verdict.first], found[verdict.first].error
        if raised is not None and isinstance(question.item, Program):
            self.raised[check.id] = question.item, raised
        if verdict.mismatch is None:
            return
        answer, right = found[verdict.first].answer, prepared.expected[verdict.first]
        if isinstance(question.item, Program) and question.like is None and answer:
            self.wrong[check.id] = question.item, answer, right

    def _run_visible_form(
        self, check: Check, forms: frozenset[str], hidden: Verdict
    ) -> tuple[Prepared, Verdict | None]:
        """Run the visible counterpart of a failed trap, in a process that saw no hidden input.

        Returns what was asked, and the verdict on it if it fails too: what is shown of the trap.
        What ran out of time or crashed is not run once more where a public batch did so already: it
        would do so again, at the cost of the checks that are still to come.
        """
        prepared = self._public(check, forms)
        # Once an exercise: which limit it ran into may depend on a hidden number.
        if hidden.ended and hidden.error is not None and hidden.error.kind in self._seen:
            if len(prepared.plan.questions) != hidden.total:
                return prepared, None
            # Which line it was, or with what code it ended, is for the code to choose: not told.
            told = {k: v for k, v in hidden.error.details.items() if k == "limit"}
            return prepared, replace(hidden, error=NamedError(hidden.error.kind, told))
        verdict, steady = self._verdict(check, prepared, by_order=False)
        return prepared, verdict if steady and verdict.outcome != "passed" else None

    def _public(self, check: Check, forms: frozenset[str]) -> Prepared:
        return self.context.public(self.exercise.id, check, forms, self.failed, self.own_numbers)

    @cached_property
    def _tests(self) -> EngineTests:  # only then: the two hold each other
        return EngineTests(self._start, partial(self._after, quiet=False), self.budget)

    def ask(self, check: Check, prepared: Prepared, shake: int) -> list[Observation]:
        """Run the plan's items on the student's engine; shake: how often they were asked before."""
        items = prepared.items
        limits = self._limits(check, items)
        if any(question.engines for question in prepared.plan.questions):
            return [self._tests.observe(each, limits) for each in prepared.plan.questions]
        if limits is None:
            return observe(items, Reply(failure={"kind": "timeout", "skipped": 1}))  # used up
        # What is asked a third time need not start another process: its addresses are shaken anew.
        process = Process(min(shake, 1), saw_hidden=prepared.hidden)
        way = Way(shake, stir=prepared.by_order or shake >= REPEATS)
        reply = self._send(prepared.batch, limits, process, check.hidden, way)
        if prepared.long:  # looking for what it left behind takes longer than a new process
            self._drop_workers(kept=[key for key in self._workers if key != process])
        self._took.setdefault(check.id, reply.cpu)
        observations = observe(items, reply)
        if reply.failure and reply.failure.get("phase") == "loading" and not reply.answers:
            error = observations[0].error
            final = error is not None and error.kind in _FINAL_ON_LOADING
            if final and not prepared.hidden:
                self._dead_on_loading = error
        if not prepared.hidden:
            self._seen.update(found.error.kind for found in observations if found.error)
        return observations

    def _limits(self, check: Check, items: Sequence[Item]) -> BatchLimits | None:
        """The limits of a check's batch: where they are a ratio, to what another one took here."""
        limits = self.budget.limits(check, self.exercise)
        if limits is not None and self.budget.own:
            limits = limits._replace(running=own_running(items))
        if limits is None or check.ratio is None or check.ratio[0] not in self._took:
            return limits
        other, times = check.ratio
        return limits._replace(cpu=min(limits.cpu, times * self._took[other]))

    def operators(self) -> OperatorRecord:
        """Which operators of the engine are right, found out once."""
        if self._operators is None:
            self._operators = probed(self._probe, self.context.oracle.answer)
        return self._operators

    def _probe(self, programs: Sequence[Program]) -> list[Observation]:
        batch = batch_of(programs, ["Value"])
        limits = self.budget.looking(self.exercise)
        reply = self._send(batch, limits, Process(0, saw_hidden=False), quiet=True)
        return observe(list(programs), reply)

    def hid_forms(self, checks: Sequence[Check]) -> bool:
        """Whether a form that raised when it was looked for works in what the checks ask.

        All operators are then looked at anew, and all checks are to be run again.
        """
        try:
            works = self._found_working(checks)
        except (WorkerUnavailable, OracleUnavailable):
            return False  # what is judged stands
        if works:
            self._operators = None  # what raised once may answer the next time
        return bool(works)

    def _found_working(self, checks: Sequence[Check]) -> frozenset[str]:
        """The missing forms that work in a few of the checks' own programs."""
        missing = all_forms() - self.known_forms
        if not missing or self._dead_on_loading is not None or self.budget.used_up:
            return frozenset()
        plans = (self.context.public(self.exercise.id, each, all_forms()).plan for each in checks)
        questions = (each for plan in plans for each in plan.questions)
        asked = looked_for(missing, (each.item for each in questions if not each.left_open))
        if not asked:
            return frozenset()
        programs = [program for _, program in asked]
        limits = self.budget.looking(self.exercise)
        process = Process(1, saw_hidden=False)
        reply = self._send(batch_of(programs, ["Value"]), limits, process, quiet=True, way=Way(1))
        found = observe(programs, reply)
        pairs = zip(asked, found, strict=True)
        return frozenset(form for (new, _), each in pairs if each.error is None for form in new)

    def forget_results(self) -> None:
        """Let every check be run again."""
        for check in [*self._results]:
            self.forget(check)
        for known in (self._results, self._ended, self._lacking):
            known.clear()

    def forget(self, check: str) -> None:
        """Let what a check observed explain nothing."""
        for found in (self.observed, self.failed_publicly, self.wrong, self.raised):
            found.pop(check, None)

    @property
    def failed(self) -> frozenset[str]:
        """The checks that were not passed, among those that were run."""
        return frozenset(k for k, known in self._results.items() if known.outcome != "passed")

    @property
    def met_limits(self) -> bool:
        """Whether a public batch ran into a limit. Which one a hidden batch met, nobody is told."""
        return not LIMITS.isdisjoint(self._seen)

    @property
    def known_forms(self) -> frozenset[str]:
        """The operator forms that the engine has, as far as anybody asked."""
        return all_forms() if self._operators is None else self._operators.present

    def probed_forms(self, check: Check) -> frozenset[str]:
        """The operator forms that a check may be made of; the first call probes the engine."""
        return all_forms() if check.about is None else self.operators().context_of(check)

    # The processes that run the code: started, asked, kept, and ended. Public and hidden batches
    # never share one. What is lost by accident is asked for again.

    def __exit__(self, *_: object) -> None:
        self._drop_workers()

    def all_judged(self) -> None:
        """End the processes but the one that is asked further."""
        self._drop_workers(kept=(ASIDE,))

    def _drop_workers(self, kept: Sequence[Process] = ()) -> None:
        for key in self._workers.keys() - kept:
            try:
                worker = self._workers.pop(key)
                self.budget.kept.pop(worker.pid, None)
                worker.close()
            except WorkerUnavailable:
                continue  # the zygote is gone, and its children with it

    def patiently(self, ask: Callable[[], Found]) -> Found:
        """What `ask` returns, asked again in new processes if one is lost on the way.

        Raises `WorkerUnavailable` if that happens every time.
        """
        for left in reversed(range(ATTEMPTS)):
            try:
                return ask()
            except WorkerUnavailable:
                self._drop_workers()
                if not left:
                    raise
        raise AssertionError("the last attempt returns or raises")

    def _send(
        self, batch: bytes, limits: BatchLimits, process: Process, quiet: bool, way: Way = AS_USUAL
    ) -> Reply:
        """The reply to a batch; to a second try where the first ran into a limit of time.

        quiet: neither what the module says nor what it prints is kept.
        """
        together = not (self._apart or self.budget.own or self.budget.timeouts <= 0)
        reply = self._exchange(process, batch, limits, way._replace(together=together))
        if reply.failure is not None and reply.failure["phase"] == "running":
            self._apart = True
            if together and not timed_out(reply):  # which question it was that ended the process
                found = self._exchange(process, batch, limits, way)
                self.budget.seconds -= reply.spent
                reply = found if found.failure is not None else reply
        self._after(reply, quiet)
        longer = self.budget.second_try(limits, reply)
        if longer is not None:
            reply = self._exchange(process, batch, longer, way)
            self._after(reply, quiet)
        return reply

    def _exchange(self, process: Process, batch: bytes, limits: BatchLimits, way: Way) -> Reply:
        """The reply of a process, which is kept for the next batch unless it holds too much."""
        worker = self._worker(process)
        self.budget.kept.pop(worker.pid, None)
        reply = worker.run(batch, limits, way)
        if worker.alive and not self.budget.may_keep(worker.pid, worker.memory()):
            self._drop_workers(kept=[key for key in self._workers if key != process])
        return reply

    def ask_aside(
        self, items: Sequence[Item], shake: int = 0, stir: bool = False
    ) -> list[Observation]:
        """What the code answers to items that nobody is judged by: for names, sizes and pictures.

        Nothing if it cannot be asked any more (`Budget.aside`). The process is a public one.
        shake, stir: see `Way`; what varies from process to process is the addresses, so one process
        will do.
        """
        allowed, way = self.budget.aside_limits(self.exercise), Way(shake, stir)
        if allowed is None:
            return []
        programs = tuple(each for each in items if isinstance(each, Program))
        batch = same_batch(programs) if len(programs) == len(items) else batch_of(items)
        try:
            reply = self.patiently(lambda: self._exchange(ASIDE, batch, allowed, way))
        except WorkerUnavailable:
            return []  # one name fewer is no harm
        self.budget.spend_aside(reply)
        return observe(items, reply)

    def _worker(self, process: Process) -> Worker:
        """A process for public batches or for hidden ones: what saw hidden inputs tells nothing.

        Code can remember in one batch what it saw in another of the same process. The numbers and
        exceptions that a report shows all come from processes that never saw a hidden input. To
        start one takes as long as some hundred programs: the one that public batches were asked
        again is asked hidden ones, and nothing public after that.
        """
        worker = self._workers.get(process)
        if process == HIDDEN and (worker is None or not worker.alive):
            worker = self._workers.pop(AGAIN, None)
        if worker is None or not worker.alive:
            worker = self._start()
        self._workers[process] = worker
        return worker

    def _start(self) -> Worker:
        limits, server = self.exercise.limits, self.context.server
        if limits.cpu > HAND_IN_SECONDS:  # an exercise about size: its process lives longer
            return server.start(self.source, limits.memory, math.ceil(2 * limits.cpu))
        return server.start(self.source, limits.memory)

    def _after(self, reply: Reply, quiet: bool) -> None:
        self.budget.spend(reply)
        # A module says the same in every batch; what it says in a trap's could give the trap away.
        for notice in () if quiet else reply.notices:
            if isinstance(notice, str) and len(self.notices) < 50:
                self.notices.setdefault(of_notice(harmless(notice)))
        if reply.output_size:
            self.notices.setdefault(check_results.of_output(reply.output, reply.output_size))
            if not quiet and not self.output:
                self.output = reply.output
