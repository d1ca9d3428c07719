"""The student's objects get other addresses in every process and in every program of it."""

from __future__ import annotations

import itertools
from typing import Any

from grader.worker.exchange import BatchLimits, Way, encode_batch
from grader.worker.forkserver import ForkServer
from grader.worker.inside import address_shuffle as holes
from tests.support.hand_ins import sent

COPIES = 48

# Its nodes do not hold each other: what a program made is gone when it has ended, and the next
# program would be given the same addresses again.
INPUTS_IN_A_SET = """
class Value:
    def __init__(self, data, inputs=()):
        self.data, self.grad, self._prev = data, 0.0, set(inputs)

    def __add__(self, other):
        return Value(self.data + other.data, (self, other))

    def __mul__(self, other):
        return Value(self.data * other.data, (self, other))


def build_topo(node, visited, order):
    if node not in visited:
        visited.add(node)
        for inner in node._prev:
            build_topo(inner, visited, order)
        order.append(node)
"""


def asked_often(
    server: ForkServer, text: str, items: list[Any], times: int, shake: int, stir: bool
) -> list[list[Any]]:
    """What an engine answers in a worker of its own, batch after batch."""
    worker = server.start(sent(text))
    batch, limits = encode_batch(items, []), BatchLimits(cpu=10, wall=30)
    try:
        replies = [worker.run(batch, limits, Way(shake, stir)) for _ in range(times)]
    finally:
        worker.close()
    for reply in replies:
        assert reply.failure is None
        assert len(reply.answers) == len(items)
    return [reply.answers for reply in replies]


# ---------------------------------------------------------------------------- the plan


def shapes(junk: list[Any]) -> list[tuple[type, int]]:
    """What objects keep the holes in place, in order."""
    return [(type(thing), len(thing)) for thing in junk]


def test_a_seed_has_one_plan_and_each_item_another() -> None:
    batches = {seed: shapes(holes.before_batch(seed)) for seed in (1, 2)}
    items = {
        (seed, item): shapes(holes.before_item(seed, item))
        for seed in range(3)
        for item in range(holes.ITEMS_PLANNED)
    }
    holes._plan.cache_clear()
    assert batches == {seed: shapes(holes.before_batch(seed)) for seed in (1, 2)}
    for (seed, item), found in items.items():
        assert found == shapes(holes.before_item(seed, item))
        assert found == shapes(holes.before_item(seed, item + holes.ITEMS_PLANNED))
    different = [*batches.values(), *items.values()]
    assert len({tuple(shape) for shape in different}) == len(different)


def test_process_0_starts_as_it_is() -> None:
    assert holes.before_batch(0) == []


# ---------------------------------------------------------------------------- in a worker


def flips(server: ForkServer, length: int, shake: int, stir: bool) -> str:
    """Which input of L a walk over its set meets first, in copies of one program."""
    (found,) = flips_often(server, length, 1, shake, stir)
    return found


def flips_often(server: ForkServer, length: int, times: int, shake: int, stir: bool) -> list[str]:
    """The same in one process, batch after batch."""
    names = ["b", *(f"_{number}" for number in range(length))]
    program: list[Any] = [["leaf", "a", 1.0], ["leaf", "b", 2.0]]
    program += [["apply", out, "mul", x, x] for x, out in itertools.pairwise(names)]
    program += [["apply", "L", "add", "a", names[-1]], ["topo", "L"]]
    batches = asked_often(server, INPUTS_IN_A_SET, [program] * COPIES, times, shake, stir)
    return [
        "".join("ab"[order.index(0) > order.index(1)] for (order,) in answers)
        for answers in batches
    ]


def one_order(found: str) -> int:
    """The longest stretch of one letter."""
    return max(len([*group]) for _, group in itertools.groupby(found))


def test_both_orders_are_met_in_every_batch_of_a_process(server: ForkServer) -> None:
    """The holes before its first batch are the only ones before a batch."""
    found = [each for shake in range(3) for each in flips_often(server, 3, 8, shake, True)]
    both = [flipped for flipped in found if 10 <= flipped.count("a") <= COPIES - 10]
    assert len(both) >= len(found) - 2, found
    assert max(map(one_order, found)) < COPIES // 2, found


def test_without_holes_a_wrong_order_would_pass_by_luck(server: ForkServer) -> None:
    """What the holes are for: else a program can get the same addresses again, and one order."""
    # Which lengths do hangs on what the process has in its memory.
    assert any(one_order(flips(server, n, 0, False)) >= COPIES // 2 for n in range(60))
    found = [flips(server, length, 0, True) for length in range(8)]
    assert max(map(one_order, found)) < COPIES // 2, found
