"""What costs a student points, most first: what was found, and what fails without an explanation.

A check that waits for another one, or that could not be asked because of it, counts with that one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from grader.judging.check_results import WAITS
from grader.judging.report import CheckResult, ExerciseReport, Report
from grader.reports.tables import override_in_words, plain, real_faults

_SENTENCE = re.compile(r"(?<=[.?!]) (?=[A-Z`])")
_SWAPS = (
    (re.compile(r"\bYour engine\b"), "The engine"),
    (re.compile(r"\bYour\b"), "Their"),
    (re.compile(r"\byour\b"), "their"),
    (re.compile(r"\bYou\b"), "They"),
    (re.compile(r"\byou\b"), "they"),
)


@dataclass(frozen=True, slots=True)
class Cost:
    """One thing to fix in an exercise, and the points that it costs.

    name: of what was found, the sentence itself for a property that does not hold, "" where the
    sentence is about this one file. also: what else gives the same numbers.
    """

    exercise: str
    name: str
    sentence: str
    points: float
    also: tuple[str, ...] = ()
    found: bool = False


def costs(report: Report) -> list[Cost]:
    """What costs points in a report, most first."""
    told = [cost for exercise in report.exercises for cost in _costs(exercise)]
    return sorted(told, key=lambda cost: -cost.points)


def first_to_fix(report: Report) -> str:
    """In a line: an override, a fault, what was not judged, else what costs most points."""
    if report.overrides:
        first = report.overrides[0]
        return f"{override_in_words(first)}: {first.why}"
    if faults := real_faults(report):
        return faults[0]
    for exercise in report.exercises:
        for check in exercise.checks:
            if check.outcome == "ungraded" and exercise.id in report.unjudged:
                return f"{exercise.id}: {check.message or check.sentence}"
    return next((in_words(cost) for cost in costs(report)), "")


def in_words(cost: Cost) -> str:
    """Where, how many points, and what: `engine -5.5: The engine resets nothing ...`."""
    return f"{cost.exercise} -{plain(cost.points)}: {cost.sentence}"


def _costs(exercise: ExerciseReport) -> Iterator[Cost]:
    lost = {c.id: c for c in exercise.checks if c.outcome not in ("passed", "ungraded")}
    by_sentence = {check.sentence: check for check in lost.values()}
    found = _findings(exercise, lost)
    of: dict[str, Cost] = {}  # what each check is lost by
    for cost, checks in found:
        of.update({check: cost for check in checks if check not in of})
    points: dict[Cost, float] = dict.fromkeys([cost for cost, _ in found], 0.0)
    rest = 0.0
    for check in lost.values():
        root = _root(check, lost, by_sentence)
        if check.id not in of and root.outcome == "blocked":
            rest += check.max_points
            continue
        cost = of.get(check.id) or of.get(root.id) or _property(exercise, root)
        points[cost] = points.get(cost, 0.0) + check.max_points
    if not points and lost:
        points[_property(exercise, next(iter(lost.values())))] = 0.0
    if points:
        points[max(points, key=lambda cost: points[cost])] += rest
    for cost, sum_of in points.items():
        if sum_of:
            yield Cost(cost.exercise, cost.name, cost.sentence, sum_of, cost.also, cost.found)


def _findings(
    exercise: ExerciseReport, lost: Mapping[str, CheckResult]
) -> list[tuple[Cost, tuple[str, ...]]]:
    """What was found, with the checks that it explains; alternatives count once."""
    told: list[tuple[Cost, tuple[str, ...]]] = []
    for finding in exercise.diagnosis:
        if not finding.explanation:
            continue  # it marks a line, and says no more than the check does
        checks = tuple(lost) if finding.checks is None else finding.checks
        sentence = finding.general or third_person(finding.explanation)
        if told and checks == told[-1][1]:
            cost, _ = told.pop()
            also = (*cost.also, sentence)
            cost = Cost(cost.exercise, cost.name, cost.sentence, 0.0, also, True)
        else:
            name = finding.general or finding.misconception or finding.id
            cost = Cost(exercise.id, name, sentence, 0.0, (), True)
        told.append((cost, checks))
    return told


def _root(
    check: CheckResult, lost: Mapping[str, CheckResult], by_sentence: Mapping[str, CheckResult]
) -> CheckResult:
    """The check that has to pass first; a blocked one where no single check is meant."""
    for _ in lost:
        after = lost.get(check.waits_for)
        if check.outcome == "blocked" and check.message.startswith(WAITS):
            after = by_sentence.get(check.message.removeprefix(WAITS))
        if after is None:
            break
        check = after
    return check


def _property(exercise: ExerciseReport, check: CheckResult) -> Cost:
    """A check that fails: its sentence, or what is wrong with this file where that says more."""
    raised = check.is_to_do or (check.outcome == "error" and not check.hidden)
    shown = bool(check.counterexample or check.hidden) and not raised
    said = check.sentence if shown else check.message or check.sentence
    return Cost(exercise.id, said if said == check.sentence else "", said, 0.0)


def third_person(explanation: str) -> str:
    """What an explanation says is wrong, of somebody else; not what it asks or advises."""
    said = _SENTENCE.split(explanation, maxsplit=1)[0]
    for pattern, word in _SWAPS:
        said = pattern.sub(word, said)
    return said
