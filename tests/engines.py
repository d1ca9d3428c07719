"""Right engines as texts: the exam's solution, and unusual ones that are as right."""

from __future__ import annotations

from hand_ins import ROOT, patched

_SOLUTION = (ROOT / "solutions" / "13_engine.py").read_text()
_CODE = _SOLUTION.partition('\n"""\n')[2].partition("# ---- Examples")[0]
RIGHT = "\n".join(line for line in _CODE.splitlines() if not line.lstrip().startswith("#")) + "\n"
"""The exam's solution without its text, markers and examples."""

_INIT = '    def __init__(self, data, _prev=(), _op=""):\n'
_CLASS = "class Value:\n"


def right(*changes: tuple[str, str], inside: str = "", after: str = "") -> str:
    """The solution with changes, with more inside the class, and with more at its end."""
    return patched(RIGHT, (_INIT, inside + _INIT), *changes) + after


def _id_based(text: str) -> str:
    """For nodes that cannot stand in a set."""
    return patched(
        text,
        ("node not in visited", "id(node) not in visited"),
        ("visited.add(node)", "visited.add(id(node))"),
    )


_PROPERTY = """
    @property
    def grad(self):
        return NUMBER(self._grad)

    @grad.setter
    def grad(self, number):
        self._grad = float(number)

"""

_METHOD_RULES = '''
import math


class Value:
    """One rule for all operators, as a method; slopes are worked out when they are needed."""

    def __init__(self, data, inputs=(), op=None):
        self.data = float(data)
        self.grad = 0.0
        self._prev = inputs
        self._op = op

    def _slopes(self):
        x = [node.data for node in self._prev]
        if self._op == "+":
            return 1.0, 1.0
        if self._op == "-":
            return 1.0, -1.0
        if self._op == "*":
            return x[1], x[0]
        if self._op == "/":
            return 1.0 / x[1], -x[0] / x[1] ** 2
        if self._op == "tanh":
            return (1.0 - self.data**2,)
        if self._op == "exp":
            return (self.data,)
        if self._op == "relu":
            return (float(x[0] > 0),)
        return (self._op * x[0] ** (self._op - 1) if self._op else 0.0,)

    def _backward(self):
        for node, slope in zip(self._prev, self._slopes() if self._prev else ()):
            node.grad += slope * self.grad

    def __add__(self, other): return make("+", self, other)
    def __radd__(self, other): return make("+", other, self)
    def __sub__(self, other): return make("-", self, other)
    def __rsub__(self, other): return make("-", other, self)
    def __mul__(self, other): return make("*", self, other)
    def __rmul__(self, other): return make("*", other, self)
    def __truediv__(self, other): return make("/", self, other)
    def __rtruediv__(self, other): return make("/", other, self)
    def __neg__(self): return make("-", 0.0, self)
    def __pow__(self, n): return Value(self.data**n, (self,), n)
    def tanh(self): return Value(math.tanh(self.data), (self,), "tanh")
    def exp(self): return Value(math.exp(self.data), (self,), "exp")
    def relu(self): return Value(max(0.0, self.data), (self,), "relu")

    def backward(self, grad=1):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._prev:
                node.grad = 0.0
        self.grad += grad
        for node in reversed(topo):
            node._backward()
        return self


FORWARD = {
    "+": lambda x, y: x + y, "-": lambda x, y: x - y,
    "*": lambda x, y: x * y, "/": lambda x, y: x / y,
}


def make(op, *operands):
    nodes = tuple(o if isinstance(o, Value) else Value(o) for o in operands)
    return Value(FORWARD[op](*(node.data for node in nodes)), nodes, op)


def build_topo(v, visited, topo):
    """By consumer counts, turned round."""
    waiting, stack = {v: 0}, [v]
    while stack:
        for source in stack.pop()._prev:
            if source not in waiting:
                waiting[source] = 0
                stack.append(source)
            waiting[source] += 1
    ready, order = [v], []
    while ready:
        node = ready.pop(0)
        order.append(node)
        for source in node._prev:
            waiting[source] -= 1
            if not waiting[source]:
                ready.append(source)
    topo.extend(reversed(order))
    return topo


def zero_grad(root):
    topo = []
    for node in build_topo(root, set(), topo):
        node.grad = 0.0
    return topo
'''

_TAPE = '''
import math

TAPE = []


class Value:
    """Numbered in the order of creation; gradients in a dict; no rule is kept on a node."""

    __slots__ = ("__weakref__", "data", "grad", "number", "sources")

    def __init__(self, data, sources=()):
        self.data, self.grad, self.sources = data, 0.0, sources
        self.number = len(TAPE)
        TAPE.append(None)

    def __add__(self, other):
        other = lift(other)
        return Value(self.data + other.data, ((self, 1.0), (other, 1.0)))

    def __mul__(self, other):
        other = lift(other)
        return Value(self.data * other.data, ((self, other.data), (other, self.data)))

    def __pow__(self, n):
        slope = n * self.data ** (n - 1) if n else 0.0
        return Value(self.data**n, ((self, slope),))

    def __truediv__(self, other):
        return self * lift(other) ** -1

    def __rtruediv__(self, other):
        return lift(other) / self

    def __neg__(self):
        return Value(-self.data, ((self, -1.0),))

    def __sub__(self, other):
        return self + -lift(other)

    def __rsub__(self, other):
        return lift(other) - self

    __radd__, __rmul__ = __add__, __mul__

    def __iadd__(self, other):
        return self + other

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, ((self, 1 - t**2),))

    def exp(self):
        e = math.exp(self.data)
        return Value(e, ((self, e),))

    def relu(self):
        on = self.data > 0
        return Value(self.data * on, ((self, on),))

    def backward(self):
        pending = {self.number: 1.0}
        for node in reversed(below(self)):
            gradient = pending.pop(node.number)
            if node.sources:
                node.grad = gradient
            else:
                node.grad += gradient
            for source, slope in node.sources:
                pending[source.number] = pending.get(source.number, 0.0) + slope * gradient

    def zero_grad(self):
        for node in below(self):
            node.grad = 0


def lift(item):
    return item if isinstance(item, Value) else Value(item)


def below(root):
    found, stack = {root.number: root}, [root]
    while stack:
        for source, _ in stack.pop().sources:
            if source.number not in found:
                found[source.number] = source
                stack.append(source)
    return [found[number] for number in sorted(found)]


def build_topo(v, visited, topo):
    topo += below(v)
'''

_BOX = """
class Number:
    def __init__(self, number): self.number = number
    def __float__(self): return float(self.number)
    def __bool__(self): raise ValueError("the truth value of this number is ambiguous")
    def __eq__(self, other): raise ValueError("do not compare")
    __hash__ = None
"""

_EQUAL_DATA = "    def __eq__(self, other):\n        return self.data == other.data\n\n"

UNUSUAL = {
    "inputs in a set": right(("self._prev = _prev", "self._prev = set(_prev)")),
    "inputs in a frozenset": right(("self._prev = _prev", "self._prev = frozenset(_prev)")),
    "inputs in a list": right(("self._prev = _prev", "self._prev = list(_prev)")),
    "inputs under another name": right(("_prev", "sources")),
    "falsy nodes": right(inside="    def __bool__(self):\n        return False\n\n"),
    "empty nodes": right(inside="    def __len__(self):\n        return 0\n\n"),
    "iterable nodes": right(
        inside="    def __iter__(self):\n        return iter(self._prev)\n\n"
        "    def __getitem__(self, number):\n        return self._prev[number]\n\n"
    ),
    "equal if the data are, with a hash": right(
        inside=_EQUAL_DATA + "    def __hash__(self):\n        return id(self)\n\n"
    ),
    "equal if the data are, without a hash": _id_based(right(inside=_EQUAL_DATA)),
    "never equal": _id_based(
        right(inside="    def __eq__(self, other):\n        raise TypeError('no')\n\n")
    ),
    "whole gradients": right(("grad = 0.0", "grad = 0"), ("self.grad += 1.0", "self.grad += 1")),
    "an optional gradient, and a result": right(
        ("def backward(self):", "def backward(self, grad=1):"),
        ("self.grad += 1.0", "self.grad += grad"),
        ("            node._backward()\n", "            node._backward()\n        return topo\n"),
    ),
    "zero_grad as a method": right(
        ("def zero_grad(root):\n", "def _zero(root):\n"),
        inside="    def zero_grad(self):\n        _zero(self)\n\n",
    ),
    "other arguments after data": right(
        ('data, _prev=(), _op=""', 'data, label="", _op="", _prev=()'),
        (", (self, other), ", ", _prev=(self, other), _op="),
        (", (self,), ", ", _prev=(self,), _op="),
    ),
    "more arguments after data": right(
        ('_op=""', '_op="", label="", *, requires_grad=True, **more')
    ),
    "rules as a method": _METHOD_RULES,
    "no rules, a tape, slots": _TAPE,
    "gradients as Fraction": right(inside=_PROPERTY).replace(
        "class Value", "from fractions import Fraction as NUMBER\n\n\nclass Value"
    ),
    "gradients as Decimal": right(inside=_PROPERTY)
    .replace("class Value", "from decimal import Decimal as NUMBER\n\n\nclass Value")
    .replace(".grad +=", "._grad +=")
    .replace("out.grad", "out._grad"),
    "gradients as boxes": right(inside=_PROPERTY)
    .replace("class Value", _BOX + "NUMBER = Number\n\n\nclass Value")
    # Nothing in the engine itself may ask a box for its truth or add to it.
    .replace(".grad +=", "._grad +=")
    .replace("out.grad", "out._grad"),
    "a float of its own": right(inside=_PROPERTY).replace(
        "class Value", "class NUMBER(float):\n    pass\n\n\nclass Value"
    ),
    "a dataclass": patched(
        RIGHT,
        (_CLASS, "import dataclasses\n\n\n@dataclasses.dataclass(eq=False)\nclass Value:\n"),
        (
            RIGHT[RIGHT.index(_INIT) : RIGHT.index("    def __repr__")],
            "    data: float\n    _prev: tuple = ()\n    _op: str = ''\n    grad: float = 0.0\n"
            "    _backward: object = lambda *_: None\n\n",
        ),
    ),
    "slots": right(inside="    __slots__ = ('data', 'grad', '_prev', '_op', '_backward')\n\n"),
    "talkative": right(
        ("self.grad += 1.0", 'self.grad += 1.0\n        print("backward of", self)')
    ),
    "a subclass of the engine's own": RIGHT.replace("class Value:", "class Base:")
    .replace("Value(", "type(self)(")
    .replace("isinstance(other, Value)", "isinstance(other, Base)")
    + "\n\nclass Value(Base):\n    pass\n",
    "a factory": RIGHT.replace("Value", "Node") + "\n\ndef Value(data):\n    return Node(data)\n",
    "names made at the end": RIGHT.replace("Value", "Scalar") + "\n\nValue = Scalar\n",
    "an engine that counts its nodes": right(
        (
            "self._op = _op\n",
            "self._op = _op\n        global COUNT\n        COUNT += 1\n",
        ),
        after="\nCOUNT = 0\n",
    ),
    "a deeper recursion": patched(
        RIGHT,
        (
            RIGHT[RIGHT.index("    stack = [(v, False)]") : RIGHT.index("def zero_grad")],
            "    if v not in visited:\n        visited.add(v)\n        for source in v._prev:\n"
            "            build_topo(source, visited, topo)\n        topo.append(v)\n\n\n"
            "import sys\nsys.setrecursionlimit(100_000)\n\n\n",
        ),
    ),
    "annotated with a module that is not there": right(
        ('data, _prev=(), _op=""', 'data: "float" | np.ndarray, _prev=(), _op=""'),
        ("isinstance(other, Value)", "isinstance(other, (np.ndarray, Value))"),
    ).replace("class Value", "import numpy as np\n\n\nclass Value"),
}
"""Every one is right by the contract, and must get every point of the exam."""
