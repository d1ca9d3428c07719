"""What is said of many students at once: a name's or a kind's sentence, without numbers."""

from __future__ import annotations

from collections.abc import Mapping

NAMES: Mapping[str, str] = {
    "bfs-order": "Rules run by the distance from the root.",
    "preorder": "A node's rule runs when it is met, before its other consumers have contributed.",
    "mark-on-push": "A node counts as done when it is put on the stack.",
    "naive-stack-dfs": "The order in which nodes leave a stack is taken for a valid one.",
    "forward-not-reversed": "Rules run from the leaves to the root.",
    "no-visited-set": "A shared node runs its rule once for each route to it.",
    "recursive-no-topo": "A shared node runs its rule once for each route to it.",
    "skips-root": "The root's rule does not run.",
    "visited-by-value": "Nodes that hold the same number count as one.",
    "kahn-multi-edge": "A node on both sides of an operator is never released.",
    "nothing-reset": "Inner gradients do not begin again with each call.",
    "seed-accumulates": "The root's gradient does not begin again with each call.",
    "backward-zeroes-all": "A call clears the leaves, which should add up.",
    "no-seed": "The root gets no gradient to begin with.",
    "seed-with-value": "The root begins with its own value for a gradient.",
    "no-upstream": "The gradient from above is missing in a rule.",
    "overwrite-everywhere": "Operators overwrite gradients, where they should add.",
    "eq-without-hash": "Nodes say when they are equal, and so cannot go into a set.",
    "inplace-iadd": "`a += b` changes the old node.",
}
"""Sentences of names that say more than their kind."""

KINDS: Mapping[str, str] = {
    "kept": "An inner gradient does not begin again with each call.",
    "lost": "A call loses what leaves hold from an earlier one.",
    "stale": "What is kept beside a gradient does not begin again with each call.",
    "left_out": "A later call leaves nodes out.",
    "lacking": "Contributions do not arrive.",
    "skipped": "The rules of some nodes do not run.",
    "early": "A rule runs before all consumers of its node have contributed.",
    "unseeded": "A rule runs before the root has its gradient of 1.",
    "again": "A rule runs more than once in one call.",
    "beside": "A call changes nodes that cannot be reached from the root.",
    "stranger": "A call runs the rules of nodes that cannot be reached from the root.",
    "zero": "`zero_grad` does not clear every node.",
    "seed": "The root does not begin with a gradient of 1.",
    "reseeded": "The root of a later call does not begin with a gradient of 1.",
    "seeded": "Other nodes than the root begin with a gradient of 1.",
    "wiped": "A contribution that has arrived is written over.",
    "cut": "`_prev` is written anew after a node was made.",
    "of_leaf": "The rule of a leaf contributes something.",
    "between": "The gradient of a leaf changes between two calls.",
    "refused": "What is written to a gradient is not what a node keeps.",
    "other": "A node does not hold what its consumers owe it after a call.",
    "data": "A call changes the data of a node.",
    "leaf": "A leaf does not hold the number that it is given.",
    "born": "A new node does not begin with a gradient of 0.",
    "rule": "{operator} contributes a wrong share{side}.",
    "captured": "{operator} uses the gradient that its result had too early.",
    "doubled": "{operator} contributes twice{side}.",
    "nothing": "{operator} contributes nothing{side}.",
    "crossed": "{operator} adds to one of its inputs twice, and never to the other one.",
    "same": "{operator} contributes once where one node is on both sides.",
    "overwritten": "{operator} overwrites a gradient{side}, where it should add.",
    "unlisted": "The result of {operator} does not list all of its inputs.",
    "value": "{operator} has a wrong value.",
    "operand": "{operator} changes the data of an operand.",
    "lone": "`_prev` of the result of {operator} is no collection.",
    "called": "{operator} stores None as the rule of its result.",
    "misplaced": "{operator} stores its rule on an input.",
    "unstored": "The result of {operator} has no rule of its own.",
    "unmarked": "The result of {operator} does not begin again with each call.",
    "old": "{operator} gives no new node.",
    "void": "{operator} returns something that is no node.",
    "fed": "A new leaf has inputs.",
    "idle": "No rule runs.",
    "constant": "A plain number becomes the node of another one.",
    "raised": "{operator} raises an exception.",
}
"""By kind. operator: as an expression; side: on which one, or nothing."""


def in_general(kind: str, name: str | None, operator: str, side: str) -> str:
    """What is wrong, of any student. operator: an expression, "" if it is of none."""
    if name is not None and name in NAMES and kind != "idle":
        return NAMES[name]
    on = f" on the {side}" if side else ""
    subject = f"`{operator}`" if operator else "A call"
    return KINDS[kind].format(operator=subject, side=on)
