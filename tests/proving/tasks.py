"""Wrong answers to tasks as hand-ins: the solution, with what the belief would write at its end.

A later definition of a name replaces the earlier one, in a file as in a notebook.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from grader.course.course import Course
from tests.proving.hand_ins import HandIn

_WALK = """
def build_topo(v, visited, topo):
    order, seen = [], set()
    def visit(node):
        {body}
    visit(v)
    topo.extend({result})
"""
_BODY = "{before}\n        for source in node._prev:\n            visit(source)\n        {after}"
_ONCE = "if node in seen:\n            return\n        seen.add(node)\n        {0}"


def _walk(before: str, after: str = "pass", result: str = "order") -> str:
    return _WALK.format(body=_BODY.format(before=before, after=after), result=result)


_LISTED = "order.append(node)"
_LEVELS = """
def build_topo(v, visited, topo):
    order, seen = [v], {v}
    for node in order:
        for source in node._prev:
            if source not in seen:
                seen.add(source)
                order.append(source)
    topo.extend(reversed(order))
"""
_PUSHED = """
def build_topo(v, visited, topo):
    stack, seen = [v], {v}
    while stack:
        node = stack.pop()
        topo.append(node)
        for source in node._prev:
            if source not in seen:
                seen.add(source)
                stack.append(source)
    topo.reverse()
"""
_BY_VALUE = "if node.data in seen:\n            return\n        seen.add(node.data)"
_KEPT = "SEEN = set()\n" + _walk(_ONCE.format("pass"), _LISTED).replace("set()\n", "SEEN\n")
_NO_LEAVES = _walk(_ONCE.format("pass"), "if node._prev:\n            order.append(node)")

BUILD_TOPO: Mapping[str, str] = {
    "topo-consumers-first": _walk(_ONCE.format("pass"), _LISTED, "reversed(order)"),
    "topo-preorder": _walk(_ONCE.format(_LISTED)),
    "topo-breadth-first": _LEVELS,
    "topo-seen-is-listed": _PUSHED,
    "topo-every-route": _walk("pass", _LISTED),
    "topo-by-value": _walk(_BY_VALUE, _LISTED),
    "topo-visited-kept": _KEPT,
    "topo-root-missing": _walk(_ONCE.format("pass"), _LISTED, "order[:-1]"),
    "topo-leaves-missing": _NO_LEAVES,
}

_COUNTED = """
def toposort(end_node):
    {count}
    ready = [end_node]
    while ready:
        node = ready.pop()
        yield node
        for source in {released}:
            waits[source] -= 1
            if waits[source] == 0:
                ready.append(source)
"""
_ROUTES = """
    waits, stack = {}, [end_node]
    while stack:
        for source in stack.pop().inputs:
            waits[source] = waits.get(source, 0) + 1
            stack.append(source)
"""
_EDGES = """
    waits, stack = {}, [end_node]
    while stack:
        for source in stack.pop().inputs:
            if source not in waits:
                waits[source] = 0
                stack.append(source)
            waits[source] += 1
"""
_FIRST = """
def toposort(end_node):
    ready, out = [end_node], {end_node}
    for node in ready:
        yield node
        for source in node.inputs:
            if source not in out:
                out.add(source)
                ready.append(source)
"""
_INPUTS_FIRST = """
def toposort(end_node, seen=None):
    seen = set() if seen is None else seen
    if end_node not in seen:
        seen.add(end_node)
        for source in end_node.inputs:
            yield from toposort(source, seen)
        yield end_node
"""
_AGAIN = """
def toposort(end_node):
    yield end_node
    for source in end_node.inputs:
        yield from toposort(source)
"""

TOPOSORT: Mapping[str, str] = {
    "toposort-counts-routes": _COUNTED.format(count=_ROUTES.strip(), released="node.inputs"),
    "toposort-double-edge": _COUNTED.format(count=_EDGES.strip(), released="set(node.inputs)"),
    "toposort-first-arrival": _FIRST,
    "toposort-inputs-first": _INPUTS_FIRST,
    "toposort-every-route": _AGAIN,
}

_TRAIN = """
def train(p, steps, rate):
    for _ in range(steps):
        loss = (p + -5) * (p + -5)
        {0}
"""
_SWEEP = """
def zero_grad(root):
    topo, seen, stack = [], {{root}}, [root]
    while stack:
        node = stack.pop()
        topo.append(node)
        for source in node._prev:
            if source not in seen:
                seen.add(source)
                stack.append(source)
    {0}
"""


def _train(*lines: str) -> str:
    return _TRAIN.format("\n        ".join(lines))


def _second_call(a: float, b: float, c: float) -> str:
    return f"SECOND_CALL_GRADS = {{'a': {a}, 'b': {b}, 'c': {c}}}\n"


_BACK, _STEP, _ZERO = "loss.backward()", "p.data -= rate * p.grad", "zero_grad(loss)"

ZERO_GRAD: Mapping[str, str] = {
    "thinks-twice-is-2x": _second_call(44.0, 34.0, 10.0),
    "thinks-twice-is-once": _second_call(22.0, 17.0, 5.0),
    "thinks-the-seed-adds": _second_call(103, 78, 20),
    "sweeps-only-leaves": _SWEEP.format(
        "for node in topo:\n        if not node._prev:\n            node.grad = 0.0"
    ),
    "sweeps-only-the-root": "def zero_grad(root):\n    root.grad = 0.0\n",
    "sweeps-all-but-the-root": _SWEEP.format("for node in topo[1:]:\n        node.grad = 0.0"),
    "sweeps-data": _SWEEP.format("for node in topo:\n        node.data = node.grad = 0.0"),
    "sweeps-nothing": _SWEEP.format("for node in topo:\n        grad = 0.0"),
    "sweep-calls-itself": (
        "def zero_grad(root, seen=None):\n    seen = set() if seen is None else seen\n"
        "    if root not in seen:\n        seen.add(root)\n        root.grad = 0.0\n"
        "        for source in root._prev:\n            zero_grad(source, seen)\n"
    ),
    "sweep-takes-every-route": (
        "def zero_grad(root):\n    stack = [root]\n    while stack:\n"
        "        node = stack.pop()\n        node.grad = 0.0\n        stack.extend(node._prev)\n"
    ),
    "never-zero-in-loop": _train(_BACK, _STEP),
    "zero-after-backward": _train(_BACK, _ZERO, _STEP),
    "parameter-rebinding": _train(_ZERO, _BACK, "p = p + -rate * p.grad"),
    "climbs": _train(_ZERO, _BACK, "p.data += rate * p.grad"),
}

_CHECK = """
def check_grad(f, xs):
    value, claims = f(xs)
    for i in {which}:
        up, down = list(xs), list(xs)
        up[i] += {h}
        down[i] -= {h}
        left, right = (value - f(down)[0]) / {h}, (f(up)[0] - value) / {h}
        if abs(left - right) > 0.01 * (1 + abs(left)):
            {kink}
        apart = {apart}
        if {size} > {limit}:
            return False
    return True
"""


def _checker(
    h: str = "1e-5",
    kink: str = "continue",
    limit: str = "1e-4 * abs(claims[i]) + 1e-7",
    apart: str = "(left + right) / 2 - claims[i]",
    size: str = "abs(apart)",
    which: str = "range(len(xs))",
) -> str:
    return _CHECK.format(h=h, kink=kink, limit=limit, apart=apart, size=size, which=which)


_RIGHT_SIDE = "right - claims[i]"

CHECK_GRAD: Mapping[str, str] = {
    "fd-step-too-small": _checker(h="1e-12", limit="1e-5"),
    "fd-step-too-large": _checker(h="1e-2", limit="1e-5"),
    "fd-one-sided": _checker(apart=_RIGHT_SIDE, limit="1e-6"),
    "fd-sign-lost": _checker(size="apart"),
    "fd-one-input-only": _checker(which="[0]"),
    "fd-limit-too-wide": _checker(limit="0.05"),
    "fd-kink-is-an-error": _checker(kink="pass"),
    "fd-kink-ends-all": _checker(kink="return True"),
    "fd-always-true": "def check_grad(f, xs):\n    return True\n",
    "fd-always-false": "def check_grad(f, xs):\n    return False\n",
}


def _grads(**graphs: Mapping[str, float]) -> str:
    return "".join(f"{name}_GRADS = {dict(numbers)!r}\n" for name, numbers in graphs.items())


BY_HAND: Mapping[str, str] = {
    "hand-first-share-only": _grads(
        P1={"L": 1, "c": 1, "d": 1, "b": 7, "a": 6},
        P2={"L": 1, "d": 9, "c": 45, "b": 180, "a": 540},
    ),
    "hand-last-share-only": _grads(
        P1={"L": 1, "c": 1, "d": 1, "b": 5, "a": 15},
        SHOWCASE={"L": 1, "e": 5, "f": 7, "d": 5, "c": 5, "a": 7, "b": 7},
    ),
    "hand-twice-over": _grads(P1={"L": 1, "c": 1, "d": 1, "b": 7, "a": 27}),
    "hand-value-for-gradient": _grads(
        SHOWCASE={"L": 35, "e": 175, "f": 245, "d": 175, "c": 175, "a": 770, "b": 595},
    ),
    "hand-own-value": _grads(
        SHOWCASE={"L": 1, "e": 7, "f": 5, "d": 7, "c": 7, "a": 19, "b": 26},
    ),
    "hand-local-slope": _grads(P1={"L": 1, "c": 1, "d": 1, "b": 7, "a": 3}),
    "manual-order-by-eye": "P2_ORDER = ['L', 'b', 'd', 'c', 'a']\n",
    "hand-leaves-first": "P1_ORDER = ['a', 'b', 'c', 'd', 'L']\n",
}

WRONG_ANSWERS: Mapping[str, Mapping[str, str]] = {
    "order-by-hand": BY_HAND,
    "build-topo": BUILD_TOPO,
    "check-grad": CHECK_GRAD,
    "zero-grad": ZERO_GRAD,
    "toposort-iterative": {
        **{name: text for name, text in BUILD_TOPO.items() if "visit(" not in text},
        "topo-calls-itself": _walk(_ONCE.format("pass"), _LISTED),
    },
    "consumer-counts": TOPOSORT,
}
"""For each exercise, the beliefs that can appear in it and what they would write."""


def wrong_answers(course: Course) -> Iterator[HandIn]:
    """A hand-in for each belief about a task, in each exercise that it can appear in."""
    ids = {exercise.id for exercise in course.exercises}
    for name, beliefs in WRONG_ANSWERS.items():
        if name in ids:
            solution = course.solutions_dir / course.exercise(name).file_name
            text = solution.read_text(encoding="utf-8")
            for belief, ending in beliefs.items():
                whole = f"{text}\n\n{ending.strip()}\n"
                yield HandIn(f"{belief} in {name}", name, whole, "wrong", (belief,))
