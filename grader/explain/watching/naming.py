"""Names for what was seen: rows of data, each a kind, an operator, and what makes it that belief.

A name is given only if every program of a group agrees with its row.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from grader.explain.watching.graph import Graph
from grader.explain.watching.kinds import Blamed
from grader.explain.watching.lines import copy_of
from grader.explain.watching.orders import ORDERS, ran
from grader.explain.watching.record import DATA
from grader.programs.compare import same_number


@dataclass(frozen=True, slots=True)
class Facts:
    """What one program showed: x and y are the operands' values (y may be an exponent), out is the
    result's, up the gradient that arrived there, found what was contributed or is the value."""

    blamed: Blamed
    graph: Graph
    x: float = 0.0
    y: float = 0.0
    out: float = 0.0
    up: float = 0.0
    found: float = 0.0
    slope: float = 0.0
    some_restart: bool = False
    """Whether other inner nodes of the same engine were seen to begin again with a call."""


Makes = Callable[[Facts], float]
Holds = Callable[[Facts], bool]

CONTRIBUTES: Sequence[tuple[str, str, int, Makes]] = (
    ("mul-own-data", "mul", 0, lambda f: f.x * f.up),
    ("mul-own-data", "mul", 1, lambda f: f.y * f.up),
    ("sub-plus", "sub", 1, lambda f: f.up),
    ("power-precedence", "pow", 0, lambda f: (f.y * f.x**f.y - 1) * f.up),
    ("pow-rule", "pow", 0, lambda f: f.y * f.x**f.y * f.up),
    ("pow-rule", "pow", 0, lambda f: f.x ** (f.y - 1) * f.up),
    ("tanh-uses-x", "tanh", 0, lambda f: (1 - f.x**2) * f.up),
    ("tanh-not-squared", "tanh", 0, lambda f: (1 - f.out) * f.up),
    ("tanh-like-sigmoid", "tanh", 0, lambda f: f.out * (1 - f.out) * f.up),
    ("exp-uses-x", "exp", 0, lambda f: f.x * f.up),
    ("exp-power-rule", "exp", 0, lambda f: f.x * math.exp(f.x - 1) * f.up),
    ("no-upstream", "", -1, lambda f: f.slope),
)
"""A belief, the operator and side it is about ("" and -1: any), and what it contributes."""

SLOPE_ALONE = (
    "What it contributes is the slope alone. Which gradient arrived at the result, and where does "
    "it come in?"
)
"""What is asked where a rule lacks nothing but the gradient from above."""

VALUES: Sequence[tuple[str, str, Makes]] = (
    ("rsub-flipped", "rsub", lambda f: f.y - f.x),
    ("rtruediv-flipped", "rtruediv", lambda f: f.y / f.x),
    ("int-division", "truediv", lambda f: float(f.x // f.y)),
)


def facts_of(blamed: Blamed, graph: Graph, some_restart: bool = False) -> Facts:
    """What a program showed, in numbers."""
    operation = blamed.operation
    if operation is None:
        return Facts(blamed, graph, some_restart=some_restart)
    values = graph.values(operation) or (0.0,)
    result, right = operation.call.result, graph.right(operation)
    out = (graph.data(result, operation.call.ends) if result is not None else None) or 0.0
    slope = right[1][max(0, blamed.side)] if right else 0.0
    up = blamed.owed / slope if slope else 0.0
    if blamed.call is not None and result is not None and result < len(blamed.call.after):
        up = graph.value(blamed.call.after[result]) or up
    return Facts(blamed, graph, values[0], values[-1], out, up, blamed.found, slope)


def is_slope_alone(facts: Facts) -> bool:
    """Whether a program shows a rule that lacks nothing but the gradient from above."""
    is_slope = facts.blamed.kind == "rule" and same_number(facts.found, facts.slope)
    return is_slope and not same_number(facts.up, 1.0)


def name_of(facts: Sequence[Facts]) -> str | None:
    """The belief that all of these agree with, if there is one."""
    first = facts[0].blamed
    operation = first.operation
    if operation is not None and first.kind in ("rule", "nothing"):
        return _of_rule(facts, operation.operator)
    if operation is not None and first.kind == "value":
        same = [name for name, form, makes in VALUES if form in (operation.form, operation.operator)
                and all(_makes(makes, each) for each in facts)]  # fmt: skip
        return same[0] if same else None
    if operation is not None and first.kind == "overwritten":
        name = f"overwrite-{operation.operator}"
        if name == "overwrite-mul" and all(each.blamed.side == 1 for each in facts):
            name = "overwrite-mul-other"
        return None if operation.operator in _COMPOSED else name
    if first.kind in ("early", "again", "skipped", "lacking"):
        by_order = _of_order(facts)
        if by_order is not None:
            return by_order
    rows = (name for kind, name, holds in STATES if kind == first.kind and all(map(holds, facts)))
    return next(rows, None)


_COMPOSED = frozenset({"neg", "sub", "truediv", "sum"})
"""Operators that most engines make of others: to overwrite there has no name of its own."""


EVERYWHERE = frozenset({"overwrite-everywhere"})
"""Names for what is true of several operators."""


def _of_rule(facts: Sequence[Facts], operator: str) -> str | None:
    side = facts[0].blamed.side
    if operator == "relu":
        return _of_gate(facts)
    for name, its, at, makes in CONTRIBUTES:
        if its in ("", operator) and at in (-1, side) and all(_makes(makes, e) for e in facts):
            is_clear = any(each.found for each in facts)
            return name if is_clear and (its or any(e.up != 1.0 for e in facts)) else None
    if operator == "mul" and all(map(_uses_operand, facts)):
        return "mul-uses-grad"
    return "quotient-rule" if (operator, side) == ("truediv", 1) else None


def _of_gate(facts: Sequence[Facts]) -> str | None:
    """What opens the gate of relu."""
    if all(same_number(each.found, each.up) for each in facts):
        return "relu-open-gate" if any(e.x < 0 for e in facts) else "relu-wrong-side-of-zero"
    by_sign = all((each.found == 0.0) is (each.up < 0) for each in facts)
    return "relu-gates-on-gradient" if by_sign else None


def _uses_operand(facts: Facts) -> bool:
    """Whether the gradient of an operand went into what was contributed."""
    entry, operation = facts.blamed.entry, facts.blamed.operation
    if entry is None or operation is None:
        return False
    return bool(facts.graph.grads_of(entry) & {*operation.nodes} - {operation.call.result})


def _makes(makes: Makes, facts: Facts) -> bool:
    try:
        return same_number(makes(facts), facts.found)
    except (ArithmeticError, ValueError, TypeError):
        return False


def _of_order(facts: Sequence[Facts]) -> str | None:
    """A traversal that gives the rules' order in every program, whichever input comes first."""
    given = [(each.graph, call) for each in facts if (call := each.blamed.call) is not None]
    if not all(graph.has_rules for graph, _ in given):
        return None  # how this engine gets from node to node was not seen
    seen = [(graph, call, ran(graph, call)) for graph, call in given]
    if all(c.root not in order for _, c, order in seen) and not any(map(_ran_before, facts)):
        return "skips-root"
    if not all(order for _, _, order in seen):
        return None
    fit = [n for n, makes in ORDERS if all(order in makes(g, call) for g, call, order in seen)]
    return fit[0] if fit and (len(fit) == 1 or {*fit} <= _ALIKE) else None


_ALIKE = frozenset({"no-visited-set", "recursive-no-topo"})
"""Beliefs between which small programs decide nothing: either may be named. Of any others that fit
alike none is."""


def _is_root(facts: Facts) -> bool:
    call = facts.blamed.call
    return call is not None and call.root == facts.blamed.node


def _left(facts: Facts, nodes: Iterable[int]) -> bool:
    """Whether `zero_grad` left every one of these nodes as it was, if it held something."""
    call = facts.blamed.call
    if call is None:
        return False
    pairs = [(call.before[node], call.after[node]) for node in nodes if node < len(call.before)]
    values = [(facts.graph.value(was), facts.graph.value(now)) for was, now in pairs]
    return all(was == now for was, now in values if was)


def _reached(facts: Facts) -> list[int]:
    call = facts.blamed.call
    root = None if call is None else call.root
    return [] if root is None else facts.graph.reached(root)


def _inner(facts: Facts, with_root: bool = True) -> list[int]:
    call = facts.blamed.call
    root = None if call is None else call.root
    own = facts.graph.own
    return [n for n in _reached(facts) if n in own and (with_root or n != root)]


def _cleared(facts: Facts, nodes: Sequence[int]) -> bool:
    call = facts.blamed.call
    now = [facts.graph.value(call.after[n]) for n in nodes if call and n < len(call.after)]
    return all(value == 0.0 for value in now)


def _leaves(facts: Facts) -> list[int]:
    made = facts.graph.record.made
    return [node for node in _reached(facts) if node not in facts.graph.own and node in made]


def _data(facts: Facts) -> float | None:
    entry = facts.graph.held(facts.blamed.node, DATA, 1 << 60)
    return facts.graph.value(entry)


STATES: Sequence[tuple[str, str, Holds]] = (
    ("called", "backward-called-not-stored", lambda f: True),
    ("born", "seed-everywhere", lambda f: f.blamed.found == 1.0),
    ("seeded", "backward-calls-itself", lambda f: True),
    ("idle", "skips-root", lambda f: True),
    ("left_out", "visited-mutable-default", lambda f: True),
    ("skipped", "visited-mutable-default", lambda f: _ran_before(f)),
    ("skipped", "visited-by-value", lambda f: _has_twin(f)),
    ("skipped", "kahn-multi-edge", lambda f: _is_on_both_sides(f)),
    ("captured", "early-capture", lambda f: True),
    ("kept", "seed-accumulates", lambda f: _is_root(f) and not _left_inner_kept(f)),
    ("kept", "nothing-reset", lambda f: not f.some_restart),
    ("lost", "seed-overwrites-leaf", _is_root),
    ("lost", "backward-zeroes-all", lambda f: True),
    ("seed", "no-seed", lambda f: f.blamed.found == 0.0),
    ("seed", "seed-with-value", lambda f: f.blamed.found == _data(f) and not _left_before(f)),
    ("zero", "zero-grad-does-nothing", lambda f: _left(f, _reached(f))),
    ("zero", "zero-only-leaves", lambda f: _cleared(f, _leaves(f)) and _left(f, _inner(f))),
    ("zero", "zero-only-root", lambda f: _left(f, _inner(f, with_root=False))),
    ("unlisted", "rewrap-detaches", lambda f: copy_of(f.blamed, f.graph) is not None),
    ("unlisted", "unary-no-children", lambda f: _is_unary(f)),
    ("unlisted", "prev-drops-operand", lambda f: True),
    ("same", "same-operand-special-case", lambda f: True),
    (
        "operand",
        "inplace-iadd",
        lambda f: f.blamed.operation is not None and f.blamed.operation.call.name == "iadd",
    ),
)
"""A kind, a belief, and when it is that belief."""


def _left_before(facts: Facts) -> bool:
    """Whether an earlier call left a gradient on the root."""
    call = facts.blamed.call
    return call is not None and bool(facts.graph.value(call.before[facts.blamed.node]))


def _ran_before(facts: Facts) -> bool:
    """Whether a rule that did not run did so in an earlier call."""
    call, node = facts.blamed.call, facts.blamed.other
    before = [each for each in facts.graph.record.calls if call and each.ends < call.begins]
    return node is not None and any(facts.graph.ran(node, each) for each in before)


def _has_twin(facts: Facts) -> bool:
    """Whether another node below the root holds the same number."""
    node, graph = facts.blamed.other, facts.graph
    if node is None:
        return False
    value = graph.data(node, 1 << 60)
    return any(graph.data(n, 1 << 60) == value for n in _reached(facts) if n != node)


def _is_on_both_sides(facts: Facts) -> bool:
    """Whether the node whose rule did not run is on both sides of an operator."""
    node = facts.blamed.other
    return any(operation.nodes.count(node) > 1 for operation in facts.graph.own.values())


def _is_unary(facts: Facts) -> bool:
    operation = facts.blamed.operation
    return operation is not None and len(operation.nodes) == 1


def _left_inner_kept(facts: Facts) -> bool:
    """Whether an inner node below the root still holds what an earlier call left there."""
    call = facts.blamed.call
    if call is None:
        return False
    for node in _inner(facts, with_root=False):
        if node < len(call.before) and (facts.graph.value(call.before[node]) or 0.0) != 0.0:
            written = facts.graph.written(node, call.begins, call.ends)
            if not any(facts.graph.numbers[entry].value == 0.0 for entry in written):
                return True
    return False
