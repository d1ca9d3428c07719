"""Programs: traced, sent as JSON and back, listed as Python that gives the same numbers."""

from __future__ import annotations

import json
import math
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grader.checks.families import (
    chain,
    every_operator_graph,
    every_small_graph,
    ladder,
)
from grader.checks.hidden_inputs import Draw, random_graph
from grader.programs.interpreter import run
from grader.programs.listing import listing, node_names
from grader.programs.operators import OPERATORS, all_forms
from grader.programs.program import Program, ProgramError
from grader.programs.reference import ReferenceEngine
from grader.programs.tracing import descend, read, repeat, sum_of, trace, zero_grad
from tests.support.paths import ROOT


def right_engine() -> dict[str, Any]:
    """The names of the exam's solution: a plain right engine."""
    names: dict[str, Any] = {"__name__": "engine"}
    exec((ROOT / "solutions" / "13_engine.py").read_text(), names)
    return names


ENGINE = right_engine()


def printed(text: str) -> list[float]:
    """The numbers that a listing prints when it is pasted below a right engine."""
    numbers: list[float] = []
    exec(text, {**ENGINE, "print": lambda *found: numbers.extend(found)})
    return numbers


def assert_same_numbers(program: Program) -> None:
    expected = run(program, ReferenceEngine())
    found = printed(listing(program))
    assert len(found) == len(expected)
    for one, other in zip(found, expected, strict=True):
        assert math.isclose(one, other, rel_tol=1e-9, abs_tol=1e-9), (listing(program), found)


# ---------------------------------------------------------------------------- tracing


def test_names_of_local_variables_become_names_of_nodes() -> None:
    def shared(a: Any) -> Any:
        b = a * 3
        return b * 2 + b * 5

    assert trace(shared, a=2.0).steps == (
        ("leaf", "a", 2.0),
        ("apply", "b", "mul", "a", 3),
        ("apply", "_2", "mul", "b", 2),
        ("apply", "_3", "mul", "b", 5),
        ("apply", "L", "add", "_2", "_3"),
        ("read", "data", ("L",)),
        ("backward", "L"),
        ("read", "grad", ("a",)),
    )
    assert listing(trace(shared, a=2.0), reads=False).splitlines() == [
        "a = Value(2.0)",
        "b = a * 3",
        "L = b * 2 + b * 5",
        "L.backward()",
    ]


def test_every_operator_is_traced_with_numbers_on_either_side() -> None:
    def everything(a: Any, b: Any) -> Any:
        sums = (a + b) + 1 + (2 + a) - b - 3 + (4 - a)
        products = (a * b) * 5 * (6 * a) / b / 7 + 8 / a
        return sums * products + sum_of([a**2, -a, a.tanh(), b.exp(), a.relu()])

    program = trace(everything, a=0.7, b=1.3)
    assert program.forms == frozenset(
        "add add_const radd sub sub_const rsub mul mul_const rmul truediv truediv_const rtruediv "
        "pow neg tanh exp relu sum".split()
    )
    assert program.size == 8 + 8 + 2 + 5 + 5
    assert_same_numbers(program)


def test_a_history_is_recorded_where_it_stands() -> None:
    def history(w: Any, x: Any) -> None:
        def step(_: Any) -> None:
            error = w * x - 3
            loss = error * error
            zero_grad(loss)
            loss.backward()
            descend(w, 0.1)

        repeat(4, step, w)
        read(w, what="data")
        w.data = 2.0
        y = w * x
        y += x
        y *= w
        y.backward()
        read(w, x)
        y.backward()
        read(w, x)

    program = trace(history, w=0.5, x=1.5)
    assert program.answer_length == 5
    assert_same_numbers(program)
    assert "for _ in range(4):" in listing(program)
    assert "y += x" in listing(program)


def test_a_function_that_looks_at_values_cannot_be_traced() -> None:
    with pytest.raises(ProgramError, match="cannot look at"):
        trace(lambda a: a if a.data > 0 else a + a, a=1.0)
    with pytest.raises(ProgramError, match="plain number"):
        trace(lambda a: a + "1", a=1.0)
    with pytest.raises(ProgramError, match="exponent"):
        trace(lambda a: a**a, a=1.0)


def test_a_node_that_an_augmented_assignment_replaced_cannot_be_used() -> None:
    def stale(a: Any, b: Any) -> Any:
        y = a * b
        old = y
        y += a
        return old + y

    with pytest.raises(ProgramError, match="augmented assignment"):
        trace(stale, a=1.0, b=2.0)


# ---------------------------------------------------------------------------- JSON, equality


def some_programs() -> list[Program]:
    small = every_small_graph()
    return [
        *(small[number] for number in range(0, len(small), 97)),
        *every_operator_graph()[::31],
        *(random_graph(Draw(bytes([n])), all_forms()) for n in range(40)),
    ]


def as_json(program: Program) -> Any:
    return json.loads(json.dumps(program.steps))


def test_json_brings_back_an_equal_program_with_an_equal_hash() -> None:
    for program in some_programs():
        back = Program.from_json(as_json(program))
        assert back == program
        assert hash(back) == hash(program)
    assert len(set(some_programs())) == len({json.dumps(p.steps) for p in some_programs()})


def test_a_read_inside_a_repeat_answers_every_time() -> None:
    block = (("backward", "a"), ("read", "grad", ("a",)))
    program = Program((("leaf", "a", 2.0), ("repeat", 3, block)))
    assert run(program, ReferenceEngine()) == (1.0, 2.0, 3.0)
    assert program.answer_length == 3
    assert printed(listing(program)) == [1.0, 2.0, 3.0]


WORDS = st.sampled_from(
    "leaf apply inplace alias set descend backward zero repeat read topo node toposort call "
    "train add mul pow tanh sum grad data a b L _1 1a".split()
)
LEAVES = st.one_of(
    WORDS,
    st.none(),
    st.booleans(),
    st.integers(),
    st.sampled_from([10**30, -(10**400), 1 << 63]),
    st.floats(),
    st.text(max_size=3),
)
ANY_JSON = st.recursive(
    LEAVES,
    lambda inner: st.one_of(
        st.lists(inner, max_size=5), st.dictionaries(st.text(max_size=3), inner, max_size=3)
    ),
    max_leaves=30,
)
LIKE_STEPS = st.lists(
    st.tuples(WORDS, st.lists(st.one_of(LEAVES, st.lists(ANY_JSON, max_size=3)), max_size=4)).map(
        lambda pair: [pair[0], *pair[1]]
    ),
    max_size=5,
)


@settings(max_examples=400, deadline=None)
@given(st.one_of(ANY_JSON, LIKE_STEPS))
def test_what_is_no_program_is_refused_and_nothing_else_is_raised(data: object) -> None:
    try:
        program = Program.from_json(data)
    except ProgramError:
        return
    assert Program.from_json(as_json(program)) == program
    listing(program)


@pytest.mark.parametrize(
    "steps",
    [
        {},
        "leaf",
        [[]],
        [["leaf"]],
        [["leaf", "a", True]],
        [["leaf", "a", "2.0"]],
        [["leaf", "a b", 2.0]],
        [["leaf", "a", 10**400]],
        [["leaf", "a", math.inf]],
        [["leaf", "a" * 40, 1.0]],
        [["apply", "L", "add", 1, 2]],
        [["apply", "L", "pow", "a", "b"]],
        [["apply", "L", "__import__", "a"]],
        [["apply", "L", "sum"]],
        [["inplace", "y", "pow", "a"]],
        [["repeat", 2, []]],
        [["read", "_prev", ["a"]]],
        [["call", "exec", ["a"]]],
        [["leaf", "a", 1.0]] * 50_001,
    ],
    ids=lambda steps: repr(steps)[:40],
)
def test_malformed_steps_are_refused(steps: object) -> None:
    with pytest.raises(ProgramError):
        Program.from_json(steps)


def test_a_deeply_nested_value_is_refused() -> None:
    deep: list[Any] = []
    for _ in range(100_000):
        deep = [deep]
    with pytest.raises(ProgramError):
        Program.from_json([["leaf", deep, deep]])


# ---------------------------------------------------------------------------- listing

NUMBERS = st.sampled_from([2, 0.5, -1.5, -3, 1.25, 7])


@st.composite
def histories(draw: st.DrawFn) -> Program:
    """Graphs with shared and unnamed nodes, `+=`, repeated blocks, two losses, zero_grad."""
    steps: list[Any] = [("leaf", "a", 0.75), ("leaf", "b", -1.25), ("leaf", "c", 0.5)]
    known = ["a", "b", "c"]
    made: list[str] = []

    def operation(slot: str) -> tuple[Any, ...]:
        operand = st.sampled_from(known)
        operator = draw(st.sampled_from(["add", "sub", "mul", "neg", "tanh", "relu", "sum"]))
        if operator == "sum":
            return ("apply", slot, "sum", *draw(st.lists(operand, min_size=1, max_size=3)))
        if OPERATORS[operator].takes == "node":
            return ("apply", slot, operator, draw(operand))
        pair = [draw(operand), draw(st.one_of(operand, NUMBERS))]
        return ("apply", slot, operator, *(pair if draw(st.booleans()) else pair[::-1]))

    for number in range(draw(st.integers(1, 8))):
        kind = draw(st.sampled_from(["apply"] * 6 + ["inplace", "repeat"]))
        if kind == "apply" or not made:
            slot = draw(st.sampled_from([f"_{number}", f"_{number}", f"n{number}"]))
            steps.append(operation(slot))
            made.append(slot)
            known.append(slot)
        elif kind == "inplace":
            operator = draw(st.sampled_from(["add", "sub", "mul"]))
            operand = draw(st.one_of(st.sampled_from(known), NUMBERS))
            steps.append(("inplace", draw(st.sampled_from(made)), operator, operand))
        else:
            y = f"_{number}"
            block = [operation(f"_{number}5"), ("apply", y, "mul", y, 0.5)]
            block.append(("apply", y, "add", y, f"_{number}5"))
            steps.append(("alias", y, draw(st.sampled_from(made))))
            steps.append(("repeat", draw(st.integers(1, 3)), tuple(block)))
            made.append(y)
            known.append(y)
    for _ in range(draw(st.integers(1, 3))):
        root = draw(st.sampled_from(made))
        if draw(st.booleans()):
            steps.append(("zero", root))
        steps += [("read", "data", (root,)), ("backward", root), ("read", "grad", ("a", "b", "c"))]
    return Program(tuple(steps))


@settings(max_examples=300, deadline=None)
@given(histories())
def test_a_listing_gives_the_same_numbers_as_its_program(program: Program) -> None:
    assert_same_numbers(program)


FAMILIES = (
    *every_small_graph(), *every_operator_graph(), ladder(40, 1.5), chain(200, 1, 2),
)  # fmt: skip


@settings(max_examples=250, deadline=None)
@given(
    st.one_of(
        st.sampled_from(FAMILIES),
        st.sampled_from(FAMILIES[-2:]),
        st.binary(max_size=4).map(lambda key: random_graph(Draw(key), all_forms())),
    )
)
def test_listings_of_what_checks_ask_give_the_same_numbers(program: Program) -> None:
    assert_same_numbers(program)


def test_what_a_round_makes_under_one_name_is_counted() -> None:
    block = (("apply", "y", "add", "y", "a"),) * 10
    program = Program((("leaf", "a", 1.5), ("alias", "y", "a"), ("repeat", 2, block)))
    names = node_names(program)
    assert len({*names}) == len(names) == 21
    assert names[11:13] == ["the first y of round 2", "the second y of round 2"]
    assert names[19:] == ["the 9th y of round 2", "y of round 2"]
