"""Print a `Program` as Python that a student can paste below their own code.

Nodes that have no name of their own (slots that start with `_`) and are used once are written
inside the expression that uses them, but only where Python then makes the nodes in the same order
as the program does: what is pasted must be what was judged.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence

from grader.programs.call_texts import ORDINALS
from grader.programs.operators import OPERATORS
from grader.programs.program import Program, Step, walk

LONGEST_NAME = 36
ATOM, POWER, UNARY, PRODUCT, SUM, COMPARISON = 5, 4, 3, 2, 1, 0
"""How strongly a sign binds."""
Text = tuple[str, int]
"""An expression, and how strongly it binds."""
STRENGTH = {
    "+": SUM,
    "-": SUM,
    "**": POWER,
    **dict.fromkeys(("*", "/", "//", "%", "@"), PRODUCT),
    **dict.fromkeys(("<", ">", "<=", ">="), COMPARISON),
}


def listing(program: Program, reads: bool = True) -> str:
    """The program as lines of Python, without a trailing newline.

    With `reads`, a line such as `print(a.grad, b.grad)` stands for each read.
    """
    writer = _Writer(program, reads)
    writer.block(program.steps, "")
    return "\n".join(writer.lines)


def node_names(program: Program) -> list[str]:
    """What to call each node that the program makes, in the order in which they are made.

    A node without a name that is used once is called by its expression, as in the listing; one
    that a loop makes says in which round.
    """
    writer = _Writer(program, reads=False)
    found: list[str] = []
    _name_nodes(program.steps, writer, {}, "", found)
    return found


def _name_nodes(
    steps: Sequence[Step],
    writer: _Writer,
    texts: dict[str, Text],
    ending: str,
    found: list[str],
) -> None:
    for step in steps:
        if step[0] == "repeat":
            for number_of in range(1, step[1] + 1):
                begin = len(found)
                _name_nodes(step[2], writer, texts, f" of round {number_of}", found)
                _number(found, begin)
        elif step[0] in ("leaf", "value", "node", "inplace"):
            found.append(shown(step[1]) + ending)
        elif step[0] == "apply":
            parts = [texts.get(o, (_operand(o), ATOM)) for o in step[3:]]
            text = _expression(step[2], parts)
            if writer.can_wait(step[1]) and len(text[0]) <= LONGEST_NAME:
                texts[step[1]] = text
                found.append(text[0] + ending)
            else:
                found.append(shown(step[1]) + ending)


def _number(found: list[str], begin: int) -> None:
    """Tell apart what has one name in a round; the last one keeps it, as it does in the program."""
    total, seen = Counter(found[begin:]), Counter[str]()
    for place in range(begin, len(found)):
        name = found[place]
        seen[name] += 1
        if seen[name] < total[name]:
            which = ORDINALS[seen[name] - 1] if seen[name] <= len(ORDINALS) else f"{seen[name]}th"
            found[place] = f"the {which} {name}"


class _Writer:
    def __init__(self, program: Program, reads: bool) -> None:
        self.lines: list[str] = []
        self.reads = reads
        steps = list(walk(program.steps))
        self.bare = any(step[0] == "node" for step in steps)
        self.uses = Counter(name for step in steps for name in _used(step))
        self.assigned = Counter(step[1] for step in steps if step[0] in ("apply", "alias"))
        self.only_operand = {
            step[i]
            for step in steps
            if step[0] == "apply"
            for i in range(3, len(step))
            if isinstance(step[i], str)
        }
        self.pending: list[tuple[str, str, int]] = []  # slot, text, strength
        self.indent = ""

    def block(self, steps: Sequence[Step], indent: str) -> None:
        self.indent = indent
        for step in steps:
            self.step(step, indent)
            self.indent = indent
        self.flush()

    def step(self, step: Step, indent: str) -> None:
        kind = step[0]
        if kind == "apply":
            self.apply(step)
            return
        self.flush()
        if kind == "repeat":
            self.line(f"for _ in range({step[1]}):")
            self.block(step[2], indent + "    ")
        elif kind == "look":
            held = ("name", "inputs") if self.bare else ("data", "_prev")
            self.line(f"print({', '.join(f'{shown(s)}.{w}' for s in step[1] for w in held)})")
        elif kind == "read":
            if self.reads:
                # A read stands for its numbers; `data` and `grad` are read the same way.
                self.line(f"print({', '.join(f'{shown(s)}.{step[1]}' for s in step[2])})")
        else:
            self.line(_simple(step))

    def apply(self, step: Step) -> None:
        slot, operator, operands = step[1], step[2], step[3:]
        waiting = [slot for slot, _, _ in self.pending]
        inlined = [operand for operand in operands if operand in waiting]
        if inlined != waiting[len(waiting) - len(inlined) :]:
            self.flush()
            inlined = []
        texts = {name: (text, strength) for name, text, strength in self.pending if name in inlined}
        if inlined:
            del self.pending[len(self.pending) - len(inlined) :]
        parts = [texts.get(o, (_operand(o), ATOM)) for o in operands]
        text, strength = _expression(operator, parts)
        if self.can_wait(slot):
            self.pending.append((slot, text, strength))
        else:
            self.flush()
            self.line(f"{shown(slot)} = {text}")

    def can_wait(self, slot: str) -> bool:
        return (
            slot.startswith("_")
            and self.uses[slot] == 1
            and self.assigned[slot] == 1
            and slot in self.only_operand
        )

    def flush(self) -> None:
        for slot, text, _ in self.pending:
            self.line(f"{shown(slot)} = {text}")
        self.pending.clear()

    def line(self, text: str) -> None:
        self.lines.append(self.indent + text)


def shown(slot: str) -> str:
    """How a slot is written: `_3` is an unnamed node and reads `n3`."""
    return f"n{slot[1:]}" if slot.startswith("_") else slot


def _operand(item: str | float) -> str:
    return shown(item) if isinstance(item, str) else repr(item)


def _expression(operator: str, parts: Sequence[Text]) -> Text:
    row = OPERATORS[operator]
    if row.takes == "list":
        return row.written(*(text for text, _ in parts)), ATOM
    if not row.sign:
        return row.written(in_brackets(parts[0], ATOM)), ATOM
    if row.takes == "node":
        return row.written(in_brackets(parts[0], POWER)), UNARY
    if row.takes == "number":
        return row.written(*(in_brackets(part, ATOM) for part in parts)), POWER
    return infix(row.sign, *parts)


def infix(sign: str, left: Text, right: Text) -> Text:
    """A sign between two operands, with the brackets that keep the order of operations."""
    strength = STRENGTH[sign]
    return f"{in_brackets(left, strength)} {sign} {in_brackets(right, strength + 1)}", strength


def in_brackets(part: Text, least: int) -> str:
    """The expression, in brackets where it binds less strongly than this, or begins with a sign."""
    text, _ = part
    if text.startswith("-") and least > SUM:
        return f"({text})"
    return wrapped(part, least)


def wrapped(part: Text, least: int) -> str:
    """The expression, in brackets where it binds less strongly than this."""
    text, strength = part
    return text if strength >= least else f"({text})"


def _simple(step: Step) -> str:
    kind, first = step[0], shown(step[1])
    if kind == "topo":
        turned = "; print(topo); topo.reverse()" if step[2:] == (True,) else ""
        return f"topo = []; build_topo({first}, set(), topo){turned}"
    if kind == "value":
        label = "".join(f', "{text}"' for text in step[4:])
        return f"{first} = Value({step[2]!r}, ({', '.join(map(shown, step[3]))},){label})"
    if kind == "node":
        name = step[3] if step[3:] else first
        return f'{first} = Node("{name}", [{", ".join(map(shown, step[2]))}])'
    if kind == "toposort" and step[2:]:
        return f"print([node for node, _ in zip(toposort({first}), toposort({first}))])"
    if kind == "call":
        return f"{step[1]}({', '.join(_operand(item) for item in step[2])})"
    return _WRITTEN[kind](first, *step[2:])


_WRITTEN: Mapping[str, Callable[..., str]] = {
    "leaf": lambda node, value: f"{node} = Value({value!r})",
    "inplace": lambda node, operator, item: f"{node} {OPERATORS[operator].sign}= {_operand(item)}",
    "alias": lambda node, other: f"{node} = {shown(other)}",
    "set": lambda node, value: f"{node}.data = {value!r}",
    "set_grad": lambda node, value: f"{node}.grad = {value!r}",
    "descend": lambda node, rate: f"{node}.data -= {rate!r} * {node}.grad",
    "backward": "{}.backward()".format,
    "zero": "zero_grad({})".format,
    "toposort": "print(list(toposort({})))".format,
    "begun": "next(iter(toposort({})))".format,
}
"""A line for a step, from how its first slot is written and from what follows that."""


def _used(step: Step) -> Iterable[str]:
    if step[0] in ("value", "node"):
        items: Iterable[object] = step[3 if step[0] == "value" else 2]
    elif step[0] in ("read", "look", "call"):
        items = step[-1]
    elif step[0] == "apply":
        items = step[3:]
    else:
        items = step[1:2] if step[0] in ("topo", "toposort") else step[1:]
    return [item for item in items if isinstance(item, str)]
