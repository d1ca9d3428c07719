"""The operators of the contract, one row each: whatever lists operators reads this table.

What one can do with it:

* look one up by its name (`OPERATORS["mul"]`), or list those that take two nodes
  (`names("nodes")`);
* write an expression with it (`written`), name it in a sentence (`said`, `spelled`), work out its
  value for floats and complex numbers (`value`);
* call it on nodes of any engine (`on_nodes`, `in_place`), or make a class that has it
  (`give_methods`);
* name the form of an operation (`a + b`, `a + 2` and `2 + a` are three) and look at each (`forms`).

A row is all that a new operator needs. Runs beside student code too: the standard library only.
"""

from __future__ import annotations

import cmath
import math
import operator as python
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Literal, TypeAlias

Takes: TypeAlias = Literal["node", "nodes", "number", "list"]
"""What an operator is applied to: one node; two, of which one may be a plain number; a node and a
plain number to its right; any number of nodes."""


def anywhere(*_operands: float) -> bool:
    """Every operand will do."""
    return True


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Operator:
    """One operator.

    name: what Python's own module `operator` calls it (`add`, `abs`), or `sum`, or else a method of
    the engine's.
    value: its value, for floats and for complex numbers. by_value: its slope from its value, as
    many work it out. sign: how Python writes it, "" for a method. torch: where torch has it, if no
    tensor has a method of this name. plain: what Python writes for a plain number, if `math` has no
    function of this name. words: what else people call it in their code. phrase: what a sentence
    calls it instead of its sign or name.

    defined: whether the operator is judged at these operands. calm: whether they are away from
    kinks, saturation and overflow, so that all right engines agree. points: operands to ask it at.
    far: where its slope is all but 0. kink: whether its slope jumps somewhere. refused: operands
    at which most engines' operator raises an exception, None for what is no number; none is
    judged there. magnified: where its value is all but 0, with a factor to see it by.
    numbers: plain numbers to its right; `pairs`: with operands before them; `drawn`: those for a
    drawn node of this value. in_a_row: n so that applying n and then 1 / n keeps all digits.

    scales: its rank (1 is best) among what sends down a gradient other than 1; joins: among what
    uses two nodes at once; 0 for what does not.
    """

    name: str
    value: Callable[..., Any]
    takes: Takes
    sign: str = ""
    torch: str = ""
    words: tuple[str, ...] = ()
    phrase: str = ""
    defined: Callable[..., bool] = anywhere
    calm: Callable[..., bool] = anywhere
    points: tuple[float, ...] = ()
    far: tuple[float, ...] = ()
    magnified: tuple[tuple[float, float], ...] = ()
    refused: tuple[tuple[float | None, ...], ...] = ()
    numbers: tuple[float, ...] = ()
    pairs: tuple[tuple[float, float], ...] = ()
    drawn: Callable[[float], Sequence[float]] | None = None
    in_a_row: tuple[float, ...] = (2, -0.5)
    plain: str = ""
    kink: bool = False
    by_value: Callable[[float], float] | None = None
    scales: int = 0
    joins: int = 0

    @property
    def total(self) -> bool:
        """Whether any operands will do."""
        return self.calm is anywhere

    @property
    def method(self) -> str:
        """The method of a class that it calls."""
        return method(self.name)

    @property
    def said(self) -> str:
        """What a sentence calls it: "+", "the minus sign", "tanh"."""
        return self.phrase or self.sign or self.name

    @property
    def spelled(self) -> str:
        """Its sign or its call: "+", "unary -", "tanh()"."""
        if self.takes == "list":
            return f"{self.name}([...])"
        if not self.sign:
            return f"{self.name}()"
        return f"unary {self.sign}" if self.takes == "node" else self.sign

    def written(self, *operands: str) -> str:
        """The expression: `a + b`, `a**n`, `-a`, `a.tanh()`, `abs(a)`, `sum([a, b])`."""
        if self.takes == "list":
            return f"{self.name}([{', '.join(operands)}])"
        if not self.sign:
            is_own = self.method == self.name
            return f"{operands[0]}.{self.name}()" if is_own else f"{self.name}({operands[0]})"
        if self.takes == "node":
            return f"{self.sign}{operands[0]}"
        return (f" {self.sign} " if self.takes == "nodes" else self.sign).join(operands)


def _power(x: Any, n: float) -> Any:
    """A power. Python takes complex ones by an angle from about n = 100 on, and that of a number
    beside a negative one is half a turn: n times that keeps no digit of the step beside it."""
    if isinstance(x, complex) and x.real < 0 and float(n).is_integer():
        return (-x) ** n * (-1.0 if n % 2 else 1.0)
    return x**n


def _of(real: Callable[[float], float], other: Callable[[complex], complex]) -> Callable[..., Any]:
    """A function for floats, and another one for complex numbers."""
    return lambda x: other(x) if isinstance(x, complex) else real(x)


_NEAR = (1e-12, 1e-9, 1e-6, 1e-3, 0.04, 0.3)
_FACTORS = (2, -0.5, 1e-9, 1e9)
_EXPONENTS = (*range(-5, 8), 10, -3.0, -2.0, -1.0, 0.0, 1.0, 2.0, 3.0, 4.0)
_FRACTIONS = (0.5, -0.5, 1.5, 2.5, 3.5, 1 / 3, 0.1, 0.75, -1.25, 1.0005, 2.0000001)


def _exponents(base: float) -> Sequence[float]:
    return (2, 3, -1, -2, 2.0, 1) if base < 0 else (2, 3, -1, 0.5, 1.5)


_ROWS = (
    Operator(
        name="add",
        sign="+",
        takes="nodes",
        value=lambda x, y: x + y,
        magnified=((1e-20, 1e20),),
        words=("plus", "sum"),
        scales=7,
        joins=1,
    ),
    Operator(
        name="sub",
        sign="-",
        takes="nodes",
        value=lambda x, y: x - y,
        refused=((1.5, None),),
        words=("minus", "subtract"),
        joins=3,
    ),
    Operator(
        name="mul",
        sign="*",
        takes="nodes",
        value=lambda x, y: x * y,
        magnified=((1e-15, 1e30),),
        words=("times", "multiply", "product"),
        in_a_row=_FACTORS,
        scales=1,
        joins=2,
    ),
    Operator(
        name="truediv",
        sign="/",
        takes="nodes",
        value=lambda x, y: x / y,
        words=("div", "divide", "division", "quotient"),
        defined=lambda x, y: y != 0,
        refused=((1.5, 0.0), (1.5, None)),
        calm=lambda x, y: abs(y) >= 0.05,
        in_a_row=_FACTORS,
        scales=2,
        joins=4,
    ),
    Operator(
        name="neg",
        sign="-",
        takes="node",
        value=lambda x: -x,
        magnified=((-1e-20, 1e20),),
        words=("negate", "negative", "neg-"),
        phrase="the minus sign",
        points=(0.0, *_NEAR, 5.0, 1000.0, 3e7),
        scales=5,
    ),
    Operator(
        name="tanh",
        takes="node",
        value=_of(math.tanh, cmath.tanh),
        calm=lambda x: 1e-3 <= abs(x) <= 4.0,
        points=(0.0, *_NEAR, 0.013, 0.02, 1.5, 3.0, 5.0, 6.5, 8.0, 10.0),
        by_value=lambda out: 1.0 - out * out,
        # Closer to 0 it has fewer digits by way of exp: 1e-10 are right at 1e-6, none at 1e-17.
        magnified=((1e-3, 1e3), (-1e-4, 1e4), (1e-5, -1e5)),
        # By way of exp(2x) it still has a value at 12 and 25, but not always a slope.
        far=(12.0, 20.0, 25.0, 100.0, 200.0, 355.0, 400.0, 700.0, 720.0, 999.0, 1000.0),
        scales=6,
    ),
    Operator(
        name="exp",
        takes="node",
        value=_of(math.exp, cmath.exp),
        calm=lambda x: abs(x) <= 5.0,
        by_value=lambda out: out,
        points=(0.0, *_NEAR, 5.0, 12.0, 25.0, 100.0, 250.0, 500.0, 708.9),
        refused=((1000.0,),),
        magnified=(
            *((-20.0, 1e9), (-35.0, 1e15), (-50.0, 1e22), (-100.0, 1e43)),
            (-1000.0, 1e22),  # below -500 who differentiates by complex steps loses all
        ),
        scales=3,
    ),
    Operator(
        name="relu",
        takes="node",
        value=_of(lambda x: max(x, 0.0), lambda x: x if x.real > 0 else 0 * x),
        magnified=((1e-20, 1e20),),
        calm=lambda x: abs(x) >= 0.02,
        by_value=lambda out: float(out > 0),
        points=(1e-30, *_NEAR, 5.0, 12.0, 25.0, 1000.0, 3e7, 1e12),
        plain="max({}, 0.0)",
        kink=True,
    ),
    Operator(
        name="pow",
        sign="**",
        takes="number",
        value=_power,
        defined=lambda x, n: abs(n) <= 300,  # beyond, nothing is judged: see `pairs`
        words=("power",),
        calm=lambda x, n: abs(x) >= 0.05 and (x > 0 or float(n).is_integer()),
        numbers=(3, 2, -1),
        refused=((0.0, -1),),
        magnified=((1e-10, 1e30),),
        pairs=(
            *((base, n) for base in (2.25, -1.5, 1.0, -1.0, 8.0) for n in _EXPONENTS),
            *((base, n) for base in (2.25, 0.3, 8.0, 1.0) for n in _FRACTIONS),
            *((base, n) for base in (1e-3, -1e-3) for n in (1, 2, 3, 2.0, -1)),
            *((base, n) for base in (1.5, -0.75) for n in (-20, -8, 13, 16, 21, 50, 13.0)),
            *((base, n) for base in (1e5, 0.9) for n in (2, -1, 0.5)),
            *((base, n) for base in (2e-3, 3e-7, 4e7) for n in (0.5, -0.5, 1.5)),
            *((base, n) for base in (1.05, -1.05) for n in (64, 99, 100, -100)),
            *((1.05, 300), (1.05, -300)),  # not more: a power may be a product of as many nodes
            *((2.25, 1e-3), (1e-12, -1), (1e100, 2), (-1e100, 3), (1e100, 0.5)),
            # At 0 exponents are above 0: a base of 0 to the power 0 has a check of its own. Nor is
            # 1.5 asked there: a right engine that takes slopes by a complex step is 7e-11 off.
            *((0.0, n) for n in (1, 2, 3, 4, 1.0, 2.0, 3.0, 2.5)),
        ),
        drawn=_exponents,
        scales=4,
    ),
    Operator(name="sum", takes="list", value=lambda *x: sum(x), phrase="sum()"),
)

OPERATORS: dict[str, Operator] = {row.name: row for row in _ROWS}
"""Every operator by its name."""

JOIN, SCALE, SQUASH, TOTAL = "add", "mul", "tanh", "sum"
"""What programs about something else are made with: to use two nodes, to send down a gradient
other than 1, to keep a long way within bounds, to add up many."""


_PYTHONS_OWN = dict(vars(python))
"""As it was before student code could change it."""


def method(name: str) -> str:
    """The method of a class that an operator calls: `__add__`, `tanh`."""
    return f"__{name}__" if f"__{name}__" in _PYTHONS_OWN else name


@cache
def on_nodes(name: str) -> Callable[..., Any]:
    """What makes a node of an engine's nodes, as Python does it. Any method's name will do."""
    if name == TOTAL:
        return lambda *nodes: sum(list(nodes))
    found: Callable[..., Any] = _PYTHONS_OWN.get(f"__{name}__") or python.methodcaller(name)
    return found


@cache
def in_place(name: str) -> Callable[[Any, Any], Any]:
    """What Python does for `y += x`, and so on."""
    found: Callable[[Any, Any], Any] = _PYTHONS_OWN[f"__i{name}__"]
    return found


def give_methods(
    kind: type,
    operators: Mapping[str, Takes],
    applied: Callable[..., Any],
    changed: Callable[..., Any] | None = None,
) -> None:
    """Give a class what Python calls for these operators.

    applied(name, *operands) makes a node, changed(name, node, operand) does so for `y += x`.
    """

    def give(name: str, reflected: bool, in_place: bool) -> Callable[..., Any]:
        if in_place:
            assert changed is not None
            return lambda x, y: changed(name, x, y)
        if reflected:
            return lambda x, y: applied(name, y, x)
        if operators[name] == "node":
            return lambda x: applied(name, x)
        return lambda x, y: applied(name, x, y)

    for name, takes in operators.items():
        if takes == "list":  # Python's own: it calls others
            continue
        setattr(kind, method(name), give(name, False, False))
        if takes == "nodes":
            setattr(kind, f"__r{name}__", give(name, True, False))
        if takes != "node" and changed is not None:
            setattr(kind, f"__i{name}__", give(name, False, True))


def kinds() -> dict[str, Takes]:
    """What each operator takes, by its name: for `give_methods`, also as JSON."""
    return {row.name: row.takes for row in OPERATORS.values()}


def worked_out(steps: Sequence[Sequence[Any]], leaves: Sequence[float]) -> float:
    """The value that steps which only make leaves and nodes come to, with these leaves."""
    values: dict[str, float] = {}
    waiting, last = list(leaves), 0.0
    for step in steps:
        if step[0] == "leaf":
            values[step[1]] = waiting.pop(0)
        elif step[0] == "apply":
            operands = [values[item] if isinstance(item, str) else item for item in step[3:]]
            last = values[step[1]] = OPERATORS[step[2]].value(*operands)
    return last


@dataclass(frozen=True, slots=True)
class Form:
    """One way to write an operator: it needs a method of its own.

    name: "mul" for two nodes, "mul_const" with a number on the right, "rmul" with one on the left.
    number: the side of the plain number, "" if there is none.
    """

    name: str
    operator: Operator
    number: Literal["", "left", "right"] = ""

    @property
    def sides(self) -> tuple[int, ...]:
        """The operands that are nodes: 0 is the left one."""
        if self.number:
            return (1,) if self.number == "left" else (0,)
        return (0, 1) if self.operator.takes in ("nodes", "list") else (0,)

    def applied(self, left: Any, right: Any) -> tuple[Any, ...]:
        """The operands, of which `right` is a plain number if the form has one."""
        if self.number == "left":
            return right, left
        return (left,) if self.operator.takes == "node" else (left, right)


def names(*kinds: Takes) -> tuple[str, ...]:
    """The names of the operators of these kinds, in the order of the table."""
    return tuple(row.name for row in OPERATORS.values() if row.takes in kinds)


def ranked(by: Literal["scales", "joins"]) -> tuple[str, ...]:
    """The operators that do this for others, the best first."""
    found = [row for row in OPERATORS.values() if getattr(row, by)]
    return tuple(row.name for row in sorted(found, key=lambda row: getattr(row, by)))


def operator_of(form: str) -> str:
    """The operator of a form: "sub" for "sub_const", "rsub" and "isub"."""
    found = forms().get(form)
    return form[1:] if found is None else found.operator.name  # "iadd" is no form of its own


def method_of(form: str) -> str:
    """The method of a class that a form calls: `__rsub__` for "rsub", `__iadd__` for "iadd"."""
    found = forms().get(form)
    if found is None or found.number == "left":
        return f"__{form}__"
    return found.operator.method


def named_in(words: Sequence[str]) -> str:
    """The first form, "iadd" and the like too, that is among some words; "" if there is none."""
    called = {word: row.name for row in OPERATORS.values() for word in row.words}
    for word in words:
        name = called.get(word, word)
        if name in forms() or (name[:1] == "i" and name[1:] in OPERATORS):
            return name
    return ""


def all_forms() -> frozenset[str]:
    """The names of all forms of the contract."""
    return frozenset(forms())


def forms() -> dict[str, Form]:
    """Every form of the contract by its name."""
    return _forms(tuple(OPERATORS.values()))


@cache
def _forms(rows: tuple[Operator, ...]) -> dict[str, Form]:
    two = [row for row in rows if row.takes == "nodes"]
    return {
        form.name: form
        for form in (
            *(Form(row.name, row) for row in two),
            *(Form(row.name, row) for row in rows if row.takes != "nodes"),
            *(Form(f"{row.name}_const", row, "right") for row in two),
            *(Form(f"r{row.name}", row, "left") for row in two),
        )
    }
