"""Right engines that are unusual: every one must get every point of the exam.

`odd_engines(solution)` makes them from the text of the exam's solution, by changes, and adds those
of `tests/data/unusual_engines`, which are built in quite another way. A false alarm on a right
engine is the worst defect that a check can have, so the list only grows. To add one, name it and
say what it changes.
"""

from __future__ import annotations

from collections.abc import Mapping

from tests.support.paths import DATA

_INIT = '    def __init__(self, data, _prev=(), _op=""):\n'
_CLASS = "class Value:\n"


_DESCRIPTOR = """
class Number:
    def __set_name__(self, owner, name):
        self.name = "_" + name

    def __get__(self, node, owner=None):
        return self if node is None else node.__dict__[self.name]

    def __set__(self, node, number):
        node.__dict__[self.name] = number + 0.0


class Value:
    data, grad = Number(), Number()

"""
_METACLASS = """
class Counting(type):
    def __call__(cls, *arguments, **named):
        node = super().__call__(*arguments, **named)
        cls.made += 1
        return node


class Value(metaclass=Counting):
    made = 0

"""
_CONTEXT = """

import contextlib


@contextlib.contextmanager
def turned_round(topo):
    yield topo[::-1]
    topo.clear()
"""
_MEMOISED = """

import functools


@functools.lru_cache(maxsize=1000)
def slope_of_tanh(t):
    return 1.0 - t * t
"""
_WHOLE = """

def whole(x):
    return int(x) if abs(x) < 1e15 and x == int(x) else x
"""
_FLOAT_NODE = """
class Value(float):
    __hash__ = object.__hash__

    def __new__(cls, data, *more):
        return super().__new__(cls, data)

"""
_AGAIN = """\
        for node in topo:
            if node._op in FORWARD:
                node.data = FORWARD[node._op](*[source.data for source in node._prev])
        self.grad += grad
"""


class Stale(ValueError):
    """A change is for a piece of text that is not there any more."""


def changed(text: str, *changes: tuple[str, str]) -> str:
    """The text with each (old, new) replaced everywhere. Raises `Stale` if one is not there."""
    for old, new in changes:
        if old not in text:
            raise Stale(f"{old!r} is not in the text that is to be changed")
        text = text.replace(old, new)
    return text


def without_text(solution: str) -> str:
    """A solution without its docstring, comments, markers and examples."""
    code = solution.partition('\n"""\n')[2].partition("# ---- Examples")[0]
    lines = (line for line in code.splitlines() if not line.lstrip().startswith("#"))
    return "\n".join(lines) + "\n"


_PROPERTY = """
    @property
    def grad(self):
        return NUMBER(self._grad)

    @grad.setter
    def grad(self, number):
        self._grad = float(number)

"""

_BOX = """
class Number:
    def __init__(self, number): self.number = number
    def __float__(self): return float(self.number)
    def __bool__(self): raise ValueError("the truth value of this number is ambiguous")
    def __eq__(self, other): raise ValueError("do not compare")
    __hash__ = None
"""

_EQUAL_DATA = "    def __eq__(self, other):\n        return self.data == other.data\n\n"


def _file(stem: str) -> str:
    return (DATA / "unusual_engines" / f"{stem}.py").read_text(encoding="utf-8")


def _made_of_calls(stem: str) -> str:
    """One whose operators are calls of its function `make`."""
    return f"{_file('operator_calls')}\n\n{_file(stem)}"


def _id_based(text: str) -> str:
    """For nodes that cannot stand in a set."""
    return changed(
        text,
        ("node not in visited", "id(node) not in visited"),
        ("visited.add(node)", "visited.add(id(node))"),
    )


def odd_engines(solution: str) -> Mapping[str, str]:
    """Name and text of every odd engine. Raises `Stale` if the solution has other words now."""
    plain = without_text(solution)

    def right(*changes: tuple[str, str], inside: str = "", after: str = "") -> str:
        """The solution with changes, with more inside the class, and with more at its end."""
        return changed(plain, (_INIT, inside + _INIT), *changes) + after

    return {
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
        "whole gradients": right(
            ("grad = 0.0", "grad = 0"), ("self.grad += 1.0", "self.grad += 1")
        ),
        "an optional gradient, and a result": right(
            ("def backward(self):", "def backward(self, grad=1):"),
            ("self.grad += 1.0", "self.grad += grad"),
            (
                "            node._backward()\n",
                "            node._backward()\n        return topo\n",
            ),
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
        "rules as a method": _file("rules_as_a_method"),
        "no rules, a tape, slots": _file("tape_and_slots"),
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
        "a dataclass": changed(
            plain,
            (_CLASS, "import dataclasses\n\n\n@dataclasses.dataclass(eq=False)\nclass Value:\n"),
            (
                plain[plain.index(_INIT) : plain.index("    def __repr__")],
                "    data: float\n    _prev: tuple = ()\n    _op: str = ''\n    grad: float = 0.0\n"
                "    _backward: object = lambda *_: None\n\n",
            ),
        ),
        "slots": right(inside="    __slots__ = ('data', 'grad', '_prev', '_op', '_backward')\n\n"),
        "talkative": right(
            ("self.grad += 1.0", 'self.grad += 1.0\n        print("backward of", self)')
        ),
        "a subclass of the engine's own": plain.replace("class Value:", "class Base:")
        .replace("Value(", "type(self)(")
        .replace("isinstance(other, Value)", "isinstance(other, Base)")
        + "\n\nclass Value(Base):\n    pass\n",
        "a factory": plain.replace("Value", "Node")
        + "\n\ndef Value(data):\n    return Node(data)\n",
        "names made at the end": plain.replace("Value", "Scalar") + "\n\nValue = Scalar\n",
        "an engine that counts its nodes": right(
            (
                "self._op = _op\n",
                "self._op = _op\n        global COUNT\n        COUNT += 1\n",
            ),
            after="\nCOUNT = 0\n",
        ),
        "a deeper recursion": changed(
            plain,
            (
                plain[plain.index("    stack = [(v, False)]") : plain.index("def zero_grad")],
                "    if v not in visited:\n        visited.add(v)\n        for source in v._prev:\n"
                "            build_topo(source, visited, topo)\n        topo.append(v)\n\n\n"
                "import sys\nsys.setrecursionlimit(100_000)\n\n\n",
            ),
        ),
        "annotated with a module that is not there": right(
            ('data, _prev=(), _op=""', 'data: "float" | np.ndarray, _prev=(), _op=""'),
            ("isinstance(other, Value)", "isinstance(other, (np.ndarray, Value))"),
        ).replace("class Value", "import numpy as np\n\n\nclass Value"),
        "rules that hold their node weakly": right(
            (
                "        def _backward():\n",
                "        me = weakref.ref(out)\n\n"
                "        def _backward():\n            out = me()\n",
            ),
        ).replace("class Value", "import weakref\n\n\nclass Value"),
        "descriptors": changed(plain, (_CLASS, _DESCRIPTOR)),
        "a metaclass": changed(plain, (_CLASS, _METACLASS)),
        "a context manager": right(
            (
                "        for node in reversed(topo):\n            node._backward()\n",
                "        with turned_round(topo) as order:\n"
                "            for node in order:\n                node._backward()\n",
            ),
            after=_CONTEXT,
        ),
        "memoised slopes": right(("(1.0 - t * t)", "slope_of_tanh(t)"), after=_MEMOISED),
        "whole numbers as int": right(
            ("        self.data = data\n", "        self.data = whole(data)\n"), after=_WHOLE
        ),
        "a node that is a float": changed(plain, (_CLASS, _FLOAT_NODE)),
        "forward values worked out again": changed(
            _file("rules_as_a_method"), ("        self.grad += grad\n", _AGAIN)
        ),
        "nodes that forget their gradient": right(
            (
                "            node._backward()\n",
                "            node._backward()\n            if node._prev:\n"
                "                node.grad = 0.0\n",
            )
        ),
        "a class for each operator, generators": _file("class_per_operator"),
        "a heap of creation numbers": _made_of_calls("heap_of_numbers"),
        "the graph outside the nodes, in arrays": _made_of_calls("graph_in_arrays"),
        "forward mode": _made_of_calls("forward_mode"),
        "fractions inside": _made_of_calls("fractions_inside"),
    }
