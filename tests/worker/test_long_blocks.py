"""While a block of operators is repeated often nothing looks for garbage; then something does."""

from __future__ import annotations

from typing import Any

import pytest

from grader.worker.forkserver import ForkServer
from grader.worker.inside.student import MANY
from tests.support.engines import RIGHT
from tests.support.hand_ins import patched, replied

LEAVES = [["leaf", "s", 0.5], ["leaf", "x", 0.75]]
GROW = [["apply", "s", "add", "s", "x"]]
READ = [["read", "data", ["s"]]]
COLLECTS = "self, other = Value(float(gc.isenabled())), Value(0.0)"


RING = """\
class Ring:
    gone = 0

    def __init__(self):
        self.itself = self

    def __del__(self):
        Ring.gone += 1


"""


def in_add(*lines: str) -> str:
    """The engine with some lines at the start of `__add__`."""
    head = "    def __add__(self, other):\n"
    text = patched(RIGHT, (head, head + "".join(f"        {line}\n" for line in lines)))
    return f"import gc\n{text}"


def answers(server: ForkServer, text: str, *programs: list[Any]) -> list[Any]:
    reply = replied(server, text, *([*LEAVES, *each] for each in programs), need=())
    assert reply.failure is None
    return reply.answers


@pytest.mark.parametrize(
    ("count", "block", "seen"),
    [
        (MANY - 1, GROW, {1.0}),
        (MANY, GROW, {0.0}),
        (
            MANY,
            [["apply", "s", "sum", "s", "x"]],
            {1.0},
        ),  # it calls an operator any number of times
        (MANY, [*GROW, *READ], {1.0}),
    ],
)
def test_nothing_looks_for_garbage_from_500_rounds_on(
    server: ForkServer, count: int, block: list[Any], seen: set[float]
) -> None:
    (found,) = answers(server, in_add(COLLECTS), [["repeat", count, block], *READ, *GROW, *READ])
    assert {*found[:-1]} == seen
    assert found[-1] == 1.0


def test_garbage_is_looked_for_again_after_an_error(server: ForkServer) -> None:
    fails = "if self.data == 0.0: raise ValueError('uncollected')"
    failed, following = answers(
        server, in_add(fails, COLLECTS), [["repeat", MANY, GROW], *READ], [*GROW, *READ]
    )
    assert "uncollected" in str(failed)
    assert following == [1.0]


def test_garbage_of_a_long_block_is_gone_after_it(server: ForkServer) -> None:
    """What holds itself cannot go at once, but goes when the block has ended."""
    told = "def zero_grad(root):\n    root.data = float(Ring.gone)\n    return\n"
    text = patched(
        in_add("Ring()"), ("class Value:", f"{RING}class Value:"), ("def zero_grad(root):\n", told)
    )
    (found,) = answers(server, text, [["repeat", MANY, GROW], ["zero", "s"], *READ])
    assert found == [MANY]
