"""Wrong parts of a student's engine, for each misconception about rules and operators.

`RULES[id]` are the changes of `tests.proving.template` that make a hand-in which holds the belief:
one for each way in which students write it, the commonest first.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from tests.proving.template import (
    FUNCTIONS,
    OPERATORS,
    OWN_RULES,
    RULED,
    Change,
    on_sides,
    own_rules,
    slopes_of,
)

_SIDES = ("left", "right")


_IN_ORDER: Change = {
    "reflected.add": "return Value(other) + self",
    "reflected.mul": "return Value(other) * self",
    "reflected.sub": "return Value(other) + (-self)",
    "reflected.truediv": "return Value(other) * self**-1",
}
"""A number on the left stays on the left. Most students write `self + other`, which turns it round;
for beliefs that treat the two sides differently these are two forms."""


def _overwriting(operators: Sequence[str], sides: Iterable[str] = _SIDES) -> dict[str, str]:
    return {**own_rules(operators), **on_sides("pay", "=", operators, sides)}


def _without_upstream(*operators: str) -> Change:
    return {**own_rules(operators), **{f"upstream.{name}": "1.0" for name in operators}}


ACCUMULATION: Mapping[str, tuple[Change, ...]] = {
    "overwrite-add": tuple(
        _overwriting(("add",), sides) for sides in (_SIDES, ("left",), ("right",))
    ),
    "overwrite-mul": (_overwriting(("mul",)), _overwriting(("mul",), ("left",))),
    "overwrite-mul-other": (
        _overwriting(("mul",), ("right",)),
        {**_overwriting(("mul",), ("right",)), **_IN_ORDER},
    ),
    **{f"overwrite-{name}": (_overwriting((name,)),) for name in (*FUNCTIONS, "pow")},
    "overwrite-everywhere": (
        _overwriting(RULED),
        _overwriting(OPERATORS),
        _overwriting(("add", "mul")),
        _overwriting(FUNCTIONS),
    ),
    "same-operand-special-case": (
        {"when.add.right": "other is not self"},
        {"when.mul.right": "other is not self"},
        {"when.add.right": "other is not self", "when.mul.right": "other is not self"},
    ),
    "no-upstream": (
        _without_upstream("add"),
        *(_without_upstream(name) for name in OPERATORS[1:]),
        _without_upstream("add", "mul"),
        _without_upstream(*FUNCTIONS),
        _without_upstream(*OPERATORS),
    ),
    "mul-own-data": ({"slope.mul.left": "self.data", "slope.mul.right": "other.data"},),
    "mul-uses-grad": (
        {"slope.mul.left": "other.grad"},
        {"slope.mul.left": "other.grad", **_IN_ORDER},
        {"slope.mul.left": "other.grad", "slope.mul.right": "self.grad"},
        {"slope.mul.right": "self.grad"},
    ),
}


def _forgetting(*operators: str) -> tuple[Change, Change]:
    """The result has neither inputs nor a rule; in the second form it keeps its rule."""
    listed = {f"listed.{name}": "()" for name in operators}
    listed |= own_rules(operators)
    return {**listed, **{f"keep.{name}": "pass" for name in operators}}, listed


def _late(operator: str) -> str:
    sides = zip(("self", "other"), slopes_of(operator), strict=False)
    pairs = ", ".join(f"({node}, {slope})" for node, slope in sides)
    return (
        f"rules = []\nfor node, slope in ({pairs},):\n    def pay():\n"
        "        node.grad += slope * out.grad\n    rules.append(pay)"
    )


_LATE_RULES: Change = {
    **{f"before.{name}": _late(name) for name in RULED},
    **{f"rule.{name}": "for rule in rules:\n    rule()" for name in RULED},
}
_IADD = (
    "def __i{0}__(self, other):\n"
    "    self.data {1}= other.data if isinstance(other, Value) else other\n    return self"
)
_REWRAPPED = "Value(other.data if isinstance(other, Value) else other)"

CONSTRUCTION: Mapping[str, tuple[Change, ...]] = {
    "prev-drops-operand": (
        {"listed.*": "(self,)"},
        {"listed.*": "(self,)", **_IN_ORDER},
        {"listed.add": "(self,)"},
        {"listed.add": "(other,)"},
        {"listed.mul": "(self,)"},
        {"listed.mul": "(other,)"},
    ),
    "unary-no-children": tuple(
        form
        for names in (*((name,) for name in (*FUNCTIONS, "neg", "pow", "sub")), FUNCTIONS)
        for form in _forgetting(*names)
    ),
    "rewrap-detaches": (
        {"coerce.*": _REWRAPPED},
        {"coerce.*": _REWRAPPED, **_IN_ORDER},
    ),
    "no-coercion": ({"coerce.*": "other", "reflected.*": "missing", **OWN_RULES},),
    "early-capture": ({"before.*": "arrived = out.grad", "upstream.*": "arrived"},),
    "late-binding-loop": (_LATE_RULES, {**_LATE_RULES, **_IN_ORDER}),
    "backward-called-not-stored": ({"keep.*": "out._backward = _backward()"},),
    "inplace-iadd": (
        {"methods": _IADD.format("add", "+")},
        {"methods": _IADD.format("mul", "*")},
        {"methods": _IADD.format("add", "+") + "\n\n" + _IADD.format("mul", "*")},
    ),
}

OPERATOR_RULES: Mapping[str, tuple[Change, ...]] = {
    "radd-missing": (
        {"reflected.add": "missing"},
        {"reflected.add": "missing", "reflected.mul": "missing"},
    ),
    "rmul-missing": ({"reflected.mul": "missing"},),
    "rsub-missing": (
        {"reflected.sub": "missing"},
        {"reflected.sub": "missing", "reflected.truediv": "missing"},
    ),
    "rtruediv-missing": ({"reflected.truediv": "missing"},),
    "rsub-flipped": ({"reflected.sub": "return self - other"},),
    "rtruediv-flipped": ({"reflected.truediv": "return self / other"},),
    "radd-recurses": (
        {"reflected.add": "return other + self"},
        {"reflected.add": "return other + self", "reflected.mul": "return other * self"},
    ),
    "sub-plus": ({"own.sub": "yes", "slope.sub.right": "1.0"},),
    "int-division": (
        {
            "own.truediv": "yes",
            "value.truediv": "self.data // other.data",
            "slope.truediv.left": "(1.0 // other.data)",
            "slope.truediv.right": "(-(self.data // other.data**2))",
        },
        {"own.truediv": "yes", "value.truediv": "self.data // other.data"},
    ),
    "quotient-rule": (
        {"own.truediv": "yes", "slope.truediv.right": "(-self.data / other.data)"},
        {"own.truediv": "yes", "slope.truediv.right": "(self.data / other.data**2)"},
        {"own.truediv": "yes", "slope.truediv.right": "(-1.0 / other.data**2)"},
    ),
    "power-precedence": (
        {"slope.pow.left": "(n * self.data**n - 1)"},
        {"slope.pow.left": "n * (self.data**n - 1)"},
    ),
    "pow-rule": (
        {"slope.pow.left": "self.data ** (n - 1)"},
        {"slope.pow.left": "n * self.data**n"},
        {"slope.pow.left": "(self.data ** (n - 1) if n != 0 else 0.0)"},
    ),
    "pow-zero": ({"slope.pow.left": "n * self.data ** (n - 1)"},),
    "op-returns-none": tuple(
        {f"return.{name}": "return None", **({f"own.{name}": "yes"} if name not in RULED else {})}
        for name in OPERATORS
    ),
}


def _slope(function: str, slope: str) -> tuple[Change, ...]:
    return ({f"slope.{function}.left": slope},)


FUNCTION_RULES: Mapping[str, tuple[Change, ...]] = {
    "tanh-uses-x": _slope("tanh", "(1.0 - self.data**2)"),
    "tanh-not-squared": _slope("tanh", "(1.0 - out.data)"),
    "tanh-like-sigmoid": _slope("tanh", "out.data * (1.0 - out.data)"),
    "tanh-overflow": (
        {"value.tanh": "(math.exp(2 * self.data) - 1) / (math.exp(2 * self.data) + 1)"},
    ),
    "exp-uses-x": _slope("exp", "self.data"),
    "exp-power-rule": _slope("exp", "self.data * math.exp(self.data - 1)"),
    "relu-open-gate": _slope("relu", "1.0"),
    "relu-wrong-side-of-zero": (
        *_slope("relu", "float(out.data >= 0)"),
        *_slope("relu", "float(self.data >= 0)"),
    ),
    "relu-gates-on-gradient": (
        *_slope("relu", "float(out.grad > 0)"),
        *_slope("relu", "float(self.data > 0 and out.grad > 0)"),
    ),
}

RULES = {**ACCUMULATION, **CONSTRUCTION, **OPERATOR_RULES, **FUNCTION_RULES}
