"""Judge an order of nodes, and say by name what is wrong with it.

Any order is right in which every node below the root stands once, after its inputs (`build_topo`)
or after all of its consumers (`toposort`, an order by hand).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any, NamedTuple, TypeAlias

from grader.programs.graph import graph_of, is_long
from grader.programs.listing import node_names
from grader.programs.program import Program
from grader.text import listed
from grader.worker.observation import Observation

MOST_SHOWN = 10
MOST_LETTERS = 140
BEGINNING = 4
MOST_NAMED = 3
OTHERS = "a node of another graph"


class Mismatch(NamedTuple):
    """How an observation differs from what is right, as data: what, found, expected.

    `found` and `expected` are numbers or short texts; `what` names them ("a.grad"). Where `found`
    is a sentence of its own, `what` is empty. `program`: where it shows, if that is found out only
    when the answer is judged. `place`: a function of the student's, and what the line there does
    that is to be looked at; "" where that is not known.
    """

    what: str
    found: float | str
    expected: float | str
    program: str = ""
    place: tuple[str, str] = ("", "")


Judge: TypeAlias = Callable[[Observation], "Mismatch | None"]
Names: TypeAlias = Callable[[], Sequence[str]]


def order_judge(program: Program, numbers: int | None = None) -> Judge:
    """Right: every order that the program asks for, the last with so many nodes for numbers."""
    calls = [step for step in program.steps if step[0] in ("topo", "toposort", "begun")]
    asked = [step for step in calls if step[0] != "begun"]
    inputs, reached = (_reached_by if is_long(program) else _kept_reached_by)(program)
    inputs_first = asked[0][0] == "topo"
    which = [number for number, step in enumerate(calls) if step[0] != "begun"]
    names = lru_cache(1)(lambda: node_names(program))  # long chains have many

    def judge(observation: Observation) -> Mismatch | None:
        assert observation.answer is not None
        for each, (_, root, *_), number in zip(observation.answer, asked, which, strict=True):
            mismatch = order_mismatch(each, inputs, reached[root], inputs_first, names)
            if mismatch is not None and number and not mismatch.what:
                return mismatch._replace(found=f"In call {number + 1}: {mismatch.found}")
            if mismatch is not None:
                return mismatch
        if numbers is None:
            return None
        found, right = len(observation.answer[-1]), len(reached[asked[-1][1]]) + numbers
        if found == right:
            return None
        return Mismatch("the list", f"{found} nodes", f"{right}, with one for each plain number")

    return judge


def _reached_by(program: Program) -> tuple[list[tuple[int, ...]], dict[str, set[int]]]:
    """What each node was made of, and what each root reaches of which an order is asked.

    A slot that holds several nodes in turn is asked for once all are made.
    """
    graph = graph_of(program)
    roots = {step[1] for step in program.steps if step[0] in ("topo", "toposort")}
    return graph.inputs, {root: {*graph.reached(graph.held[root])} for root in roots}


_kept_reached_by = lru_cache(512)(_reached_by)


def order_mismatch(
    order: Any,
    inputs: Sequence[tuple[int, ...]],
    wanted: set[int],
    inputs_first: bool,
    names: Names | None = None,
) -> Mismatch | None:
    """What is wrong with an order of node numbers, if anything is.

    inputs_first: every node after its inputs (`build_topo`); otherwise after all its consumers.
    names: makes the nodes' names, when one is needed. Nodes that the program did not make (-1) are
    not judged, but none comes after the root, which is made of all of them.
    """
    if not isinstance(order, tuple):
        return Mismatch("the order", "no list", "a list of nodes")
    own = [node for node in order if node >= 0]
    ended = not inputs_first or not order or order[-1] >= 0
    if ended and len(own) == len(wanted) and _is_right(own, inputs, wanted, inputs_first):
        return None
    called = names() if names else ()
    if len(called) < len(inputs):  # then nobody can say which name is whose
        called = [f"node {n}" for n in range(len(inputs))]
    spoken = _Spoken(own, called, inputs_first, are_others=len(own) < len(order))
    place = {node: position for position, node in reversed(list(enumerate(own)))}
    twice = next((node for position, node in enumerate(own) if place[node] < position), None)
    if twice is not None:
        times = own.count(twice)
        often = "twice" if times == 2 else f"{times} times"
        return spoken.mismatch(f"{spoken.name(twice)} appears {often}", "every node once")
    missing = wanted - place.keys()
    if missing:
        told = f"{spoken.all_of(missing)} {'is' if len(missing) == 1 else 'are'} missing"
        return spoken.mismatch(told, "the root and every node below it")
    beside = [node for node in own if node not in wanted]
    if beside:
        told = f"{spoken.name(beside[0])} is not below the root"
        return spoken.mismatch(told, "only the nodes below this root")
    for node, other in _edges(own, inputs, wanted, inputs_first):
        if place[other] > place[node]:
            role = "input" if inputs_first else "consumer"
            told = f"{spoken.name(node)} comes before its {role} {spoken.name(other)}"
            return spoken.mismatch(told, f"every node after all of its {role}s")
    if not ended:
        return spoken.mismatch("Another node comes after the root", "the root last of all")
    return None


def _is_right(
    own: Sequence[int], inputs: Sequence[tuple[int, ...]], wanted: set[int], inputs_first: bool
) -> bool:
    place = {node: position for position, node in enumerate(own)}
    if place.keys() != wanted:
        return False
    for position, node in enumerate(own):
        for source in inputs[node]:
            if (place[source] < position) is not inputs_first:
                return False
    return True


def _edges(
    own: Sequence[int], inputs: Sequence[tuple[int, ...]], wanted: set[int], inputs_first: bool
) -> list[tuple[int, int]]:
    """Each node with the nodes that must stand before it, in the order that was found."""
    before: dict[int, list[int]] = {node: [] for node in own}
    for node in wanted:
        for source in inputs[node]:
            if inputs_first:
                before[node].append(source)
            else:
                before[source].append(node)
    return [(node, other) for node in own for other in before[node]]


_GIVEN = "The list that you were given, `topo`,"
"""That it is not changed where another list is made (`topo = topo + [v]`) is told so."""


class _Spoken:
    """An order in words. are_others: nodes that the program did not make are in it, too."""

    def __init__(
        self, own: Sequence[int], names: Sequence[str], was_given: bool, are_others: bool
    ) -> None:
        self.own = own
        self.order = "Your order, without nodes of your own," if are_others else "Your order"
        self.was_given = was_given
        self.names = names

    def name(self, node: int) -> str:
        return f"`{self.names[node]}`" if node < len(self.names) else OTHERS

    def plain(self, node: int) -> str:
        return self.names[node] if node < len(self.names) else OTHERS

    def all_of(self, nodes: set[int]) -> str:
        there = {self.name(node) for node in self.own}
        named = [self.name(node) for node in sorted(nodes)]
        named = [f"one of the nodes called {name}" if name in there else name for name in named]
        if len(named) > MOST_NAMED + 1:
            named = [*named[:MOST_NAMED], f"{len(named) - MOST_NAMED} other nodes"]
        return listed(named)

    def mismatch(self, found: str, wanted: str) -> Mismatch:
        return Mismatch("", f"{found}. {self._order()}", wanted)

    def _order(self) -> str:
        if not self.own:
            return f"{_GIVEN if self.was_given else 'Your list'} is empty"
        whole = ", ".join(map(self.plain, self.own[:MOST_SHOWN]))
        if len(self.own) <= MOST_SHOWN and len(whole) <= MOST_LETTERS:
            return f"{self.order.rstrip(',')}: {whole}"
        shown = ", ".join(map(self.plain, self.own[:BEGINNING]))
        return f"{self.order} begins: {shown}, and so on"


def ending_in_topo(program: Program) -> Program:
    """The graph of a traced program with `build_topo` on its root in place of `backward`."""
    graph = [step for step in program.steps if step[0] not in ("read", "backward")]
    root = next(step[1] for step in program.steps if step[0] == "backward")
    return Program((*graph, ("topo", root)))
