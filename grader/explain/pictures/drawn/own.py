"""Draw the graph of any object of a student's own: `draw(root)`, in a notebook or as text.

Nothing is asked of the class but that its objects hold the nodes that they were made of: in
`_prev`, or under another name. What a drawing shows is read from the objects as they are now.
"""

from __future__ import annotations

import html
import sys
import textwrap
import zlib
from collections.abc import Iterable, Iterator, Mapping
from types import FrameType

from grader.explain.pictures.drawn.boxes import Box, Row, clean, number
from grader.explain.pictures.drawn.svg import DrawingUnavailable, svg_of
from grader.explain.pictures.drawn.text import drawn
from grader.programs.operators import OPERATORS

MOST_NODES = 200
WIDTH = 100
HOLDING_INPUTS = (
    "_prev prev _inputs inputs _children children _parents parents _sources sources "
    "_operands operands _args args"
).split()
_HOLDING_OTHERS = frozenset("consumers _consumers users _users outputs _outputs".split())
_MADE_BY_A_CLASS_STATEMENT = 1 << 9  # CPython's Py_TPFLAGS_HEAPTYPE


def draw(root: object) -> Drawing:
    """The graph below `root`: a box for each node, an arrow for each operand.

    The last line of a notebook cell shows it; `print(draw(root))` gives characters. A node is
    called what the caller's variable is called. Never raises for what `root` is: a sentence says
    what cannot be drawn.
    """
    if not _looks_like_a_node(root):
        kind = clean(type(root).__name__)
        return Drawing(
            [], [f"draw(root) wants one of your nodes, with `data`; its type is {kind}."]
        )
    found = _Graph(root, _variables(sys._getframe(1)))
    if found.too_large:
        told = f"This graph has more than {MOST_NODES} nodes: too many to draw. Try a smaller one."
        return Drawing([], [told])
    return Drawing(found.boxes(), found.remarks())


class Drawing:
    """A graph that shows itself: as SVG in a notebook, as characters anywhere else."""

    def __init__(self, boxes: list[Box], remarks: list[str]) -> None:
        self.boxes = boxes
        self.remarks = remarks

    def __str__(self) -> str:
        lines = _in_characters(self.boxes) if self.boxes else []
        for remark in self.remarks:
            lines += textwrap.wrap(remark, WIDTH)
        return "\n".join(lines)

    __repr__ = __str__

    def _repr_svg_(self) -> str | None:
        """The SVG, for notebooks; None where it cannot be made."""
        if not self.boxes:
            return None
        # Outputs of several cells stand in one page: their ids must not be the same.
        prefix = f"g{zlib.crc32(repr(self.boxes).encode()):08x}-"
        title = f"The graph of {self.boxes[-1].title}: {len(self.boxes)} nodes."
        try:
            return svg_of(self.boxes, title, prefix=prefix, style=True)
        except DrawingUnavailable:
            return None

    def _repr_html_(self) -> str:
        """The SVG and the remarks, for notebooks; characters where it cannot be made."""
        drawing = self._repr_svg_()
        if drawing is None:
            return f"<pre>{html.escape(str(self))}</pre>"
        told = "".join(f"<p>{html.escape(remark)}</p>" for remark in self.remarks)
        return f"<div>{drawing}{told}</div>"


def _in_characters(boxes: list[Box]) -> list[str]:
    order = list(reversed(range(len(boxes))))
    # An arrow upwards closes a cycle: there is no line for it, a remark tells of it.
    inputs = [[i for i in box.inputs if i < place] for place, box in enumerate(boxes)]
    heads = ("op", "data", "grad")
    told = [{row.key: row.text for row in box.rows} for box in boxes]
    cells = [
        (box.title, *(its.get(head, "") for head in heads))
        for box, its in zip(boxes, told, strict=True)
    ]
    return drawn(inputs, order, cells, heads, [""] * len(boxes))


class _Graph:
    """The nodes below a root, each after its inputs, where there is no cycle."""

    def __init__(self, root: object, names: Mapping[int, str]) -> None:
        self.root = root
        self.names = names
        self.nodes: list[object] = []
        self.inputs: dict[int, list[object]] = {}
        self.cycles: list[object] = []
        self.too_large = not self._walk()
        self.place = {id(node): place for place, node in enumerate(self.nodes)}

    def _walk(self) -> bool:
        """Whether the whole graph was walked."""
        open_: set[int] = set()
        stack: list[tuple[object, bool]] = [(self.root, False)]
        while stack:
            node, inputs_done = stack.pop()
            if inputs_done:
                open_.discard(id(node))
                self.nodes.append(node)
                continue
            if id(node) in self.inputs:
                if id(node) in open_:
                    self.cycles.append(node)
                continue
            if len(self.inputs) >= MOST_NODES:
                return False
            inputs = self.inputs[id(node)] = inputs_of(node)
            open_.add(id(node))
            stack.append((node, True))
            stack += [(source, False) for source in reversed(inputs)]
        return True

    def boxes(self) -> list[Box]:
        """A box for each node."""
        return [self._box(node) for node in self.nodes]

    def _box(self, node: object) -> Box:
        inputs = self.inputs[id(node)]
        operator = _operator(node)
        rows = [Row("op", operator, "op")] if inputs and operator else []
        rows.append(Row("data", number(_get(node, "data")), "data"))
        rows.append(Row("grad", number(_get(node, "grad")), "grad"))
        classes = ["inner" if inputs else "leaf", *(["root"] if node is self.root else [])]
        places = tuple(self.place[id(source)] for source in inputs)
        name = _label(node) or self.names.get(id(node), "") or clean(type(node).__name__)
        return Box(name, tuple(rows), places, tuple(classes))

    def remarks(self) -> list[str]:
        """What a reader may stumble over."""
        told = []
        for node in self.cycles[:1]:
            told.append(f"There is a cycle: {_told(node)} is among its own inputs.")
        for node in self.nodes:
            held = _holding(node)
            once = held is not None and isinstance(held[1], (set, frozenset))
            if once and len(self.inputs[id(node)]) == 1 and _takes_two(_operator(node)):
                assert held is not None
                told.append(
                    f"`{held[0]}` of {_told(node)} is a set with one node, and {_operator(node)} "
                    "takes two operands. If both are the same node, a set holds it once only."
                )
                break
        return told


def inputs_of(node: object) -> list[object]:
    """The nodes that a node was made of, in the order in which it holds them."""
    held = _holding(node)
    if held is not None:
        return [each for each in _items(held[1]) if _is_kin(each, node)]
    # No collection: two attributes, such as `left` and `right`, may hold them.
    return [held for name, held in _attributes(node) if _is_kin(held, node)]


def _holding(node: object) -> tuple[str, object] | None:
    """The attribute that holds the inputs, by its name, or else by what is in it."""
    attributes = dict(_attributes(node))
    for name in HOLDING_INPUTS:
        if name in attributes and isinstance(attributes[name], (list, tuple, set, frozenset)):
            return name, attributes[name]
    for name, held in attributes.items():
        if name in _HOLDING_OTHERS or not isinstance(held, (list, tuple, set, frozenset)):
            continue
        if any(_is_kin(each, node) for each in _items(held)):
            return name, held
    return None


def _items(held: object) -> Iterator[object]:
    """What a collection holds; of a pair, such as (node, slope), its first item."""
    assert isinstance(held, Iterable)
    for number_, each in enumerate(held):
        if number_ > MOST_NODES:
            return
        yield each[0] if type(each) is tuple and each else each


def _is_kin(each: object, node: object) -> bool:
    """Whether two objects are of one class, or of two that share a base of the student's own."""
    bases = set(filter(_is_written_in_python, type(node).__mro__))
    return any(base in bases for base in type(each).__mro__)


def _looks_like_a_node(root: object) -> bool:
    own = _is_written_in_python(type(root)) and not isinstance(root, type)
    return own and (_get(root, "data") is not None or bool(inputs_of(root)))


def _is_written_in_python(kind: type) -> bool:
    return bool(kind.__flags__ & _MADE_BY_A_CLASS_STATEMENT)


def _attributes(node: object) -> list[tuple[str, object]]:
    names = list(getattr(node, "__dict__", ()))
    for kind in type(node).__mro__:
        slots = vars(kind).get("__slots__", ())
        names += [slots] if isinstance(slots, str) else list(slots)
        names += [name for name in HOLDING_INPUTS if isinstance(vars(kind).get(name), property)]
    found = []
    for name in dict.fromkeys(map(str, names)):
        held = _get(node, name)
        if held is not None:
            found.append((name, held))
    return found


def _get(node: object, name: str) -> object:
    try:
        return getattr(node, name)
    except Exception:  # a property of the student's may raise anything
        return None


def _variables(frame: FrameType) -> dict[int, str]:
    """The names of the caller's variables by the identity of what they hold; the first one counts.

    A name with `_` in front is not meant for people: a notebook keeps its outputs in such names.
    """
    found: dict[int, str] = {}
    for names in (frame.f_locals, frame.f_globals):
        for name, held in list(names.items()):
            if not name.startswith("_"):
                found.setdefault(id(held), clean(name))
    return found


def _label(node: object) -> str:
    """What a node says that it is called; "" if it says nothing."""
    for name in ("label", "_label", "name"):
        text = _get(node, name)
        if isinstance(text, str) and clean(text):
            return clean(text)
    return ""


def _name(node: object) -> str:
    return _label(node) or clean(type(node).__name__)


def _told(node: object) -> str:
    """The node in a sentence: by its label, or by its value."""
    name = _name(node)
    return f"a {name} of {number(_get(node, 'data'))}" if name == type(node).__name__ else name


def _operator(node: object) -> str:
    """The operator as the node tells it, or as the place where its rule was written tells it."""
    for name in ("_op", "op", "_operation", "operation"):
        text = _get(node, name)
        if isinstance(text, str) and clean(text):
            return clean(text)
    rule = str(getattr(_get(node, "_backward"), "__qualname__", ""))
    if ".<locals>" in rule:
        method = rule.split(".<locals>")[0].rpartition(".")[2].strip("_")
        return "" if method == "init" else clean(_sign(method))
    return ""


def _takes_two(called: str) -> bool:
    rows = [row for row in OPERATORS.values() if row.takes == "nodes"]
    return any(called in (row.sign, row.name, *row.words) for row in rows)


def _sign(method: str) -> str:
    """The sign of the operator that Python calls a method for, `radd` too; or the method's name."""
    row = OPERATORS.get(method) or OPERATORS.get(method[1:] if method[:1] in "ri" else "")
    return row.sign or method if row else method
