"""What is told about a hand-in's wrong answers: the findings, ranked, and where to look.

All that is asked here is asked after everything was judged; it changes no score.
"""

from __future__ import annotations

from collections.abc import Sequence

from grader.checks.declare import Check
from grader.course.course import Exercise
from grader.explain.answers.checker import read_checker
from grader.explain.answers.places import with_places
from grader.explain.answers.training import read_training
from grader.explain.ranking import ranked
from grader.explain.sizes import doubling
from grader.explain.watching.findings import findings_of
from grader.explain.watching.source import SourceText
from grader.explain.watching.varying import of_varying
from grader.judging.exercise import ExerciseRun
from grader.judging.finding import Finding
from grader.judging.report import CheckResult
from grader.programs.program import Program
from grader.worker.observation import needed_names


def diagnosis_of(
    exercise: Exercise,
    run: ExerciseRun,
    results: Sequence[CheckResult],
    checks: Sequence[Check],
) -> tuple[Finding, ...]:
    """What is known about the mistake behind the numbers, if some are wrong."""
    if all(result.outcome in ("passed", "ungraded") for result in results):
        return ()
    answers: Sequence[Finding] = ()
    if _asks_for_more_than_an_engine(run):
        answers = _about_answers(exercise, run, results, checks)
    told = {check for finding in answers for check in finding.checks or ()}
    left = {each.id for each in results if each.outcome in ("failed", "error")} - told
    seen = findings_of(run, results) if left or not answers else []
    told |= {check for finding in seen for check in finding.checks or ()}
    seen += of_varying(run, results, told, _source_of(run))
    if slow := doubling(run, results, checks, _source_of(run)):  # it is not the function alone
        seen = [*(each for each in seen if not each.id.startswith("only/")), slow]
    if answers:  # what nodes were seen to hold is the cause of what a loop comes to
        seen = [each for each in seen if not left.isdisjoint(each.checks or ())]
    found = *ranked(seen, results), *answers
    return with_places(found, run, results, _source_of(run)) if run.stub else found


def _about_answers(
    exercise: Exercise,
    run: ExerciseRun,
    results: Sequence[CheckResult],
    checks: Sequence[Check],
) -> Sequence[Finding]:
    """What is known about wrong answers to tasks: what a checker does, what a loop did."""
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
        found += read_checker(asked, run.ask_aside, _source_of(run))
    told = {check for finding in found for check in finding.checks or ()}
    if left := sorted(failed - told):
        found += read_training(run.observed, left, _source_of(run))
    return found


def _source_of(run: ExerciseRun) -> SourceText:
    return SourceText(run.name, run.cells, run.stub)


def _asks_for_more_than_an_engine(run: ExerciseRun) -> bool:
    """Whether a function of the student's own is called, and what it does can be told."""
    items = (q.item for prepared, _ in run.observed.values() for q in prepared.plan.questions)
    return any(name != "Value" for item in items for name in needed_names(item))
