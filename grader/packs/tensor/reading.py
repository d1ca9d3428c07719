"""What a run on arrays that remember says of a broken place: the expression there, and the line."""

from __future__ import annotations

from collections.abc import Set
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from grader.explain.watching.deciding import decided_at
from grader.explain.watching.kept import counted_on_nodes, used_up
from grader.explain.watching.kinds import Blamed
from grader.explain.watching.record import DATA, GRAD, Line, Place, RuleRun, Unbelievable
from grader.explain.watching.source import SourceText
from grader.packs.tensor.arriving import above, altered, ended, lost, ran_when, reached, wiped
from grader.packs.tensor.below import Broken
from grader.packs.tensor.calls import FUNCTIONS
from grader.packs.tensor.calls import SIGNS as OPERATOR_SIGNS
from grader.packs.tensor.gradients import anew, first_of, forgets, seed, shared, spoilt
from grader.packs.tensor.judged import same_array
from grader.packs.tensor.misconceptions import TIMES
from grader.packs.tensor.operators import OPERATORS, Array
from grader.packs.tensor.properties import broadcasts_to
from grader.packs.tensor.remembered import SIGNS, UFUNCS, Memory, Tree, Write
from grader.packs.tensor.where import asks_dtype, given_by, leaves_at_zeros
from grader.packs.tensor.words import (
    A_RULE,
    ADDED,
    AGAIN,
    ALTERED,
    COPIED,
    ENDED,
    PASSED,
    RULE_OF,
    SEEDED,
    UNRUN,
    UNWRITTEN,
    WHOLE,
    WIPED,
    ZERO,
    expression,
)

_DECIDED = {
    "early": "early", "again": "again", "restart": "kept", "stuck": "left_out",
}  # fmt: skip
"""What some line of a walk decides, as the general room calls it."""


_SUMS, _PUTS_BACK = ("sum", "mean"), ("np.expand_dims", "np.reshape", "reshape")
"""Operators that take axes away, and what puts these back: to repeat the rest is never wrong."""
_OF_SUMS = ("rule", "sets", "again", "adding", "early")
"""Kinds of what may come of a sum that is not one."""


@dataclass(frozen=True, slots=True)
class Reading:
    """The expression that a wrong value or contribution is, "" if it is not known; the line. weak:
    a line that others come by as well. instead: what is broken, where that was seen better. lines:
    all that the run came by, the innermost first. parts: where what it is made of was made."""

    text: str = ""
    line: Line | None = None
    weak: Line | None = None
    instead: Broken | None = None
    lines: tuple[Line, ...] = ()
    parts: tuple[Line, ...] = ()


def _right_of(name: str) -> set[str]:
    """How the right value of an operator reads. A wrong one reads so where an operand was changed
    on the way to the function whose names these are."""
    sign = OPERATOR_SIGNS.get(name)
    pairs = [("self", "other"), ("other", "self")][: 2 if sign in ("+", "*") else 1]
    return {f"{one}.data {sign} {two}.data" for one, two in pairs} if sign else set()


class Reader:
    """Finds in a record what is broken in its program."""

    def __init__(
        self,
        memory: Memory,
        source: SourceText,
        generic: Set[Line] = frozenset(),
        own: Set[Line] = frozenset(),
        foreign: Set[Line] = frozenset(),
    ) -> None:
        """generic: lines of functions that all rules use; own: of those of the operator's name;
        foreign: of those of other operators' names."""
        self.memory, self.source = memory, source
        self.generic, self.own, self.foreign = generic, own, foreign

    def reading(self, broken: Broken, reflected: bool) -> Reading:
        """What was seen of the broken place; nothing if the record does not add up."""
        try:
            return self._reading(broken, reflected)
        except (Unbelievable, LookupError, RecursionError):
            return Reading()

    def _reading(self, broken: Broken, reflected: bool) -> Reading:
        memory, kind = self.memory, broken.kind
        if kind == "value":
            write = next(iter(memory.written(broken.slot, DATA)), None)
            if write is None or not isinstance(write.tree, Tree):
                return Reading()
            right = memory.seen.data[broken.slot]
            found = self._read(write.tree, write, broken, right, reflected)
            return replace(found, text="") if found.text in _right_of(broken.name) else found
        nothing = kind in ("early", "rule") and broken.sent is not None and not broken.sent.any()
        if broken.is_zero_root or (
            nothing and broken.slot in reached(memory)
        ):  # it was there, and was cleared
            gone, leaf = lost(memory), wiped(memory)
            if gone is not None and gone.slot != broken.slot:
                return replace(self._reading(gone, reflected), instead=gone)
            if leaf is not None:
                return Reading(WIPED, leaf[1], instead=replace(broken, slot=leaf[0]))
        line = altered(memory, broken.slot) if kind in _OF_SUMS and not broken.shapes else None
        if line is not None:
            return Reading(ALTERED, line)
        if kind == "again" and len(self._runs(broken)) == 1:  # as many times what is owed by chance
            alone = replace(broken, kind="rule", why="")
            return replace(self._contribution(alone), instead=alone)
        runs = self._runs(broken) if kind == "rule" else []
        runs = runs if TIMES in broken.why or self._is_times(broken, len(runs)) else []
        if len(runs) > 1:
            called = [run.place[0] for run in runs if run.place]
            if len({*called}) > 1:  # two lines that run rules
                return Reading(AGAIN, called[0])
            return Reading(AGAIN, self._decided(replace(broken, kind="again")))
        seeded = self._seeded(broken) if kind == "rule" else None
        if seeded is not None:
            return Reading(SEEDED, seeded)
        if self._never_ran(broken):
            return Reading(UNRUN, self._decided(replace(broken, kind="early")))
        unwritten = self._unwritten(broken) if kind == "rule" else None
        if unwritten is not None:
            return Reading(UNWRITTEN, unwritten)
        if kind == "rule":
            return self._contribution(broken)
        if kind == "changed":
            return self._changed(broken)
        if kind == "dtype":
            writes = memory.written(broken.slot, DATA)
            line = (first_of(writes[0]) if writes else None) or asks_dtype(self.source)
            return Reading(
                line=None
                if line is None
                else given_by(line, memory.watched.lines, self.source) or line
            )
        copy = self._copy(broken) if kind == "early" else None
        if copy is not None:
            every = {line for w in memory.writes if w.node in memory.names for line in w.place}
            return Reading(COPIED, next((n for n in copy.place if n not in every), None))
        last = ended(memory) if nothing and kind == "early" else ""
        if memory.program.names.get(last) and last != broken.slot:
            line = leaves_at_zeros(self.source)
            return Reading(ENDED, line, instead=replace(broken, other=last))
        ran, write = ran_when(memory, broken) if nothing and kind == "early" else ("", None)
        if ran == WHOLE and write is not None and isinstance(write.tree, Tree):
            line, weak = self._line(write.tree, write, broken, reflected)
            return Reading(WHOLE, line, weak, lines=write.place)
        if ran == WHOLE:
            return replace(self._contribution(broken), text=WHOLE)
        came_by = memory.watched.lines if kind in ("restart", "stuck") else ()
        kept = counted_on_nodes(came_by, self.source)
        kept = kept or (used_up(came_by, self.source) if kind == "stuck" else None)
        if kept is not None:
            return Reading(ran, kept)
        if kind in _DECIDED:
            ran = AGAIN if kind == "again" and len(self._runs(broken)) > 1 else ran
            return Reading(ran, self._decided(broken))
        added = [w for w in memory.written(broken.slot, GRAD) if w.when > memory.begun]
        if kind == "sets" and added and not anew(memory, broken.slot):
            return Reading(ADDED, first_of(added[-1]), lines=added[-1].place)
        if kind == "stranger":
            runs = [run for run in self._runs(broken) if run.place]
            return Reading(line=runs[0].place[0] if runs else None)
        if kind == "adding":
            return Reading(line=first_of(added[-1]) if added else None)
        if kind == "shared":
            passed, line = shared(memory, broken)
            return Reading(PASSED * passed, line)
        if kind == "given":
            own = (*memory.written(broken.slot, DATA), *memory.written(broken.slot, GRAD))
            return Reading(line=next((first_of(w) for w in own if w.inside and w.place), None))
        lines = {"forgets": forgets, "sets": forgets,
                 "seed": seed, "spoilt": spoilt}  # fmt: skip
        line = lines[kind](memory, broken) if kind in lines else None
        by = next((w.place for w in added if w.place and w.place[0] == line), ())
        return Reading(line=line, lines=by if kind == "sets" else ())

    def _of_leaves(self) -> set[Line]:
        """The lines that write a leaf's data."""
        return {line for step in self.memory.steps if step[0] == "leaf"
                for w in self.memory.written(step[1], DATA) for line in w.place}  # fmt: skip

    def _copy(self, broken: Broken) -> Write | None:
        """What made a tensor of the operand's data that the result lists and no name is of."""
        memory, made = self.memory, self.memory.slots.get(broken.step[1]) if broken.step else None
        inputs = memory.graph().record.nodes[made].inputs if made is not None else None
        if memory.slots.get(broken.slot) in (inputs or ()):
            return None
        unnamed = {node for node in inputs or () if node is not None} - memory.names.keys()
        data = memory.seen.data[broken.slot]
        writes = (w for w in memory.writes if w.node in unnamed and w.attribute == DATA)
        return next((w for w in writes if isinstance(w.tree, Tree) and self._gives(w.tree, data)),
                    None)  # fmt: skip

    def _runs(self, broken: Broken) -> list[RuleRun]:
        """Each time that the rule of a step was seen to run in the last call."""
        graph = self.memory.graph()
        made = None if broken.step is None else self.memory.slots.get(broken.step[1])
        last = next((c for c in reversed(graph.record.calls) if not c.is_zero), None)
        runs = [run for run in graph.record.rules
                if last and run.node == made and last.begins < run.begins < last.ends]  # fmt: skip
        if made is not None and not graph.stores(made):  # seen by what it wrote alone
            to = [write.when for write in self.memory.written(broken.slot, GRAD)]
            runs = [run for run in runs if any(run.begins < when < run.ends for when in to)]
        return runs

    @staticmethod
    def _is_times(broken: Broken, count: int) -> bool:
        """Whether a wrong entry is so many times the right one."""
        found, right = broken.entry or (1.0, 0.0)
        return bool(np.isclose(found, count * right, rtol=1e-9, atol=0.0))

    def _seeded(self, broken: Broken) -> Line | None:
        """The line that gives a call's root its ones, if it ran for this tensor too, which has 1
        more than it is owed."""
        memory, (found, right) = self.memory, broken.entry or (0.0, 0.0)
        calls = [
            call for call in memory.watched.calls if not call.is_zero and call.root is not None
        ]
        root = memory.names.get(calls[-1].root or 0, "") if calls else ""
        if root == broken.slot or not np.isclose(found, right + 1.0, rtol=1e-9):
            return None
        ones = {slot: [t for t, _ in memory.sent(slot) if t.place and _is_ones(memory, t)]
                for slot in (root, broken.slot)}  # fmt: skip
        lines = {tree.place[0] for tree in ones[root]}
        whens = {tree.when for tree in ones[root]}
        again = (t for t in ones[broken.slot] if t.place[0] in lines and t.when not in whens)
        return next((tree.place[0] for tree in again), None)

    def _unwritten(self, broken: Broken) -> Line | None:
        """The line by which a rule was left that ran and wrote to no gradient."""
        nothing = broken.sent is not None and not broken.sent.any() and not broken.shapes
        runs = self._runs(broken) if nothing and not self.memory.seen.raised else []
        writes = [w.when for w in self.memory.writes if w.attribute == GRAD]
        wrote = any(run.begins < when < run.ends for run in runs for when in writes)
        return runs[-1].last if runs and not wrote else None

    def _never_ran(self, broken: Broken) -> bool:
        """Whether nothing was sent, and a rule that was stored was not seen to run in the call."""
        if broken.sent is None or broken.sent.any() or broken.step is None or broken.shapes:
            return False
        graph, made = self.memory.graph(), self.memory.slots.get(broken.step[1])
        calls = [call for call in graph.record.calls if not call.is_zero]
        if made is None or not calls or not graph.has_rule(made) or self._is_rule(made):
            return False
        return self._copy(broken) is None and not graph.ran(made, calls[-1])

    def _decided(self, broken: Broken) -> Line | None:
        """The line that decided that something happened too early, twice, or not at all."""
        graph = self.memory.graph()
        calls = graph.record.calls
        if not calls:
            return None
        made = None if broken.step is None else self.memory.slots.get(broken.step[1])
        kind, other, node = _DECIDED[broken.kind], None, self.memory.slots.get(broken.slot)
        if kind == "early" and made is not None:
            ran = graph.ran(made, calls[-1])
            kind = "skipped" if graph.has_rules and not ran else kind
            consumers = [result for _, _, result in graph.consumers(made, frozenset(graph.own))]
            other = made if kind == "skipped" else next(iter(consumers), None)
        operation = None if made is None else graph.own.get(made)
        blamed = Blamed(kind, node or 0, 0.0, 0.0, operation=operation, other=other, call=calls[-1])
        return decided_at(blamed, graph, self.source)

    def _contribution(self, broken: Broken) -> Reading:
        """What a wrong rule sends; where nothing is worked out, the line that made its result: the
        best one if its rule stands elsewhere."""
        reading = self._sent(broken)
        if reading.line is None and broken.step is not None:
            for write in self.memory.written(broken.step[1], DATA)[:1]:
                if isinstance(write.tree, Tree):
                    result = replace(broken, slot=broken.step[1])
                    line, _ = self._line(write.tree, write, result, False)
                    here = line in self.own and any(
                        "grad" in self.source.lines[cell][n - 1] for cell, n in self.own
                    )
                    reading = replace(reading, weak=line) if here else replace(reading, line=line)
        return reading

    def _sent(self, broken: Broken) -> Reading:
        found = self.memory.sent(broken.slot)
        own = (self.memory.slots.get(broken.slot), GRAD)
        held = any(e.code == "held" and e.parts == own for tree, _ in found for e in tree.all())
        exact = [(tree, write) for tree, write in found
                 if not held and self._gives(tree, broken.sent)]  # fmt: skip
        if exact:
            return self._read(*exact[0], broken, broken.sent, False)
        step = broken.step
        about = [each for each in found if step and self._is_about(each[0], step[1])]
        for tree, write in about or found[:1]:
            return self._read(tree, write, broken, None, False)
        return Reading()

    def _is_about(self, tree: Tree, slot: str) -> bool:
        number = self.memory.slots.get(slot)
        return any(each.code == "held" and each.parts[0] == number for each in tree.all())

    def _read(
        self, tree: Tree, write: Write, broken: Broken, right: Array | None, reflected: bool
    ) -> Reading:
        # Where no tensor holds a gradient that is passed on, it is the code of all rules at once.
        printed = self._gives(tree, right) and (write.attribute == DATA or self._passes_on)
        text = self.memory.printed(tree, self._called(broken, tree.place)) if printed else ""
        line, weak = self._line(tree, write, broken, reflected)
        text = text if any(map(str.isalpha, text)) else ""
        made = tuple(each.place[0] for each in self._with_unnamed(tree) if each.place)
        return Reading(text, line, weak, lines=write.place, parts=made)

    def _gives(self, tree: Tree, right: Array | None) -> bool:
        """Whether a tree makes this array, or one that NumPy stretches to it."""
        value = None if right is None else self.memory.worked_out(tree)
        if value is None or right is None or not broadcasts_to(value.shape, right.shape):
            return False
        return same_array(np.broadcast_to(value, right.shape), right)

    @cached_property
    def _passes_on(self) -> bool:
        """Whether what was written to a gradient was made of another tensor's, or one rule ran."""
        alone = any(step[0] == "rule" for step in self.memory.steps)
        return alone or any(map(above, self.memory.writes))

    def _called(self, broken: Broken, place: Place) -> dict[int, str]:
        """How tensors are called in a rule or, on a line of one, in `__rsub__` and its like."""
        slots, called = self.memory.slots, dict[int, str]()
        functions = (self.source.function(line) for line in place[:1])
        turned = any(each is not None and each.name[:3] == "__r" for each in functions)
        unnamed = {w.node for w in self.memory.writes} - {*self.memory.names}
        if broken.step is not None:
            plain_first = broken.step[3][:1] and broken.step[3][0] not in slots
            turned = turned or bool(plain_first and not unnamed)  # nobody made it a tensor
            sides = ("other", "self") if turned else ("self", "other")
            names = [*zip(broken.step[3], sides, strict=False)][::-1]
            for slot, name in (*names, (broken.step[1], "out")):
                if isinstance(slot, str) and slot in slots:
                    called[slots[slot]] = name
            plain = [name for slot, name in names if slot not in slots]
            if len(plain) == len(unnamed) == 1:
                called[unnamed.pop()] = plain[0]
        return called

    def _line(
        self, tree: Tree, write: Write, broken: Broken, reflected: bool
    ) -> tuple[Line | None, Line | None]:
        """The line of the student's that is about this one and no other; one that is the best."""
        others = self._lines_of_others(broken, write.attribute)
        trees = [each for each in self._with_unnamed(tree) if each.place]
        arithmetic = [each for each in trees if each.code in SIGNS or each.code in UFUNCS]
        places = [write.place] if broken.shapes else []
        made = broken.name == FUNCTIONS[0]  # of other operators
        if not made or broken.kind == "rule":
            places += [each.place for each in arithmetic]
        put_back = [each for each in trees
                    if each.code in _PUTS_BACK and broken.name in _SUMS]  # fmt: skip
        places += [each.place for each in (*put_back, *trees)]
        places.append(write.place)
        if reflected and write.attribute == DATA:
            return (places[0][-1] if places[0] else None), None
        lines = [line for place in places for line in place]
        sure = [line for line in lines if line not in others and line not in self.generic]
        leaves = self._of_leaves() if broken.kind == "value" and broken.shapes else set()
        first = next((each for each in trees if each.place[0] not in leaves), None)
        value = None if first is None else self.memory.worked_out(first)
        if value is not None and broken.shapes and value.shape == broken.shapes[0]:
            sure = [line for line in sure if line not in leaves] or sure  # wrong before that ran
        if write.attribute == GRAD and not self._passes_on:
            last = arithmetic[0].place if arithmetic else ()  # what was before is other rules'
            sure = [line for line in sure
                    if line in self.own or (line in last and line not in self.foreign)]  # fmt: skip
        mine = [line for place in places if not self.own.isdisjoint(place)
                for line in place if line in sure and line not in self.foreign]  # fmt: skip
        if made and broken.kind == "value":
            mine.sort(key=lambda line: line not in self.own)
        elif made:
            mine = [line for line in sure if line not in self.foreign]
        weak = [line for line in lines if line not in self.generic] or lines
        return next(iter(mine or sure), None), next(iter(weak), None)

    def _with_unnamed(self, tree: Tree) -> list[Tree]:
        """A tree, and what was written to tensors on the way that the program does not name."""
        found, known = [*tree.all()], set[int]()
        for each in found:
            node = each.parts[0] if each.code == "held" else None
            if node is None or node in self.memory.names or node in known:
                continue
            known.add(node)
            for write in self.memory.writes:
                if write.node == node and write.attribute == each.parts[1]:
                    found += [*write.tree.all()] if isinstance(write.tree, Tree) else []
        return found

    def _lines_of_others(self, broken: Broken, attribute: int) -> set[Line]:
        """Lines that what other operators send, or make, comes by too."""
        node = self.memory.slots.get(broken.slot)
        same = [step for step in self.memory.steps
                if step[0] == "apply" and broken.step and step[2] == broken.step[2]]  # fmt: skip
        taken = [each for step in same for each in step[3] if isinstance(each, str)]
        of_taken = attribute == GRAD or (broken.kind == "value" and not broken.why)
        slots = taken if of_taken else [step[1] for step in same]
        own = {self.memory.slots.get(each) for each in slots}
        found: set[Line] = set()
        for write in self.memory.writes:
            if write.attribute != attribute or write.node in (node, *own):
                continue
            if write.node not in self.memory.names:
                continue
            if attribute == GRAD and write.when <= self.memory.begun:  # zeros at first
                continue
            found |= {*write.place}
            if isinstance(write.tree, Tree):
                found |= {line for each in write.tree.all() for line in each.place}
        return found

    # ---- Events

    def _changed(self, broken: Broken) -> Reading:
        """Where data was changed; the text is the operator that was at work."""
        memory = self.memory
        writes = memory.written(broken.slot, DATA)
        later = [w for w in writes if w.inside] or writes[1:]
        if not later:
            return Reading()
        return Reading(self._at_work(later[0]), first_of(later[0]))

    def _at_work(self, write: Write) -> str:
        """What ran at a moment: `zero_grad`, the rule of an expression, or an operator; "" if that
        is not known."""
        memory, when = self.memory, write.when
        call = next((c for c in memory.watched.calls if c.begins < when < c.ends), None)
        if call is not None and call.is_zero:
            return f"`{ZERO}`"
        if call is not None:
            ran = memory.graph().whose_rule(when)
            node = call.root if ran is None else ran
            slot = "" if node is None else memory.names.get(node, "")
            step = next((s for s in memory.steps if s[0] == "apply" and s[1] == slot), None)
            known = step is not None and (ran is not None or self._is_rule(call.root))
            return f"{RULE_OF}{expression(memory.program, step)}" if step and known else A_RULE
        for line in write.place:
            for step in memory.steps:
                methods = OPERATORS[step[2]].methods if step[0] == "apply" else ()
                if methods and line in self.source.lines_of((step[2], *methods)):
                    return expression(memory.program, step)
        made = (memory.names[w.node] for w in memory.writes if w.attribute == DATA
                and w.when > when and not w.inside and w.node in memory.names)  # fmt: skip
        slot = next(made, "")
        names = (step[2] for step in memory.steps if step[0] == "apply" and step[1] == slot)
        return next((f"`{name}`" for name in names), "")

    def _is_rule(self, node: int | None) -> bool:
        """Whether the program calls the rule of a tensor by itself."""
        slot = None if node is None else self.memory.names.get(node)
        return any(step[0] == "rule" and step[1] == slot for step in self.memory.steps)


def _is_ones(memory: Memory, tree: Tree) -> bool:
    """Whether a tree is ones, made of no gradient."""
    value = memory.worked_out(tree)
    held = any(each.code == "held" and each.parts[1] == GRAD for each in tree.all())
    return value is not None and not held and bool(np.all(value == 1.0))
