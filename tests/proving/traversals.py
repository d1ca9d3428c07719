"""Wrong ways back through the graph in a student's engine, for each misconception about them.

`WALKS[id]`: changes of `tests.proving.template`, the commonest way to write the belief first.
"""

from __future__ import annotations

from collections.abc import Mapping

from tests.proving.template import Change

_DEPTH_FIRST = """
def ordered(root):
    order, seen = [], set()
    def visit(node):
        if node not in seen:
            seen.add(node)
            {before}
            for source in node._prev:
                visit(source)
            {after}
    visit(root)
    return {result}
"""


def _depth_first(before: str = "pass", after: str = "pass", result: str = "order") -> Change:
    return {"order": _DEPTH_FIRST.format(before=before, after=after, result=result)}


_LISTED = "order.append(node)"
_BREADTH_FIRST = """
def ordered(root):
    order, seen = [root], {root}
    for node in order:
        for source in node._prev:
            if source not in seen:
                seen.add(source)
                order.append(source)
    return order
"""
_FIRST_ARRIVAL = """
def ordered(root):
    order, ready, released = [], [root], {root}
    while ready:
        node = ready.pop(0)
        order.append(node)
        for source in node._prev:
            if source not in released:
                released.add(source)
                ready.append(source)
    return order
"""
_DEPTHS = """
def ordered(root):
    depth = {root: 0}
    queue = [root]
    for node in queue:
        for source in node._prev:
            if source not in depth:
                depth[source] = depth[node] + 1
                queue.append(source)
    found = []
    def visit(node):
        if node not in found:
            found.append(node)
            for source in node._prev:
                visit(source)
    visit(root)
    return sorted(found, key=lambda node: depth[node])
"""
_NAIVE_STACK = """
def ordered(root):
    order, stack, seen = [], [root], set()
    while stack:
        node = stack.pop()
        if node in seen:
            continue
        seen.add(node)
        order.append(node)
        for source in node._prev:
            stack.append(source)
    return order
"""
_MARK_ON_PUSH = """
def ordered(root):
    order, stack, seen = [], [root], {root}
    while stack:
        node = stack.pop()
        order.append(node)
        for source in node._prev:
            if source not in seen:
                seen.add(source)
                stack.append(source)
    return order
"""
_SPEAKING = """
def spread(node{argument}):
    {guard}
    {early}
    for source in node._prev:
        spread(source{argument})
    {late}
"""


def _speaking(guard: str = "pass", early: str = "node._backward()", late: str = "pass") -> Change:
    """Rules run during the walk."""
    argument = "" if guard == "pass" else ", seen"
    function = _SPEAKING.format(argument=argument, guard=guard, early=early, late=late)
    return {"module": function, "run": "spread(self)" if not argument else "spread(self, set())"}


_ONCE = "if node in seen: return\n    seen.add(node)"
_KEPT = "for node in ORDER: node._backward()"
_TOPO = """
def build_topo(v, visited, topo):
    {guard}
    for source in v._prev:
        build_topo(source, visited, topo)
    topo.append(v)
"""
_BY_VALUE = "if v.data in visited: return\n    visited.add(v.data)"
_EQUAL = """
def __eq__(self, other):
    return isinstance(other, Value) and self.data == other.data
"""
_HASH = """
def __hash__(self):
    return hash(self.data)
"""
_DEFAULT = """
def build_topo(v, visited=set(), topo=None):
    topo = [] if topo is None else topo
    if v not in visited:
        visited.add(v)
        for source in v._prev:
            build_topo(source, visited, topo)
        topo.append(v)
    return topo
"""
_DEFAULT_LIST = _DEFAULT.replace("topo=None):", "topo=[]):").replace(
    "    topo = [] if topo is None else topo\n", ""
)
_COUNTS = """
def ordered(root):
    waiting, stack{seen} = {{}}, [root]{empty}
    while stack:
        node = stack.pop(){skip}
        for source in {counted}:
            waiting[source] = waiting.get(source, 0) + 1
            stack.append(source)
    order, ready = [], [root]
    while ready:
        node = ready.pop()
        order.append(node)
        for source in {released}:
            waiting[source] -= 1
            if waiting[source] == 0:
                ready.append(source)
    return order
"""
_NOT_TWICE = "\n        if node in seen:\n            continue\n        seen.add(node)"

ORDER: Mapping[str, tuple[Change, ...]] = {
    "forward-not-reversed": (
        _depth_first(after=_LISTED),
        {"ask": "order = []\nbuild_topo(self, set(), order)", "order": ""},
    ),
    "preorder": (_depth_first(before=_LISTED),),
    "preorder-reversed": (_depth_first(before=_LISTED, result="order[::-1]"),),
    "bfs-order": ({"order": _BREADTH_FIRST},),
    "min-depth-layers": ({"order": _DEPTHS},),
    "naive-stack-dfs": ({"order": _NAIVE_STACK},),
    "mark-on-push": ({"order": _MARK_ON_PUSH},),
    "recursive-no-topo": (_speaking(),),
    "recursive-visited-no-topo": (_speaking(guard=_ONCE),),
    "call-during-postorder": (_speaking(guard=_ONCE, early="pass", late="node._backward()"),),
    "kahn-first-arrival": ({"order": _FIRST_ARRIVAL},),
    "skips-root": ({"run": "for node in order[1:]:\n    node._backward()"},),
    "order-cached": (
        {
            "module": "ORDER = []",
            "ask": "order = ORDER or ordered(self)\nORDER[:] = order",
        },
    ),
    "no-visited-set": ({"topo": _TOPO.format(guard="pass")},),
    "dedupe-keep-first": (
        {
            "topo": _TOPO.format(guard="pass"),
            "ask": "order = list(dict.fromkeys(ordered(self)))",
        },
    ),
    "visited-by-value": (
        {"topo": _TOPO.format(guard=_BY_VALUE)},
        {
            "methods": (_EQUAL + _HASH).strip(),
            "topo": _TOPO.format(guard="if v in visited: return\n    visited.add(v)"),
            "inputs": "set(_prev)",
        },
    ),
    "eq-without-hash": ({"methods": _EQUAL.strip()},),
    "visited-mutable-default": (
        {"topo": _DEFAULT, "order": "def ordered(root):\n    return build_topo(root)[::-1]"},
        {
            "topo": _DEFAULT_LIST,
            "order": "def ordered(root):\n    return build_topo(root)[::-1]",
            "reset": "",
            "seed": "self.grad = 1.0",
        },
    ),
    "kahn-count-paths": (
        {
            "order": _COUNTS.format(
                seen="", empty="", skip="", counted="node._prev", released="node._prev"
            )
        },
    ),
    "kahn-multi-edge": (
        {
            "order": _COUNTS.format(
                seen=", seen",
                empty=", set()",
                skip=_NOT_TWICE,
                counted="node._prev",
                released="set(node._prev)",
            )
        },
    ),
}

_CALLS_ITSELF = {
    "ask": "",
    "reset": "",
    "run": "self._backward()\nfor source in self._prev:\n    source.backward()",
}

SEEDING: Mapping[str, tuple[Change, ...]] = {
    "no-seed": ({"seed": ""},),
    "seed-with-value": ({"seed": "self.grad = self.data"}, {"seed": "self.grad += self.data"}),
    "seed-everywhere": (
        {"seed": "for node in order:\n    node.grad = 1.0"},
        {"birth": "1.0", "reset": "", "seed": "self.grad = 1.0"},
    ),
    "backward-calls-itself": (
        {**_CALLS_ITSELF, "seed": "self.grad = 1.0"},
        {**_CALLS_ITSELF, "seed": "self.grad += 1.0"},
        {**_CALLS_ITSELF, "seed": "if self._prev:\n    self.grad = 1.0"},
    ),
    "seed-accumulates": ({"reset": ""},),
    "seed-overwrites-leaf": ({"seed": "self.grad = 1.0"},),
}

_SWEEP = """
def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        {line}
"""

_LEAVES = "for node in order:\n    if not node._prev:\n        node.grad = 0.0"

ZEROING: Mapping[str, tuple[Change, ...]] = {
    "nothing-reset": ({"reset": "", "seed": "self.grad = 1.0"},),
    "zero-only-leaves": (
        {"zero": _SWEEP.format(line="if not node._prev:\n            node.grad = 0.0")},
    ),
    "zero-only-root": ({"zero": "def zero_grad(root):\n    root.grad = 0.0"},),
    "zero-grad-does-nothing": (
        {"zero": "def zero_grad(root):\n    grad = 0.0"},
        {"zero": _SWEEP.format(line="node = 0.0")},
    ),
    "backward-zeroes-all": ({"reset": "for node in order:\n    node.grad = 0.0"},),
    "backward-zeroes-leaves": (
        {"reset": _LEAVES, "seed": "self.grad = 1.0"},
        {"reset": _LEAVES},
    ),
    "grad-none": ({"zero": _SWEEP.format(line="node.grad = None")},),
}

WALKS = {**ORDER, **SEEDING, **ZEROING}
