"""Which line decided that something happened in a call: too early, twice, or not at all.

Read off what the lines that a call came by, outside of rules, did with nodes: named them, asked
them for a number or their inputs, put them into a collection. What comes too early was put there by
a number that it was sorted by, or by the line that collected it; what is left out was left out by
the last line that named it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from grader.explain.watching.graph import Graph
from grader.explain.watching.kinds import Blamed
from grader.explain.watching.looked_up import (
    calling,
    marked_when_made,
    of_one_operand,
    passed_over,
    set_back,
)
from grader.explain.watching.orders import ran
from grader.explain.watching.record import GRAD, Call, Handled, Line, Place
from grader.explain.watching.source import SourceText
from grader.worker.inside.watched.handling import ASKED, FOUND, NAMED, PUT, READ, TAKEN, TURNED

LEFT_OUT = frozenset({"stranger", "skipped", "left_out", "lacking", "idle"})


def decided_at(blamed: Blamed, graph: Graph, source: SourceText) -> Line | None:
    """The line that decided what is blamed; None if none was seen to."""
    call = blamed.call
    line = None if call is None or call.root is None else _Call(graph, call, source).line(blamed)
    sorts = line is not None and blamed.kind == "early" and source.sorts(line)
    return of_one_operand(line, source) if line is not None and sorts else line


def ended_at(blamed: Blamed, graph: Graph, source: SourceText) -> Line | None:
    """The line that ended a call before all was done, or passed over a part; None for neither."""
    if blamed.call is None:
        return None
    ended = _Call(graph, blamed.call, source).ended()
    return ended or passed_over(blamed.node, graph, blamed.call.ends, source)


def of_the_student(
    line: Line | None, blamed: Blamed, graph: Graph, source: SourceText
) -> Line | None:
    """A line, if it is not one that was given; else the student's loop that runs the rules, or that
    has nothing to go round for; None if there is none."""
    call = blamed.call
    is_idle = blamed.kind == "idle"
    if line is not None and line not in source.given and not is_idle:
        return line
    if call is None or (blamed.kind not in LEFT_OUT and line is None):
        return None
    its = [run for run in graph.record.rules if call.begins < run.begins < call.ends and run.place]
    loop = source.loop(its[-1].place[0]) if its and blamed.kind in LEFT_OUT else None
    if is_idle and not its:
        loop = empty_loop(graph, source)
    if loop is not None and loop not in source.given:
        return loop
    return None if line in source.given else line


def empty_loop(graph: Graph, source: SourceText) -> Line | None:
    """The last loop of the student's that was come by, and none of whose rounds."""
    seen = graph.record.lines
    first = {each: source.body(each) for each in seen if each not in source.given}
    return next((e for e, body in reversed(first.items()) if body and body not in seen), None)


class _Call:
    """What was done with nodes in one call."""

    def __init__(self, graph: Graph, call: Call, source: SourceText) -> None:
        self.graph, self.call, self.source = graph, call, source
        self.order = [*ran(graph, call)]
        self.runs = [r for r in graph.record.rules if call.begins < r.begins < call.ends]
        self.first = min((run.begins for run in self.runs), default=call.ends)
        during = [h for h in graph.record.handled if call.begins < h.when < call.ends]
        during = [h for h in during if h.what <= READ or graph.whose_rule(h.when) is None]
        # A property by a lambda names nodes, and decides nothing.
        same = [f for name in ("__hash__", "__eq__")[: 1 + (source.equality is None)]
                for f in source.named(name)]  # fmt: skip
        every = [h for h in during if source.function(h.line) not in (None, *same)]
        writes = {
            (node, graph.numbers[entry].place[0])
            for (node, attribute), entries in graph.versions.items()
            for entry in entries
            if attribute == GRAD and graph.numbers[entry].place
        }
        self.every = every
        self.named = [h for h in every if h.what == NAMED and (h.node, h.line) not in writes]
        self.written = {line for _, line in writes}
        self.collected: dict[int, list[Handled]] = {}
        for each in every:
            if each.what in (PUT, FOUND) and each.node in graph.own:
                self.collected.setdefault(each.collection, []).append(each)

    def line(self, blamed: Blamed) -> Line | None:
        operation = blamed.operation
        made = operation.call.result if operation is not None else None
        if blamed.kind == "early" and made is not None:
            key = None if blamed.other is None else self.by_key(blamed.other)
            counted = self.by_count(made)
            compared = [h.line for h in self.named if self.source.compares(h.line)]
            key = key or (compared[-1] if compared else None)
            return key or counted or self.by_collection(made)
        if blamed.kind == "again" and made is not None:
            return self.twice(made)
        if blamed.kind in ("kept", "stale", "reseeded"):
            seeded = self.seeded()
            kept = self.source.default(seeded) if seeded else self.not_seeded(blamed.node)
            kept = kept or self.stale(blamed.node)
            left = kept or self.not_cleared(blamed.node) or self.never_cleared()
            left = left or seeded
            return set_back(left, self.graph, self.source) or left
        if blamed.kind == "unmarked":
            other, line = self.in_place_of_clearing(blamed.node), self.not_cleared(blamed.node)
            asks = [h for h in self.every if h.node == blamed.node and h.line == line]
            asked = {min(h.what, READ + 1) for h in asks}
            return other or (line if ASKED in asked and READ + 1 not in asked else None)
        if blamed.kind == "zero":
            found = self.marked(blamed.node) or self.stale(blamed.node) or self.ended()
            left = found or self.not_cleared(blamed.node) or self.left_out(blamed.node)
            return found or calling(left, blamed.node, self.graph, self.call, self.source)
        if blamed.kind in LEFT_OUT:
            node = next(each for each in (blamed.other, made, blamed.node) if each is not None)
            if (ended := self.ended()) is not None:
                return ended
            if self.graph.twin(node) is not None and self.source.equality is not None:
                return self.source.equality
            counted = self.by_count(node) or self.by_count(blamed.node)
            found = passed_over(node, self.graph, self.call.ends, self.source)
            found = found or self.marked(node) or self.stale(node) or counted
            return found or marked_when_made(node, self.graph, self.every) or self.left_out(node)
        if blamed.kind == "beside":
            if blamed.place:
                at = blamed.place[0]
                return at if operation is not None else self.source.loop(at)
            return next((h.line for h in self.every if h.node == made), None)
        if blamed.kind == "seed":
            old = self.of_another_root() or self.seeded_elsewhere()
            # What gave the root another number than 1 was not seen, if it was not written there.
            is_empty = not blamed.amount and bool(self.named)
            return old or (self.named[0].line if is_empty else None)
        return None

    def ended(self) -> Line | None:
        """The line that ends the call, or a loop before any rule, while there is more to do."""
        if self.call.last is not None and self.source.returns_early(self.call.last):
            return self.call.last
        ends = (e.line for e in self.graph.record.left if self.call.begins < e.when < self.first)
        return next(filter(self.source.returns_in_loop, ends), None)

    def by_key(self, late: int) -> Line | None:
        """The line that sorts nodes by a number which they hold, if the number is one that tells
        inputs from consumers; else the line that wrote that of the consumer that came too late."""
        asked: dict[tuple[Line, int], dict[int, int]] = {}
        for each in self.every:
            if each.what > READ and each.node in self.graph.own:
                asked.setdefault((each.line, each.what - READ), {})[each.node] = each.when
        for (line, attribute), nodes in asked.items():
            order = [node for node in self.order if node in nodes]
            if not {*self.order} - {self.call.root} <= {*order}:
                continue
            times = [
                self.graph.numbers[entry].when
                for node in nodes
                for entry in self.graph.versions.get((node, attribute), ())
            ]
            if any(self.first < when < self.call.ends for when in times):
                continue  # it counts something down as rules run
            held = {node: self.graph.held(node, attribute, self.call.ends) for node in nodes}
            known = [value for n in order if (value := self.graph.value(held[n])) is not None]
            is_sorted = known in (sorted(known), sorted(known, reverse=True))
            if max(nodes.values()) < self.first and not is_sorted:
                continue  # something else was sorted
            entry, tells = held.get(late), self._tells_inputs(held)
            if (tells or len({*known}) < 2) and not self.source.sorts(line):
                continue
            if not known:
                return line
            if tells:
                made_by = self.source.function(line)
                return None if made_by is not None and made_by.name == "build_topo" else line
            if entry is not None:
                number = self.graph.numbers[entry]
                source = self.graph.numbers[self.graph.source(entry)]
                if source.place and source.code not in ("held", "given", "plain"):
                    return source.place[0]
                is_copy = source.code == "held"
                own = self.source.outside_of_init(number.place) if is_copy else None
                at = number.place[0] if number.place else None
                return set_back(at, self.graph, self.source) or own or at
        return None

    def _tells_inputs(self, held: dict[int, int | None]) -> bool:
        """Whether every node has a larger number than its inputs, or every one a smaller one."""
        pairs = [
            (self.graph.value(held[result]), self.graph.value(held[node]))
            for result in held
            for node in self.graph.own[result].nodes
            if node in held
        ]
        known = [(a, b) for a, b in pairs if a is not None and b is not None]
        return all(a > b for a, b in known) or all(a < b for a, b in known)

    def by_count(self, node: int) -> Line | None:
        """The line that counts this node's consumers, more or fewer than there are. If each such
        line counts rightly: the one that made what they count in, and keeps each node once there.
        None where the rule of a consumer did not run: then the node waits for that."""
        users = [result for result in self.graph.reached(self.call.root or 0)
                 for each in (self.graph.own[result].nodes if result in self.graph.own else ())
                 if each == node]  # fmt: skip
        named = Counter(each.line for each in self.named if each.node == node)
        counting = {line: name for line in named if (name := self.source.counts(line))}
        if not {*users} <= {*self.order}:
            return None
        wrong = next((line for line in counting if named[line] != len(users)), None)
        makers = {line for at, name in counting.items() for line in self.source.makers(at, name)}
        once = (e for e in self.graph.record.lines if e in makers and self.source.keeps_once(e))
        if wrong is not None and self.source.keeps_once(loop := self.source.loop(wrong)):
            return loop
        return wrong or next(once, None)

    def by_collection(self, early: int) -> Line | None:
        """The line that put a node too early into what the rules were run from; the loop that runs
        them if that holds the nodes in a right order, either way round."""
        for nodes, events in self._run_from():
            put = [each for each in events if each.what == PUT]
            its = [each.line for each in put if each.node == early]
            first = (its or [each.line for each in put])[0] if put else None
            made_by = None if first is None else self.source.function(first)
            if made_by is not None and made_by.name == "build_topo" and self._is_order(nodes):
                return first  # inputs come first in what it makes, whoever goes through it
            if self._is_order(nodes) or self._is_order(nodes[::-1]):
                # Two nodes are always in a right order one way round.
                if len(nodes) < 3 and (sorted_at := self._sorted_at()) is not None:
                    return sorted_at
                turned = [e.line for e in self.every
                          if e.what == TURNED and e.collection == events[0].collection]  # fmt: skip
                loop = self.source.loop(self.runs[-1].place[0]) if self._has_line() else None
                return turned[-1] if turned else loop
            if first is not None:
                return first
        return self._sorted_at()

    def _sorted_at(self) -> Line | None:
        """The last line before rules ran that puts nodes in order."""
        lines = [h.line for h in self.named if h.when < self.first]
        return next((line for line in reversed(lines) if self.source.sorts(line)), None)

    def _run_from(self) -> Iterator[tuple[list[int], list[Handled]]]:
        """What was collected where the rules were run from: nodes are taken out in that order, or
        were put there in it. The last such collection first."""
        taken: dict[int, list[int]] = {}
        for each in self.every:
            if each.what == TAKEN and each.node in self.graph.own:
                taken.setdefault(each.collection, []).append(each.node)
        for collection, events in reversed(self.collected.items()):
            if taken.get(collection) == self.order:
                yield self.order, events
        for collection, events in reversed(self.collected.items()):
            nodes = [each.node for each in events]
            if collection not in taken and self._is_run(nodes):
                yield nodes, events

    def _is_run(self, taken: list[int]) -> bool:
        """Whether rules ran in this order, either way round, whoever gave the root."""
        root, order = self.call.root, self.order
        if root not in taken or root not in order:
            taken = [node for node in taken if node != root]
            order = [node for node in order if node != root]
        return bool(order) and taken in (order, order[::-1])

    def _has_line(self) -> bool:
        return bool(self.runs and self.runs[-1].place)

    def _is_order(self, taken: Sequence[int]) -> bool:
        """Whether no node comes before one of its consumers."""
        place = {node: number for number, node in enumerate(taken)}
        return all(
            place[result] < place[node]
            for result in taken
            for node in self.graph.own[result].nodes
            if node in place
        )

    def twice(self, node: int) -> Line | None:
        """The line that collects a node twice over, or the first that names it so."""
        order = Counter(self.order)
        several = [each for each in reversed(self.collected.values())
                   if Counter(event.node for event in each) == order]  # fmt: skip
        for events in sorted(several, key=lambda each: each[-1].what == FOUND):  # filled elsewhere
            its = [each for each in events if each.node == node]
            if len(its) > 1:
                return self.stale(node) or its[1].line
        runs = [run.begins for run in self.runs if run.node == node]
        until = runs[1] if len(runs) > 1 else self.call.ends
        lines = [each.line for each in self.named if each.node == node and each.when < until]
        return next((line for line in reversed(lines) if lines.count(line) > 1), None)

    def stale(self, node: int) -> Line | None:
        """The line that finds a node in a collection which an earlier call left, or that keeps the
        collection for all calls; the line that took it out, if nothing was collected anew."""
        before = [h for h in self.graph.record.handled if h.when < self.call.begins]
        old = {h.collection for h in before if h.collection}
        for each in self.every:
            if each.what == FOUND and each.node == node and each.collection in old:
                return self.source.kept_for_all(each.line) or each.line
        other = self.of_another_root()
        if other is not None or self.call.is_zero or self.collected:
            return other
        taken = [h.line for h in before if h.what == TAKEN and h.node == node]
        return taken[-1] if taken else None

    def marked(self, node: int) -> Line | None:
        """The line of an earlier call that left another mark on a node than it had at first, if
        this call asks for that."""
        calls, begun = self.graph.record.calls, self.graph.record.calls[0].begins
        first, last = self.graph.marks(begun), self.graph.marks(self.call.begins)
        for each in self.every:
            key = each.node, each.what - READ
            left = last.get(key) if each.node == node and each.when < self.first else None
            was = first[key].is_set if key in first else False
            if left is not None and left.place and left.is_set != was:
                ends = (self.graph.marks(c.ends).get(key) for c in calls)
                is_taken_back = any(e and e.is_set == was and e.when > begun for e in ends)
                return left.place[-1 if is_taken_back else 0]
        return None

    def in_place_of_clearing(self, node: int) -> Line | None:
        """Where the function begins that runs for a node, and has the name of the one that clears
        others."""
        clearing = [self.source.function(place[0]) for place in self._clearings(self.call)]
        for each in self.named:
            function = self.source.function(each.line) if each.node == node else None
            if function is not None and any(
                f is not None and f.name == function.name and f is not function for f in clearing
            ):
                return each.line[0], function.lineno
        return None

    def of_another_root(self) -> Line | None:
        """The line that finds only nodes which this call's root does not reach, where an earlier
        call had collected them."""
        reached = {*self.graph.reached(self.call.root or 0)}
        old = {h.collection for h in self.graph.record.handled if h.when < self.call.begins}
        found: dict[Line, set[int]] = {}
        for each in self.every:
            if each.what == FOUND and each.collection in old:
                found.setdefault(each.line, set()).add(each.node)
        at = next((line for line, nodes in found.items() if not nodes & reached), None)
        return None if at is None else self.source.kept_for_all(at) or at

    def left_out(self, node: int) -> Line | None:
        """The last line that named a node, or asked a consumer for it if none did."""
        every = [h for h in self.named if self.call.is_zero or not self._only_writes(h.line)]
        if self._has_line():
            at = self.runs[-1].place[0]
            loop, (begins, ends) = self.source.function(at), self.source.repeated(at)
            named = [h for h in every if h.node == node]
            here = [h for h in named if self.source.function(h.line) is loop]
            inside = [h.line for h in here if begins <= h.line[1] <= ends]
            if inside:  # the loop that runs the rules came by it
                return inside[-1]
            listed = self._listed_at(node)
            if listed is not None:
                later = [h.line for h in here if h.when > listed]
                return later[-1] if later else self.source.loop(at)
        several: dict[Line, set[int]] = {}
        for event in self.graph.record.handled:
            if event.what == NAMED:
                several.setdefault(event.line, set()).add(event.node)
        walked = [event for event in every if len(several[event.line]) > 1] or every
        waiting, seen = [node], {node}
        while waiting:
            each = waiting.pop(0)
            lines = [h.line for h in walked if h.node == each]
            if each != node:  # it was not come by: what matters is what happened before rules ran
                asked = [h.line for h in self.every if h.node == each and h.what == ASKED]
                early = [h.line for h in walked if h.node == each and h.when < self.first]
                lines = self._of_first_function(asked) or early or lines
            if lines:
                return lines[-1]
            for _, _, result in self.graph.consumers(each, frozenset(self.graph.own)):
                if result not in seen:
                    seen.add(result)
                    waiting.append(result)
        return every[-1].line if every else None

    def _only_writes(self, line: Line) -> bool:
        """Whether a line is in a loop that gives nodes a gradient, and another one runs rules."""
        first, last = self.source.repeated(line)
        its = {(line[0], number) for number in range(first, last + 1)}
        runs = {at for run in self.runs for at in run.place}
        writes = first < last and not its.isdisjoint(self.written)
        return writes and bool(runs) and its.isdisjoint(runs)

    def _listed_at(self, node: int) -> int | None:
        """When a node was put into what the rules were run from, though its own was not; None if
        it is not there."""
        taken = {h.collection for h in self.every if h.what == TAKEN and h.when < self.first}
        for collection, events in reversed(self.collected.items()):
            nodes = [each.node for each in events]
            others = [each for each in nodes if each != node]
            is_all = not others and not self.order  # there is no other node with a rule
            if collection not in taken and (is_all or self._is_run(others)):
                return next((each.when for each in events if each.node == node), None)
        return None

    def _of_first_function(self, lines: Sequence[Line]) -> list[Line]:
        """The lines that are in the same function as the first of them."""
        function = self.source.function(lines[0]) if lines else None
        return [line for line in lines if self.source.function(line) is function]

    def not_cleared(self, node: int) -> Line | None:
        """The last line that names a node in the function that clears others; the loop that clears
        if it does not come by; None if nothing was cleared, or the node was never come by."""
        same = (c for c in self.graph.record.calls if c.is_zero is self.call.is_zero)
        path = next((place for c in (self.call, *same) for place in self._clearings(c)), ())
        its = [h.line for h in self.named if h.node == node]
        for line in path:
            first, last = self.source.repeated(line)
            function = self.source.function(line)
            near = [each for each in its if self.source.function(each) is function]
            if first < last:
                near = [each for each in near if first <= each[1] <= last]
            if near:
                return max((each for each in near if each <= line), default=near[-1])
        if self._is_left_out_of_list(node):
            return self.left_out(node)
        loops = [loop for line in path if (loop := self.source.loop(line)) != line]
        is_met = self.call.is_zero is False or any(h.node == node for h in self.every)
        return next(iter(loops or path), None) if is_met else None

    def never_cleared(self) -> Line | None:
        """What decides that a line which clears gradients does not run, where none does: the last
        question before it."""
        lines = self.graph.record.lines
        pairs = ((line, self.source.parted(line, lines)) for line in self.source.clearing())
        return next((asked for line, asked in pairs if line not in lines and asked in lines), None)

    def _is_left_out_of_list(self, node: int) -> bool:
        """Whether a call met a node, and put the nodes that it cleared into a collection without
        it."""
        cleared = {
            each for each in range(len(self.call.before))
            for entry in self.graph.written(each, self.call.begins, self.call.ends)
            if not self.graph.numbers[entry].value
        }  # fmt: skip
        put: dict[int, set[int]] = {}
        clears = [self.source.function(place[0]) for place in self._clearings(self.call)]
        for each in self.every:
            is_made = each.what == FOUND and self.source.function(each.line) not in clears
            if each.what == PUT or is_made:
                put.setdefault(each.collection, set()).add(each.node)
        is_met = any(h.node == node for h in self.named)
        return is_met and node not in cleared and cleared in put.values()

    def _clearings(self, call: Call) -> Iterator[Place]:
        """Where gradients were set to a plain 0."""
        numbers = self.graph.numbers
        for other in range(len(call.before)):
            for entry in self.graph.written(other, call.begins, call.ends):
                number = numbers[entry]
                source = numbers[number.operands[0]]
                if number.value == 0.0 and number.place and source.code == "plain":
                    yield number.place

    def seeded_elsewhere(self) -> Line | None:
        """The line that gives another node the plain 1 which is the root's, before any rule."""
        numbers = self.graph.numbers
        for node in self.graph.reached(self.call.root or 0):
            for entry in self.graph.written(node, self.call.begins, self.first):
                value, place = numbers[numbers[entry].operands[0]], numbers[entry].place
                if value.code == "plain" and value.value == 1.0 and place:
                    return place[0] if node != self.call.root else None
        return None

    def not_seeded(self, node: int) -> Line | None:
        """The last question that this call came by before the line at which other calls begin to
        give their roots a gradient; None if the node is not its root."""
        others = (_Call(self.graph, c, self.source).seeded() for c in self.graph.record.calls)
        line = next(filter(None, others), None) if node == self.call.root else None
        return None if line is None else self.source.parted(line, self.graph.record.lines)

    def seeded(self) -> Line | None:
        """Where the call begins to give its root a gradient."""
        root = self.call.root
        written = [] if root is None else self.graph.written(root, self.call.begins, self.call.ends)
        place = self.graph.numbers[written[0]].place if written else ()
        return place[0] if place else None
