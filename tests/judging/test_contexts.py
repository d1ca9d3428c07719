"""What is asked of an engine depends on which operators are right on it, and on nothing else."""

from __future__ import annotations

import marshal
from collections.abc import Mapping

from grader.checks import Check
from grader.judging.context import GradingContext
from grader.programs.operators import all_forms, ranked
from grader.worker.exchange import encode_batch, with_shared_parts
from tests.support.hand_ins import SECRET
from tests.support.planning import oracle_of_all


def test_what_is_asked_does_not_depend_on_who_was_graded_before(
    checks: Mapping[str, tuple[Check, ...]],
) -> None:
    """An engine with one upstream after the other wrong, after all that have fewer wrong ones."""
    scales = ranked("scales")
    rights = [all_forms() - {*scales[:count]} for count in range(1, len(scales))]
    oracle = oracle_of_all()
    after_others = GradingContext(SECRET, None, oracle)  # type: ignore[arg-type]
    for check in checks["engine"]:
        if check.about is not None and check.id.startswith(("rule", "path", "adds_up")):
            asked = [after_others.public("engine", check, right).plan for right in rights]
            for right, plan in zip(rights, asked, strict=True):
                alone = GradingContext(SECRET, None, oracle)  # type: ignore[arg-type]
                assert alone.public("engine", check, right).plan.items == plan.items, check.id


def test_what_needs_another_property_is_asked_where_that_is_right(
    checks: Mapping[str, tuple[Check, ...]],
) -> None:
    """And the other check costs no less, so that nobody gains by failing it."""
    context = GradingContext(SECRET, None, oracle_of_all())  # type: ignore[arg-type]
    leaning = 0
    for exercise, all_of_it in checks.items():
        points = {check.id: check.points for check in all_of_it}
        for check in all_of_it:
            whole = context.public(exercise, check, all_forms()).plan
            for other in frozenset().union(*whole.leans_on):
                less = context.public(exercise, check, all_forms(), frozenset({other})).plan
                asked = {question.item for question in whole.questions}
                still = {question.item for question in less.questions}
                assert still != asked
                assert still > asked or points[other] >= check.points
                leaning += 1
    assert leaning


def test_from_the_second_hand_in_on_less_is_sent_that_says_the_same(
    checks: Mapping[str, tuple[Check, ...]],
) -> None:
    """Several hand-ins are asked the same bytes, and a worker reads fewer of them sooner."""
    context = GradingContext(SECRET, None, oracle_of_all())  # type: ignore[arg-type]
    sizes, said = [], []
    for _ in range(3):
        context.serve()
        asked = [context.public("engine", check, all_forms()) for check in checks["engine"]]
        sizes.append(sum(len(each.batch) for each in asked))
        said.append([repr(marshal.loads(each.batch)) for each in asked])
    context.close()
    assert said[0] == said[1] == said[2]
    assert sizes[0] > 1.5 * sizes[1] == 1.5 * sizes[2]


def test_what_student_code_is_handed_is_no_part_of_another_item() -> None:
    """Equal parts of programs are one object at the other end; those of a call are not."""
    program = [["leaf", "a", [1.5, 2]], ["leaf", "b", [1.5, 2]], ["leaf", "c", -0.0]]
    calls = [{"task": "call", "function": "median", "arguments": [[3, 1]]} for _ in "12"]
    items = [program, [*program, ["leaf", "d", 0.0]], *calls]
    batch = encode_batch(items, [])
    found = marshal.loads(with_shared_parts(batch))["items"]
    assert repr(found) == repr(marshal.loads(batch)["items"])
    assert found[0][0] is found[1][0]
    assert found[0][0][2] is found[0][1][2]
    assert found[2]["arguments"][0] is not found[3]["arguments"][0]
