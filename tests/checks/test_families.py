"""Families and draws: complete, in order, repeatable, and the same for any two right engines."""

from __future__ import annotations

import itertools

import pytest

from grader.checks import DRAWN, Grades
from grader.checks.bounds import agrees
from grader.checks.families import (
    LARGEST,
    chain,
    every_operator_graph,
    every_small_graph,
    graph,
    ladder,
    well_behaved,
)
from grader.checks.hidden_inputs import HIGHEST, LOWEST, Draw, draw_key, random_graph
from grader.course.course import Course
from grader.programs.graph import graph_of
from grader.programs.interpreter import run
from grader.programs.operators import all_forms
from grader.programs.program import Program
from grader.programs.reference import ReferenceEngine
from tests.support.paths import ROOT

ALPHABET = frozenset("add add_const radd mul mul_const rmul tanh".split())


# ---------------------------------------------------------------------------- families


def test_there_are_as_many_graphs_as_the_readme_says_all_well_behaved() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert len(every_small_graph()) == 6714
    assert f"All {len(every_small_graph()):,} graphs of up to three operations" in readme
    assert f"then {len(every_operator_graph()):,} over all operators" in readme
    assert all(map(well_behaved, (*every_small_graph(), *every_operator_graph())))


def test_the_readme_says_what_the_exam_is_worth(course: Course) -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert f"the exam alone, which is worth {course.exercise('engine').points}.)" in readme


@pytest.mark.parametrize(
    ("family", "most"), [(every_small_graph(), 3), (every_operator_graph(), 2)]
)
def test_graphs_are_unique_and_go_from_small_to_large(
    family: tuple[Program, ...], most: int
) -> None:
    assert len(set(family)) == len(family)
    sizes = [program.size for program in family]
    assert sizes == sorted(sizes)
    assert set(sizes) == set(range(1, most + 1))


def test_every_node_of_an_enumerated_graph_is_used() -> None:
    for program in (*every_small_graph(), *every_operator_graph()):
        slots = [step[1] for step in program.steps if step[0] in ("leaf", "apply")]
        used = {item for step in program.steps if step[0] == "apply" for item in step[3:]}
        assert used >= set(slots) - {"L"}


def test_small_graphs_hold_every_operator_form_in_both_operand_orders() -> None:
    family = every_small_graph()
    assert frozenset().union(*(program.forms for program in family)) == ALPHABET
    steps = {program.steps for program in family}
    for operator in ("add", "mul"):
        for pair in (("a", "b"), ("b", "a"), ("a", "a"), ("a", 0.55), (0.55, "a")):
            assert any(("apply", "L", operator, *pair) in program for program in steps)
    assert frozenset().union(*(p.forms for p in every_operator_graph())) == all_forms() - {"sum"}


def test_small_graphs_are_all_that_there_are() -> None:
    """Counted in another way: operand choices of one and two operations, one by one."""
    one = [program for program in every_small_graph() if program.size == 1]
    assert len(one) == 2 * (3 * 3 - 1) + 2  # + and * on a, b, constant but not two constants; tanh
    two = [program for program in every_small_graph() if program.size == 2]
    # The second operation uses the first: on the left, on the right, twice, or in tanh.
    assert len(two) == len(one) * (2 * (3 + 3 + 1) + 1)


def test_two_right_engines_agree_on_every_enumerated_graph() -> None:
    assert all(map(agrees, (*every_small_graph(), *every_operator_graph())))


def test_sizes_are_what_the_names_say() -> None:
    assert ladder(40, 1.5).size == 40
    assert chain(20_000, 1.5, 0.25).size == 20_000
    assert run(ladder(40, 1.5), ReferenceEngine()) == (1.5 * 2**40, 2.0**40)
    assert run(chain(900, 1.5, 0.25), ReferenceEngine()) == (226.5, 1.0, 900.0)


@pytest.mark.parametrize(
    ("operator", "leaves"),
    [
        ("relu", {"a": 0.001}),
        ("tanh", {"a": 9.0}),
        ("exp", {"a": 800.0}),
        ("truediv", {"a": 1.0, "b": 0.0}),
        ("mul", {"a": 500.0, "b": 30.0}),
    ],
)
def test_what_two_right_engines_may_disagree_on_is_not_well_behaved(
    operator: str, leaves: dict[str, float]
) -> None:
    assert not well_behaved(graph(leaves, (("apply", "L", operator, *leaves),)))


def test_what_a_root_was_made_of_is_found_through_repeats_and_augmented_assignment() -> None:
    steps = (
        ("leaf", "a", 1.0),
        ("leaf", "unused", 1.0),
        ("apply", "y", "neg", "a"),
        ("repeat", 2, (("apply", "y", "add", "y", "a"),)),
        ("inplace", "y", "mul", "y"),
        ("topo", "y"),
    )
    program = Program(steps)
    graph = graph_of(program)
    assert graph.inputs == [(), (), (0,), (2, 0), (3, 0), (4, 4)]
    assert graph.reached(5) == [5, 4, 3, 2, 0]
    assert graph.consumers() == [[2, 3, 4], [], [3], [4], [5, 5], []]


# ---------------------------------------------------------------------------- draws


def test_drawn_values_are_within_bounds_and_apart() -> None:
    for number in range(200):
        draw = Draw(f"bounds {number}".encode())
        values = [draw.value() for _ in range(5)]
        sizes = sorted(map(abs, values))
        assert all(LOWEST <= size <= HIGHEST for size in sizes)
        assert all(high - low > 0.05 for low, high in itertools.pairwise(sizes))
        assert all(abs(size - special) > 0.02 for size in sizes for special in (0.5, 1.0, 2.0))
        assert draw.value(1) > 0 > draw.value(-1)


def test_draws_repeat_from_a_key_and_differ_from_another() -> None:
    def drawn(*parts: str) -> list[Program]:
        draw = Draw(draw_key(b"secret", *parts))
        return [random_graph(draw, all_forms()) for _ in range(3)]

    assert drawn("ada", "abc") == drawn("ada", "abc")
    assert drawn("ada", "abc") != drawn("bob", "abc")
    assert drawn("ada", "bc") != drawn("adab", "c")
    assert draw_key(b"one", "a") != draw_key(b"two", "a")


@pytest.mark.parametrize(
    "forms", [all_forms(), ALPHABET, {"add"}, {"mul"}, {"add", "mul", "rsub", "pow", "relu"}]
)
def test_two_right_engines_agree_on_random_graphs(forms: frozenset[str]) -> None:
    draw = Draw(b"two right engines")
    for _ in range(300):
        program = random_graph(draw, forms)
        assert program.forms <= frozenset(forms)
        assert 3 <= program.size <= 12
        assert max(map(abs, run(program, ReferenceEngine()))) <= LARGEST
        assert agrees(program)


def test_drawn_leaves_stay_away_from_coincidences() -> None:
    """At drawn values, no sum equals a product, no node another, and no wrong rule is right."""
    grades = Grades(Draw(b"coincidences"))
    for _ in range(100):
        grades(lambda a, b, c: (a * b + c) * (a + b), a=DRAWN, b=DRAWN, c=DRAWN)
        grades(lambda a: a * a, a=DRAWN)
    assert grades.drew
    for question in grades.questions:
        program = question.item
        assert isinstance(program, Program)
        assert well_behaved(program, apart=True)
        assert agrees(program)
        right = run(program, ReferenceEngine())
        swap = {"add": "mul", "mul": "add"}
        steps = program.steps
        for place, step in enumerate(steps):
            if step[0] == "apply":
                wrong = (*step[:2], swap[step[2]], *step[3:])
                found = run(
                    Program((*steps[:place], wrong, *steps[place + 1 :])), ReferenceEngine()
                )
                assert any(abs(x - y) > 1e-4 for x, y in zip(found, right, strict=True))


def test_random_graphs_share_inner_nodes() -> None:
    draw = Draw(b"sharing")
    shared = 0
    for _ in range(200):
        made_of = graph_of(random_graph(draw, all_forms())).inputs
        uses = [source for sources in made_of for source in sources if made_of[source]]
        shared += len(uses) > len(set(uses))
    assert shared > 100


def test_a_condition_that_cannot_be_met_is_reported() -> None:
    with pytest.raises(RuntimeError, match="cannot be met"):
        Draw(b"never").until(lambda: 1, lambda _: False)
