"""Find the first thing in a watched run that no right engine does, by one law.

Values first, upwards: what an operator returns at the student's own operands. Then each call, from
the root down: a node holds what a leaf had before, 1 at the root, and what its consumers owe it, by
what these hold themselves. The first node that does not is where the mistake shows, whatever else
is wrong above or beside it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from operator import itemgetter

from grader.explain.watching.at_node import Node
from grader.explain.watching.graph import Edge, Graph, Operation, total
from grader.explain.watching.kinds import AT_THE_EDGE, OF_AN_OPERATOR, Blamed
from grader.explain.watching.parted import VALUE
from grader.explain.watching.record import DATA, GRAD, Call
from grader.programs.compare import same_number
from grader.programs.operators import OPERATORS

STATE = frozenset(
    "kept lost reseeded stale left_out zero beside stranger data cut of_leaf other between".split()
)
"""Kinds after which the rest of a program's gradients may follow from what was left behind."""


STEEP = 1e-3
"""A slope that no right engine takes for 0."""
CANCELS = 1e-8
"""By how much of its summands a sum may be wrong for a value that is a little wrong."""
ROUGH = 1e-13
"""By how much of itself no right value is wrong."""
PLAIN = frozenset({0.0, 1.0, -1.0})
"""Numbers with which a wrong rule may come out right."""


class Law:
    """The law as an engine keeps it. clears: inner nodes lose their gradient in the call, so what
    counts is what they held before that."""

    def __init__(self, graph: Graph, clears: bool = False) -> None:
        self.graph, self.clears = graph, clears
        self.numbers = graph.numbers
        self.delivered: set[tuple[str, int]] = set()
        """Forms of operators, and sides, that contribute what is owed, where no accident makes it
        so; side -1: one node is on both. Of values: side `VALUE`."""
        self.is_rounded = False

    def every(self, given: Sequence[float | None]) -> list[Blamed]:
        """What is wrong, the first thing first: of the walk and of state one thing, for the rest of
        it may follow from that; of operators all, since each is judged by what it really got.

        given: the value of each node that the program makes as a leaf, None for the others."""
        first = self._leaf(given) or self._misplaced() or self._refused()
        if first is not None:
            return [first]
        made = zip(self.graph.record.made, given, strict=True)
        whole = all(value is not None or node in self.graph.own for node, value in made)
        found = [*self._values()]
        in_calls = [*self._calls()] if whole and self.graph.is_whole else []
        wrong = {
            each.operation.call.result if each.operation else each.node
            for each in found
            if each.kind in ("value", "old", "constant")
        }
        in_calls = [e for e in in_calls if not (e.operation and e.operation.call.result in wrong)]
        found += in_calls[:1] if STATE & {each.kind for each in in_calls} else in_calls
        if not found and self.is_rounded:
            found = [*self._values(is_strict=True)][:1]
        if not found:
            found = [
                self._old(each, each.call.result)
                for each in self.graph.operations
                if self._is_old(each)
            ][:1] or [*self._dropped(), *self._given_back()][:1]
        kept: dict[tuple[object, ...], Blamed] = {}
        for each in found:
            operation = each.operation if each.kind in OF_AN_OPERATOR else None
            key = (each.kind, operation.form, each.side) if operation else ("call",)
            kept.setdefault(key, each)
        return [*kept.values()]

    def slip(self) -> Blamed | None:
        """What makes a call raise, if it was seen when the nodes were made."""
        void = next((each for each in self.graph.void if each.call.gives), None)
        if void is not None:
            return Blamed("void", 0, 0.0, 0.0, (), void)
        for operation in self.graph.operations:
            result, call = operation.call.result, operation.call
            if result is None or result not in self.graph.own:
                continue
            if self.graph.record.nodes[result].has_lone_input:
                place = self.graph.record.nodes[result].place
                return Blamed("lone", result, 0.0, 0.0, place, operation)
            for each in self.graph.record.stored:
                inside = call.begins < each.when < call.ends
                if each.node == result and each.is_none and each.place[1:] == call.place and inside:
                    return Blamed("called", result, 0.0, 0.0, each.place, operation)
        return self._misplaced()

    def _misplaced(self) -> Blamed | None:
        """Whether an operator stores a rule on an operand, and none on its result."""
        for operation in self.graph.operations:
            call, record = operation.call, self.graph.record
            if call.result is None or self.graph.own.get(call.result) is not operation:
                continue
            stored = [s for s in record.stored if call.begins < s.when < call.ends]
            here = [s for s in stored if s.place[1:] == call.place and s.is_function]
            wrong = [s for s in here if s.node in operation.nodes]
            if wrong and not any(s.node == call.result for s in here):
                side = operation.nodes.index(wrong[0].node)
                both = operation.nodes.count(wrong[0].node) > 1
                node, place = wrong[0].node, wrong[0].place
                return Blamed("misplaced", node, 0.0, 0.0, place, operation, -1 if both else side)
        return None

    def _refused(self) -> Blamed | None:
        """A gradient that was written to a node, which keeps another number."""
        for each in self.graph.record.stored:
            if each.is_dropped and (entry := self.graph.held(each.node, GRAD, each.when)):
                calls = (c for c in self.graph.record.calls if c.begins < each.when < c.ends)
                owed, call = self.numbers[entry].value, next(calls, None)
                return Blamed("refused", each.node, 0.0, owed, each.place, call=call)
        return None

    def _leaf(self, given: Sequence[float | None]) -> Blamed | None:
        made = self.graph.record.made
        for node, value in zip(made, given, strict=True):
            if node is None or value is None or node in self.graph.own:
                continue
            listed = self.graph.record.nodes[node]
            has_inputs = any(each not in (None, node) for each in listed.inputs or ())
            if has_inputs and not self.graph.is_fed_later(node):
                return Blamed("fed", node, 0.0, 0.0, listed.place)
            # The program itself may write to both: that has no line of the student's. Then it was
            # not seen what the leaf held before.
            first = self.graph.versions.get((node, DATA), [])[:1]
            entry = first[0] if first else self.graph.record.nodes[node].data
            is_seen = entry is not None and (not first or self.numbers[entry].place)
            if entry is not None and is_seen and not same_number(self.numbers[entry].value, value):
                place = self.numbers[entry].place
                found = self.numbers[entry].value
                return Blamed("leaf", node, found, value, place, entry=entry)
            grads = self.graph.versions.get((node, GRAD), [])[:1]
            number = self.numbers[grads[0]] if grads else None
            if number is not None and number.value and number.place and self._is_birth(grads[0]):
                return Blamed("born", node, number.value, 0.0, number.place, entry=grads[0])
        return None

    def _is_birth(self, entry: int) -> bool:
        when = self.numbers[entry].when
        return not any(call.begins < when for call in self.graph.record.calls)

    def _values(self, is_strict: bool = False) -> Iterator[Blamed]:
        """Wrong values. is_strict: by less, too, than what two engines may differ by."""
        for operation in self.graph.operations:
            result, right = operation.call.result, self.graph.right(operation)
            changed = self._changed(operation)
            if changed is not None:
                yield changed
                return
            found = self.graph.result(operation)
            if result is None or right is None or found is None:
                continue
            is_right = same_number(found, right[0])
            is_near = abs(found - right[0]) <= ROUGH * abs(right[0])
            if is_near and self._is_telling(operation):
                self.delivered.add((operation.form, VALUE))
            if is_near or (is_right and not is_strict):
                continue
            if self.graph.record.nodes[result].when < operation.call.begins:
                yield self._old(operation, result)
                continue
            other = self._constant(operation)
            if other is not None:
                yield other
                continue
            entry = self.graph.held(result, DATA, operation.call.ends)
            if entry is None:
                entry = self.graph.record.nodes[result].data
            place = () if entry is None else self.numbers[entry].place
            yield Blamed("value", result, found, right[0], place, operation, -1, entry)

    def _constant(self, operation: Operation) -> Blamed | None:
        """Whether the node that stands for a plain number in a result's inputs holds another."""
        result, nodes = operation.call.result, self.graph.record.nodes
        given = [x for x, node in zip(operation.operands, operation.nodes, strict=True)
                 if node is None]  # fmt: skip
        if result is None or result not in self.graph.own or len(given) != 1:
            return None
        if any(
            node.data is not None
            and operation.call.begins < node.when < operation.call.ends
            and not self.graph.is_worked_out(node.data)
            and same_number(self.numbers[node.data].value, float(given[0]))
            for node in nodes
        ):
            return None  # it is an input of another result, inside: `-(a + 5)`
        for node in nodes[result].inputs or ():
            if node is None or node in operation.nodes or node in self.graph.own:
                continue
            found, entry = self.graph.data(node, operation.call.ends), nodes[node].data
            if found is None or entry is None or self.graph.is_worked_out(entry):
                continue  # of `5 / a` somebody may make a node of 1 / 5
            if not same_number(found, float(given[0])):
                place = nodes[node].place
                return Blamed("constant", node, found, float(given[0]), place, operation)
        return None

    def _is_old(self, operation: Operation) -> bool:
        """Whether what an operator returns was there before, and is none of its operands."""
        result = operation.call.result
        return (
            result is not None
            and result not in operation.nodes
            and self.graph.record.nodes[result].when < operation.call.begins
        )

    def _dropped(self) -> Iterator[Blamed]:
        """Operators whose result is another operand, or does not come from each of them."""
        for each in self.graph.operations:
            result = each.call.result
            for side, node in enumerate(each.nodes):
                if result is None or node is None or node in self.graph.reached(result):
                    continue
                if result in each.nodes:
                    yield self._old(each, result)
                elif not self.graph.leads(result, node):
                    yield Blamed("unlisted", node, 0.0, 0.0, (), each, side)

    def _given_back(self) -> Iterator[Blamed]:
        """Operators whose one node, or both, is what they return."""
        for each in self.graph.operations:
            if OPERATORS[each.operator].takes != "number" and {*each.nodes} == {each.call.result}:
                yield self._old(each, each.call.result)

    def _old(self, operation: Operation, result: int | None) -> Blamed:
        return Blamed("old", result or 0, 0.0, 0.0, operation.call.place, operation)

    def _changed(self, operation: Operation) -> Blamed | None:
        """Whether an operator changes the value of its operand."""
        call = operation.call
        for node in operation.nodes:
            was = None if node is None else self.graph.data(node, call.begins)
            if node is None or was is None:
                continue
            for entry in self.graph.versions.get((node, DATA), ()):
                number = self.numbers[entry]
                if call.begins < number.when < call.ends and not same_number(number.value, was):
                    return Blamed(
                        "operand", node, number.value, was, number.place, operation, -1, entry
                    )
        return None

    def lost(self) -> Blamed | None:
        """A leaf whose gradient of an earlier call is not in what a call wrote to it: that is seen
        in engines too whose inner nodes hold no gradients."""
        for call in self.graph.record.calls:
            for node in () if call.is_zero or call.root is None else self.graph.reached(call.root):
                was = self.graph.value(_at(call.before, node))
                written = self.graph.written(node, call.begins, call.ends)
                is_leaf = node not in self.graph.own and self._is_made(node)
                if is_leaf and was and written and node not in self.graph.sources(written[0]):
                    place = self.numbers[written[0]].place
                    return Blamed("lost", node, 0.0, 0.0, place, amount=was, call=call)
        return None

    def _calls(self) -> Iterator[Blamed]:
        last = None
        for call in self.graph.record.calls:
            between = self._between(last, call) if last is not None else None
            if between is not None:
                yield between
            for found in self._call(call):
                yield replace(found, call=call)
            last = call

    def _between(self, last: Call, call: Call) -> Blamed | None:
        """A leaf whose gradient a line of the student's changes after one call and before another
        one: as an operator computes, or as the program writes to the leaf's value."""
        for node, entry in enumerate(call.before):
            was = self.graph.value(_at(last.after, node))
            if entry is None or was is None or node in self.graph.own or not self._is_made(node):
                continue
            written = self.graph.written(node, last.ends, call.begins)
            number, first = self.numbers[entry], self.numbers[written[0]] if written else None
            by_program = first is not None and not first.place
            if same_number(was, number.value) or by_program:
                continue
            at, when = (first or number).place, number.when
            by = [o for o in self.graph.operations if o.call.begins < when < o.call.ends]
            by = by if when > last.ends else []
            return Blamed("between", node, number.value, was, at, by[-1] if by else None, call=last)
        return None

    def _call(self, call: Call) -> Iterator[Blamed]:
        if call.root is None:
            return
        reached = self.graph.reached(call.root)
        for node in range(len(call.after)):
            was, now = self.graph.data(node, call.begins), self.graph.data(node, call.ends)
            if was is not None and now is not None and not same_number(was, now):
                entry = self.graph.held(node, DATA, call.ends)
                place = () if entry is None else self.numbers[entry].place
                rule = None if entry is None else self.graph.running(self.numbers[entry].when)
                yield Blamed("data", node, now, was, place, rule, entry=entry)
                return
        for node in reached:
            blamed = self._zeroed(call, node) if call.is_zero else self._node(call, node, reached)
            if blamed is not None:
                yield blamed
        beside = self._beside(call, frozenset(reached))
        if beside is not None:
            yield beside

    def _zeroed(self, call: Call, node: int) -> Blamed | None:
        now = self.graph.value(_at(call.after, node))
        if now is None or now == 0.0 or not self._is_made(node):
            return None
        root, lists = call.root or 0, self.graph.all_list_inputs
        lost = unlisted_in(self.graph) if lists and not self.graph.leads(root, node) else ()
        above = (each for each in lost if self.graph.leads(each.node, node))
        return next(above, Blamed("zero", node, now, 0.0))

    def _beside(self, call: Call, reached: frozenset[int]) -> Blamed | None:
        for node in range(len(call.before)):
            was, now = self.graph.value(call.before[node]), self.graph.value(_at(call.after, node))
            if node in reached or was is None or now is None or same_number(was, now):
                continue
            if call.root is not None and self.graph.leads(call.root, node):
                continue  # by what the nodes list, if not by what they were made of
            inside = node not in self.graph.record.made
            if not inside and not (self.clears and node in self.graph.own):
                entry = next(reversed(self.graph.written(node, call.begins, call.ends)), None)
                place = () if entry is None else self.numbers[entry].place
                rule = None if entry is None else self.graph.running(self.numbers[entry].when)
                if rule is not None and rule.call.result not in reached:
                    place = ()  # what matters is why that rule runs
                return Blamed("beside", node, now, was, place, rule, entry=entry)
        return None

    def _is_made(self, node: int) -> bool:
        """Whether a node counts: the program's own, or what an operator made of others."""
        return node in self.graph.own or node in self.graph.record.made

    def final(self, call: Call, node: int) -> int | None:
        """What a node held when it had all contributions."""
        written = self.graph.written(node, call.begins, call.ends)
        if self.clears and node in self.graph.own:
            while written and self._is_cleared(written[-1]):
                written = written[:-1]
            if written:
                return written[-1]
        return _at(call.after, node)

    def _is_cleared(self, entry: int) -> bool:
        (source,) = self.numbers[entry].operands
        return self.numbers[source].code in ("plain", "held") and self.numbers[entry].value == 0.0

    def edges(self, call: Call, node: int, reached: Sequence[int]) -> list[Edge] | None:
        """What the consumers of a node owe it; None if one of them is not known."""
        found = []
        for operation, side, result in self.graph.consumers(node, frozenset(reached)):
            held = self.graph.value(self.final(call, result))
            right = self.graph.right(operation)
            if held is None or right is None:
                return None
            found.append(Edge(operation, side, result, right[1][side] * held))
        return found

    def _node(self, call: Call, node: int, reached: Sequence[int]) -> Blamed | None:
        entry, edges = self.final(call, node), self.edges(call, node, reached)
        if entry is None or edges is None or not self._is_made(node):
            return None
        is_leaf = node not in self.graph.own
        was = self.graph.value(_at(call.before, node)) or 0.0
        base = (1.0 if node == call.root else 0.0) + (was if is_leaf else 0.0)
        owed = base + total(edge.owed for edge in edges)
        found = self.numbers[entry].value
        size = total(abs(each) for each in (base, *(edge.owed for edge in edges)))
        if same_number(found, owed) and not self._is_dropped(found, edges):
            if abs(found - owed) <= ROUGH * size:
                self.delivered |= {each for edge in edges for each in self._telling(edge)}
            return None
        finals = {edge.result: self.final(call, edge.result) for edge in edges}
        blamed = Node(self.graph, call, node, entry, edges, was, finals).blamed()
        if blamed.kind not in AT_THE_EDGE:
            blamed = replace(blamed, found=found, owed=owed)
        if blamed.kind == "other" and abs(found - owed) <= CANCELS * size:
            self.is_rounded = True  # its summands cancel, and one of them is wrong by a little
            return None
        owing = {edge.result: 0.0 for edge in edges}
        for edge in edges:
            owing[edge.result] += edge.owed
        whole = found, owed, was if is_leaf else 0.0
        blamed = replace(blamed, owing=tuple(owing.items()), whole=whole)
        if blamed.kind == "again":
            blamed = replace(blamed, amount=found - owed)
        return blamed

    def _telling(self, edge: Edge) -> Iterator[tuple[str, int]]:
        """What is known of an operator by a contribution that is right, and not by accident."""
        operation, right = edge.operation, self.graph.right(edge.operation)
        slope = right[1][edge.side] if right is not None else 0.0
        if not slope or not edge.owed or edge.owed / slope in PLAIN:
            return
        if operation.nodes.count(operation.nodes[edge.side]) > 1:
            yield operation.form, -1
        elif self._is_telling(operation):
            yield operation.form, edge.side

    def _is_telling(self, operation: Operation) -> bool:
        """Whether an operator has numbers with which a wrong rule comes out wrong."""
        values = self.graph.values(operation) or ()
        return len({*values}) == len(values) > 0 and not PLAIN & {*values}

    def _is_dropped(self, found: float, edges: Sequence[Edge]) -> bool:
        """Whether a number is lost that is small, and not for a slope that rounds to 0."""
        if found != 0.0 or len(edges) != 1 or not edges[0].owed:
            return False
        right = self.graph.right(edges[0].operation)
        return right is not None and abs(right[1][edges[0].side]) > STEEP


def unlisted_in(graph: Graph) -> list[Blamed]:
    """The operands that no result lists."""
    listed_by_some = {each for node in graph.record.nodes for each in node.inputs or ()}
    return [
        Blamed("unlisted", node, 0.0, 0.0, (), operation, side)
        for _, operation in sorted(graph.own.items(), key=itemgetter(0))
        for side, node in enumerate(operation.nodes)
        if node is not None and node not in listed_by_some
    ]


def _at(entries: Sequence[int | None], node: int) -> int | None:
    return entries[node] if node < len(entries) else None
