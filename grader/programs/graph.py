"""What a program builds: its nodes, what each was made of, what a root reaches, orders of rules.

What one can do with it:

* `unrolled(program.steps)`: every step as often as it runs, repeated blocks written out;
* `graph_of(program)`: the graph at its end; `Graph.take(step)` follows a program step by step;
* ask a graph for `inputs`, `consumers`, what is `reached` from a root, and `orders` in which the
  rules of a call may run.

A node is named by its number: how many nodes the program has made before it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice, permutations

from grader.programs.program import Operand, Program, Step

MAKES = frozenset({"leaf", "apply", "inplace", "node"})
"""Steps that make a node."""


@dataclass(frozen=True, slots=True)
class Made:
    """One node: the slot that held it first, and its operator with its operands.

    operator: "" for what no operator made. operands: a plain number, or None for a node; the nodes
    are `inputs`, in the same order.
    """

    slot: str
    operator: str
    operands: tuple[float | None, ...]
    inputs: tuple[int, ...]
    step: Step


@dataclass(slots=True)
class Graph:
    """The nodes that a program has made so far, and which slot holds which."""

    nodes: list[Made] = field(default_factory=list)
    held: dict[str, int] = field(default_factory=dict)

    def take(self, step: Step) -> int | None:
        """Follow one step that is no block; the number of the node that it makes, if it does."""
        kind, slot = step[0], step[1]
        if kind == "alias":
            self.held[slot] = self.held[step[2]]
        if kind not in MAKES:
            return None
        operator, items = "", tuple[Operand, ...]()
        if kind == "node":
            items = step[2]
        elif kind != "leaf":
            operator, items = step[2], (slot, step[3]) if kind == "inplace" else step[3:]
        operands = tuple(None if isinstance(item, str) else item for item in items)
        inputs = tuple(self.held[item] for item in items if isinstance(item, str))
        self.nodes.append(Made(slot, operator, operands, inputs, step))
        self.held[slot] = len(self.nodes) - 1
        return self.held[slot]

    @property
    def inputs(self) -> list[tuple[int, ...]]:
        """The nodes that each node was made of."""
        return [node.inputs for node in self.nodes]

    def consumers(self) -> list[list[int]]:
        """The nodes that were made of each node; one that uses it twice is there twice."""
        found: list[list[int]] = [[] for _ in self.nodes]
        for number, node in enumerate(self.nodes):
            for source in node.inputs:
                found[source].append(number)
        return found

    def reached(self, root: int) -> list[int]:
        """The root and every node that it was made of, the last one made first."""
        found, stack = {root}, [root]
        while stack:
            new = set(self.nodes[stack.pop()].inputs) - found
            found |= new
            stack += new
        return sorted(found, reverse=True)

    def orders(self, root: int, most: int) -> Iterator[tuple[int, ...]]:
        """At most so many orders in which the rules below a root may run: each node before its
        inputs. The first runs the rule of the node that was made last first."""
        inner = [number for number in self.reached(root) if self.nodes[number].inputs]
        return islice(filter(self._is_right, permutations(inner)), most)

    def _is_right(self, order: Sequence[int]) -> bool:
        place = {number: at for at, number in enumerate(order)}
        return all(
            place.get(source, len(order)) > at
            for at, number in enumerate(order)
            for source in self.nodes[number].inputs
        )


def unrolled(steps: Iterable[Step]) -> Iterator[Step]:
    """Every step as often as it runs."""
    for step in steps:
        if step[0] == "repeat":
            for _ in range(step[1]):
                yield from unrolled(step[2])
        else:
            yield step


def graph_of(program: Program) -> Graph:
    """The graph at the end of a program."""
    graph = Graph()
    for step in unrolled(program.steps):
        graph.take(step)
    return graph
