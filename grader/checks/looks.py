"""Judge what nodes hold before and after a call: nothing but gradients may change."""

from __future__ import annotations

from collections.abc import Iterable

from grader.checks.orders import Judge, Mismatch
from grader.programs.listing import shown
from grader.programs.program import Program, answer_items
from grader.worker.observation import Observation

HELD = {"data": 0, "grad": 1, "name": 2, "_op": 2, "_backward": 3, "inputs": 4}
"""Where a look says what a node holds (`worker.inside.student.looked_at`). "inputs": their data."""
UNCLEAR, FIRST_INPUT = 5, 6
"""How many inputs hold a gradient other than 0; then come the inputs."""


def judge_of(program: Program, held: Iterable[str], exactly: bool, cleared: bool) -> Judge:
    """Right: each node holds the same whenever it is looked at.

    held: of `HELD`. exactly: inputs are the same in the same order, each as often; else the same
    nodes. cleared: at the end the inputs of each node have gradient 0.
    """
    inputs = "inputs" if any(step[0] == "node" for step in program.steps) else "_prev"

    def judge(observation: Observation) -> Mismatch | None:
        assert observation.answer is not None
        waiting = iter(observation.answer)
        first: dict[str, tuple[int, ...]] = {}
        last: dict[str, tuple[int, ...]] = {}
        for step in program.steps:
            found = [next(waiting) for _ in range(answer_items(step))]
            if step[0] != "look":
                continue
            for slot, look in zip(step[1], found, strict=True):
                if not isinstance(look, tuple) or len(look) < FIRST_INPUT:
                    return Mismatch(shown(slot), "nothing that can be looked at", "a node")
                mismatch = _differs(shown(slot), first.setdefault(slot, look), look)
                if mismatch is not None:
                    return mismatch
                last[slot] = look
        for slot, look in last.items() if cleared else ():
            if look[UNCLEAR]:
                told = f"A node that {shown(slot)} was made of has a gradient other than 0 then"
                return Mismatch("", told, "0 in every node, also in one of a plain number")
        return None

    def _differs(name: str, was: tuple[int, ...], now: tuple[int, ...]) -> Mismatch | None:
        before, after = was[FIRST_INPUT:], now[FIRST_INPUT:]
        same = before == after if exactly else {*before} == {*after}
        if not same:
            told = f"{name}.{inputs} has {len(after)} nodes, and had {len(before)}"
            if len(before) == len(after):
                told = f"{name}.{inputs} has other nodes than before, or another order"
            return Mismatch("", told, "what it was before")
        for what in held:  # with other inputs it is not the inputs' data that changed
            if was[HELD[what]] != now[HELD[what]]:
                told = f"{name}.{what}"
                if what == "inputs":
                    told = f"the data of what {name} was made of"
                return Mismatch("", f"Something has changed {told}", "what it was before")
        return None

    return judge
