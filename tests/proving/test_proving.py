"""The proof itself can fail: what is planted in it is found, with real workers."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from pathlib import Path

import pytest

from grader.authoring.verify import Flaw
from grader.checks import Check
from grader.course.course import Course
from grader.judging.context import GradingContext
from tests.proving import figures, judged
from tests.proving.beliefs import ALL
from tests.proving.document import PAGE, counted, filled, needed_for, needless
from tests.proving.figures import Rate
from tests.proving.hand_ins import EQUIVALENT, WRONG_ENGINES, HandIn, pairs, variants, wrong_engines
from tests.proving.mutants import Equivalent, Mutant, equivalents, every_change, mutants_of
from tests.proving.odd import Stale, changed
from tests.proving.proof import Proof
from tests.proving.runs import Outcome, Runner, WorkerPool
from tests.proving.tasks import SEEN, wrong_answers
from tests.proving.template import Clash, engine
from tests.support.engines import RIGHT, UNUSUAL
from tests.support.hand_ins import solution

CHEAP = ("order-by-hand", "build-topo", "check-grad", "consumer-counts")


@pytest.fixture
def runner(course: Course, context: GradingContext) -> Runner:
    return Runner(course, context)


def faults(outcome: Outcome) -> list[str]:
    return [fault.fault for fault in judged.faults(outcome)]


def held(belief: str, exercise: str = "engine") -> HandIn:
    return HandIn(belief, exercise, engine(WRONG_ENGINES[belief][0]), "wrong", (belief,))


# ---------------------------------------------------------------------------- planted faults


def test_a_wrong_engine_that_nobody_catches_is_a_fault(runner: Runner) -> None:
    planted = HandIn("planted", "engine", RIGHT, "wrong", ("preorder",))
    (fault,) = faults(runner.graded(planted))
    assert fault == "no check catches planted (engine)"


def test_a_false_alarm_is_a_fault(runner: Runner) -> None:
    planted = dataclasses.replace(held("nothing-reset"), name="planted", kind="odd", beliefs=())
    (fault,) = faults(runner.graded(planted))
    assert "the right engine 'planted' loses" in fault
    assert "backward_twice" in fault


def test_a_wrong_name_is_a_fault(runner: Runner) -> None:
    right = runner.graded(held("no-upstream", "local-rules"))
    assert faults(right) == []
    planted = dataclasses.replace(held("no-upstream", "local-rules"), beliefs=("overwrite-mul",))
    (fault,) = faults(dataclasses.replace(right, hand_in=planted))
    assert "names no-upstream" in fault


def test_a_name_that_is_lost_without_a_reason_is_a_fault(runner: Runner) -> None:
    for belief, is_fault in (("mul-own-data", True), ("mul-uses-grad", False)):
        (hand_in,) = (each for each in wrong_engines() if each.name == belief)
        told = dataclasses.replace(runner.graded(hand_in), named=(), unnamed=True)
        assert bool(faults(told)) == is_fault


def test_what_cannot_be_graded_is_a_fault(runner: Runner) -> None:
    class Gone:
        def start(self, *_: object, **__: object) -> None:
            from grader.worker.exchange import WorkerUnavailable

            raise WorkerUnavailable("no worker today")

    context = GradingContext(b"secret", Gone(), runner.context.oracle)  # type: ignore[arg-type]
    (fault,) = faults(Runner(runner.course, context).graded(held("no-seed", "backward")))
    assert "could not be graded: " in fault
    assert "no worker today" in fault


def test_a_misconception_without_a_hand_in_is_a_fault() -> None:
    (fault,) = judged.without_hand_in(["a", "b"], ["a"])
    assert "the misconception b has no wrong hand-in" in fault.fault


@pytest.fixture(scope="module")
def mutants(course: Course) -> list[Mutant]:
    return mutants_of(every_change(course, ["consumer-counts"]))


@pytest.fixture(scope="module")
def mutant_outcomes(
    course: Course, context: GradingContext, mutants: list[Mutant]
) -> list[Outcome]:
    return [Runner(course, context).needs(mutant.hand_in) for mutant in mutants]


def of_mutants(
    mutants: list[Mutant], outcomes: list[Outcome], table: list[Equivalent]
) -> list[Flaw]:
    return list(judged.mutant_faults(mutants, outcomes, table))


def test_every_mutant_is_caught_or_excused_and_no_excuse_is_stale(
    mutants: list[Mutant], mutant_outcomes: list[Outcome]
) -> None:
    table = [entry for entry in equivalents() if entry.exercise == "consumer-counts"]
    assert len(table) == 3
    assert of_mutants(mutants, mutant_outcomes, table) == []
    assert sum(outcome.caught for outcome in mutant_outcomes) == len(mutants) - 3 > 10


def test_a_mutant_without_an_excuse_is_a_fault(
    mutants: list[Mutant], mutant_outcomes: list[Outcome]
) -> None:
    found = of_mutants(mutants, mutant_outcomes, [])
    assert len(found) == 3
    assert all(fault.fault.startswith("no check catches the mutant") for fault in found)


def test_a_stale_excuse_is_a_fault(mutants: list[Mutant], mutant_outcomes: list[Outcome]) -> None:
    caught = next(m for m, o in zip(mutants, mutant_outcomes, strict=True) if o.caught)
    table = [
        *(entry for entry in equivalents() if entry.exercise == "consumer-counts"),
        Equivalent(caught.exercise, caught.before, caught.after, "planted"),
        Equivalent("consumer-counts", "gone = 1", "gone = 2", "planted"),
    ]
    found = of_mutants(mutants, mutant_outcomes, table)
    assert [fault.fault.rpartition(" is ")[2] for fault in found] == ["caught", "gone"]


def test_a_check_that_alone_catches_nothing_needs_a_reason(
    checks: Mapping[str, tuple[Check, ...]], mutant_outcomes: list[Outcome]
) -> None:
    name = "consumer-counts"
    outcome = dataclasses.replace(mutant_outcomes[0], missed=("chain",))
    needed = needed_for([outcome])
    told = [f.fault for f in needless(needed, {name: checks[name]}, {})]
    assert len(told) == len(checks[name]) - 1
    reasons = {f"{name}/*": "planted", "x/y": "planted"}
    told = [f.fault for f in needless(needed, {name: checks[name]}, reasons)]
    assert told == ["stale: no check needs the reason for x/y"]


# ------------------------------------------------------------------------------- the figures


def outcome(kind: str, name: str, beliefs: tuple[str, ...], named: tuple[str, ...]) -> Outcome:
    return Outcome(HandIn(name, "engine", "", kind, beliefs), ("x",), True, named, "", 1.0)  # type: ignore[arg-type]


def some_proof(named: tuple[str, ...]) -> Proof:
    pair = outcome("pair", "no-seed + pow-rule", ("no-seed", "pow-rule"), named)
    variant = outcome("variant", "preorder, form 2", ("preorder",), named)
    return Proof({"pairs": [pair], "variants": [variant]})


def test_figures_count_a_twin_as_the_name_itself() -> None:
    rates = figures.figures(some_proof(("skips-root", "pow-rule")))
    assert rates["of these, with both named"] == Rate(1, 1)
    assert rates["variants named"] == Rate(0, 1)
    assert Rate(999, 1000).percent == "99.9 %"
    assert Rate(9999, 10000).percent == "99.9 %"


def test_a_belief_that_another_hides_need_not_be_named() -> None:
    proof = some_proof(("no-seed",))
    alone = outcome("wrong", "no-seed", ("no-seed",), ("no-seed",))
    proof.outcomes["misconceptions"] = [dataclasses.replace(alone, seen="all zero")]
    assert figures.figures(proof)["of these, with both named"] == Rate(0, 1)
    proof.outcomes["pairs"] = [dataclasses.replace(proof.outcomes["pairs"][0], seen="all zero")]
    assert figures.figures(proof)["pairs in which both can be seen"] == Rate(0, 1)
    assert figures.figures(proof)["of these, with both named"] == Rate(0, 0)


def test_a_fallen_figure_is_a_fault(tmp_path: Path) -> None:
    file = tmp_path / "detection.toml"
    before = some_proof(("no-seed", "pow-rule", "preorder"))
    file.write_text(figures.as_toml(before, figures.figures(before)))
    assert list(figures.fallen(before, file)) == []
    now = some_proof(("no-seed",))
    told = sorted(fault.fault for fault in figures.fallen(now, file))
    assert [each.partition(":")[0] for each in told] == ["no-seed + pow-rule", "preorder, form 2"]
    file.write_text(figures.as_toml(now, figures.figures(now)))
    assert list(figures.fallen(now, file)) == []


def test_pairs_that_are_named_too_seldom_are_a_fault() -> None:
    rates = {
        "pairs with one of the two named": Rate(94, 100),
        "of these, with both named": Rate(80, 100),
    }
    (fault,) = figures.pair_faults(rates, Path("x"))
    assert "94 of 100, 95% are wanted" in fault.fault


# ------------------------------------------------------------------------------- the hand-ins


def test_every_belief_has_a_hand_in_that_is_python(course: Course) -> None:
    wrong = [*wrong_engines(), *wrong_answers(course)]
    named = {belief for hand_in in wrong for belief in hand_in.beliefs}
    assert named >= {m.id for m in ALL} | {*SEEN.values()}
    drawn = pairs(500, 0)
    assert len(drawn) == 500
    for hand_in in [*wrong, *variants(), *drawn]:
        compile(hand_in.text, hand_in.name, "exec")
    assert all(group <= named for group in EQUIVALENT)


def test_texts_of_different_hand_ins_differ(course: Course) -> None:
    texts = [hand_in.text for hand_in in [*wrong_engines(), *variants(), *wrong_answers(course)]]
    assert len(set(texts)) == len(texts)
    assert engine() not in texts


def test_two_changes_of_one_part_clash() -> None:
    with pytest.raises(Clash, match=r"two changes of slope\.exp\.left"):
        engine({"slope.exp.left": "1.0"}, {"slope.exp.left": "2.0"})
    with pytest.raises(Clash, match="upstream"):
        engine({"upstream.*": "1.0"}, {"upstream.add": "2.0"})
    with pytest.raises(Clash, match="no part is called"):
        engine({"sloppy": "1.0"})
    with pytest.raises(Clash, match=r"no part is called pay\.sub\.left"):
        engine({"pay.sub.left": "="})  # minus has no rule of its own here


def test_the_engine_without_changes_gets_every_point(runner: Runner) -> None:
    assert faults(runner.graded(HandIn("plain", "engine", engine(), "odd"))) == []


def test_an_odd_engine_whose_words_are_gone_is_named() -> None:
    with pytest.raises(Stale, match="is not in the text"):
        changed(RIGHT, ("no such words", ""))
    assert len(UNUSUAL) >= 36


@pytest.mark.parametrize("name", CHEAP)
def test_a_solution_holds_no_belief(course: Course, runner: Runner, name: str) -> None:
    found = runner.graded(HandIn("right", name, solution(name, course), "odd"))
    assert (found.missed, found.named) == ((), ())


def test_a_pool_grades_in_processes_of_its_own(course: Course) -> None:
    hand_ins = [held("mul-own-data", "local-rules"), held("no-upstream", "local-rules")]
    with WorkerPool(course.stubs_dir, b"another secret", 1) as pool:
        found = list(pool.each(Runner.graded, hand_ins))
    assert [outcome.named[0] for outcome in found] == ["mul-own-data", "no-upstream"]
    assert all(outcome.caught and outcome.cpu > 0 for outcome in found)


def test_the_page_holds_what_is_counted(checks: Mapping[str, tuple[Check, ...]]) -> None:
    """To mend it: `python -m tests.proving.document`."""
    page = PAGE.read_text(encoding="utf-8")
    assert filled(page, counted(checks)) == page
    with pytest.raises(ValueError, match="What a mistake costs: 2 tables, not 1"):
        filled(page, {"What a mistake costs": [["| a |"]]})
