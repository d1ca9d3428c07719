"""What a watched run did, as operators, edges, and what each node held at which moment.

The graph is the one that the student's own operators made: where `a - b` is `a + (-b)`, it has an
addition and a negation. An edge owes its input what a right rule of its operator contributes.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property

from grader.explain.watching.record import DATA, GRAD, Call, Mark, OperatorCall, Record
from grader.programs.operators import OPERATORS
from grader.programs.slopes import value_and_slopes


@dataclass(frozen=True, slots=True)
class Operation:
    """An operator's call: operands are nodes, or numbers where a plain number was given."""

    call: OperatorCall
    operator: str
    operands: tuple[int | float, ...]
    nodes: tuple[int | None, ...]
    """For each operand its node, None for a plain number."""

    @property
    def has_sides(self) -> bool:
        """Whether both of its operands may be nodes."""
        return OPERATORS[self.operator].takes == "nodes"

    @property
    def form(self) -> str:
        """As `programs.program.form_of` names it, "mul", "mul_const", "rmul"; "imul" for `*=`."""
        if self.call.name == f"i{self.operator}":
            return self.call.name
        if not self.has_sides:
            return self.operator
        if self.nodes[0] is None:
            return f"r{self.operator}"
        return self.operator if self.nodes[1] is not None else f"{self.operator}_const"


@dataclass(frozen=True, slots=True)
class Edge:
    """An operand of a node's own operation, and what a right rule owes it then."""

    operation: Operation
    side: int
    result: int
    owed: float


def total(numbers: Iterable[float]) -> float:
    """The sum of numbers, rounded once; `inf` or `nan` where adding them one by one gives that."""
    known = [*numbers]
    try:
        return math.fsum(known)
    except (ValueError, OverflowError):  # infinities of both signs, or a sum that is too large
        return sum(known)


class Graph:
    """A record with its operators and edges."""

    def __init__(self, record: Record) -> None:
        self.record = record
        self.all_list_inputs = False  # set once all that was watched is known, as is
        self.all_run = False
        self.all_store = 0  # how often a rule is stored on a result, where most often
        self.numbers = record.numbers

    def value(self, entry: int | None) -> float | None:
        """The value of a number that may not be known."""
        return None if entry is None else self.numbers[entry].value

    @cached_property
    def lists_inputs(self) -> bool:
        """Whether some result names all nodes that it was made of in `_prev`."""
        return any(
            {node for node in operation.nodes if node is not None}
            <= {*(self.record.nodes[result].inputs or ())}
            for result, operation in self.own.items()
        )

    @cached_property
    def writes_all(self) -> bool:
        """Whether each call writes to the gradient of every inner node that it reaches."""
        return all(
            self.written(node, call.begins, call.ends)
            for call in self.record.calls
            if call.root is not None
            for node in self.reached(call.root)
            if node in self.own
        )

    @cached_property
    def is_whole(self) -> bool:
        """Whether it was seen of every node that is the result of something what made it."""
        return all(
            node in self.own or node in self.inside or not self._is_worked_out(node)
            for node in range(len(self.record.nodes))
        )

    def is_worked_out(self, entry: int) -> bool:
        """Whether a number was seen to be made of others."""
        while self.numbers[entry].code in ("held", "same"):
            (entry,) = self.numbers[entry].operands
        return self.numbers[entry].code not in ("given", "plain")

    def running(self, when: int) -> Operation | None:
        """The operation whose rule ran at a moment, if one was seen to."""
        node = self.whose_rule(when)
        return None if node is None else self.own.get(node) or self.inside.get(node)

    def whose_rule(self, when: int) -> int | None:
        """The node whose rule ran at a moment, if one was seen to."""
        runs = [run.node for run in self.record.rules if run.begins < when < run.ends]
        return runs[-1] if runs else None

    def is_fed_later(self, node: int) -> bool:
        """Whether an operator gave a node its inputs after it had been made."""
        stored = [each for each in self.record.stored if each.is_inputs and each.node == node]
        return any(
            operator.begins < each.when < operator.ends
            and self.record.nodes[node].when < operator.begins
            for each in stored
            for operator in self.record.operators
        )

    @cached_property
    def last(self) -> int:
        """The moment at which the last rule ended."""
        return max((run.ends for run in self.record.rules), default=0)

    @property
    def has_rules(self) -> bool:
        """Whether results hold functions as their rules, so that one sees which of them run."""
        stored = any(each.is_function and each.node in self.own for each in self.record.stored)
        return stored or bool(self.record.rules)

    @cached_property
    def rules_write(self) -> bool:
        """Whether a gradient was seen to be written while a rule ran; others give it back."""
        times = [self.numbers[e].when for (_, attribute), entries in self.versions.items()
                 if attribute == GRAD for e in entries]  # fmt: skip
        return any(r.begins < when < r.ends for r in self.record.rules for when in times)

    @property
    def shows_rules(self) -> bool:
        """Whether what a rule contributes is seen to be written while it runs."""
        return self.has_rules and (self.rules_write or not self.record.rules)

    def has_rule(self, node: int) -> bool:
        """Whether a function was stored on a node as its rule."""
        return any(each.node == node and each.is_function for each in self.record.stored)

    def stores(self, node: int) -> int:
        """How often a rule was stored on a node."""
        kept = (s for s in self.record.stored if not s.is_inputs and not s.is_dropped)
        return sum(each.node == node for each in kept)

    def marks(self, until: int) -> dict[tuple[int, int], Mark]:
        """By node and attribute the last mark that was set before a moment."""
        return {(m.node, m.attribute): m for m in self.record.marks if m.when < until}

    @cached_property
    def forgets(self) -> bool:
        """Whether an inner node lost its gradient in a call after it had been used."""
        used = {
            each for number in self.numbers if number.code != "held" for each in number.operands
        }
        for call in self.record.calls:
            for node in self.own:
                written = self.written(node, call.begins, call.ends)
                was = [entry for entry in written[:-1] if self.numbers[entry].value != 0.0]
                left = self.numbers[written[-1]].value if written else 1.0
                if (left == 0.0 or math.isnan(left)) and used.intersection(was):
                    return not call.is_zero
        return False

    @cached_property
    def versions(self) -> dict[tuple[int, int], list[int]]:
        """For each node and attribute what it was set to, in order of time."""
        found: dict[tuple[int, int], list[int]] = {}
        for entry, number in enumerate(self.numbers):
            if number.code == "held":
                found.setdefault((number.node, number.attribute), []).append(entry)
        for entries in found.values():
            entries.sort(key=lambda entry: self.numbers[entry].when)
        return found

    def held(self, node: int, attribute: int, when: int) -> int | None:
        """What an attribute held at a moment; None if nothing was seen to be written by then."""
        before = [
            entry
            for entry in self.versions.get((node, attribute), ())
            if self.numbers[entry].when < when
        ]
        return before[-1] if before else None

    def data(self, node: int, when: int) -> float | None:
        """The value of a node at a moment, as far as it is known: what the node holds at the end is
        what it held all along only if nothing was seen to be written."""
        entry = self.held(node, DATA, when)
        if entry is None and not self.versions.get((node, DATA)):
            entry = self.record.nodes[node].data
        return self.value(entry)

    def grad(self, node: int, call: Call, when: int) -> float | None:
        """The gradient of a node at a moment of a call, as far as it is known."""
        entry = self.held(node, GRAD, when)
        return self.value(call.before[node] if entry is None else entry)

    def written(self, node: int, begins: int, ends: int) -> list[int]:
        """What was written to a node's gradient between two moments, in order."""
        return [
            entry
            for entry in self.versions.get((node, GRAD), ())
            if begins < self.numbers[entry].when < ends
        ]

    @cached_property
    def known_as(self) -> dict[int, tuple[int, int]]:
        """Numbers that an attribute got later, or that a property gives: whose they are.

        An engine may keep its sums elsewhere and write them to its nodes at the end.
        """
        found: dict[int, set[tuple[int, int]]] = {}
        for call in self.record.calls:
            for node, entry in enumerate(call.after):
                if entry is not None and self._is_unheld(self.source(entry), node):
                    found.setdefault(self.source(entry), set()).add((node, GRAD))
        for node, each in enumerate(self.record.nodes):
            if each.data is not None and self._is_unheld(self.source(each.data), node):
                found.setdefault(self.source(each.data), set()).add((node, DATA))
        return {entry: next(iter(names)) for entry, names in found.items() if len(names) == 1}

    def _is_unheld(self, entry: int, node: int) -> bool:
        """Whether a number can be known by the node alone that holds it."""
        number = self.numbers[entry]
        if number.code == "held":
            return number.node == node and number.attribute not in (DATA, GRAD)
        return number.code != "plain"

    def source(self, entry: int) -> int:
        """What an attribute was set to; the number itself if it is no attribute's."""
        number = self.numbers[entry]
        return number.operands[0] if number.code == "held" else entry

    def origin(self, entry: int) -> int:
        """What a number was when it was worked out, whichever attributes have held it since."""
        while self.numbers[entry].code == "held":
            (entry,) = self.numbers[entry].operands
        return entry

    def holder(self, entry: int) -> tuple[int, int] | None:
        """The node and the attribute that a number is known to be."""
        number = self.numbers[entry]
        if number.code == "held" and number.attribute in (DATA, GRAD):
            return number.node, number.attribute
        return self.known_as.get(entry)

    def grads_in(self, entry: int) -> list[int]:
        """The gradients that a number was made of, as they were then; itself if it is one."""
        return self._grads([entry])

    def _grads(self, waiting: list[int]) -> list[int]:
        found, seen = [], set()
        while waiting:
            each = waiting.pop()
            if each in seen:
                continue
            seen.add(each)
            holder = self.holder(each)
            if holder is not None and holder[1] == GRAD:
                found.append(each)
            elif holder is None:
                waiting += self.numbers[each].operands
        return found

    def grads_of(self, entry: int) -> set[int]:
        """The nodes whose gradients a number was made of."""
        return {holder[0] for each in self.grads_in(entry) if (holder := self.holder(each))}

    def sources(self, entry: int) -> set[int]:
        """The nodes whose gradients went into what was written to a node."""
        source = self.source(entry)
        return self.grads_of(source) if self._is_held(source) else self.grads_below(source)

    def grads_below(self, entry: int) -> set[int]:
        """The nodes whose gradients a number was made of, whoever holds the number itself."""
        found = self._grads([*self.numbers[entry].operands])
        return {holder[0] for each in found if (holder := self.holder(each))}

    def _is_held(self, entry: int) -> bool:
        return self.numbers[entry].code == "held"

    def ran(self, node: int, call: Call) -> int:
        """How often a node's rule was seen to run in a call."""
        return sum(
            run.node == node and call.begins < run.begins < call.ends for run in self.record.rules
        )

    @cached_property
    def operations(self) -> list[Operation]:
        """Every operator's call that is understood, inner ones before the outer one."""
        found = [self._operation(call) for call in self.record.operators]
        return sorted((each for each in found if each), key=lambda each: each.call.ends)

    def _operation(self, call: OperatorCall) -> Operation | None:
        if call.node is None or call.result is None:
            return None
        name = call.name if call.name in OPERATORS else call.name[1:]
        if OPERATORS[name].takes == "node":
            return Operation(call, name, (call.node,), (call.node,))
        if call.other_node is not None:
            other: int | float = call.other_node
        elif call.other_number is not None:
            other = self.numbers[call.other_number].value
        else:
            return None
        operands, nodes = (call.node, other), (call.node, call.other_node)
        if OPERATORS[name].takes == "number" and call.other_node is not None:
            return None
        if call.name == f"r{name}":
            return Operation(call, name, operands[::-1], nodes[::-1])
        return Operation(call, name, operands, nodes)

    @cached_property
    def void(self) -> list[Operation]:
        """The operators' calls that gave something that is no node, the first one first."""
        found = (replace(call, result=0) for call in self.record.operators if call.gives)
        known = (self._operation(call) for call in sorted(found, key=lambda call: call.ends))
        return [each for each in known if each is not None]

    @cached_property
    def own(self) -> dict[int, Operation]:
        """For each node that an operator made itself, not another one called by it: that one. An
        operator inside which nodes come about by no operator is looked at as a whole."""
        found: dict[int, Operation] = {}
        for operation in self.operations:  # inner ones come first
            result = operation.call.result
            if result is None or result in found:
                continue
            if self._is_made_in(operation.call, result):
                found[result] = operation
        for node in range(len(self.record.nodes)):
            whole = self._made_in(node) if node not in found and self._is_worked_out(node) else None
            if whole is not None and whole.call.result is not None:
                kept = (each for each in found if not self._is_made_in(whole.call, each))
                found = {each: found[each] for each in kept} | {whole.call.result: whole}
        return found

    @cached_property
    def inside(self) -> dict[int, Operation]:
        """For each node that was made inside an operator that is looked at as a whole: that one."""
        made = ((node, self._made_in(node)) for node in range(len(self.record.nodes)))
        return {
            node: whole
            for node, whole in made
            if whole is not None and self.own.get(whole.call.result or 0) is whole
            and node not in self.own and self._is_worked_out(node)
        }  # fmt: skip

    def _is_made_in(self, call: OperatorCall, node: int) -> bool:
        return call.begins < self.record.nodes[node].when < call.ends

    def _made_in(self, node: int) -> Operation | None:
        """The outermost operation in which a node was made, and its own result with it."""
        around = [each for each in self.operations if self._is_made_in(each.call, node)]
        whole = max(around, key=lambda each: each.call.ends, default=None)
        result = None if whole is None else whole.call.result
        is_new = whole is not None and result is not None and self._is_made_in(whole.call, result)
        return whole if is_new else None

    def _is_worked_out(self, node: int) -> bool:
        """Whether what a node held first was made of what other nodes hold: that of -n is not."""
        first = next(iter(self.versions.get((node, DATA), ())), self.record.nodes[node].data)
        waiting = [first] if first is not None and self.is_worked_out(first) else []
        met = {*waiting}
        while waiting:  # a call may change what it holds later
            entry = waiting.pop()
            holder = self.holder(entry)
            if holder is not None and holder[0] != node:
                return True
            waiting += [each for each in self.numbers[entry].operands if each not in met]
            met.update(waiting)
        return False

    def values(self, operation: Operation) -> tuple[float, ...] | None:
        """The operands' values when the operator was called."""
        found = []
        for operand, node in zip(operation.operands, operation.nodes, strict=True):
            value = operand if node is None else self.data(node, operation.call.begins)
            if value is None:
                return None
            found.append(float(value))
        return tuple(found)

    def result(self, operation: Operation) -> float | None:
        """The value of what the operator returned, when it did."""
        assert operation.call.result is not None
        return self.data(operation.call.result, operation.call.ends)

    def right(self, operation: Operation) -> tuple[float, tuple[float, ...]] | None:
        """The right value and slopes of an operation at the student's own numbers."""
        values = self.values(operation)
        if values is None:
            return None
        try:
            return value_and_slopes(operation.operator, values)
        except (ArithmeticError, ValueError):
            return None

    def leads(self, result: int, node: int, root: int | None = None) -> bool:
        """Whether a walk through what nodes list as their inputs gets from one to another, or from
        a root."""
        waiting = [each for each in (result, root) if each is not None]
        seen = {*waiting}
        while waiting:
            for each in self.record.nodes[waiting.pop()].inputs or ():
                if each is not None and each not in seen:
                    seen.add(each)
                    waiting.append(each)
        return node in seen

    @property
    def in_call(self) -> bool:
        """Whether a call raised an exception."""
        return any(not call.after for call in self.record.calls)

    def changed(self) -> int | None:
        """A node whose value the program wrote to once it was made."""
        written = ((n, self.versions.get((n, DATA), ())) for n in range(len(self.record.nodes)))
        return next((n for n, es in written if any(not self.numbers[e].place for e in es)), None)

    def twin(self, node: int) -> int | None:
        """Another node that holds the same number."""
        value = self.data(node, 1 << 60)
        same = (n for n in range(len(self.record.nodes)) if self.data(n, 1 << 60) == value)
        return next((each for each in same if each != node), None)

    def reached(self, root: int) -> list[int]:
        """The nodes that a root leads to, itself included, those made last first."""
        found, waiting = {root}, [root]
        while waiting:
            operation = self.own.get(waiting.pop())
            for node in operation.nodes if operation else ():
                if node is not None and node not in found:
                    found.add(node)
                    waiting.append(node)
        return sorted(found, reverse=True)

    def consumers(self, node: int, among: frozenset[int]) -> Iterator[tuple[Operation, int, int]]:
        """The operations that a node goes into: each with the side and the result."""
        return (each for each in self._consumers.get(node, ()) if each[2] in among)

    @cached_property
    def _consumers(self) -> dict[int, list[tuple[Operation, int, int]]]:
        found: dict[int, list[tuple[Operation, int, int]]] = {}
        for result, operation in sorted(self.own.items(), key=lambda item: item[0]):
            for side, node in enumerate(operation.nodes):
                if node is not None:
                    found.setdefault(node, []).append((operation, side, result))
        return found

    def constants(self, operation: Operation) -> frozenset[int]:
        """The nodes without inputs that were made during an operator's call: wrapped numbers."""
        begins, ends = operation.call.begins, operation.call.ends
        return frozenset(
            number
            for number, node in enumerate(self.record.nodes)
            if begins < node.when < ends and number not in self.own and not node.inputs
        )


def restarts(graph: Graph) -> Iterator[int]:
    """The results of operators, below the root, that held a gradient when a call began, and got a
    fresh one in it."""
    for call in graph.record.calls:
        for node, entry in enumerate(call.before):
            if node not in graph.own or node == call.root or not graph.value(entry):
                continue
            for written in graph.written(node, call.begins, call.ends):
                source = graph.source(written)
                number = graph.numbers[source]
                is_fresh = number.code in ("plain", "held") and not number.value
                is_made = graph.holder(source) is None and node not in graph.grads_of(source)
                if is_fresh or (is_made and number.code not in ("plain", "held")):
                    yield node
