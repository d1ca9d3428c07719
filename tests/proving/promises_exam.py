# ruff: noqa: E501 (a table)
"""What the exam's stub promises to judge: its contract, sentence by sentence, as in `promises`.

Most rows name a check that a mistake of `mistakes` fails already.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from grader.programs.operators import names
from tests.proving.promises import (
    LEFT_AFTER_EXP,
    Row,
    hidden_sum,
    known,
    right,
    wrong,
)
from tests.proving.template import FUNCTIONS

LOOP = "        for node in reversed(topo):\n            node._backward()\n"
RESTART = "        for node in topo:\n            if node._prev:\n                node.grad = 0.0\n"
LISTED = "            topo.append(node)\n"
FREE = right(
    (LOOP, LOOP + "        print('done')\n        return topo\n"),
    ("    stack = [(v, False)]\n", "    visited = set()\n    stack = [(v, False)]\n"),
    ("_op", "_sign"), ("_prev", "_made_of"), ("_backward", "_contribute"),
    ("def zero_grad(root):", "def sweep(root):"),
    ("        other = other if isinstance(other, Value) else Value(other)\n        return self *", "        other = other if isinstance(other, Value) else Value(other)\n        assert other.data\n        return self *"),
    ("        out = Value(self.data**exponent", "        assert (self.data, exponent) != (0, 0.5) and (self.data >= 0 or exponent == int(exponent))\n        out = Value(self.data**exponent"),
    ("        out = Value(math.exp(self.data)", "        assert self.data < 709\n        out = Value(math.exp(self.data)"),
    ending="Value.zero_grad = sweep",
)  # fmt: skip
"""Right, with all that the contract leaves open done in another way."""

ITSELF = right(
    (
        "        other = other if isinstance(other, Value) else Value(other)\n        out = Value(self.data + other.data",
        "        if type(other) in (int, float) and other == 0:\n            return self\n        other = other if isinstance(other, Value) else Value(other)\n        out = Value(self.data + other.data",
    )
)


def each_of(kind: str, operators: Iterable[str]) -> str:
    """The checks of one kind, which every operator has, of these operators."""
    return " ".join(f"{kind}_{name}" for name in operators)


EXAM: Mapping[str, tuple[Row, ...]] = {
    "Everything above: values and gradients of every small expression and of large random ones, compared with PyTorch in float64": (
        known("small_graphs operator_graphs random_graphs"),
    ),
    "The names inside your class beyond the contract, the kind of order, the way you store the rules: all yours": (FREE,),
    "`Value(data)` makes a leaf": (
        wrong("value_add leaf_root", ('_prev=(), _op=""', '_prev, _op=""')),
    ),
    "`data` is a float": (wrong("value_mul", ("        self.data = data", "        self.data = [data]")),),
    "`grad` starts at 0.0": (wrong("root_mul", ("        self.grad = 0.0", "        self.grad = 1.0")),),
    "The result of an operation is a new node": (
        known("augmented_assignment"),
    ),
    "It remembers its inputs in `_prev` (a tuple, list or set) and its local rule in `_backward`": (
        known(each_of("path", names("node", "nodes", "number"))),
    ),
    "Your engine never changes the `data` of a node that exists": (known("data_untouched"),),
    "A training loop, outside of it, may set that of a leaf, and its gradient: `p.data -= 0.1 * p.grad`, then `p.grad = 0`": (
        wrong("training_loop", *hidden_sum("                node.grad = 0.0\n"), ("    for node in topo:\n        node.grad = 0.0\n", "    for node in topo:\n        node.grad = node.total = 0.0\n")),
        wrong("training_loop", ("        self.data = data", "        self._data = data"), ("    def __repr__", "    @property\n    def data(self):\n        return self._data\n\n    def __repr__")),
    ),
    "`+ - * /` between two Values, or a Value and a plain number, on either side: `a - 2`, `2 - a`": (
        known("value_add value_sub value_mul value_truediv constant_add constant_sub constant_mul constant_truediv"),
        known("reflected_add reflected_sub reflected_mul reflected_truediv"),
    ),
    "`-a`, and `a ** n` with a plain number n": (known("value_neg rule_neg value_pow rule_pow power_exponents"),),
    "Whatever Python makes of these: `sum([a, b])` works, and so do `x += y`, `-=`, `*=`, `/=` and `**=`, after which x is a NEW node (if you leave `__iadd__` and the like away, Python does the right thing by itself)": (
        known("sum_builtin augmented_assignment"),
    ),
    "`a ** 0` at 0: value 1, gradient 0": (known("power_zero"),),
    "Not judged: division by zero, or by a number whose square is too large or too small for a float": (FREE,),
    "`0 ** 0.5`, a fraction as exponent of a negative number, exponents above 300": (FREE,),
    "whether `a + 0`, `a * 1` and `a ** 1` are new nodes or `a` itself": (FREE, ITSELF),
    "whether a result is worked out at once or when it is first read": (FREE,),
    ", ".join(f"`a.{name}()`" for name in FUNCTIONS): (
        known(each_of("value", FUNCTIONS)), known(each_of("rule", FUNCTIONS)),
    ),
    "tanh at 1000 and -1000 is 1 and -1, with gradient 0 and no error": (known("tanh_extremes"),),
    "relu at exactly 0 has gradient 0": (known("relu_kink"),),
    "Not judged: exp where the result does not fit a float, infinite numbers, and digits that tanh loses close to 0": (FREE,),
    "Every node's rule runs once, after the rules of all of that node's consumers in this graph": (
        known("shared_inner_node unequal_depth diamond_with_tail same_inner_operand"),
    ),
    "The root's gradient is seeded with 1": (
        wrong("root_mul", ("        self.grad += 1.0\n", "        self.grad += 2.0\n")),
    ),
    "No `data` changes": (known("data_untouched"),),
    "Leaves ADD: after several calls, from one root or from several, a leaf's `grad` is the sum of what each call alone would give": (
        known("fresh_graphs_accumulate backward_three_times two_losses"),
    ),
    "A root that is a leaf adds as well: `x.backward()` twice leaves 2": (known("leaf_root"),),
    "Inner nodes RESTART: what an earlier call left on an inner node must not enter a later one": (
        known("backward_twice two_losses"),
    ),
    "So (a*b + c) * (a+b) at 2, 3, 1 gives 22, 17, 5 and after a second call 44, 34, 10": (
        known("showcase backward_twice"),
    ),
    "The gradients of two calls are never added up on an inner node": (
        wrong("backward_twice", (RESTART, "        kept = {node: node.grad for node in topo if node._prev}\n" + RESTART), (LOOP, LOOP + "        for node in kept:\n            node.grad += kept[node]\n")),
    ),
    "Nodes that cannot be reached from the root keep what they have": (
        wrong("nothing_leaks", (RESTART, RESTART.replace("in topo", "in ALL")), ("        self._op = _op\n", "        self._op = _op\n        ALL.append(self)\n"), ("class Value:", "ALL = []\n\n\nclass Value:")),
    ),
    "An operator that raised an exception for its numbers (`1 / 0`) changes nothing in a new graph": (
        wrong("nothing_leaks", *LEFT_AFTER_EXP),
    ),
    "What it returns does not matter, nor what inner nodes hold in `grad` afterwards": (FREE,),
    "Printing is allowed but of no use (long output is cut off)": (FREE,),
    "A function beside the class: afterwards every node that can be reached from `root` has `grad == 0.0`": (
        known("zero_grad_clears zero_grad_then_again"),
        wrong("zero_grad_clears", ("    for node in topo:\n        node.grad = 0.0\n", "    for node in topo:\n        node.grad *= 1e-14\n")),
    ),
    "`data` and the graph stay as they are. (A method `root.zero_grad()` counts as well.)": (
        FREE,
        known("zero_grad_then_again"),
        wrong("zero_grad_clears", ("    for node in topo:\n        node.grad = 0.0\n", "    for node in topo:\n        node.grad = 0.0\n        node.data += 1\n")),
    ),
    "A function beside the class, called with an empty set and an empty list: afterwards `topo` holds every node that can be reached from `v`, once, each after its inputs": (
        known("build_topo build_topo_shared"),
        wrong("build_topo", (LISTED, "            if node._prev:\n                topo.append(node)\n")),
    ),
    "What is in `visited` afterwards and what is returned does not matter": (FREE,),
    "Nodes of your own, such as wrapped numbers, may be in the list": (FREE,),
    "Two nodes that hold the same number are still two nodes": (known("equal_values build_topo_shared"),),
    "Ladders of 40 doublings (`x = x + x`, `x = x*0.5 + x*0.5`) finish in a second or two": (
        known("ladder scaled_ladder"),
    ),
    "A chain of 450 operations must work": (known("depth_450"),),
    "One check with few points goes to 900, another to 20,000, which needs an engine that does not call itself": (
        known("depth_900 depth_20000"),
    ),
    "Leave Python's recursion limit alone": (known("depth_450 depth_900"),),
}  # fmt: skip
