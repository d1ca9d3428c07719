"""Read what went wrong at one node of a failing program: what it holds beside what it was given.

After a call a node holds what its consumers contribute, each its slope times its own gradient; the
root holds 1, a leaf also what it held before. So a failing program is run once more, with every
gradient read around each call. At the node nearest the root at which the sum is another one, the
difference is looked up among a few amounts: what an earlier call left, what one consumer
contributes, a part of that. No traversal is known here and no engine is run: it is arithmetic with
the student's own numbers, and holds only where the rules are right.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from grader.explain.diagnosis.readings.calls.watching import (
    MAKES,
    Numbers,
    Share,
    Watched,
    watched,
    written_out,
)
from grader.programs.compare import same_answer, same_number
from grader.programs.interpreter import Answer
from grader.programs.program import Program, Step

MOST_CONSUMERS = 4
"""Of a node with more of them no parts of its sum are tried."""


@dataclass(frozen=True, slots=True)
class Odd:
    """A node that does not hold what it should after a call, and where the difference comes from.

    kind: "kept" or "lost", what an earlier call left; "missing", "early" or "again", what the
    consumers `others` contribute (early: before `source` had contributed to it); "beside", a node
    that cannot be reached, or what such a node contributes; "zero_grad", one that was not cleared;
    "seed", what the root begins with; "value", a wrong value; "data", a value that changed;
    "share", what the only consumer contributes; "other", a sum of several that no amount explains,
    or one of a later call. call: from 1, among the calls of its kind. amount: what makes the
    difference. operator: the one whose value or contribution it is.
    """

    kind: str
    node: int
    found: float
    right: float
    amount: float = 0.0
    others: tuple[int, ...] = ()
    source: int = -1
    root: int = -1
    call: int = 0
    operator: str = ""


def odd_one(program: Program, wrong: Answer, answer: Answer) -> Odd | None:
    """What is wrong after the first call that leaves something wrong, if one amount explains it.

    wrong: the answer to the program; answer: to the same as it is `watched`.
    """
    asked = watched(program)
    if asked is None or asked.answer_length != len(answer):
        return None
    try:
        return _Follower(answer).follow(program, wrong)
    except (ArithmeticError, ValueError, LookupError):  # an operator without a value there
        return None


class _Follower:
    """Goes through a program beside the answer to it as it is watched."""

    def __init__(self, answer: Answer) -> None:
        self.answer = iter(answer)
        self.made = Watched()
        self.grads: Numbers = {}
        self.counts = Counter[str]()

    def follow(self, program: Program, wrong: Answer) -> Odd | None:
        """The first odd node; None if to be watched changed the answer."""
        own: list[float] = []
        odd: Odd | None = None
        held = self.made.held
        for step in written_out(program).steps:
            if step[0] in ("leaf", "alias"):
                self.made.take(step)
            elif step[0] in MAKES:
                found = self._made(step)
                odd = odd or found
            elif step[0] == "descend":
                leaf = held[step[1]]
                self.made.set_data(leaf, self.made.data[leaf] - step[2] * self.grads[leaf])
            elif step[0] == "read":
                own += [next(self.answer) for _ in step[2]]
            else:
                found = self._called(step[0], held[step[1]])
                odd = odd or found
        return odd if same_answer(own, wrong) else None

    def _called(self, kind: str, root: int) -> Odd | None:
        self.counts[kind] += 1
        before, values = self._read(), self._read()
        after, changed = self._read(), self._read()
        self.grads = after
        found = self._changed(values, changed)
        if found is None:
            judge = self._backward if kind == "backward" else self._zeroed
            found = judge(root, before, after) or self._beside(root, before, after)
        return found and replace(found, root=root, call=self.counts[kind])

    def _made(self, step: Step) -> Odd | None:
        """One more node; whether its value is wrong."""
        is_inplace = step[0] == "inplace"
        self.made.take(step)
        node = self.made.held[step[1]]
        found, right = float(next(self.answer)), self.made.data[node]
        if same_number(found, right):
            return None
        return Odd("value", node, found, right, operator=f"{'i' if is_inplace else ''}{step[2]}")

    def _changed(self, before: Numbers, after: Numbers) -> Odd | None:
        """The first node whose value a call has changed."""
        changed = [node for node in before if not same_number(after[node], before[node])]
        if not changed:
            return None
        made = {self.made.form(node) for node in changed}
        operator = made.pop() if len(made) == 1 else ""
        node = changed[0]
        return Odd("data", node, after[node], before[node], operator=operator)

    def _read(self) -> Numbers:
        return {node: float(next(self.answer)) for node in self.made.held.values()}

    def _backward(self, root: int, before: Numbers, after: Numbers) -> Odd | None:
        """The node nearest the root whose sum is another one, where that has consequences."""
        shares = self.made.shares(root, after)
        inputs = self.made.inputs
        if inputs[root] and after.get(root) == 0.0:
            return None  # such an engine forgets what it has handed on, and may

        def right(node: int) -> float:
            own = 1.0 if node == root else 0.0
            return own + (0.0 if inputs[node] else before[node]) + _sum(shares[node])

        truth = self.made.gradients(root)

        def fits(node: int) -> bool:
            held = 0.0 if inputs[node] else before[node]
            return any(same_number(after[node], x) for x in (right(node), truth[node] + held))

        def lacks(node: int, consumer: int) -> bool:
            got = _sum([share for share in shares[node] if share[0] == consumer])
            return same_number(after[node], right(node) - got)

        for node in self.made.below(root):
            if node not in shares or node not in after or fits(node):
                continue
            passed = [
                s for s, slope in self.made.sources(node) if slope and s in shares and s in after
            ]
            if inputs[node] and not any(fits(s) or lacks(s, node) for s in passed):
                for source in inputs[node]:  # what it holds is not what it handed on
                    shares.pop(source, None)
                continue
            return self._explained(node, root, right(node), before, after, shares)
        return None

    def _explained(
        self,
        node: int,
        root: int,
        right: float,
        before: Numbers,
        after: Numbers,
        shares: dict[int, list[Share]],
    ) -> Odd | None:
        """The one amount that makes the difference; None if several do, or none."""
        found, options = after[node], []
        plain, is_inner = Odd("", node, found, right), bool(self.made.inputs[node])
        if before[node]:
            left = before[node] if is_inner else -before[node]
            options.append(replace(plain, kind="kept" if is_inner else "lost", amount=left))
        for consumer in before.keys() - {*self.made.reached(root)}:
            for source, slope in self.made.sources(consumer):
                if source == node:
                    amount = slope * before[consumer]
                    options.append(replace(plain, kind="beside", amount=amount, others=(consumer,)))
        own = shares[node]
        for count in range(2, len(own) + 1 if len(own) <= MOST_CONSUMERS else 0):
            for lost in combinations(own, count):
                every = tuple(consumer for consumer, *_ in lost)
                amount = -_sum(lost)
                options.append(replace(plain, kind="missing", amount=amount, others=every))
        for consumer, slope, share in own if len(own) <= MOST_CONSUMERS else ():
            once = replace(plain, others=(consumer,))
            form = self.made.form(consumer)
            options.append(replace(once, kind="missing", amount=-share, operator=form))
            options.append(replace(once, kind="again", amount=share))
            parts = [part for part in shares.get(consumer, ()) if part[2]]
            for count in range(1, len(parts) if len(parts) <= MOST_CONSUMERS else 0):
                for late in combinations(parts, count):
                    amount = slope * _sum(late)
                    early = replace(once, kind="early", amount=-amount, source=late[0][0])
                    options += [early, replace(once, kind="again", amount=amount)]
        fits = [each for each in options if each.amount and same_number(found, right + each.amount)]
        if fits:
            return fits[0] if len({(each.kind, each.others) for each in fits}) == 1 else None
        if node == root:
            return replace(plain, kind="seed")
        if len(own) == 1 and self.counts["backward"] == 1:
            consumer = own[0][0]
            operator = self.made.form(consumer)
            return replace(plain, kind="share", others=(consumer,), operator=operator)
        return replace(plain, kind="other")

    def _zeroed(self, root: int, before: Numbers, after: Numbers) -> Odd | None:
        for node in self.made.below(root):
            if node in after and after[node] != 0.0:
                return Odd("zero_grad", node, after[node], 0.0)
        return None

    def _beside(self, root: int, before: Numbers, after: Numbers) -> Odd | None:
        below = {*self.made.reached(root)}
        for node in before:
            if node not in below and not same_number(after[node], before[node]):
                return Odd("beside", node, after[node], before[node])
        return None


def _sum(shares: Sequence[Share]) -> float:
    return math.fsum(share for *_, share in shares)
