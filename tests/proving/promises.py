# ruff: noqa: E501 (a table)
"""What each stub promises to judge, sentence by sentence, and hand-ins that hold the checks to it.

`judged(stub)` takes the sentences from a stub; `PROMISES` has a row or more for each (those of the
exam are in `promises_exam`). Most rows are
a wrong hand-in that breaks this sentence alone: the solution with a small change, and all checks
that it fails, no more and no fewer. A sentence that leaves something open has a right hand-in of
another kind, which gets every point.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping
from dataclasses import dataclass

from grader.course.course import Course
from tests.proving.mistakes import (
    ADD_RULE,
    BACKWARD_BODY,
    FIRST_PASS,
    LEVELS,
    MUL_RULE,
    ORDERED,
    PREORDER,
    RESET,
    ROUTES,
    checker,
    indented,
)
from tests.proving.tasks import WRONG_ANSWERS
from tests.support.hand_ins import patched, solution


@dataclass(frozen=True)
class Row:
    """A hand-in and the checks that it fails; none if it is right."""

    fails: str
    changes: tuple[tuple[str, str], ...] = ()
    ending: str = ""
    """What is added to the solution's end: a later definition replaces the earlier one."""
    slow: bool = False
    known: bool = False
    """Not a hand-in of its own: a mistake of `mistakes` fails each of these checks."""

    def text(self, exercise: str, course: Course) -> str:
        return f"{patched(solution(exercise, course), *self.changes)}\n\n{self.ending}\n"


def wrong(fails: str, *changes: tuple[str, str], ending: str = "", slow: bool = False) -> Row:
    return Row(fails, changes, ending, slow)


def right(*changes: tuple[str, str], ending: str = "") -> Row:
    return Row("", changes, ending)


def known(fails: str) -> Row:
    return Row(fails, known=True)


_SECTION = re.compile(r"What is judged(?:\n-+\n|: )(.*?)\n\nRun this file", re.DOTALL)
_CONTRACT = re.compile(r"\nThe contract\n-+\n(.*?)\n\nWhat is judged\n", re.DOTALL)
_ITEM = re.compile(r"^ +\* ", re.MULTILINE)
_END = re.compile(r"(?<=[a-z0-9`)*])[.;] (?!\()|[.,]$")


def judged(stub: str) -> list[str]:
    """The sentences and clauses of a stub's "What is judged", the exam's contract among them."""
    text = ast.get_docstring(ast.parse(stub), clean=False) or ""
    contract, section = _CONTRACT.search(text), _SECTION.search(text)
    assert section is not None
    items = [item for item in _ITEM.split(section[1]) if item.strip()]
    for block in contract[1].split("\n\n") if contract else ():
        items += _ITEM.split(block)[1:]
    joined = (" ".join(item.split()) for item in items)
    return [part.strip() for item in joined for part in _END.split(item) if part.strip()]


ADD_LEFT, ADD_RIGHT = "            self.grad += out.grad\n", "            other.grad += out.grad\n"
MUL_LEFT, MUL_RIGHT = (
    "            self.grad += other.data * out.grad\n",
    "            other.grad += self.data * out.grad\n",
)


def overwriting(line: str) -> tuple[str, str]:
    return line, line.replace("+=", "=")


def hidden_sum(restart: str) -> tuple[tuple[str, str], ...]:
    """Leaves add elsewhere, so that what is set by hand does not count."""
    kept = "            else:\n                node.grad = node.__dict__.get('total', 0.0)\n"
    run = "            node._backward()\n"
    return (restart, restart + kept), (
        run,
        run + "        for node in topo:\n            node.total = node.grad\n",
    )


def without_upstream(line: str, slope: str) -> tuple[str, str]:
    return line, line.replace(" * out.grad", "") if slope else line.replace("out.grad", "1.0")


LEFT_AFTER_EXP = (
    (
        '        out = Value(math.exp(self.data), (self,), "exp")\n',
        "        Value.held = getattr(Value, 'held', 0) + 1\n        out = Value(math.exp(self.data), (self,), \"exp\")\n        Value.held -= 1\n",
    ),
    (
        "self.grad += out.data * out.grad\n",
        "self.grad += 0.0 if Value.held else out.data * out.grad\n",
    ),
)
LEFT_AFTER_DIVIDING = (
    (
        "        return self * other**-1\n",
        "        Value.held = getattr(Value, 'held', 0) + 1\n        out = self * other**-1\n        Value.held -= 1\n        return out\n",
    ),
    ("self.grad += out.grad\n", "self.grad += 0.0 if getattr(Value, 'held', 0) else out.grad\n"),
)
"""What an exception leaves behind changes the next graph."""

BUILD = "def build_topo(v, visited, topo):"
WALK = "    if v not in visited:\n        visited.add(v)\n        for input_node in v._prev:\n            build_topo(input_node, visited, topo)\n        topo.append(v)\n"
SHARES_A_STEP = "            out.grad = 0.0\n"
ON_NODES = (
    ("waits_for = {end_node: 0}", "waits_for = Held()\n    seen = {end_node}"),
    (
        "if input_node not in waits_for:\n                waits_for[input_node] = 0\n",
        "if input_node not in seen:\n                seen.add(input_node)\n",
    ),
    (
        "def toposort(",
        "class Held:\n    def __getitem__(self, node):\n        return getattr(node, 'count', 0)\n\n    def __setitem__(self, node, count):\n        node.count = count\n\n\ndef toposort(",
    ),
)
CLAIM = "    for i, claim in enumerate(claims):\n"
MOVED_CLAIM = (CLAIM, f"{CLAIM}        claim = f([x + 1e-6 for x in xs])[1][i]\n")

PROMISES: Mapping[str, Mapping[str, tuple[Row, ...]]] = {
    "order-by-hand": {
        "the numbers, and that each node in an order comes after all of its consumers": (
            wrong("showcase_order", ('["L", "e", "d", "f"', '["L", "d", "e", "f"')),
            wrong("p1_order", ('["L", "c", "d", "b", "a"]', '["L", "c", "b", "d", "a"]')),
            wrong("p2_order", ('["L", "d", "c", "b", "a"]', '["L", "d", "b", "c", "a"]')),
            wrong("showcase_gradients", ('"d": 5.0', '"d": 1.0')),
            wrong("p1_gradients", ('"b": 7.0', '"b": 2.0')),
            wrong("p2_gradients", ('"a": 1080.0', '"a": 540.0')),
            right(('["L", "e", "d", "f", "c", "b", "a"]', '["L", "f", "e", "d"]'), ('["L", "c", "d", "b", "a"]', '["L", "d", "c", "b"]')),
        ),
    },
    "local-rules": {
        "each rule, for each of its two inputs, also when the result is not the root": (
            wrong("add_rule two_uses upstream both_contributions inner_nodes", (ADD_LEFT, ADD_LEFT.replace("+=", "-="))),
            wrong("add_rule two_uses upstream both_contributions inner_nodes", (ADD_RIGHT, ADD_RIGHT.replace("+=", "-="))),
            wrong("mul_rule two_uses upstream both_contributions inner_nodes", (MUL_LEFT, MUL_LEFT.replace("other.data", "self.data"))),
            wrong("mul_rule two_uses upstream both_contributions inner_nodes", (MUL_RIGHT, MUL_RIGHT.replace("self.data", "other.data"))),
            wrong("two_uses upstream inner_nodes", without_upstream(ADD_LEFT, "")),
            wrong("two_uses upstream inner_nodes", without_upstream(ADD_RIGHT, "")),
            wrong("two_uses upstream inner_nodes", without_upstream(MUL_LEFT, "other.data")),
            wrong("two_uses upstream inner_nodes", without_upstream(MUL_RIGHT, "self.data")),
        ),
        "a value used twice, in one operation (a + a, a * a) and in several": (
            wrong("both_contributions", overwriting(ADD_LEFT)),
            wrong("both_contributions inner_nodes", overwriting(ADD_RIGHT)),
            wrong("two_uses both_contributions", overwriting(MUL_LEFT)),
            wrong("two_uses both_contributions", overwriting(MUL_RIGHT)),
        ),
        "the gradients of inner nodes as well as those of leaves": (
            wrong("both_contributions inner_nodes", (MUL_RULE, MUL_RULE + SHARES_A_STEP)),
            wrong("both_contributions inner_nodes", (ADD_RULE, ADD_RULE + SHARES_A_STEP)),
        ),
    },
    "build-topo": {
        "Each node once": (
            wrong("many_routes", (WALK, ROUTES), slow=True),
        ),
        "inputs first": (
            wrong("chain showcase shared_inner_node equal_values nothing_else many_routes", ending=WRONG_ANSWERS["build-topo"]["topo-preorder"]),
            wrong("chain shared_inner_node equal_values nothing_else many_routes", ending=WRONG_ANSWERS["build-topo"]["topo-breadth-first"]),
        ),
        "exactly the nodes that can be reached, those of plain numbers among them": (
            wrong("equal_values nothing_else", ('Value(self.data * other.data, (self, other), "*")', 'Value(self.data * other.data, (self, other) if keeps else (self,), "*")'), ("        other = other if isinstance(other, Value) else Value(other)\n        return Value(self.data *", "        keeps = isinstance(other, Value)\n        other = other if isinstance(other, Value) else Value(other)\n        return Value(self.data *")),
            wrong("chain showcase shared_inner_node equal_values nothing_else many_routes", ending=WRONG_ANSWERS["build-topo"]["topo-leaves-missing"]),
        ),
        "nodes with equal numbers kept apart": (
            wrong("equal_values many_routes nothing_else shared_inner_node", ("v not in visited", "v.data not in visited"), ("visited.add(v)", "visited.add(v.data)")),
        ),
        "a new call, with a new set and list, that begins anew": (
            wrong("many_routes nothing_else", ending=WRONG_ANSWERS["build-topo"]["topo-visited-kept"]),
        ),
        "a ladder of 40 doublings (y = y + y) in good time": (
            wrong("many_routes", (WALK, ROUTES), slow=True),
        ),
        "Any right order counts": (
            right(("in v._prev:", "in reversed(v._prev):")),
        ),
        "What you return does not matter, nor what is in `visited` afterwards": (
            right((BUILD, BUILD + "\n    walk(v, set(), topo)\n    return topo\n\n\ndef walk(v, visited, topo):"), ("            build_topo(input_node,", "            walk(input_node,")),
        ),
    },
    "backward": {
        "The gradients after one call of `backward()` on a fresh graph: chains, shared leaves, shared inner nodes": (
            wrong("fresh_graphs lesson_graph showcase shared_inner_node unequal_depth", ("        for node in reversed(topo):\n", "        for node in reversed(topo[-4:]):\n")),
            wrong("fresh_graphs shared_inner_node unequal_depth", (BACKWARD_BODY, indented(PREORDER.format(root="self")) + ORDERED)),
            wrong("fresh_graphs shared_inner_node", ("        topo = []\n", "        topo = TOPO\n"), ("class Value:", "TOPO = []\n\n\nclass Value:")),
        ),
        "P1 and P2, with the inputs of each operation either way round": (
            wrong("fresh_graphs shared_inner_node unequal_depth", (BACKWARD_BODY, indented(PREORDER.format(root="self").replace("node._prev", "reversed(node._prev)")) + ORDERED)),
        ),
        "nodes that are near the root by one route and far by another": (
            wrong("fresh_graphs unequal_depth", (BACKWARD_BODY, indented(LEVELS.format(root="self")) + ORDERED)),
        ),
        "The call changes gradients and nothing else": (
            wrong("fresh_graphs", ("            node._backward()\n", "            node._backward()\n        self.data += 1\n")),
        ),
        "A leaf of two graphs adds up what both send it": (
            wrong("fresh_graphs shared_inner_node", ("        self.grad = 1.0\n", "        for node in topo:\n            node.grad = 0.0\n        self.grad = 1.0\n")),
        ),
        "What a second call on one graph does is exercise 9": (
            right(("        self.grad = 1.0\n", "        for node in topo:\n            if node._prev:\n                node.grad = 0.0\n        self.grad += 1.0\n")),
        ),
    },
    "accumulate": {
        "contributions add up: for each operation, and for the left and the right input by itself": (
            wrong("every_rule_adds", overwriting(ADD_LEFT)),
            wrong("same_operand every_rule_adds", overwriting(ADD_RIGHT)),
            wrong("two_uses every_rule_adds", overwriting(MUL_LEFT)),
            wrong("same_operand two_uses every_rule_adds", overwriting(MUL_RIGHT)),
        ),
        "on your expression the engine as you found it and a right one disagree, at several values of a and b (none of them 0): it must not depend on lucky numbers": (
            wrong("expression_exposes expression_is_smallest", ("return a + a", "return a + b")),
            wrong("expression_exposes expression_is_smallest", ("return a + a", "return a * (a + 2)")),
            wrong("expression_exposes expression_is_smallest", ("return a + a", "return b * (b + -2.1)")),
        ),
        "no expression with fewer operations does that": (
            wrong("expression_is_smallest", ("return a + a", "return a * b + a")),
            right(("return a + a", "return b * b")),
        ),
    },
    "operators": {
        "The value and the gradients of each operator: with numbers on the left and on the right (and with unequal ones, so that a swap shows)": (
            wrong("reflected_add_mul", ("        return self + other\n", "        return self * 1 if other == 2.5 else self + other\n")),
            wrong("reflected_add_mul", ("        return self * other\n        ###", "        return self * abs(other)\n        ###")),
            wrong("neg_and_sub", ("return self + (-other)", "return self + (-other) if other != 50 else self + 50")),
            wrong("rsub", ("return (-self) + other", "return self - other")),
            wrong("rsub", ("return (-self) + other", "return (-self) + other if other > 0 else self + other")),
            wrong("truediv", ("        return self * other**-1\n", "        return self * other**-1 if other.data != -0.5 else self\n")),
            wrong("rtruediv", ("return self**-1 * other", "return self / other")),
            wrong("power", ("exponent * self.data ** (exponent - 1)", "exponent * self.data ** (exponent - 1 if exponent != 4 else 2)")),
            wrong("power", ("Value(self.data**exponent,", "Value(self.data**exponent if exponent != 1.5 else self.data,")),
        ),
        "when the result is not the root": (
            wrong("truediv rtruediv power contributions_add_up", ("exponent * self.data ** (exponent - 1) * out.grad", "exponent * self.data ** (exponent - 1)")),
        ),
        "and when a value is used twice": (
            wrong("power truediv rtruediv contributions_add_up", ("self.grad += exponent * self.data", "self.grad = exponent * self.data")),
        ),
        "`a ** 0` at 0 (which counts little): the value is 1, and as it never changes, the gradient is 0": (
            wrong("power_zero", ("if exponent != 0:", "if True:")),
            wrong("power_zero", ("Value(self.data**exponent,", "Value(self.data**exponent if self.data or exponent else 0.0,")),
        ),
        "Not judged: dividing by zero, or by a number whose square is too large or too small for a float": (
            right(("        return self * other**-1\n", "        assert 0.0 < other.data * other.data < float('inf')\n        return self * other**-1\n")),
        ),
        "Nor are `0 ** 0.5`, a fraction as exponent of a negative number, and exponents above 300": (
            right(("        out = Value(self.data**exponent,", "        assert abs(exponent) <= 300 and (self.data, exponent) != (0, 0.5) and (self.data >= 0 or exponent == int(exponent))\n        out = Value(self.data**exponent,")),
        ),
        "What is built after an operator's exception is judged": (
            wrong("contributions_add_up power", *LEFT_AFTER_DIVIDING),
        ),
    },
    "functions": {
        "Value and gradient of each": (
            wrong("tanh upstream", ("        t = math.tanh(self.data)", "        t = math.tanh(self.data) if abs(self.data) > 1e-5 else 0.0")),
            wrong("exp upstream", ("math.exp(self.data)", "math.exp(min(self.data, 20.0))")),
            wrong("relu upstream", ("        out = Value(self.data if", "        out = Value(min(self.data, 6.0) if")),
            wrong("tanh upstream contributions_add_up", ("(1.0 - t * t)", "(1.0 - t * t + (1e-4 if 0.9 < t < 0.95 else 0.0))")),
        ),
        "when the result is not the root": (
            wrong("upstream", ("(1.0 - t * t) * out.grad", "(1.0 - t * t)")),
            wrong("upstream", ("out.data * out.grad", "out.data")),
            wrong("upstream", ("                self.grad += out.grad\n", "                self.grad += 1.0\n")),
            wrong("upstream path", ('(self,), "exp")', '() if self._prev else (self,), "exp")')),
        ),
        "when the value is used twice": (
            wrong("contributions_add_up", ("self.grad += (1.0 - t", "self.grad = (1.0 - t")),
            wrong("contributions_add_up", ("self.grad += out.data", "self.grad = out.data")),
            wrong("contributions_add_up", ("                self.grad += out.grad\n", "                self.grad = out.grad\n")),
        ),
        "tanh at 1000 and -1000 (value 1 and -1, gradient 0, no error)": (
            wrong("tanh_extremes", ("t = math.tanh(self.data)", "e = math.exp(2 * self.data)\n        t = (e - 1) / (e + 1)")),
            wrong("tanh_extremes", ("(1.0 - t * t)", "max(1.0 - t * t, 1e-9)")),
        ),
        "relu left of, at and right of 0": (
            wrong("relu upstream", ("            if out.data > 0:", "            if abs(self.data) > 1e-7 and out.data > 0:")),
            wrong("relu", ("if out.data > 0:", "if self.data >= 0:")),
            wrong("relu upstream contributions_add_up", ("if out.data > 0:", "if out.data > 1:")),
        ),
        "and the neuron below": (
            wrong("neuron upstream", (MUL_RIGHT, MUL_RIGHT + "            other.grad += self.data == 2.0 and other.data == -3.0\n")),
        ),
        "Not judged: exp where the result does not fit a float, infinite numbers, and digits that tanh loses close to 0": (
            right(("        out = Value(math.exp(self.data)", "        assert self.data < 709\n        out = Value(math.exp(self.data)")),
        ),
        "What is built after a function's exception is judged": (
            wrong("contributions_add_up", *LEFT_AFTER_EXP),
        ),
    },
    "check-grad": {
        "Right claims are accepted: steep and flat functions, large and small values, the bottom of a valley (slope 0), kinks": (
            wrong("catches_a_wrong_gradient catches_small_errors kinks_hide_nothing no_false_alarm_on_curves", ending=checker(step="1e-3", tolerance="1e-5")),
            wrong("catches_small_errors no_false_alarm_on_curves", ending=checker(tolerance="1e-7")),
            wrong("no_false_alarm_on_curves", ending=checker(tolerance="1e-4 * abs(claim)")),
            wrong("no_false_alarm_at_a_kink", ending=checker(kink="pass")),
            wrong("no_false_alarm_at_a_kink", ending=checker(kink="return False")),
            right(ending=checker()),
        ),
        "Wrong claims are caught: a forgotten factor, a wrong sign, a lost contribution, also when only one claim of several is wrong or when all slopes are small": (
            wrong("catches_a_wrong_gradient catches_small_errors kinks_hide_nothing no_false_alarm_at_a_kink", ending=WRONG_ANSWERS["check-grad"]["fd-sign-lost"]),
            wrong("catches_small_errors", ending=checker(tolerance="0.05 * abs(claim) + 1e-7")),
            wrong("catches_small_errors", ending=checker(tolerance="1e-4 * abs(claim) + 1e-3")),
            wrong("catches_small_errors kinks_hide_nothing", (CLAIM, "    for i, claim in enumerate(claims[:2]):\n")),
            wrong("kinks_hide_nothing", ending=checker(kink="return True")),
            wrong("leaves_xs_alone", ("    return True\n", "    xs[0] += 1e-9\n    return True\n")),
            wrong("passes_right_gradients catches_a_wrong_gradient", MOVED_CLAIM),
        ),
        "A claim is wrong if it is off by 0.1 % of the right slope or more, at slopes from 1e-6 to 1e6": (
            wrong("catches_small_errors", ending=checker(tolerance="0.002 * abs(claim) + 1e-7")),
        ),
        "A claim that is `nan` or infinite is wrong, too": (
            wrong("catches_small_errors", ("not close(slope, claim, 1e-5, noise)", "abs(slope - claim) > max(1e-5 * abs(slope), noise)")),
            wrong("catches_small_errors", ending=checker().replace(' < float("inf")', "")),
        ),
        "At a kink, such a claim is not judged": (right(ending=checker()),),
    },
    "zero-grad": {
        "The three numbers": (
            wrong("prediction", ('{"a": 81.0', '{"a": 44.0')),
            wrong("prediction", ('"b": 61.0', '"b": 34.0')),
            wrong("prediction", ('"c": 15.0', '"c": 10.0')),
        ),
        "`zero_grad` on shared nodes, on long chains (100,000 nodes) and on a ladder of doublings, with `data` untouched": (
            wrong("clears_every_node same_again", ending=WRONG_ANSWERS["zero-grad"]["sweeps-only-leaves"]),
            wrong("clears_every_node same_again", ending=WRONG_ANSWERS["zero-grad"]["sweeps-all-but-the-root"]),
            wrong("deep_graph", ending=WRONG_ANSWERS["zero-grad"]["sweep-calls-itself"]),
            wrong("deep_graph", ("    while waiting:\n", "    while waiting and len(seen) < 50_000:\n")),
            wrong("many_routes", ending=WRONG_ANSWERS["zero-grad"]["sweep-takes-every-route"], slow=True),
            wrong("clears_every_node same_again", ("        node.grad = 0.0\n", "        node.grad = 0.0\n        if node._op == '*':\n            node.data = 0.0\n")),
            wrong("same_again training_loop any_training_loop", ("        for input_node in node._prev:\n            if input_node not in seen:", "        sources, node._prev = node._prev, ()\n        for input_node in sources:\n            if input_node not in seen:")),
        ),
        "`train` with several starts, steps and rates": (
            wrong("training_loop any_training_loop", ending=WRONG_ANSWERS["zero-grad"]["zero-after-backward"]),
            wrong("any_training_loop", ("p.data -= rate * p.grad\n        ###", "p.data -= 0.1 * p.grad\n        ###")),
            wrong("any_training_loop", ("for _ in range(steps):", "for _ in range(min(steps, 20)):")),
            wrong("any_training_loop", ("for _ in range(steps):", "for _ in range(3):")),
            wrong("any_training_loop", ("def train(p, steps, rate):", "def train(p, steps, rate):\n    p.data = 2.0")),
        ),
        "`train` on a leaf that still holds a gradient": (
            wrong("training_loop", ("        zero_grad(loss)\n        loss.backward()\n        p.data -= rate * p.grad\n", "        loss.backward()\n        p.data -= rate * p.grad\n        zero_grad(loss)\n")),
        ),
    },
    "double-backward": {
        "First, second, third calls on one graph": (
            wrong("second_call more_calls two_losses two_losses_in_either_order leaves_still_add", (RESET, "                pass\n")),
            wrong("more_calls two_losses_in_either_order", (RESET, "                node.calls = getattr(node, 'calls', 0) + 1\n                if node.calls < 3:\n                    node.grad = 0.0\n")),
            wrong("more_calls", (RESET, "                if node._op != 'tanh':\n                    node.grad = 0.0\n")),
        ),
        "two losses that share an inner node, in either order": (
            wrong("two_losses two_losses_in_either_order", (RESET, "                if self._prev[0] is not self._prev[-1]:\n                    node.grad = 0.0\n        self.grad *= not self._prev\n")),
        ),
        "a loss on top of another loss": (
            wrong("two_losses two_losses_in_either_order", (RESET, "                if node is self or not hasattr(node, 'was_root'):\n                    node.grad = 0.0\n        self.was_root = True\n")),
        ),
        "a leaf that is used in several graphs, or that you set back yourself (`x.grad = 0`)": (
            wrong("leaves_still_add two_losses", *hidden_sum(RESET)),
            wrong("more_calls two_losses two_losses_in_either_order leaves_still_add", ("            if node._prev:\n", "            if node._prev or node.__dict__.setdefault('root', self) is not self:\n")),
        ),
        "an inner node that holds a gradient before the first call": (
            wrong("more_calls two_losses", (RESET, "                pass\n"), ("            node._backward()\n", "            node._backward()\n            node.grad *= not node._prev\n")),
        ),
        "`backward()` on a leaf": (
            wrong("leaves_still_add", ("        self.grad += 1.0\n", "        self.grad = 1.0\n")),
        ),
        "What inner nodes hold after a call does not matter": (
            right(("        for node in reversed(topo):\n            node._backward()\n", "        for node in reversed(topo):\n            node._backward()\n        for node in topo:\n            if node._prev:\n                node.grad = 0.0\n")),
        ),
    },
    "toposort-iterative": {
        "All that exercise 3 judges": (
            wrong("deep_chain depth_100000 shared_inner_node identity many_routes", ending=WRONG_ANSWERS["build-topo"]["topo-breadth-first"]),
            wrong("deep_chain shared_inner_node identity many_routes", ending=WRONG_ANSWERS["build-topo"]["topo-seen-is-listed"]),
            wrong("depth_100000 identity many_routes shared_inner_node", ("node not in visited", "node.data not in visited"), ("visited.add(node)", "visited.add(node.data)")),
            wrong("identity", (BUILD + '\n    """Append to', 'SEEN = set()\n\n\n' + BUILD + '\n    """Append to'), ("    stack = [(v, False)]\n", "    visited = SEEN\n    stack = [(v, False)]\n")),
            wrong("identity", ("            topo.append(node)\n", "            if node._prev or node.data != 2.0:\n                topo.append(node)\n")),
            right(("            for input_node in node._prev:\n                stack", "            for input_node in reversed(node._prev):\n                stack")),
        ),
        "a chain of 100,000 operations": (
            wrong("deep_chain depth_100000 shared_inner_node", ending="build_topo = build_topo_recursive"),
            wrong("deep_chain depth_100000 shared_inner_node", ending="import sys\n\nsys.setrecursionlimit(1_000_000)\nbuild_topo = build_topo_recursive"),
            wrong("depth_100000", ("        if inputs_done:\n            topo.append", "        if inputs_done:\n            if len(topo) > 50_000: raise MemoryError\n            topo.append")),
        ),
        "a ladder of 40 doublings (y = y + y), which has 41 nodes and a million million routes: whoever follows each route never comes to the end": (
            wrong("many_routes", ("            for input_node in node._prev:\n                stack.append", "            for input_node in node._prev:\n                visited.discard(input_node)\n                stack.append"), ("            topo.append(node)\n", "            node in topo[-9:] or topo.append(node)\n"), slow=True),
        ),
    },
    "consumer-counts": {
        "Trees": (
            wrong("chain", ("        yield node\n", "        if node.name != 'one':\n            yield node\n")),
        ),
        "a shared node with something below it (a diamond with a tail)": (
            wrong("diamond_with_tail chain unequal_routes same_input_twice only_below linear_work", ("            waits_for[input_node] += 1\n", "            waits_for[input_node] = len(input_node.inputs)\n")),
            wrong("unequal_routes same_input_twice linear_work", ending=WRONG_ANSWERS["consumer-counts"]["toposort-first-arrival"]),
        ),
        "a node used twice by one consumer": (
            wrong("same_input_twice linear_work", ("        yield node\n        for input_node in node.inputs:", "        yield node\n        for input_node in set(node.inputs):")),
        ),
        "exactly the nodes that can be reached": (
            wrong("only_below", ("        self.inputs = inputs\n", "        self.inputs = inputs\n        self.count = 0\n        for node in inputs:\n            node.count += 1\n"), ("    ready = [end_node]\n", "    ready = [end_node]\n    for node in waits_for:\n        waits_for[node] = node.count\n")),
        ),
        "a call on the same nodes after another one, which was finished or left half way": (
            wrong("diamond_with_tail same_input_twice", ("        yield node\n", "        yield node\n        found, node.inputs = node.inputs, []\n"), ("for input_node in node.inputs:\n            waits_for[input_node] -= 1", "for input_node in found:\n            waits_for[input_node] -= 1")),
            wrong("diamond_with_tail", *ON_NODES),
        ),
        "ladders and long chains in good time": (
            wrong("linear_work", ("waits_for = {end_node: 0}", "seen, waits_for = [end_node], {end_node: 0}"), ("if input_node not in waits_for:", "if input_node not in seen:\n                seen.append(input_node)"), slow=True),
            wrong("linear_work", (FIRST_PASS, "    order = []\n    def visit(node):\n        for n in node.inputs:\n            visit(n)\n        if node not in order:\n            order.append(node)\n    visit(end_node)\n    yield from reversed(order)\n    return\n" + FIRST_PASS), slow=True),
            wrong("linear_work", (FIRST_PASS, "    limit(end_node)\n" + FIRST_PASS), ending="def limit(node):\n    for each in node.inputs[:1]:\n        limit(each)\n"),
        ),
        "Any right order counts": (
            right(("node = ready.pop()", "node = ready.pop(0)")),
        ),
    },
}  # fmt: skip
