"""The oracle is PyTorch: right against closed forms, asked once, and only when it is needed."""

from __future__ import annotations

import math
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import pytest

from grader.checks.families import chain, every_operator_graph, every_small_graph, ladder
from grader.checks.hidden_inputs import Draw, random_graph
from grader.programs.compare import same_answer, same_number
from grader.programs.interpreter import run
from grader.programs.operators import all_forms
from grader.programs.program import Program, ProgramError
from grader.programs.pytorch import LARGE, Oracle, TorchEngine
from grader.programs.reference import ReferenceEngine
from grader.programs.tracing import read, repeat, trace, zero_grad
from tests.support.paths import ROOT

Case = tuple[str, Callable[..., Any], dict[str, float], list[float]]


def showcase(a: Any, b: Any, c: Any) -> Any:
    return (a * b + c) * (a + b)


def calls(expression: Callable[..., Any], count: int) -> Callable[..., None]:
    """`backward` called `count` times on one graph, every leaf read after each call."""

    def called(**leaves: Any) -> None:
        root = expression(**leaves)
        for _ in range(count):
            root.backward()
            read(*leaves.values())

    return called


def two_losses(x: Any) -> None:
    h = x * x
    (h * 2).backward()
    read(x)
    (h * 5).backward()
    read(x)


def sum_first(a: Any, b: Any) -> None:
    s = a * b
    (s + a).backward()
    read(a, b)
    (s * s).backward()
    read(a, b)


def loss_of_a_loss(x: Any) -> None:
    first = x * x
    first.backward()
    read(x)
    (first * first).backward()
    read(x)


def zeroed_then_again(a: Any, b: Any, c: Any) -> None:
    root = showcase(a, b, c)
    root.backward()
    read(a, b, c)
    zero_grad(root)
    read(a, b, c)
    root.backward()
    read(a, b, c)


def leaf_as_root(x: Any) -> None:
    x.backward()
    read(x)
    x.backward()
    read(x)


def unreachable(a: Any, b: Any, c: Any) -> None:
    (a * b).backward()
    (a * c).backward()
    read(a, b, c)


ABC = {"a": 2.0, "b": 3.0, "c": 1.0}
TWICE: list[Case] = [
    ("showcase", calls(showcase, 4), ABC, [22, 17, 5, 44, 34, 10, 66, 51, 15, 88, 68, 20]),
    (
        "chain of six",
        calls(lambda x: repeat(6, lambda y: y + 1, x), 4),
        {"x": 0.5},
        [1, 2, 3, 4],
    ),
    ("two losses", two_losses, {"x": 3.0}, [12, 42]),
    ("sum, then square", sum_first, {"a": 2.0, "b": 3.0}, [4, 2, 40, 26]),
    ("loss of a loss", loss_of_a_loss, {"x": 3.0}, [6, 114]),
    ("zeroed, then again", zeroed_then_again, ABC, [22, 17, 5, 0, 0, 0, 22, 17, 5]),
    ("a leaf as root", leaf_as_root, {"x": 3.0}, [1, 2]),
    ("an unreachable leaf stays", unreachable, ABC, [4, 2, 2]),
]


@pytest.mark.parametrize("case", TWICE, ids=lambda case: case[0])
def test_answers_are_the_closed_forms(case: Case) -> None:
    _, function, leaves, expected = case
    program = trace(function, **leaves)
    found = Oracle().answer(program)
    assert found == pytest.approx(expected, rel=1e-12, abs=1e-12)
    assert same_answer(run(program, ReferenceEngine()), found)


def test_inner_gradients_are_kept_where_a_program_reads_them() -> None:
    def inner(a: Any, b: Any, c: Any) -> None:
        d = a * b
        L = (d + c) * (a + b)
        read(d)
        L.backward()
        read(L, d, a)

    assert Oracle().answer(trace(inner, **ABC)) == (0.0, 1.0, 5.0, 22.0)


def test_setting_a_leaf_and_descending_change_the_next_graph_only() -> None:
    steps = (
        ("leaf", "p", 2.0),
        ("apply", "L", "mul", "p", "p"),
        ("set", "p", 10.0),
        ("read", "data", ("L", "p")),
        ("apply", "M", "mul", "p", 3),
        ("backward", "M"),
        ("descend", "p", 0.5),
        ("read", "data", ("p", "M")),
        ("read", "grad", ("p",)),
    )
    assert Oracle().answer(Program(steps)) == (4.0, 10.0, 8.5, 30.0, 3.0)


def test_a_call_adds_to_a_gradient_that_was_set() -> None:
    made = (("leaf", "a", 2.0), ("set_grad", "a", 7), ("apply", "L", "mul", "a", "a"))
    called = (("backward", "L"), ("read", "grad", ("a",)))
    again = (*called, ("set_grad", "a", 0), *called, ("zero", "L"), ("read", "grad", ("a",)))
    for engine in (TorchEngine(), ReferenceEngine()):
        assert run(Program((*made, *again)), engine) == (11.0, 4.0, 0.0)


def test_the_reference_agrees_on_a_sample_of_everything() -> None:
    oracle, draw = Oracle(), Draw(b"reference")
    programs = [random_graph(draw, all_forms()) for _ in range(60)]
    programs += [*every_operator_graph()[::29], *every_small_graph()[::67]]
    programs += [ladder(40, 1.5), chain(900, 1.5, 0.25), chain(20_000, 2.0, 0.25)]
    for program in programs:
        assert same_answer(run(program, ReferenceEngine()), oracle.answer(program)), program


def test_each_answer_is_computed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    oracle, asked = Oracle(), []
    real = oracle._ask
    monkeypatch.setattr(oracle, "_ask", lambda program: asked.append(program) or real(program))
    for _ in range(3):
        programs = [ladder(n, 1.5) for n in range(1, 5)]  # equal programs, made anew
        assert [*map(oracle.answer, programs)] == [(1.5 * 2**n, 2.0**n) for n in range(1, 5)]
    assert len(asked) == 4
    drawn, large = ladder(7, 0.3), chain(LARGE + 2, 1.0, 0.5)
    for _ in range(2):
        oracle.answers_once([drawn, large])
    assert asked[4:] == [large]


def test_what_only_student_code_can_run_is_refused() -> None:
    with pytest.raises(ProgramError, match="only student code"):
        run(Program((("leaf", "a", 1.0), ("topo", "a"))), TorchEngine())


# ---------------------------------------------------------------------------- comparing


def test_numbers_agree_within_one_part_in_a_billion() -> None:
    assert same_number(1.0 + 5e-10, 1.0)
    assert not same_number(1.0 + 3e-9, 1.0)
    assert same_number(1e-13, 0.0)
    assert not same_number(1e-11, 0.0)
    assert same_number(-0.0, 0.0)
    assert same_number(1e300 * (1 + 1e-10), 1e300)


def test_infinities_agree_by_sign_and_nan_with_nan() -> None:
    inf, nan = math.inf, math.nan
    assert same_number(inf, inf)
    assert not same_number(-inf, inf)
    assert not same_number(1e308, inf)
    assert not same_number(inf, 1e308)
    assert same_number(nan, nan)
    assert not same_number(nan, 0.0)
    assert not same_number(0.0, nan)
    assert not same_number(nan, inf)


@pytest.mark.parametrize("found", [1, True, "1.0", None, (1.0,), 1 + 0j])
def test_only_a_float_is_a_number(found: object) -> None:
    assert not same_number(found, 1.0)


# ---------------------------------------------------------------------------- torch


def in_a_new_process(code: str) -> str:
    """What a fresh interpreter prints; it imports the grader from here."""
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, timeout=60
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


IMPORT_ALL = """
import importlib, pathlib, sys
for path in sorted(pathlib.Path("grader").rglob("*.py")):
    name = ".".join(path.with_suffix("").parts)
    # `preloaded` is there to import it; a pack of another kind may need what is not installed
    if not name.endswith("preloaded") and "templates" not in name and "packs.tensor" not in name:
        importlib.import_module(name.removesuffix(".__init__"))
"""


def test_importing_the_grader_does_not_import_torch() -> None:
    assert in_a_new_process(IMPORT_ALL + "print('torch' in sys.modules)") == "False"


NUMBERS_ONLY = """
import sys
import grader.classroom.parallel.preloaded
assert "torch" in sys.modules and "torch._meta_registrations" not in sys.modules
from grader.checks.families import ladder
from grader.programs.pytorch import Oracle
print(Oracle().answer(ladder(3, 1.0)))
import torch, torch._meta_registrations as later
assert later.activate_meta and torch._meta_registrations is later
print((torch.ones(2, device="meta") + torch.ones(2, device="meta")).shape[0])
"""


def test_what_a_pool_imports_of_torch_gives_the_same_numbers_and_the_rest_can_follow() -> None:
    """Answers without the shapes of operators' results, which are left out there."""
    answer, size = in_a_new_process(NUMBERS_ONLY).splitlines()
    assert answer == str(Oracle().answer(ladder(3, 1.0)))
    assert size == "2"
