"""What is told about a hand-in's wrong answers: the findings, ranked, and where to look.

All that is asked here is asked after everything was judged; it changes no score.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial

from grader.checks.declare import Check
from grader.course.course import Exercise
from grader.explain.watching.findings import findings_of
from grader.judging import check_messages as messages
from grader.judging.context import Diagnoser
from grader.judging.exercise import ExerciseRun
from grader.judging.finding import Finding
from grader.judging.report import CheckResult
from grader.programs.program import Program
from grader.worker.observation import needed_names

FEW = 3
"""The first programs of a check say what it asks for."""


def diagnosis_of(
    exercise: Exercise,
    run: ExerciseRun,
    results: Sequence[CheckResult],
    checks: Sequence[Check],
) -> tuple[Finding, ...]:
    """What is known about the mistake behind the numbers, if some are wrong."""
    if all(result.outcome in ("passed", "ungraded") for result in results):
        return ()
    if _asks_for_more_than_an_engine(run):
        answers = _about_answers(exercise, run, results, checks)
        if answers:
            return tuple(answers)
    seen = findings_of(run, results)
    if seen and _explains_most(seen, [result for result in results if result.id in run.wrong]):
        return ranked(seen, results, run.cells, run.name, _list_is_right(run, results))
    hidden = frozenset(result.id for result in results if result.hidden)
    unsteady = any(result.message == messages.UNSTEADY for result in results)
    context = run.context
    context.diagnoser = diagnose = context.diagnoser or _diagnoser(context.patient)
    ask, forms = run.ask_aside, run.known_forms
    found = diagnose(run.observed, exercise.id, hidden, unsteady, ask, forms, run.wrong)
    if _asks_for_more_than_an_engine(run):  # what is unknown of an engine says nothing of a task
        found = [finding for finding in found if finding.kind != "unknown"]
        if not found:
            from grader.explain.diagnosis.readings.calls.only import only_function

            failed = [r.id for r in results if r.outcome not in ("passed", "ungraded")]
            only = only_function(run.observed, failed)
            found = [] if only is None else [only]
    if seen:  # each failed check shows what was seen in its own program
        found = [*seen, *_beside(seen, found)]
    return ranked(found, results, run.cells, run.name, _list_is_right(run, results))


def _explains_most(seen: Sequence[Finding], wrong: Sequence[CheckResult]) -> bool:
    """Whether the checks of which something was seen hold half of the points that are lost."""
    told = {check for finding in seen for check in finding.checks or ()}
    lost = sum(result.max_points for result in wrong)
    return 2 * sum(result.max_points for result in wrong if result.id in told) >= lost


def _beside(seen: Sequence[Finding], found: Sequence[Finding]) -> Iterator[Finding]:
    """What was found of the checks of which nothing was seen; two that go together go with it."""
    told = {check for finding in seen for check in finding.checks or ()}
    for finding in found:
        checks = tuple(check for check in finding.checks or () if check not in told)
        if checks and finding.kind != "pair":
            yield replace(finding, checks=checks)


def _list_is_right(run: ExerciseRun, results: Sequence[CheckResult]) -> bool | None:
    """Whether the nodes are listed in a right order, where checks have asked for that list."""
    lists = {
        check
        for check, (prepared, _) in run.observed.items()
        if any(
            isinstance(q.item, Program) and any(s[0] in ("topo", "toposort") for s in q.item.steps)
            for q in prepared.plan.questions[:FEW]
        )
    }
    asked = [each.outcome == "passed" for each in results if each.id in lists]
    return all(asked) if asked else None


def _about_answers(
    exercise: Exercise,
    run: ExerciseRun,
    results: Sequence[CheckResult],
    checks: Sequence[Check],
) -> Sequence[Finding]:
    """What is known about wrong answers to tasks: what a checker does, beliefs, what a loop did."""
    ask = run.ask_aside
    failed = {r.id for r in results if r.outcome == "failed"}
    public = {
        check.id: run.context.public(exercise.id, check, run.known_forms).plan.questions
        for check in checks
        if check.id in failed
    }
    asked = {
        check: [
            (question.item, question.judge)
            for question in questions
            if not isinstance(question.item, Program)
            and question.judge is not None
            and question.item.get("task") == "check_grad"
        ]
        for check, questions in public.items()
    }
    found: list[Finding] = []
    if any(asked.values()):
        from grader.explain.diagnosis.readings.checker import read_checker

        found += read_checker(asked, ask)
    from grader.explain.diagnosis.tasks import diagnose_answers  # not before something is wrong

    found += diagnose_answers(run.observed, exercise.id, ask)
    told = {check for finding in found for check in finding.checks or ()}
    if left := sorted(failed - told):
        from grader.explain.diagnosis.readings.training import read_training

        found += read_training(run.observed, left)
    return found


def ranked(
    found: Sequence[Finding],
    results: Sequence[CheckResult],
    cells: Sequence[str],
    file: str,
    list_is_right: bool | None = None,
) -> tuple[Finding, ...]:
    """The findings with the points that they cost and where to look; what costs most first.

    What only costs a check that a right engine may fail (`demand`) comes last. list_is_right:
    whether the list of nodes that was asked for is right, None if none was.
    """
    if not found:
        return ()
    # Not before there is something to place:
    from grader.explain.diagnosis.readings.where.places import placed

    lost = {r.id: r for r in results if r.outcome not in ("passed", "ungraded")}
    told = []
    for finding in found:
        if finding.checks is not None:
            kept = tuple(check for check in finding.checks if check in lost)
            points = sum(lost[check].max_points for check in kept)
            finding = replace(finding, checks=kept, points=points)
        where = finding.where or placed(finding, cells, file, list_is_right)
        told.append(replace(finding, where=where))
    if all(finding.kind == "read" for finding in told) or told[0].kind == "seen":
        told.sort(key=lambda f: (f.kind not in ("read", "seen"), _is_demand(f, lost), -f.points))
    return tuple(told)


def _is_demand(finding: Finding, lost: Mapping[str, CheckResult]) -> bool:
    checks = finding.checks or ()
    return bool(checks) and all(lost[check].demand is not None for check in checks)


def _asks_for_more_than_an_engine(run: ExerciseRun) -> bool:
    """Whether beliefs about answers can be told: about an order, a constant, a function."""
    items = (q.item for prepared, _ in run.observed.values() for q in prepared.plan.questions)
    return any(name != "Value" for item in items for name in needed_names(item))


def _diagnoser(patient: bool) -> Diagnoser:
    """A diagnosis with a memo of its own, which it keeps as long as the run lasts."""
    from grader.explain.diagnosis.diagnosis import Memo, diagnose  # not before something is wrong

    return partial(diagnose, Memo(), patient=patient)
