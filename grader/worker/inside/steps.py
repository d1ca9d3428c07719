"""Which steps of a program are plain operations, and the place of each node in an order.

Runs on the untrusted side.
"""

from __future__ import annotations

from typing import Any

from grader.programs.operators import TOTAL
from grader.worker.inside.loading import Failure

MAX_ORDER = 400_000


def positions(listed: list[Any], made: list[Any], name: str) -> list[int]:
    """For each listed node, when the program made it (0 is first); -1 if it did not."""
    if len(listed) > MAX_ORDER:
        raise Failure(kind="toolong", name=name, most=MAX_ORDER)
    position: dict[int, int] = {}
    for number, node in enumerate(made):
        position.setdefault(id(node), number)
    node_types = {type(node) for node in made}
    for node in listed:
        # An engine may list nodes of its own, of any class of its own: no number, text or list.
        if type(node) not in node_types and type(node).__module__ == "builtins":
            raise Failure(kind="type", what="an entry", slot=name, got=type(node).__name__[:60])
    return [position.get(id(node), -1) for node in listed]


def is_plain(step: list[Any]) -> bool:
    """Whether a step applies an operator to its operands and to nothing else."""
    return bool(step[0] == "apply" and step[2] != TOTAL)
