"""One small text for each kind of edit, and what becomes of it."""

from __future__ import annotations

from textwrap import dedent

import pytest

from grader.grading.repair.edits import edits
from grader.grading.repair.nearness import Hints

BUILD_TOPO = "def build_topo(v, visited, topo):\n    topo.append(v)\n"


def made(text: str, operators: tuple[str, ...] = ()) -> list[str]:
    """All edits of a text."""
    return list(edits(dedent(text), Hints((), operators, ("backward",))))


@pytest.mark.parametrize(
    ("wrong", "right"),
    [
        ("local = {a: x, b: y}.items()", "local = [(a, x), (b, y)]"),
        ("local = dict(zip(a, x)).items()", "local = list(zip(a, x))"),
        ("return Value(x, {a, b})", "return Value(x, (a, b))"),
        ("box = defaultdict(set); put = set.add", "box = defaultdict(list); put = list.append"),
        ("key = (a.op, a.data); return key in b", "key = id(a); return key in b"),
        ("if a.data not in b: b.add(a.data)", "if id(a) not in b: b.add(id(a))"),
        ("c = a.slopes; c[0] *= b", "c = list(a.slopes); c[0] *= b"),
    ],
)
def test_what_is_kept_in_the_wrong_container(wrong: str, right: str) -> None:
    head = "def f(a, b, x, y):\n    "
    assert f"{head}{right}\n" in made(f"{head}{wrong}\n")


@pytest.mark.parametrize(
    ("wrong", "right"),
    [
        ("round(a.grad + b, 6)", "a.grad + b"),
        ("lambda g: (a,)", "lambda g: ((a) * g,)"),
        ("max(a, b)", "min(a, b)"),
        ("a[1:]", "a"),
        ("array('f')", 'array("d")'),
        ("a and b and a.data", "(a) and (b)"),
        ("a and b", "((a) or (b))"),
        ("a.data ** b", "a.data"),
        ("heappush(b, (a.serial, a))", "heappush(b, (-a.serial, a))"),
        ("sorted(b, key=lambda n: -n.serial)", "sorted(b, key=lambda n: n.serial)"),
        ("1\n    a.grad += b if b > 0 else 0.0", "1\n    a.grad += b if a.data > 0 else 0.0"),
        ("(a.data, b.data)", "(b.data, a.data)"),
        ("Value(a.data)", "a"),
        ("a if b else 1.0", "a if b is not None else 1.0"),
        ("0.0 if a.data == 0 else b * a.data", "0.0 if b == 0 else b * a.data"),
        ("a if a.data == b.data else b", "a if a is b else b"),
        (
            "[lambda c: c * d for c in a]\n    for d in b: p = lambda c: c * d",
            "[lambda c: c * d for c in a]\n    for d in b: p = lambda c, d=d: c * d",
        ),
        ("1\n    for d in b: p = lambda: a * d", "1\n    for d in b: p = lambda d=d: a * d"),
        ("1\n    if a: x = 2\n    if b: x = 3", "1\n    if a: x = 2\n    elif b: x = 3"),
    ],
)
def test_expressions(wrong: str, right: str) -> None:
    head = "def f(a, b):\n    x = "
    assert f"{head}{right}\n" in made(f"{head}{wrong}\n")


@pytest.mark.parametrize(
    ("wrong", "right"),
    [
        ("a.grad, a._prev = 0.0, ()", "a.grad = 0.0"),
        ("a.data *= b\n    a.grad += a.data", "a.grad += (a.data * b)"),
        ("if b.run:\n        pass", "if b.run == a.run:\n        pass"),
        ("for c in a:\n        return", "for c in a:\n        continue"),
    ],
)
def test_statements(wrong: str, right: str) -> None:
    head = "def f(a, b):\n    "
    assert f"{head}{right}\n" in made(f"{head}{wrong}\n")


def test_a_loop_for_the_nodes_only_that_another_collection_holds() -> None:
    text = "def f(a):\n    mine = set(below(a))\n    for n in TAPE:\n        n._backward()\n"
    found = made(text)
    assert text.replace("        n.", "        if n in mine:\n            n.") in found
    assert text.replace("TAPE", "mine") in found


WALK = """\
def walk(root, seen, found):
    stack = [(root, False)]
    while stack:
        node, done = stack.pop()
        if done:
            found.append(node)
            continue
        stack.append((node, True))
        for p in node._prev:
            if p not in seen:
                seen.add(p)
                stack.append((p, False))
"""


def test_a_node_is_marked_when_it_is_taken_up_and_not_when_it_is_put_there() -> None:
    skip = "        if node in seen:\n            continue\n"
    push = "        stack.append((node, True))\n"
    later = WALK.replace("                seen.add(p)\n", "")
    later = later.replace(push, f"{skip}        seen.add(node)\n{push}")
    found = made(WALK)
    assert later in found
    assert WALK.replace(push, skip + push) in found
    stack = "    stack = [(root, False)]\n"
    begun = WALK.replace(stack, f"    seen.add(root)\n{stack}")
    assert later in made(begun)  # the first node is marked only then, too


def test_a_statement_is_moved() -> None:
    text = "def f(a):\n    seen = set()\n    for b in a:\n        b.go()\n    c.grad = 0\n    d()\n"
    found = made(text)
    assert (
        "def f(a):\n    for b in a:\n        b.go()\n    c.grad = 0\n    d()\n    seen = set()\n"
        in found
    )
    assert "def f(a):\n    c.grad = 0\n    seen = set()\n" in "".join(found)
    assert text.replace("    c.grad", "        c.grad") in found


def test_both_slopes_where_those_of_another_operator_are_taken_over() -> None:
    text = "class Minus(Linear):\n    def df(self, z, x, y):\n        return self.signs\n"
    assert text.replace("self.signs", "(1.0, -1.0)") in made(text, ("sub",))


def test_marks_on_nodes_are_taken_off() -> None:
    text = WALK.replace("if p not in seen:", "if not p.met:").replace("seen.add(p)", "p.met = True")
    assert f"{text}    for each in found:\n        each.met = False\n" in made(text)


@pytest.mark.parametrize(
    "loop",
    [
        "    for node in by_age(self):\n",
        "    ready = [self]\n    while ready:\n        node = ready.pop()\n",
    ],
)
def test_the_rules_run_in_the_order_of_the_students_own_build_topo(loop: str) -> None:
    head = "def backward(self):\n"
    body = "        node._backward()\n"
    right = "    ordered = []\n    build_topo(self, set(), ordered)\n"
    right += "    for node in reversed(ordered):\n"
    before = loop[: loop.index("    while")] if "while" in loop else ""
    assert f"{BUILD_TOPO}{head}{before}{right}{body}" in made(f"{BUILD_TOPO}{head}{loop}{body}")
    assert not any("ordered" in text for text in made(f"{head}{loop}{body}"))


def test_what_others_have_is_put_in() -> None:
    head = "class Value:\n"
    method = "    def {0}(self, other):\n        other = wrapped(other)\n        return f(other)\n"
    others = "".join(method.format(name) for name in ("__add__", "__mul__"))
    lacks = method.format("__sub__").replace("        other = wrapped(other)\n", "")
    right = f"{head}{others}{method.format('__sub__')}"
    assert any(text.startswith(right) for text in made(f"{head}{others}{lacks}", ("sub",)))


def test_what_is_kept_between_calls_is_emptied() -> None:
    text = "SEEN = set()\n\n\ndef backward(self):\n    walk(self, SEEN)\n"
    assert text.replace("    walk", "    SEEN.clear()\n    walk") in made(text)


def test_the_other_input_is_recorded_too() -> None:
    text = "def plus(self, other):\n    return Value(self.data + other.data, (self,))\n"
    assert text.replace("(self,))", "(self, other))") in made(text)


def test_the_root_gets_its_gradient() -> None:
    text = "def backward(self):\n    for node in self.order():\n        node._backward()\n"
    assert text.replace("    for", "    self.grad += 1.0\n    for") in made(text)


def test_zero_grad_reaches_every_node() -> None:
    text = f"{BUILD_TOPO}def zero_grad(root):\n    root.grad = 0.0\n"
    every = "    every = []\n    build_topo(root, set(), every)\n    for each in every:\n"
    assert text.replace("    root.grad", f"{every}        each.grad") in made(text)


@pytest.mark.parametrize("body", ["pass", "raise NotImplementedError"])
def test_a_zero_grad_that_was_not_begun_is_not_written_by_an_edit(body: str) -> None:
    text = f"{BUILD_TOPO}def zero_grad(root):\n    {body}\n"
    assert not any("each.grad" in edited for edited in made(text))


@pytest.mark.parametrize(
    ("wrong", "right"),
    [
        ("    def f(self):\n        self.n += 1\n", "    def f(self):\n        Value.n += 1\n"),
        ("    __itruediv__ = __rtruediv__\n", "    __itruediv__ = __truediv__\n"),
    ],
)
def test_what_a_class_shares(wrong: str, right: str) -> None:
    head = "class Value:\n    n = 0\n    __truediv__ = __rtruediv__ = divided\n"
    assert f"{head}{right}" in made(f"{head}{wrong}")


def test_what_belongs_to_the_operator_comes_first_a_branch_and_what_it_hands_on_to() -> None:
    branches = dedent("""\
        def rule(self, g):
            if self.op == "+":
                self.a.grad += g
            elif self.op == "*":
                self.a.grad += g
        """)
    lines = branches.splitlines()
    changed = [text.splitlines() for text in made(branches, ("mul",))[:10]]
    assert all(text[:3] == lines[:3] for text in changed)
    classes = dedent("""\
        class Value:
            def __add__(self, other): return Plus(self, other)
            def __truediv__(self, other): return Over(self, other)
        class Plus:
            def slopes(self, a, b): return 1.0, 1.0
        class Over:
            def slopes(self, a, b): return 1 / b, a / b**2
        """)
    changed = [text.splitlines() for text in made(classes, ("truediv",))[:40]]
    assert sum(text[6] != classes.splitlines()[6] for text in changed) > 20
