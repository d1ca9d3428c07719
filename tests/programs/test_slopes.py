"""The slopes that are found from values alone are PyTorch's."""

from __future__ import annotations

import math
import random

import pytest

from grader.programs.operators import OPERATORS, names
from grader.programs.pytorch import TorchEngine
from grader.programs.slopes import value_and_slopes


@pytest.mark.parametrize("operator", names("node", "nodes", "number"))
def test_values_and_slopes_are_those_of_pytorch(operator: str) -> None:
    draw, row = random.Random(7), OPERATORS[operator]
    for _ in range(100):
        operands = [draw.uniform(-4, 4), draw.uniform(-4, 4)][: 1 if row.takes == "node" else 2]
        if row.drawn is not None:
            operands[1] = draw.choice(row.drawn(operands[0]))
        engine = TorchEngine()
        nodes = [
            x if place and row.takes == "number" else engine.leaf(x)
            for place, x in enumerate(operands)
        ]
        made = engine.apply(operator, nodes)
        engine.backward(made)
        slopes = [0.0 if isinstance(node, int | float) else engine.get_grad(node) for node in nodes]
        found, found_slopes = value_and_slopes(operator, operands)
        assert found == pytest.approx(engine.get_data(made), rel=1e-14)
        assert found_slopes == pytest.approx(slopes, rel=1e-13, abs=1e-300)


@pytest.mark.parametrize(
    ("operator", "operands", "expected"),
    [
        ("pow", (0.0, 0), (1.0, (0.0, 0.0))),
        ("pow", (0.0, 1), (0.0, (1.0, 0.0))),
        ("pow", (2.25, 0.5), (1.5, (1 / 3, 0.0))),
        ("relu", (0.0,), (0.0, (0.0,))),
        ("tanh", (1000.0,), (1.0, (0.0,))),
        ("tanh", (-1000.0,), (-1.0, (0.0,))),
        ("mul", (math.inf, -math.inf), (-math.inf, (-math.inf, math.inf))),
        ("truediv", (1.0, math.inf), (0.0, (0.0, 0.0))),
        ("truediv", (math.inf, 4.0), (math.inf, (0.25, -math.inf))),
        ("exp", (math.inf,), (math.inf, (math.inf,))),
        ("pow", (math.inf, 3), (math.inf, (math.inf, 0.0))),
    ],
)
def test_slopes_at_the_edges(operator: str, operands: tuple[float, ...], expected: object) -> None:
    value, slopes = value_and_slopes(operator, operands)
    assert (value, slopes) == (expected[0], pytest.approx(expected[1], rel=1e-12))  # type: ignore[index]


@pytest.mark.parametrize("base", [2.5, -2.5, 1.05, -1.05, 0.3, -0.3])
@pytest.mark.parametrize("n", [300, -300, -300.0, 101, -101, 150, 99, -99])
def test_powers_of_negative_numbers_keep_their_digits(base: float, n: float) -> None:
    """Python takes complex powers from about 100 on by an angle; and slopes are small there."""
    value, slopes = value_and_slopes("pow", (base, n))
    assert value == base**n
    assert slopes == pytest.approx((n * base ** (n - 1), 0.0), rel=1e-13)


def test_small_slopes_are_not_lost() -> None:
    assert value_and_slopes("exp", (-300.0,))[1] == pytest.approx([math.exp(-300.0)], rel=1e-13)
    assert value_and_slopes("truediv", (1.0, 1e60))[1] == pytest.approx([1e-60, -1e-120], rel=1e-13)


@pytest.mark.parametrize(("operator", "operands"), [("truediv", (1.0, 0.0)), ("exp", (1000.0,))])
def test_where_there_is_no_value_there_is_an_error(
    operator: str, operands: tuple[float, ...]
) -> None:
    with pytest.raises(ArithmeticError):
        value_and_slopes(operator, operands)
