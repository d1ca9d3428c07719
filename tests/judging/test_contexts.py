"""What is asked of an engine depends on which operators are right on it, and on nothing else."""

from __future__ import annotations

from collections.abc import Mapping

from grader.checks import Check
from grader.judging.context import GradingContext
from grader.programs.operators import all_forms, ranked
from grader.programs.pytorch import Oracle
from tests.support.hand_ins import SECRET


def test_what_is_asked_does_not_depend_on_who_was_graded_before(
    checks: Mapping[str, tuple[Check, ...]],
) -> None:
    """An engine with one upstream after the other wrong, after all that have fewer wrong ones."""
    scales = ranked("scales")
    rights = [all_forms() - {*scales[:count]} for count in range(1, len(scales))]
    oracle = Oracle()
    after_others = GradingContext(SECRET, None, oracle)  # type: ignore[arg-type]
    for check in checks["engine"]:
        if check.about is not None and check.id.startswith(("rule", "path", "adds_up")):
            asked = [after_others.public("engine", check, right).plan for right in rights]
            for right, plan in zip(rights, asked, strict=True):
                alone = GradingContext(SECRET, None, oracle)  # type: ignore[arg-type]
                assert alone.public("engine", check, right).plan.items == plan.items, check.id
