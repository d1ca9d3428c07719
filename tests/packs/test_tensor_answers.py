"""What is right for tensors: our own answers are PyTorch's, on all that the pack asks.

Runs where NumPy is installed: `make test-packages`.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("numpy", reason="make test-packages installs NumPy")

import numpy as np

from grader.checks.plan import Question
from grader.judging.verdict import same_observations
from grader.packs.tensor import families, histories
from grader.packs.tensor import properties as of
from grader.packs.tensor.answers import by_numpy, by_pytorch
from grader.packs.tensor.judged import (
    MOST_WORKED_WITH,
    Asked,
    decoded,
    decoded_one,
    same_array,
    spelled,
)
from grader.packs.tensor.operators import OPERATORS
from grader.packs.tensor.program import Program
from grader.worker.observation import Observation

ROOT = Path(__file__).parents[2]


def everything(how: of.How) -> Iterator[Program]:
    for name in of.BINARY:
        yield from (*of.broadcasts(how, name), *of.sides(how, name), *of.same_operand(how, name))
    for name in of.STEPWISE:
        yield from of.stepwise(how, name)
    for ask in (of.products, of.product_sides, of.reshapes, of.transposes, of.indices):
        yield from ask(how)
    for ask in (of.powers, of.negatives, of.log_softmaxes, of.huge_log_softmaxes):
        yield from ask(how)
    yield from (*of.axes(how, "sum"), *of.axes(how, "mean"))
    yield from (*of.cross_entropies(how), *of.cross_entropies(how, huge=True))
    yield from of.layouts(how, lambda a, b: a @ b, (2, 3), (3, 2))
    yield from of.turned(how)


def several_calls() -> Iterator[Program]:
    for ask in (histories.second_calls, histories.several_losses, histories.leaf_roots):
        yield from ask()
    for ask in (histories.unreached, histories.zeroed, histories.trainings, histories.waiting):
        yield from ask()
    for ask in (histories.shared_arrays, histories.untouched, histories.zeros_at_first):
        yield from ask()
    yield from (*histories.chains(), *histories.large(), *histories.other_kinds())


PROGRAMS = {
    "rules": lambda: everything(of.RULE),
    "roots": lambda: everything(of.ROOT),
    "functions": of.plain_unbroadcasts,
    "small": lambda: [*families.small_graphs(), *families.twice()],
    "drawn": lambda: [families.drawn_graph(random.Random(n), n) for n in range(1, 40)],
    "histories": several_calls,
}


@pytest.mark.parametrize("seed", range(3))
def test_small_drawn_graphs_leave_some_for_who_has_few_operators(seed: int) -> None:
    rng = random.Random(seed)
    needed = [of.needs(families.drawn_graph(rng, 2)) for _ in range(200)]
    assert sum(needs.isdisjoint({"tanh", "exp", "matmul", "log_softmax"}) for needs in needed) > 20


@pytest.mark.parametrize("asked", PROGRAMS)
def test_our_own_answers_are_those_of_pytorch(asked: str) -> None:
    wrong = [
        program.text
        for program in PROGRAMS[asked]()
        if not all(map(same_array, by_numpy(program.steps), by_pytorch(program.steps)))
    ]
    assert not wrong, wrong[0]


def test_every_pair_of_shapes_and_every_operator_is_asked() -> None:
    assert len(of.BROADCASTING) == len(set(of.BROADCASTING)) == 225
    asked = {step[2] for program in everything(of.ROOT) for step in program.steps
             if step[0] == "apply"}  # fmt: skip
    assert asked == OPERATORS.keys()


def test_a_program_does_in_python_what_its_steps_say() -> None:
    engine = ROOT / "solutions/tensors/solutions/08_tensor_engine.py"
    names: dict[str, object] = {"__name__": "pasted"}
    exec(compile(engine.read_text(), str(engine), "exec"), names)
    for program in (*everything(of.ROOT), *families.small_graphs()[:200], *several_calls()):
        found: list[object] = []
        exec(program.text, {**names, "print": lambda *shown, to=found: to.extend(shown)})
        right = by_numpy(program.steps)
        assert len(found) == len(right), program.text
        for one, other in zip(found, right, strict=True):
            assert same_array(names["np"].asarray(one), other), program.text  # type: ignore[attr-defined]


def test_answers_that_differ_in_the_last_digits_do_not_change_from_run_to_run() -> None:
    program = families.small_graphs()[0]
    question = Question(program.task, of_pack=Asked(program))
    first = by_numpy(program.steps)
    for factor, same in ((1.0 + 1e-15, True), (1.0 + 1e-6, False)):
        runs = [
            [Observation(value=spelled([each * scale for each in first]))]
            for scale in (1.0, factor)
        ]
        assert same_observations(*runs, [question]) is same


def test_a_text_that_is_no_arrays_is_none() -> None:
    arrays = [np.ones((2, 3)), np.zeros(()), np.zeros((0, 5))]
    assert all(map(np.array_equal, decoded(spelled(arrays)) or (), arrays))
    entries = spelled([np.ones(3)]).partition("|")[2]
    for shapes in (
        "",
        "2",
        "4",
        "3;1",
        "-3",
        "x",
        "9" * 5000,
        "99999999999 99999999999",
        "1 " * 99,
    ):
        assert decoded(f"{shapes}|{entries}") is None
    for other in (None, 3, [], {}, "3", "3|????", f"3|{entries[:-1]}é"):
        assert decoded(other) is None
    large = np.zeros(MOST_WORKED_WITH + 1)
    assert decoded(spelled([large])) is not None
    assert decoded_one(spelled([large])) is None  # broadcast, two of them would fill the memory
