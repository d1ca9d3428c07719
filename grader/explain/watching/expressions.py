"""Print a number of a watched run as the expression that the student's code computed.

Only if every leaf of it is a node's number, an input of the program or a literal of the file;
otherwise nothing is printed.
"""

from __future__ import annotations

from collections.abc import Mapping

from grader.explain.watching.graph import Graph, Operation
from grader.explain.watching.names import NodeNames
from grader.explain.watching.record import DATA, GRAD, Number
from grader.explain.watching.source import SourceText
from grader.programs.listing import ATOM, STRENGTH, UNARY, Text, wrapped
from grader.programs.operators import OPERATORS

MOST_TERMS = 12
_ATTRIBUTES = {DATA: "data", GRAD: "grad"}


class Unprintable(Exception):
    """Something in the number was not seen."""


class Printer:
    """Prints numbers in the words of one operation, or by the names of the program's nodes."""

    def __init__(self, graph: Graph, source: SourceText, names: Mapping[int, str]) -> None:
        self.graph, self.source, self.names = graph, source, names
        self.exponent: float | None = None
        self.forgets = False
        self.is_foreign = False
        self.own: frozenset[float] = frozenset()
        self.leaves: Mapping[int, str | None] = {}
        self.begins = self.ends = 0
        """When the operator was called and returned; what nodes held before only has no name."""
        self.whole: int | None = None
        self.terms = 0

    def printed(self, entry: int, whole: bool = False) -> str | None:
        """The expression; None if it cannot be printed. whole: not by the node that holds it."""
        self.terms = 0
        self.whole = entry if whole else None
        try:
            return self._text(entry)[0]
        except (Unprintable, RecursionError):
            return None

    def _text(self, entry: int) -> Text:
        number = self.graph.numbers[entry]
        self.terms += 1
        if self.terms > 3 * MOST_TERMS:
            raise Unprintable
        holder = self.graph.holder(entry) if entry != self.whole else None
        if holder is not None and (self._is_of_before(entry) or self._is_of_another(*holder)):
            raise Unprintable
        if holder is not None and holder[0] in self.names:
            return f"{self.names[holder[0]]}.{_ATTRIBUTES[holder[1]]}", ATOM
        if holder is not None and holder[1] == DATA and self.leaves.get(holder[0]):
            self.is_foreign = True
            return f"{self.leaves[holder[0]]}.data", ATOM
        if number.code == "held":
            return self._text(number.operands[0])
        if number.code in ("plain", "given"):
            return self._constant(number)
        if number.code == "same":
            return self._text(number.operands[0])
        self.is_foreign |= self._is_of_later(number)
        parts = [self._text(each) for each in number.operands]
        if number.code == "neg":
            return f"-{wrapped(parts[0], UNARY)}", UNARY
        if len(parts) == 2 and number.code in STRENGTH:
            return computed(number.code, *parts)
        name = number.code if number.code in ("abs", "int", "round") else f"math.{number.code}"
        return f"{name}({', '.join(text for text, _ in parts)})", ATOM

    def _is_of_before(self, entry: int) -> bool:
        """Whether a node's value had changed to another one when the operator was called."""
        number = self.graph.numbers[entry]
        later = self.graph.versions.get((number.node, DATA), ())
        return number.attribute == DATA and any(
            number.when < self.graph.numbers[each].when < self.begins for each in later
        )

    def _is_of_later(self, number: Number) -> bool:
        """Whether another operator worked a number out, which was called after this one ended and
        before any `backward()`."""
        calls = self.graph.record.calls
        return any(
            self.ends < other.begins < number.when < other.ends
            and not any(each.begins < number.when < each.ends for each in calls)
            for other in self.graph.record.operators
        )

    def _is_of_another(self, node: int, attribute: int) -> bool:
        """Whether a gradient is that of a node which the operator has nothing to do with."""
        return attribute == GRAD and node not in self.names

    def _constant(self, number: Number) -> Text:
        if self.exponent is not None and number.value == self.exponent and number.code == "given":
            return "n", ATOM
        if number.code == "plain" and self.forgets:
            raise Unprintable  # it may be anything that had its value
        if number.code == "given" and number.value not in self.own:
            self.is_foreign = True
        is_literal = abs(number.value) in self.source.literals or number.code == "given"
        if not is_literal:
            raise Unprintable
        text = f"{number.value:g}"
        return text, UNARY if text.startswith("-") else ATOM


def computed(sign: str, left: Text, right: Text) -> Text:
    """A sign between two operands, with no more brackets than a reader needs."""
    strength = STRENGTH[sign]
    tight = "" if sign == "**" else " "
    first = wrapped(left, strength + (sign == "**"))
    second = wrapped(right, strength + (sign not in ("+", "*", "**")))
    return f"{first}{tight}{sign}{tight}{second}", strength


def words_of(graph: Graph, source: SourceText, operation: Operation, program: NodeNames) -> Printer:
    """A printer in the words of the method that the student wrote for an operation; other leaves
    go by their names in the program."""
    call, names = operation.call, source.names(operation.call.name)
    known = dict.fromkeys(graph.constants(operation), names.other)
    if call.result is not None:
        known[call.result] = names.result
    if call.other_node is not None:
        known[call.other_node] = names.other
    if call.node is not None:
        known[call.node] = names.node
    if call.other_number is None:
        known = {
            node: name for node, name in known.items() if node not in graph.constants(operation)
        }
    printer = Printer(graph, source, known)
    printer.begins, printer.ends = call.begins, call.ends
    printer.leaves = {node: program.of(node) for node in graph.record.made if node is not None
                      and node not in graph.own}  # fmt: skip
    printer.own = frozenset(graph.values(operation) or ())
    data = [graph.record.nodes[each].data for each in operation.nodes if each is not None]
    printer.forgets = any(each is not None and graph.numbers[each].code == "plain" for each in data)
    if OPERATORS[operation.operator].takes == "number":
        printer.exponent = float(operation.operands[1])
    return printer
