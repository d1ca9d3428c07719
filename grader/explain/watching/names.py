"""What a program calls its nodes and calls, those too that operators made inside."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from grader.explain.watching.graph import Graph, Operation
from grader.explain.watching.record import Call
from grader.programs.call_texts import ORDINALS
from grader.programs.listing import node_names
from grader.programs.operators import OPERATORS, forms
from grader.programs.program import Program, Step, form_of, walk

MOST_IN_A_NAME = 24
FIVE = "5"
"""A plain number, whichever a program has."""


class NodeNames:
    """Names of the nodes of one watched program."""

    def __init__(self, graph: Graph, program: Program) -> None:
        self.graph = graph
        self.sets_gradients = any(step[0] == "set_grad" for step in walk(program.steps))
        """Whether the program itself writes to a gradient, so that not all is left by calls."""
        self.known: dict[int, str | None] = {}
        for node, name in zip(graph.record.made, node_names(program), strict=False):
            if node is not None:
                self.known.setdefault(node, name)  # an operator may give what has a name already

    def of(self, node: int | None) -> str | None:
        """The name of a node, or the expression that it is the result of; None if it has none."""
        if node is None:
            return None
        if node not in self.known:
            operation = self.graph.own.get(node)
            self.known[node] = None  # an operation that gives one of its operands has no name
            self.known[node] = None if operation is None else self._made_of(operation)
        return self.known[node]

    def told(self, node: int | None) -> str | None:
        """The name as a sentence has it; of several nodes that have one, which of them it is."""
        nodes = range(len(self.graph.record.nodes))
        if node is None or self.of(node) is None:
            return None
        return told_apart([self.of(each) for each in nodes], node)

    def expression(self, operation: Operation) -> str | None:
        """An operation by the names of its operands, if that is short and no other one's."""
        result = operation.call.result
        text = None if result is None else self._made_of(operation)
        others = self.graph.own.items()
        same = (self._made_of(each) == text for node, each in others if node != result)
        return None if any(same) else text

    def apart(self, operation: Operation) -> str:
        """What tells an operation from another one that is written as its operator is in general,
        `a * b`; "" if there is no such one."""
        general, its = shown(operation.operator), self._made_of(operation)
        others = (self._made_of(each) for each in self.graph.own.values())
        if its == general or general not in others:
            return ""
        expression, name = self.expression(operation), self.of(operation.call.result) or ""
        sign = f"`{OPERATORS[operation.operator].sign or operation.operator}`"
        if expression:
            return f"`{expression}`"
        return f"{sign} that makes `{name}`" if name.isidentifier() else sign

    def is_leaf(self, node: int) -> bool:
        """Whether a node is the result of no operator."""
        return node not in self.graph.own

    def is_given_once(self, call: Call | None) -> bool:
        """Whether a call was seen to write one number to its root's gradient, and nothing else."""
        if call is None or call.root is None:
            return False
        written = self.graph.written(call.root, call.begins, call.ends)
        return sum(self.graph.numbers[entry].value != 0.0 for entry in written) == 1

    def _made_of(self, operation: Operation) -> str | None:
        parts = []
        for operand, inner in zip(operation.operands, operation.nodes, strict=True):
            name = f"{operand:g}" if inner is None else self.of(inner)
            if name is None:
                return None
            is_one = name.isidentifier() or (inner is None and not name.startswith("-"))
            parts.append(name if is_one else f"({name})")
        text = OPERATORS[operation.operator].written(*parts)
        return text if len(text) <= MOST_IN_A_NAME else None

    def call(self, call: Call | None) -> str:
        """ "`L.backward()`", or which of several calls it is."""
        if call is None:
            return "the program"
        name = "zero_grad" if call.is_zero else "backward"
        same = [each for each in self.graph.record.calls if each.is_zero is call.is_zero]
        if len(same) > 1:
            place = same.index(call)
            which = ORDINALS[place] if place < len(ORDINALS) else f"{place + 1}th"
            return f"the {which} call of `{name}()`"
        root = self.of(call.root) or ""
        if not root.isidentifier():
            return f"the call of `{name}()`"
        return f"`zero_grad({root})`" if call.is_zero else f"`{root}.backward()`"


def told_apart(names: Sequence[str | None], number: int) -> str:
    """A name of these as a sentence has it: "`a`", "the second `a + a`" where others have it."""
    same = [place for place, name in enumerate(names) if name == names[number]]
    place = same.index(number)
    which = ORDINALS[place] if place < len(ORDINALS) else f"{place + 1}th"
    return f"`{names[number]}`" if len(same) == 1 else f"the {which} `{names[number]}`"


def shown_in_program(operation: Operation) -> str:
    """An operation as an expression with its program's own number: `a - 2.5`."""
    plain = [x for x, n in zip(operation.operands, operation.nodes, strict=True) if n is None]
    is_own = operation.has_sides and len(plain) == 1 and not operation.call.place
    return shown(operation.form, written(plain[0]) if is_own else FIVE)


def plain_in(steps: Iterable[Step], form: str) -> str:
    """The number that steps of a form have, if it is one and the same."""
    its = [step for step in steps if step[0] == "apply" and form_of(step) == form]
    found = {written(x) for step in its for x in step[3:] if isinstance(x, int | float)}
    return found.pop() if len(found) == 1 else FIVE


def written(number: float) -> str:
    """A number as short as a program writes it."""
    short = f"{number:g}"
    return short if float(short) == number else repr(number)


def shown(form: str, plain: str = FIVE) -> str:
    """The form as an expression: `a - b`, `a - 5`, `5 - a`, `a**n`, `y -= x`. plain: the number."""
    if form[:1] == "i" and form[1:] in OPERATORS:
        operator = OPERATORS[form[1:]]
        return f"y {operator.sign}= {'n' if operator.takes == 'number' else 'x'}"
    found = forms()[form]
    number = "n" if found.operator.takes == "number" else plain if found.number else "b"
    return found.operator.written(*found.applied("a", number))
