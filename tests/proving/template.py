"""A student's engine as a text with parts that can be changed: what wrong hand-ins are made of.

    engine(slope_of_tanh)                   the text of a hand-in with one wrong part
    engine(slope_of_tanh, nothing_reset)    with two; `Clash` if both change the same part

A change is a mapping from the name of a part to its text. The parts of an operator end in the
operator's name ("pay.add.left"); "pay.*.left" means that of every operator. The text is that of a
teaching engine, written without a look at how explanations find what is wrong.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Mapping
from typing import TypeAlias

from grader.programs.operators import method, names

Change: TypeAlias = Mapping[str, str]

COMPOSED: Change = {}
"""Minus and division are made of other operators, as in most engines."""
OWN_RULES: Change = {"own.neg": "yes", "own.sub": "yes", "own.truediv": "yes"}
"""Every operator has a rule of its own."""


class Clash(ValueError):
    """Two changes are for the same part, or a change is for a part that is not there."""


def on_sides(
    part: str, text: str, operators: Iterable[str], sides: Iterable[str] = ("left", "right")
) -> dict[str, str]:
    """A part of each of these operators, the same for all operands on these sides."""
    return {
        f"{part}.{name}.{side}": text
        for name in operators
        for side in sides
        if side == "left" or name in BINARY
    }


def own_rules(operators: Iterable[str]) -> dict[str, str]:
    """A rule of its own for each of these operators."""
    return {name: yes for name, yes in OWN_RULES.items() if name.partition(".")[2] in operators}


def engine(*changes: Change) -> str:
    """The text of an engine with these changes. Raises `Clash`."""
    return _Writer(merged(*changes)).text()


def merged(*changes: Change) -> dict[str, str]:
    """All changes in one. Raises `Clash` if two give different texts for one part."""
    together: dict[str, str] = {}
    for change in changes:
        for name, text in change.items():
            if together.setdefault(name, text) != text:
                raise Clash(f"two changes of {name}")
    return together


_RULES = {
    "add": ("+", "self.data + other.data", ("1.0", "1.0")),
    "mul": ("*", "self.data * other.data", ("other.data", "self.data")),
    "sub": ("-", "self.data - other.data", ("1.0", "-1.0")),
    "truediv": ("/", "self.data / other.data", ("1.0 / other.data", "-self.data / other.data**2")),
    "neg": ("-", "-self.data", ("-1.0",)),
    "pow": ("**", "self.data**n", ("(n * self.data ** (n - 1) if n != 0 else 0.0)",)),
    "tanh": ("tanh", "math.tanh(self.data)", ("(1.0 - out.data * out.data)",)),
    "exp": ("exp", "math.exp(self.data)", ("out.data",)),
    "relu": ("relu", "max(0.0, self.data)", ("float(self.data > 0)",)),
}
OPERATORS = tuple(_RULES)
BINARY = tuple(name for name in OPERATORS if name in names("nodes"))
FUNCTIONS = tuple(name for name in OPERATORS if method(name) == name)
"""Operators that are methods of the engine's own: no sign calls them."""
_WRAPPED = "other if isinstance(other, Value) else Value(other)"
_COMPOSED = {
    "neg": "return self * -1.0",
    "sub": "return self + (-other)",
    "truediv": f"other = {_WRAPPED}\nreturn self * other**-1",
}
RULED = tuple(name for name in OPERATORS if name not in _COMPOSED)
"""Operators that have a rule of their own in every engine."""
_REFLECTED = {
    "add": "return self + other",
    "mul": "return self * other",
    "sub": "return (-self) + other",
    "truediv": "return self**-1 * other",
}
_REFLECTED_OWN = {"sub": "return Value(other) - self", "truediv": "return Value(other) / self"}

BUILD_TOPO = """
def build_topo(v, visited, topo):
    stack = [(v, False)]
    while stack:
        node, done = stack.pop()
        if done:
            topo.append(node)
        elif node not in visited:
            visited.add(node)
            stack.append((node, True))
            for source in node._prev:
                stack.append((source, False))
"""
ORDERED = """
def ordered(root):
    topo = []
    build_topo(root, set(), topo)
    topo.reverse()
    return topo
"""
ZERO_GRAD = """
def zero_grad(root):
    seen = {id(root)}
    waiting = [root]
    while waiting:
        node = waiting.pop()
        node.grad = 0.0
        for source in node._prev:
            if id(source) not in seen:
                seen.add(id(source))
                waiting.append(source)
"""
RESET = """
for node in order:
    if node._prev:
        node.grad = 0.0
"""
RUN = """
for node in order:
    node._backward()
"""


class _Writer:
    def __init__(self, changes: dict[str, str]) -> None:
        self.changes = changes
        self.used: set[str] = set()

    def part(self, name: str, otherwise: str) -> str:
        """The text of a part; raises `Clash` if it is changed by name and by wildcard."""
        kind, _, rest = name.partition(".")
        operator, _, side = rest.partition(".")
        wildcard = ".".join(filter(None, (kind, "*" if operator else "", side)))
        names = {each for each in (name, wildcard) if each in self.changes}
        self.used |= names
        texts = {self.changes[each] for each in names}
        if len(texts) > 1:
            raise Clash(f"two changes of {name}")
        return texts.pop() if texts else otherwise

    def text(self) -> str:
        inside = [self._init(), *map(self._operator, OPERATORS)]
        inside += [self._reflected(name) for name in BINARY]
        inside += [self.part("methods", ""), self._backward()]
        methods = "\n\n".join(_indented(text) for text in inside if text.strip())
        functions = "\n\n".join(
            self.part(name, text).strip() + "\n"
            for name, text in (("topo", BUILD_TOPO), ("order", ORDERED), ("zero", ZERO_GRAD))
        )
        text = f"import math\n\n{self.part('module', '')}\nclass Value:\n{methods}\n\n{functions}"
        unused = self.changes.keys() - self.used
        if unused:
            raise Clash(f"no part is called {', '.join(sorted(unused))} beside the other changes")
        return text

    def _init(self) -> str:
        return (
            'def __init__(self, data, _prev=(), _op=""):\n'
            f"    self.data = data\n    self.grad = {self.part('birth', '0.0')}\n"
            f"    self._prev = {self.part('inputs', '_prev')}\n    self._op = _op\n"
            "    self._backward = lambda: None\n"
        )

    def _operator(self, name: str) -> str:
        sign, value, slopes = _RULES[name]
        head = f"def {method(name)}(self{_arguments(name)}):\n"
        if name in _COMPOSED and not self.part(f"own.{name}", ""):
            return head + _indented(_COMPOSED[name])
        two = name in BINARY
        lines = []
        if two:
            lines.append(f"other = {self.part(f'coerce.{name}', _WRAPPED)}")
        value = self.part(f"value.{name}", value)
        listed = self.part(f"listed.{name}", "(self, other)" if two else "(self,)")
        lines.append(f'out = Value({value}, {listed}, "{sign}")')
        lines.append(self.part(f"before.{name}", ""))
        rule = self.part(f"rule.{name}", "") or "\n".join(
            self._payment(name, side, target, slope)
            for side, target, slope in zip(
                ("left", "right"), ("self", "other"), slopes, strict=False
            )
        )
        lines.append(f"def _backward():\n{_indented(rule)}\n")
        lines.append(self.part(f"keep.{name}", "out._backward = _backward"))
        lines.append(self.part(f"return.{name}", "return out"))
        return head + _indented("\n".join(filter(None, lines)))

    def _payment(self, name: str, side: str, target: str, slope: str) -> str:
        slope = self.part(f"slope.{name}.{side}", slope)
        upstream = self.part(f"upstream.{name}", "out.grad")
        paid = f"{target}.grad {self.part(f'pay.{name}.{side}', '+=')} {slope} * {upstream}"
        when = self.part(f"when.{name}.{side}", "")
        return f"if {when}:\n    {paid}" if when else paid

    def _reflected(self, name: str) -> str:
        own = name in _REFLECTED_OWN and self.part(f"own.{name}", "")
        body = self.part(f"reflected.{name}", (_REFLECTED_OWN if own else _REFLECTED)[name])
        return f"def __r{name}__(self, other):\n{_indented(body)}" if body != "missing" else ""

    def _backward(self) -> str:
        body = [
            self.part("ask", "order = ordered(self)"),
            self.part("reset", RESET).strip(),
            self.part("seed", "self.grad += 1.0").strip(),
            self.part("run", RUN).strip(),
        ]
        return "def backward(self):\n" + _indented("\n".join(filter(None, body)))


def slopes_of(name: str) -> tuple[str, ...]:
    """The slopes of an operator with respect to each of its inputs, as expressions in its rule."""
    return _RULES[name][2]


def _arguments(name: str) -> str:
    return ", other" if name in BINARY else ", n" if name == "pow" else ""


def _indented(text: str) -> str:
    return textwrap.indent(text.rstrip(), "    ")
