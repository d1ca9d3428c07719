"""Beliefs that no program tells apart, and why: they are named together, never one by a guess."""

from __future__ import annotations

EQUIVALENT: tuple[tuple[frozenset[str], str], ...] = (
    (
        frozenset(
            {"preorder", "recursive-visited-no-topo", "naive-stack-dfs", "dedupe-keep-first"}
        ),
        "The rules run in the same order: each node when it is first met, depth first. The stack, "
        "and the reversed list with duplicates, take the inputs from the other side, which a "
        "recursion may do as well. (The list with duplicates takes longer: only a ladder shows "
        "it, by time.)",
    ),
    (
        frozenset({"forward-not-reversed", "call-during-postorder"}),
        "The rules run in the same order, whether the list is made first or not.",
    ),
    (
        frozenset({"bfs-order", "kahn-first-arrival"}),
        "With a queue, the first consumer that has contributed is the one on the shortest route.",
    ),
    (
        frozenset({"no-visited-set", "recursive-no-topo"}),
        "Every route from the root, once each: the reversed list of the one is the walk of the "
        "other with the inputs taken from the other side.",
    ),
    (
        frozenset({"relu-open-gate", "relu-wrong-side-of-zero"}),
        "The output of relu is never negative, so a gate that asks whether it is >= 0 is open.",
    ),
)
"""Groups of ids with the reason. Where both fit all numbers, no other program parts them."""


def equivalents_of(name: str) -> frozenset[str]:
    """The other beliefs that cannot be told from this one where both fit."""
    return next((group - {name} for group, _ in EQUIVALENT if name in group), frozenset())
