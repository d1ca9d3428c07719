"""Run a failing program once more with every gradient and value read around each call."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from grader.programs.graph import Worked, unrolled
from grader.programs.operators import JOIN, TOTAL
from grader.programs.program import Program, Step, form_of

MOST_NODES = 40
"""Programs that make more nodes are too large to be read aloud."""
MOST_IN_A_NAME = 24
CALLS = ("backward", "zero")
MAKES = ("apply", "inplace")
_FOLLOWED = frozenset({"leaf", "alias", "descend", "read", *MAKES, *CALLS})

Numbers = dict[int, float]
"""By node, which is named by how many nodes the program has made before it."""
Share = tuple[int, float, float]
"""What a consumer contributes to a node: the consumer, its slope, and slope times gradient."""


class Watched(Worked):
    """What a program has made so far, and what a call should do with it."""

    def form(self, node: int) -> str:
        """The operator form that made a node; "" for a leaf."""
        made = self.nodes[node]
        return form_of(made.step) if made.operator else ""

    def below(self, root: int) -> list[int]:
        """What a call has to do with: results, the last one made first, then leaves."""
        return sorted(self.reached(root), key=lambda node: (not self.nodes[node].inputs, -node))

    def gradients(self, root: int) -> Numbers:
        """What a call hands to each node if it goes as it should."""
        found = {**dict.fromkeys(self.below(root), 0.0), root: 1.0}
        for node in self.below(root):
            for source, slope in self.sources(node):
                found[source] += slope * found[node]
        return found

    def shares(self, root: int, grads: Numbers) -> dict[int, list[Share]]:
        """What each node of a call gets from its consumers; nothing is said of a node with one
        that nobody can read any more."""
        found: dict[int, list[Share]] = {number: [] for number in self.below(root)}
        for consumer in self.below(root):
            for source, slope in self.sources(consumer):
                if consumer not in grads:
                    found.pop(source, None)
                elif source in found:
                    found[source].append((consumer, slope, slope * grads[consumer]))
        return found


def watched(program: Program) -> Program | None:
    """The program with every gradient and value read before and after each call.

    None if it is too large, or does what is not followed here.
    """
    held: dict[str, None] = {}
    steps: list[Step] = []
    made = 0
    for step in written_out(program).steps:
        if step[0] in ("leaf", "apply", "inplace", "alias"):
            made += 1
            held[step[1]] = None
        if made > MOST_NODES or step[0] not in _FOLLOWED:
            return None
        reads = [("read", kind, tuple(held)) for kind in ("grad", "data")]
        if step[0] in CALLS:
            steps += [*reads, step, *reads]
        else:
            steps += [step, ("read", "data", (step[1],))] if step[0] in MAKES else [step]
    return Program(tuple(steps))


def written_out(program: Program) -> Program:
    """The same without loops, and with `sum` as the additions that it is."""
    return Program(tuple(_plain(program.steps)))


def _plain(steps: Sequence[Step]) -> Iterator[Step]:
    few = (("repeat", min(s[1], MOST_NODES), s[2]) if s[0] == "repeat" else s for s in steps)
    for step in unrolled(few):
        if step[0] == "apply" and step[2] == TOTAL:
            name = f"_{step[1]}"[:MOST_IN_A_NAME]
            slots = [*(f"{name}_{number}" for number in range(len(step) - 4)), step[1]]
            for slot, before, item in zip(slots, (0, *slots), step[3:], strict=False):
                yield ("apply", slot, JOIN, before, item)
        else:
            yield step
