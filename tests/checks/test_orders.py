"""What is kept of programs whose orders are judged."""

from __future__ import annotations

import tracemalloc

from grader.checks.families import chain, hangs_on_chance
from grader.checks.orders import ending_in_topo, order_judge

NODES, DRAWN = 20_000, 6


def test_no_graph_of_a_long_program_is_kept_when_its_judge_has_gone() -> None:
    """Each hand-in of a class draws one of its own."""
    tracemalloc.start()
    try:
        for number in range(DRAWN):
            program = ending_in_topo(chain(NODES, 1.5 + number, 0.25))
            order_judge(program)
            hangs_on_chance(program)
        kept, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert most > 2_000_000  # a graph was made
    assert kept < most / 3
