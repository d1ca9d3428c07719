"""Read from gradients alone in which way a walk back goes wrong, one small program after the other.

Every order in which each rule runs once is tried, walks that leave one rule out, and those that run
one of them twice. What all those that give the student's numbers have in common is read:
no traversal is known here, and no rule but what an operator contributes.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from grader.judging.finding import Counterexample, Finding
from grader.programs.compare import same_answer, same_number
from grader.programs.graph import Worked
from grader.programs.interpreter import Answer
from grader.programs.listing import listing
from grader.programs.program import Program, Step
from grader.worker.observation import Observation

MOST_INNER = 5
"""Programs with more inner nodes have too many orders."""
MOST_TWICE = 4
"""With at most so many, one of them may run twice, in any order."""

Fact = tuple[str, str, str]
""" "early", a node and its consumer; "idle" or "again", a node and nothing.

Idle: its rule never ran, or ran before anything had arrived, which gives the same numbers.
"""


@dataclass(frozen=True, slots=True)
class Graph:
    """What a program computes: its inner nodes in the order of the program, inputs and slopes."""

    inner: tuple[str, ...]
    inputs: Mapping[str, tuple[tuple[str, float], ...]]
    root: str
    read: tuple[str, ...]

    def gradients(self, walk: Sequence[str]) -> Answer:
        """What is read at the end, if the rules run in this order."""
        found: dict[str, float] = {self.root: 1.0}
        for node in walk:
            arrived = found.get(node, 0.0)
            for source, slope in self.inputs[node]:
                found[source] = found.get(source, 0.0) + slope * arrived
        return tuple(found.get(name, 0.0) for name in self.read)

    def facts(self, walk: Sequence[str]) -> frozenset[Fact]:
        """What is wrong with a walk."""
        found: set[Fact] = set()
        arrived: dict[str, float] = {self.root: 1.0}
        passed = dict.fromkeys(self.inner, 0.0)
        for node in walk:
            passed[node] += abs(arrived.get(node, 0.0))
            for source, slope in self.inputs[node]:
                arrived[source] = arrived.get(source, 0.0) + slope * arrived.get(node, 0.0)
        for node in self.inner:
            if walk.count(node) > 1:
                found.add(("again", node, ""))
            if not passed[node]:
                found.add(("idle", node, ""))
        for consumer in self.inner:
            for source, _ in self.inputs[consumer]:
                if source in walk and consumer in walk:
                    last = len(walk) - walk[::-1].index(consumer)
                    if walk.index(source) < last - 1:
                        found.add(("early", source, consumer))
        return frozenset(found)

    def walks(self) -> Iterator[tuple[str, ...]]:
        """Those that are tried."""
        yield from itertools.permutations(self.inner)
        for node in self.inner:
            yield tuple(other for other in self.inner[::-1] if other != node)
            if len(self.inner) <= MOST_TWICE:
                yield from set(itertools.permutations((*self.inner, node)))


def graph_of(program: Program) -> Graph | None:
    """The graph; None if the program is not one call on one small graph, read at the end, or nobody
    says what that call has to do with."""
    graph, root, read = Worked(), "", ()
    for step in program.steps:
        if not root and step[0] in ("leaf", "apply") and step[1] not in graph.held:
            graph.take(step)
        elif step[0] == "backward" and not root:
            root = step[1]
        elif step[0] == "read" and step[1] == "grad" and root and not read:
            read = step[2]
        elif not (step[0] == "read" and step[1] == "data" and not root):
            return None
    if root not in graph.held:
        return None
    names = [node.slot for node in graph.nodes]
    inner = [n for n in sorted(graph.reached(graph.held[root])) if graph.nodes[n].inputs]
    if not inner or len(inner) > MOST_INNER:
        return None
    inputs = {
        names[n]: tuple((names[source], slope) for source, slope in graph.sources(n))
        for n, node in enumerate(graph.nodes)
        if node.inputs
    }
    return Graph(tuple(names[n] for n in inner), inputs, root, read)


def facts_of(program: Program, answer: Answer) -> frozenset[Fact]:
    """What all walks that give the answer have in common; nothing if a right one gives it."""
    graph = graph_of(program)
    if graph is None:
        return frozenset()
    gradients = answer[len(answer) - len(graph.read) :]
    common: frozenset[Fact] | None = None
    for walk in graph.walks():
        if same_answer(gradients, graph.gradients(walk)):
            facts = graph.facts(walk)
            common = facts if common is None else common & facts
    return common or frozenset()


def _step(slot: str, operator: str, *operands: str) -> Step:
    return ("apply", slot, operator, *operands)


@cache
def walk_probes() -> tuple[Program, ...]:
    """Small graphs with a node of several consumers, near and far, on the left and on the right."""
    d = _step("d", "mul", "a", "b")
    graphs: list[tuple[Step, ...]] = [
        (d, _step("L", "mul", "d", "c")),
        (d, _step("e", "mul", "d", "c"), _step("L", "add", "d", "e")),
        (d, _step("e", "mul", "d", "c"), _step("L", "add", "e", "d")),
        (d, _step("e", "mul", "d", "c"), _step("L", "mul", "e", "d")),
        (d, _step("e", "mul", "d", "b"), _step("L", "add", "c", "e")),
        (d, _step("e", "mul", "d", "b"), _step("L", "add", "e", "c")),
        (d, _step("e", "mul", "d", "c"), _step("f", "mul", "d", "a"), _step("L", "add", "e", "f")),
        (d, _step("e", "mul", "d", "c"), _step("f", "mul", "e", "b"), _step("L", "add", "d", "f")),
        (d, _step("e", "mul", "d", "c"), _step("f", "mul", "e", "b"), _step("L", "add", "f", "d")),
        (d, _step("e", "mul", "d", "c"), _step("f", "mul", "e", "d"), _step("L", "add", "e", "f")),
        (d, _step("e", "mul", "d", "c"), _step("f", "mul", "e", "d"), _step("L", "add", "f", "e")),
    ]
    leaves: tuple[Step, ...] = (("leaf", "a", 2.0), ("leaf", "b", 3.0), ("leaf", "c", 5.0))
    ending: tuple[Step, ...] = (("backward", "L"),)
    made = []
    for graph in graphs:
        inner = [step[1] for step in graph]
        made.append(Program((*leaves, *graph, *ending, ("read", "grad", (*"abc", *inner)))))
    return tuple(made)


def finding(
    given: Sequence[tuple[Program, Observation]], first: Mapping[str, tuple[Program, Answer]]
) -> Finding | None:
    """What is wrong with the walk, shown on the smallest probe; None if the numbers leave it open.

    given: answers to the probes. first: of each failed check the first wrong answer; the finding is
    about those that come from such a walk.
    """
    read = [(p, found.answer, facts_of(p, found.answer)) for p, found in given if found.answer]
    wrong = [(program, answer, facts) for program, answer, facts in read if facts]
    if not wrong:
        return None
    told = [each for each in wrong if any(fact[0] != "idle" for fact in each[2])]
    program, answer, facts = (told or wrong)[0]
    kind = min(facts)[0]
    order = [step[1] for step in program.steps if step[0] == "apply"]
    of_kind = [fact for fact in facts if fact[0] == kind]  # the nearest to the root comes first
    _, node, consumer = max(of_kind, key=lambda fact: (order.index(fact[1]), fact))
    same = sum(any(fact[0] == kind for fact in facts) for _, _, facts in wrong)
    checks = tuple(
        check
        for check, (asked, found) in first.items()
        if any(fact[0] in (kind, "idle") for fact in facts_of(asked, found))
    )
    if not checks:
        return None
    names = program.steps[-1][2]
    right = program_answer(program)
    place = next(i for i, n in enumerate(answer) if not same_number(n, right[i]))
    shown = Counterexample(listing(program), f"{names[place]}.grad", answer[place], right[place])
    return Finding(
        id=f"walk/{kind}",
        misconception=None,
        explained=same,
        of=len([each for each in read if not same_answer(each[1], program_answer(each[0]))]),
        explanation=_told(kind, node, consumer),
        kind="read",
        part="order",
        checks=checks,
        example=shown,
    )


def program_answer(program: Program) -> Answer:
    """The right gradients of a probe."""
    graph = graph_of(program)
    return graph.gradients(graph.inner[::-1]) if graph is not None else ()


def _told(kind: str, node: str, consumer: str) -> str:
    if kind == "early":
        return (
            f"In the example, your engine runs the rule of `{node}` before that of its "
            f"consumer `{consumer}`. A part of the gradient then comes too late. What must have "
            "happened before a node's rule runs?"
        )
    if kind == "idle":
        return (
            f"In the example, the rule of `{node}` passes nothing on to its inputs. When "
            "does your engine run it, and what has arrived by then?"
        )
    return (
        f"In the example, your engine runs the rule of `{node}` twice. How often should a "
        "rule run, however many consumers its node has?"
    )
