"""What is told of checks whose answers change from run to run.

Such an engine is watched in several runs, its nodes at other addresses in each. What is told are no
numbers, which the next run would change, but what happened in every run in which something went
wrong.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from grader.explain.watching.findings import Watched, seen_at
from grader.explain.watching.general import KINDS, in_general
from grader.explain.watching.known import known_of, records_of
from grader.explain.watching.sampling import (
    Failing,
    answered,
    is_watched,
    sample_of_passing,
    unsteady,
)
from grader.explain.watching.source import SourceText
from grader.judging.finding import Finding
from grader.judging.report import CheckResult

if TYPE_CHECKING:
    from grader.judging.exercise import ExerciseRun

RUNS, LEAST = 3, 2
"""How often the programs are watched, and in how many of these runs one must go wrong."""
MOST_PROGRAMS = 8
"""Of one check."""


def of_varying(
    run: ExerciseRun, results: Sequence[CheckResult], told: Container[str], source: SourceText
) -> Iterator[Finding]:
    """One finding about the checks of which nothing was told; none where runs differ in more."""
    asked = {c: _smallest(run, c) for c in run.observed if c in unsteady(results)}
    failing = [each for check in asked if check not in told for each in asked[check]]
    runs = [_watched(run, failing, shake, source) for shake in range(RUNS if failing else 0)]
    gone_wrong = [each for each in runs if each]
    if len(gone_wrong) < LEAST:
        return
    said = [Counter(_said(each) for each in watched) for watched in gone_wrong]
    common = [each for each in said[0] if all(each in other for other in said[1:])]
    if not common or "" in common:
        return
    first = max(common, key=sum(said, Counter[str]()).__getitem__)
    same = [each for watched in gone_wrong for each in watched if _said(each) == first]
    programs = {each.failing.program for each in same}
    lines = Counter(each.line for each in same if each.line is not None)
    seen = same[0].seen
    yield Finding(
        misconception=None,
        explained=0,
        of=0,
        explanation=f"{first[:-1]}, in some runs and not in others. {seen.question}",
        kind="seen",
        id=seen.id,
        part=seen.part,
        checks=tuple(c for c in asked if programs & {each.program for each in asked[c]}),
        general=first,
        where=source.where(lines.most_common(1)[0][0]) if lines else None,
    )


def _smallest(run: ExerciseRun, check: str) -> list[Failing]:
    """Programs of a public check, without the answer that was judged: small ones, those first that
    were wrong then. Another run may go wrong where that one did not."""
    known = [e for e in answered(*run.observed[check]) if is_watched(e[0].program)]
    known.sort(key=lambda each: (each[1], each[0].program.size))
    return [replace(each, answer=()) for each, _ in known[:MOST_PROGRAMS]]


def _watched(
    run: ExerciseRun, failing: Sequence[Failing], shake: int, source: SourceText
) -> list[Watched]:
    """What the programs showed that went wrong in one run."""
    passing = sample_of_passing(run)
    records, _ = records_of(run, source, [*failing, *passing], shake)
    known, graphs = known_of(records, passing, source)
    gone_wrong = [replace(each, answer=records[each.program].answer) for each in failing
                  if each.program in graphs]  # fmt: skip
    return [one for each in gone_wrong for one in seen_at(each, graphs[each.program], known)]


def _said(watched: Watched) -> str:
    """What is said of it without numbers; "" of what an operator contributes: that has some."""
    kind = watched.seen.key[0]
    of_an_operator = "{operator}" in KINDS.get(kind, "{operator}")
    return "" if of_an_operator else in_general(kind, watched.seen.name, "", "")
