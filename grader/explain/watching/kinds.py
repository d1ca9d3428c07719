"""What may be wrong at one node of a watched run, by kind."""

from __future__ import annotations

from dataclasses import dataclass

from grader.explain.watching.graph import Operation
from grader.explain.watching.record import Call, Place

AT_THE_EDGE = frozenset({"rule", "captured", "nothing", "same", "early", "unseeded"})
"""Their numbers are those of one contribution, and not of the whole gradient."""

OF_AN_OPERATOR = frozenset(
    "rule captured doubled nothing crossed same overwritten unlisted value operand lone called "
    "misplaced unstored unmarked old constant void".split()
)
"""Kinds that are about one operator."""

OF_A_RESULT = frozenset("void old lone called misplaced unstored".split())
"""Kinds that are about what an operator hands back, where other results may be as they should."""


@dataclass(frozen=True, slots=True)
class Blamed:
    """One thing that is wrong at one node.

    kind: "leaf", "born", "fed", "void", "idle", "lone", "called", "misplaced", "unstored",
    "value", "operand", "data", "beside", "zero", "seed", "seeded", "reseeded", "kept", "lost",
    "stale", "left_out", "rule", "captured", "doubled", "nothing", "lacking", "same", "skipped",
    "unlisted", "overwritten", "wiped", "crossed",
    "early", "unseeded", "again", "unmarked", "old", "constant", "stranger", "cut", "of_leaf",
    "between", "refused" or "other".
    operation, side: the consumer and the operand it is about. entry: the number that is wrong.
    found, owed: what is there, and what should be. amount: by how much the node's gradient is wrong
    for this reason. place: where it was written, of "unseeded" the root's 1. other: of "early" the
    consumer that came too late, of "unseeded" the root, of "skipped" the node whose rule did not
    run, of "of_leaf" the leaf. times: how often a rule ran, 0 if that was not seen. owing: the
    results of the node's consumers, each with what it owes. whole: what the node holds, what it
    should hold, and what a leaf had held before.
    """

    kind: str
    node: int
    found: float
    owed: float
    place: Place = ()
    operation: Operation | None = None
    side: int = -1
    entry: int | None = None
    amount: float = 0.0
    other: int | None = None
    times: int = 0
    call: Call | None = None
    owing: tuple[tuple[int, float], ...] = ()
    whole: tuple[float, float, float] = (0.0, 0.0, 0.0)
