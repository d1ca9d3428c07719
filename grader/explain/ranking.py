"""Findings with the points that they cost, what costs most first."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from grader.judging.finding import Finding
from grader.judging.report import CheckResult

ALONE = "alone"
"""The id of that no more is known of programs than that each is right when it runs by itself."""


def ranked(found: Sequence[Finding], results: Sequence[CheckResult]) -> tuple[Finding, ...]:
    """The findings with the points that they cost; what costs most first.

    What only costs a check that a right engine may fail (`demand`) comes last, and before that,
    that no more is known than that programs are right when they run by themselves.
    """
    lost = {r.id: r for r in results if r.outcome not in ("passed", "ungraded")}
    told = []
    for finding in found:
        checks = tuple(check for check in finding.checks or () if check in lost)
        points = sum(lost[check].max_points for check in checks)
        told.append(replace(finding, checks=checks, points=points))
    return tuple(
        sorted(told, key=lambda each: (_is_demand(each, lost), each.id == ALONE, -each.points))
    )


def _is_demand(finding: Finding, lost: Mapping[str, CheckResult]) -> bool:
    checks = finding.checks or ()
    return bool(checks) and all(lost[check].demand is not None for check in checks)
