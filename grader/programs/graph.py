"""What a program builds: its nodes, what each was made of, what a root reaches.

What one can do with it:

* `unrolled(program.steps)`: every step as often as it runs, repeated blocks written out;
* `graph_of(program)`: the graph at its end; `Graph.take(step)` follows a program step by step;
* ask a graph for `inputs`, `consumers`, and what is `reached` from a root, in a right order;
* follow it with right numbers in it: values, slopes, and what calls leave (`Worked`).

A node is named by its number: how many nodes the program has made before it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from grader.programs.program import Operand, Program, Step
from grader.programs.slopes import value_and_slopes

LONG = 5_000
MAKES = frozenset({"leaf", "apply", "inplace", "value", "node"})
"""Steps that make a node."""


class Made(NamedTuple):
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
        kind, slot, held = step[0], step[1], self.held
        operator, items = "", tuple[Operand, ...]()
        if kind == "apply":
            operator, items = step[2], step[3:]
        elif kind == "inplace":
            operator, items = step[2], (slot, step[3])
        elif kind in ("value", "node"):
            items = step[3 if kind == "value" else 2]
        elif kind != "leaf":
            if kind == "alias":
                held[slot] = held[step[2]]
            return None
        # A chain has tens of thousands of steps: lists are quicker here than generators.
        inputs = tuple([held[item] for item in items if isinstance(item, str)])
        operands = tuple([None if isinstance(item, str) else item for item in items])
        number = held[slot] = len(self.nodes)
        self.nodes.append(Made(slot, operator, operands, inputs, step))
        return number

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
        """The root and every node that it was made of, the last one made first: each node before
        its inputs, an order in which rules may run."""
        found, stack = {root}, [root]
        while stack:
            new = set(self.nodes[stack.pop()].inputs) - found
            found |= new
            stack += new
        return sorted(found, reverse=True)


@dataclass(slots=True)
class Worked(Graph):
    """A graph with right numbers in it: each node's value, its slopes, the gradient it holds.

    slopes: one for each of a node's inputs. changed: of each leaf whose data was set, how many
    nodes there were by then.
    """

    data: list[float] = field(default_factory=list)
    slopes: list[tuple[float, ...]] = field(default_factory=list)
    grads: list[float] = field(default_factory=list)
    changed: dict[int, int] = field(default_factory=dict)

    def take(self, step: Step) -> int | None:
        """Follow one step. Raises ArithmeticError or ValueError where an operator has no value."""
        number = Graph.take(self, step)
        kind, node = step[0], self.held.get(step[1], -1)
        if number is not None:
            self._work_out(self.nodes[number])
        elif kind == "set":
            self.set_data(node, step[2])
        elif kind == "set_grad":
            self.grads[node] = float(step[2])
        elif kind == "descend":
            self.set_data(node, self.data[node] - step[2] * self.grads[node])
        elif kind == "backward":
            self._backward(node)
        elif kind == "zero":
            for each in self.reached(node):
                self.grads[each] = 0.0
        return number

    def set_data(self, leaf: int, value: float) -> None:
        """Give a leaf another value; what was made of it before keeps its own."""
        self.data[leaf] = float(value)
        self.changed[leaf] = len(self.nodes)

    def sources(self, number: int) -> list[tuple[int, float]]:
        """The inputs of a node with its slopes."""
        return [*zip(self.nodes[number].inputs, self.slopes[number], strict=True)]

    def _work_out(self, made: Made) -> None:
        if made.operator:
            nodes = iter(made.inputs)
            numbers = [self.data[next(nodes)] if x is None else float(x) for x in made.operands]
            value, slopes = value_and_slopes(made.operator, numbers)
            pairs = zip(made.operands, slopes, strict=True)
            self.slopes.append(tuple(slope for operand, slope in pairs if operand is None))
        else:
            value = float(made.step[2]) if made.step[0] == "leaf" else 0.0
            self.slopes.append((0.0,) * len(made.inputs))
        self.data.append(value)
        self.grads.append(0.0)

    def _backward(self, root: int) -> None:
        below = self.reached(root)
        for number in below:
            if self.nodes[number].inputs:
                self.grads[number] = 0.0
        self.grads[root] += 1.0
        for number in below:
            for source, slope in self.sources(number):
                self.grads[source] += slope * self.grads[number]


def unrolled(steps: Iterable[Step]) -> Iterator[Step]:
    """Every step as often as it runs."""
    for step in steps:
        if step[0] == "repeat":
            for _ in range(step[1]):
                yield from unrolled(step[2])
        else:
            yield step


def is_long(program: Program) -> bool:
    """Whether its graph is too large to be kept: each hand-in of a class may draw one of its own.

    Nodes that no operator makes do not count in `Program.size`.
    """
    return max(program.size, len(program.steps)) > LONG


def graph_of(program: Program) -> Graph:
    """The graph at the end of a program."""
    graph = Graph()
    for step in unrolled(program.steps):
        graph.take(step)
    return graph
