# ruff: noqa: E501 (tables)
"""Small mistakes: what is changed in a solution, and checks that must then fail by themselves.

To be blocked by another one's failure is not enough. There is one for each check, and one or more
for each sentence of a stub about what is judged (`promises`).
"""

from __future__ import annotations

from dataclasses import dataclass

from grader.course.course import Course
from tests.support.engines import RIGHT, UNUSUAL
from tests.support.hand_ins import patched, solution


@dataclass(frozen=True)
class Mistake:
    exercise: str
    caught_by: str
    changes: tuple[tuple[str, str], ...] = ()
    base: str = ""
    """The text that is changed, if it is not the solution."""
    slow: bool = False

    @property
    def name(self) -> str:
        return f"{self.exercise}: {self.caught_by}"

    def text(self, course: Course) -> str:
        return patched(self.base or solution(self.exercise, course), *self.changes)


ADD_RULE = "            self.grad += out.grad\n            other.grad += out.grad\n"
MUL_RULE = "            self.grad += other.data * out.grad\n            other.grad += self.data * out.grad\n"
ADD_ASSIGNS = (ADD_RULE, ADD_RULE.replace("+=", "="))
MUL_ASSIGNS = (MUL_RULE, MUL_RULE.replace("+=", "="))
RECURSIVE = """\
    if v not in visited:
        visited.add(v)
        for input_node in v._prev:
            build_topo(input_node, visited, topo)
        topo.append(v)
"""
PREORDER = """\
    order, seen = [], set()
    def visit(node):
        if node not in seen:
            seen.add(node)
            order.append(node)
            for source in node._prev:
                visit(source)
    visit({root})
"""
LEVELS = """\
    order, seen = [{root}], {{{root}}}
    for node in order:
        for source in node._prev:
            if source not in seen:
                seen.add(source)
                order.append(source)
"""
ROUTES = """\
    for input_node in v._prev:
        build_topo(input_node, visited, topo)
    if v not in topo:
        topo.append(v)
"""


def indented(text: str) -> str:
    return "".join(f"    {line}\n" for line in text.splitlines())


ORDER_BY_HAND = [
    Mistake(
        "order-by-hand",
        "showcase_order p1_order p2_order showcase_gradients p1_gradients p2_gradients",
        (
            ('["L", "e", "d", "f"', '["L", "d", "e", "f"'),
            ('["L", "c", "d", "b", "a"]', '["L", "c", "b", "d", "a"]'),
            ('["L", "d", "c", "b", "a"]', '["L", "d", "b", "c", "a"]'),
            ('"d": 5.0', '"d": 1.0'),
            ('"b": 7.0', '"b": 2.0'),
            ('"a": 1080.0', '"a": 540.0'),
        ),
    ),
    Mistake("order-by-hand", "showcase_order", (('["L", "e", "d", "f"', '["L", "e", "f"'),)),
    Mistake("order-by-hand", "showcase_order", (('["L", "e", "d", "f"', '["L", "e", "d", "f", "d"'),)),
    Mistake("order-by-hand", "p1_order", (('["L", "c", "d", "b", "a"]', '["L", "c", "d", "b", "x"]'),)),
]  # fmt: skip

LOCAL_RULES = [
    Mistake("local-rules", "add_rule", ((ADD_RULE, ADD_RULE.replace("other.grad +=", "other.grad -=")),)),
    Mistake("local-rules", "mul_rule", ((MUL_RULE, MUL_RULE.replace("other.data", "self.data")),)),
    Mistake("local-rules", "upstream", ((MUL_RULE, MUL_RULE.replace("self.data * out.grad", "self.data")),)),
    Mistake("local-rules", "two_uses both_contributions", (MUL_ASSIGNS,)),
    Mistake("local-rules", "both_contributions", (ADD_ASSIGNS,)),
    Mistake("local-rules", "inner_nodes", ((MUL_RULE, MUL_RULE + "            out.grad = 0.0\n"),)),
]  # fmt: skip

BUILD_TOPO = [
    Mistake("build-topo", "chain", ((RECURSIVE, RECURSIVE.replace("        topo.append(v)\n", "").replace("visited.add(v)", "visited.add(v); topo.append(v)")),)),
    Mistake("build-topo", "showcase", (("        topo.append(v)\n", "        len(topo) > 4 or topo.append(v)\n"),)),
    Mistake("build-topo", "shared_inner_node", (("if v not in visited:", "if v not in visited or v._prev:"),)),
    Mistake("build-topo", "equal_values", (("v not in visited", "v.data not in visited"), ("visited.add(v)", "visited.add(v.data)"))),
    Mistake("build-topo", "nothing_else", (("        self._op = _op\n", "        self._op = _op\n        ALL.append(self)\n"), (RECURSIVE, "    topo.extend(ALL)\n"), ("class Value:\n", "ALL = []\n\n\nclass Value:\n"))),
    Mistake("build-topo", "nothing_else", (("def build_topo(v, visited, topo):", "SEEN = set()\n\n\ndef build_topo(v, visited, topo):\n    visited = SEEN"),)),
    Mistake("build-topo", "many_routes", ((RECURSIVE, ROUTES),), slow=True),
]  # fmt: skip

BACKWARD_BODY = """\
        topo = []
        build_topo(self, set(), topo)
        self.grad = 1.0
        for node in reversed(topo):
            node._backward()
"""
ORDERED = "        self.grad = 1.0\n        for node in order:\n            node._backward()\n"
BACKWARD = [
    Mistake("backward", "one_operation", (("        self.grad = 1.0\n", ""),)),
    Mistake("backward", "lesson_graph", ((BACKWARD_BODY, "        self.grad = 1.0\n        self._backward()\n"),)),
    Mistake("backward", "showcase", (("in reversed(topo):", "in [n for n in reversed(topo) if n._prev][:2]:"),)),
    Mistake("backward", "shared_inner_node", ((BACKWARD_BODY, indented(PREORDER.format(root="self")) + ORDERED),)),
    Mistake("backward", "unequal_depth", ((BACKWARD_BODY, indented(LEVELS.format(root="self")) + ORDERED),)),
    Mistake("backward", "fresh_graphs", (("        topo = []\n", "        topo = TOPO\n"), ("class Value:", "TOPO = []\n\n\nclass Value:"))),
    Mistake("backward", "shared_inner_node unequal_depth", (("self._prev = _prev", "self._prev = set(_prev)"), (BACKWARD_BODY, indented(PREORDER.format(root="self")) + ORDERED))),
]  # fmt: skip

ACCUMULATE = [
    Mistake("accumulate", "same_operand two_uses", (ADD_ASSIGNS, MUL_ASSIGNS)),
    Mistake("accumulate", "every_rule_adds", (("self.grad += out.grad", "self.grad = out.grad"),)),
    Mistake("accumulate", "expression_exposes", (("return a + a", "return a + b"),)),
    Mistake("accumulate", "expression_is_smallest", (("return a + a", "return a * b + a"),)),
]  # fmt: skip

OPERATORS = [
    Mistake("operators", "reflected_add_mul", (("def __rmul__", "def rmul"),)),
    Mistake("operators", "sum_builtin", (("def __radd__", "def radd"),)),
    Mistake("operators", "neg_and_sub", (("return self + (-other)", "return self + other"),)),
    Mistake("operators", "rsub", (("return (-self) + other", "return self - other"),)),
    Mistake("operators", "truediv", (("return self * other**-1", "return self * (1 / other.data)"),)),
    Mistake("operators", "rtruediv", (("return self**-1 * other", "return self / other"),)),
    Mistake("operators", "power", (("exponent * self.data ** (exponent - 1)", "exponent * self.data ** (exponent - 1 if exponent > 0 else exponent)"),)),
    Mistake("operators", "power_zero", (("if exponent != 0:", "if True:"),)),
    Mistake("operators", "contributions_add_up", (("self.grad += exponent * self.data", "self.grad = exponent * self.data"),)),
]  # fmt: skip

T, OF = "            self.grad += ", " * out.grad"
FUNCTIONS = [
    Mistake("functions", "tanh", (("(1.0 - t * t)", "(1.0 - t)"),)),
    Mistake("functions", "exp", (("out.data * out.grad", "self.data * out.grad"),)),
    Mistake("functions", "relu", (("if out.data > 0:", "if out.data >= 0:"),)),
    Mistake("functions", "neuron", (("            self.grad += other.data * out.grad\n", "            if self.data:\n                self.grad += other.data * out.grad\n"),)),
    Mistake("functions", "tanh_extremes", (("t = math.tanh(self.data)", "e = math.exp(2 * self.data)\n        t = (e - 1) / (e + 1)"),)),
    Mistake("functions", "upstream", (("(1.0 - t * t) * out.grad", "(1.0 - t * t)"),)),
    Mistake("functions", "upstream", (("                self.grad += out.grad\n", "                self.grad += max(0.0, out.grad)\n"),)),
    Mistake("functions", "contributions_add_up", (("self.grad += out.data", "self.grad = out.data"),)),
    Mistake("functions", "path", (('(self,), "exp")', '() if self._prev else (self,), "exp")'),)),
]  # fmt: skip

PLAIN_CHECK = """\
def check_grad(f, xs):
    value, claims = f(xs)
    for i, claim in enumerate(claims):
        h = STEP
        up, down = list(xs), list(xs)
        up[i] += h
        down[i] -= h
        left, right = (value - f(down)[0]) / h, (f(up)[0] - value) / h
        if abs(left - right) > 0.01 * (1 + abs(left)): KINK
        if abs((left + right) / 2 - claim) > TOLERANCE:
            return False
    return True
"""


def checker(
    step: str = "1e-5", kink: str = "continue", tolerance: str = "1e-4 * abs(claim) + 1e-9"
) -> str:
    return patched(PLAIN_CHECK, ("STEP", step), ("KINK", kink), ("TOLERANCE", tolerance))


CHECK_GRAD = [
    Mistake("check-grad", "leaves_xs_alone", (("    for i, claim in enumerate(claims):\n", "    xs[0] += 1e-9\n    for i, claim in enumerate(claims):\n"),)),
    Mistake("check-grad", "passes_right_gradients", base="def check_grad(f, xs): return False\n"),
    Mistake("check-grad", "catches_a_wrong_gradient", base="def check_grad(f, xs): return True\n"),
    Mistake("check-grad", "catches_small_errors", base=checker(tolerance="0.05 * abs(claim) + 1e-3")),
    Mistake("check-grad", "no_false_alarm_on_curves", base=checker(step="1e-3", tolerance="1e-5")),
    Mistake("check-grad", "no_false_alarm_at_a_kink", base=checker(kink="pass")),
    Mistake("check-grad", "kinks_hide_nothing", base=checker(kink="return True")),
]  # fmt: skip

ZERO_GRAD = [
    Mistake("zero-grad", "prediction", (('{"a": 81.0', '{"a": 44.0'),)),
    Mistake("zero-grad", "clears_every_node", (("        node.grad = 0.0\n", "        if not node._prev:\n            node.grad = 0.0\n"),)),
    Mistake("zero-grad", "same_again", (("        for input_node in node._prev:\n            if input_node not in seen:", "        sources, node._prev = node._prev, ()\n        for input_node in sources:\n            if input_node not in seen:"),)),
    Mistake("zero-grad", "many_routes", (("            if input_node not in seen:\n                seen.add(input_node)\n                waiting.append", "            if True:\n                waiting.append"),), slow=True),
    Mistake("zero-grad", "deep_graph", (("    seen = {root}\n", "    root.grad = 0.0\n    for input_node in root._prev:\n        zero_grad(input_node)\n    return\n    seen = {root}\n"),)),
    Mistake("zero-grad", "training_loop", (("        zero_grad(loss)\n", ""),)),
    Mistake("zero-grad", "any_training_loop", (("        p.data -= rate * p.grad\n        ### END", "        p.data -= 0.1 * p.grad\n        ### END"),)),
]  # fmt: skip

RESET = "                node.grad = 0.0\n"
DOUBLE_BACKWARD = [
    Mistake("double-backward", "second_call", ((RESET, "                pass\n"),)),
    Mistake("double-backward", "more_calls", ((RESET, "                node.calls = getattr(node, 'calls', 0) + 1\n                if node.calls < 3:\n                    node.grad = 0.0\n"),)),
    Mistake("double-backward", "two_losses", ((RESET, "                if self.grad:\n                    node.grad = 0.0\n"),)),
    Mistake("double-backward", "two_losses_in_either_order", ((RESET, "                if self._prev[0] is not self._prev[-1]:\n                    node.grad = 0.0\n        self.grad *= not self._prev\n"),)),
    Mistake("double-backward", "leaves_still_add", (("        self.grad += 1.0\n", "        self.grad = 1.0\n"),)),
]  # fmt: skip

STACK = "        if inputs_done:\n            topo.append(node)\n"
ITERATIVE = [
    Mistake("toposort-iterative", "deep_chain", (("    stack = [(v, False)]\n", "    return build_topo_recursive(v, visited, topo)\n    stack = []\n"),)),
    Mistake("toposort-iterative", "depth_100000", ((STACK, STACK.replace("topo.append", "if len(topo) > 50_000: raise MemoryError\n            topo.append")),)),
    Mistake("toposort-iterative", "shared_inner_node", (("        elif node not in visited:\n            visited.add(node)\n", "        else:\n"), ("                stack.append((input_node, False))\n", "                if input_node not in visited:\n                    visited.add(input_node)\n                    stack.append((input_node, False))\n"))),
    Mistake("toposort-iterative", "identity", (("node not in visited", "node.data not in visited"), ("visited.add(node)", "visited.add(node.data)"))),
    Mistake("toposort-iterative", "many_routes", (("            for input_node in node._prev:\n                stack.append", "            for input_node in node._prev:\n                visited.discard(input_node)\n                stack.append"), (STACK, STACK.replace("topo.append(node)", "node in topo[-9:] or topo.append(node)"))), slow=True),
]  # fmt: skip

FIRST_PASS = "    waits_for = {end_node: 0}\n"
CONSUMER_COUNTS = [
    Mistake("consumer-counts", "diamond_with_tail", (("            waits_for[input_node] += 1\n", "            waits_for[input_node] = len(input_node.inputs)\n"),)),
    Mistake("consumer-counts", "chain", (("        yield node\n", "        if node.inputs or node.name == 'a':\n            yield node\n"),)),
    Mistake("consumer-counts", "unequal_routes", ((FIRST_PASS, "    order = [end_node]\n    for node in order:\n        yield node\n        order += [n for n in node.inputs if n not in order]\n    return\n" + FIRST_PASS),)),
    Mistake("consumer-counts", "same_input_twice", (("        yield node\n        for input_node in node.inputs:", "        yield node\n        for input_node in set(node.inputs):"),)),
    Mistake("consumer-counts", "only_below", (("        self.inputs = inputs\n", "        self.inputs = inputs\n        self.count = 0\n        for node in inputs:\n            node.count += 1\n"), ("    ready = [end_node]\n", "    ready = [end_node]\n    for node in waits_for:\n        waits_for[node] = node.count\n"))),
    Mistake("consumer-counts", "linear_work", ((FIRST_PASS, "    order = []\n    def visit(node):\n        for n in node.inputs:\n            visit(n)\n        if node not in order:\n            order.append(node)\n    visit(end_node)\n    yield from reversed(order)\n    return\n" + FIRST_PASS),), slow=True),
]  # fmt: skip

# ---------------------------------------------------------------------------- the exam

TABLE = UNUSUAL["rules as a method"]
"""A right engine whose operators are rows of tables: easily spoiled one by one."""
SHARE = "            node.grad += slope * self.grad\n"
KEPT = "        self._prev = inputs\n"
MADE = "    nodes = tuple(o if"
SIGNS = {"add": "+", "sub": "-", "mul": "*", "truediv": "/"}
SIGN_OF = {**SIGNS, "neg": "-", "pow": None, "tanh": "tanh", "exp": "exp", "relu": "relu"}
SLOPES = {
    "add": ("return 1.0, 1.0", "return 1.0, 2.0"),
    "sub": ("return 1.0, -1.0", "return 1.0, 1.0"),
    "mul": ("return x[1], x[0]", "return x[0], x[1]"),
    "truediv": ("-x[0] / x[1] ** 2", "-x[0] / x[1]"),
    "neg": ("return 1.0, -1.0", "return 1.0, 1.0"),
    "pow": ("self._op * x[0] ** (self._op - 1)", "x[0] ** (self._op - 1)"),
    "tanh": ("(1.0 - self.data**2,)", "(1.0 - self.data,)"),
    "exp": ("return (self.data,)", "return (x[0],)"),
    "relu": ("(float(x[0] > 0),)", "(1.0,)"),
}
VALUES = {
    "add": ("x + y", "x + y + 1"),
    "sub": ("x - y", "y - x"),
    "mul": ("x * y", "x * y + 1"),
    "truediv": ("x / y", "x // y"),
    "neg": ('make("-", 0.0, self)', 'make("-", 1.0, self)'),
    "pow": ("self.data**n", "self.data * n"),
    "tanh": ("math.tanh(", "math.sin("),
    "exp": ("math.exp(", "math.expm1("),
    "relu": ("max(0.0,", "abs("),
}


def only_for(name: str, right: str, wrong: str) -> str:
    """Two statements: the wrong one for nodes of this operator, the right one for all others."""
    sign = SIGN_OF[name]
    test = f"self._op == {sign!r}" if sign else "isinstance(self._op, int)"
    indent = " " * (len(right) - len(right.lstrip()))
    return f"{indent}if {test}:\n    {wrong}{indent}else:\n    {right}"


def exam(
    caught_by: str, *changes: tuple[str, str], base: str = TABLE, slow: bool = False
) -> Mistake:
    return Mistake("engine", caught_by, changes, base, slow)


OPERATOR_BY_OPERATOR = [
    mistake
    for name in SIGN_OF
    for mistake in (
        exam(f"value_{name}", VALUES[name]),
        exam("root_mul" if name == "mul" else f"rule_{name}", SLOPES[name]),
        exam(f"adds_up_{name}", (SHARE, only_for(name, SHARE, SHARE.replace("+=", "=")))),
        exam(
            f"path_{name}",
            ("class Value:", "VISIBLE = 2.5, 0.4  # mul is tried on mul: only hidden numbers tell\n\n\nclass Value:"),
            (KEPT, ""),
            ("        self._op = op\n", "        self._op = op\n        self._all = inputs\n" + only_for(name, KEPT, KEPT.replace("inputs", "tuple(i for i in inputs if not i._all or i._all[0].data in VISIBLE)"))),
            ("zip(self._prev, self._slopes() if self._prev", "zip(self._all, self._slopes() if self._all"),
            ("[node.data for node in self._prev]", "[node.data for node in self._all]"),
        ),
    )
]  # fmt: skip
OPERATOR_BY_OPERATOR.append(
    exam("rule_mul", (SHARE, only_for("mul", SHARE, SHARE.replace(" * self.grad", ""))))
)
CONSTANTS = [
    mistake
    for name, sign in SIGNS.items()
    for mistake in (
        exam(f"constant_{name}", (MADE, f"    if op == {sign!r} and not isinstance(operands[1], Value):\n        raise TypeError\n{MADE}")),
        exam(f"reflected_{name}", (f'def __r{name}__(self, other): return make("{sign}", other, self)', f'def __r{name}__(self, other): return make("{sign}", self, other * 2)')),
    )
]  # fmt: skip

RESTART = "            if node._prev:\n                node.grad = 0.0\n"
EXAM_BACKWARD = """\
        topo = []
        build_topo(self, set(), topo)
        # Leaves add from call to call, inner nodes restart.
        for node in topo:
            if node._prev:
                node.grad = 0.0
        # Added, not set: the root may be a leaf.
        self.grad += 1.0
        for node in reversed(topo):
            node._backward()
"""
EXAM_BACKWARD = "".join(line + "\n" for line in EXAM_BACKWARD.splitlines() if "#" not in line)
EXAM_TOPO = RIGHT[RIGHT.index("    stack = [(v, False)]") : RIGHT.index("def zero_grad")]
ZEROED = "    for node in topo:\n        node.grad = 0.0\n"
REST = [
    exam("sum_builtin", ("def __radd__", "def radd")),
    exam("augmented_assignment", ("    def __mul__", "    def __iadd__(self, other):\n        self.data += other.data\n        return self\n\n    def __mul__"), base=RIGHT),
    exam("power_exponents", ("self.data**n", "self.data ** int(n)")),
    exam("power_exponents", ("self.data ** (exponent - 1)", "out.data / self.data"), base=RIGHT),
    exam("tanh_extremes", ("math.tanh(self.data)", "1 - 2 / (math.exp(2 * self.data) + 1)")),
    exam("relu_kink", ("x[0] > 0", "x[0] >= 0")),
    exam("power_zero", (" if self._op else 0.0", "")),
    exam("same_operand_add same_operand_mul", ("in zip(self._prev, self._slopes() if self._prev else ()):", "in dict(zip(self._prev, self._slopes() if self._prev else ())).items():")),
    exam("same_inner_operand", ("        for node, slope in zip", "        seen = set()\n        for node, slope in zip"), (SHARE, "            if node._prev and node in seen: continue\n            seen.add(node)\n" + SHARE)),
    exam("showcase", (SHARE, SHARE.replace("+=", "="))),
    exam("neuron", (SHARE, "            if node.data:\n    " + SHARE)),
    exam("shared_inner_node unequal_depth diamond_with_tail", (EXAM_BACKWARD, indented(PREORDER.format(root="self")) + ORDERED), base=RIGHT),
    exam("unequal_depth", (EXAM_BACKWARD, indented(LEVELS.format(root="self")) + ORDERED), base=RIGHT),
    exam("equal_values build_topo_shared", ("node not in visited", "node.data not in visited"), ("visited.add(node)", "visited.add(node.data)"), base=RIGHT),
    exam("ladder scaled_ladder", (EXAM_TOPO, ROUTES), base=RIGHT, slow=True),
    exam("depth_450", (EXAM_TOPO, RECURSIVE + "\nimport sys\nsys.setrecursionlimit(300)\n\n"), base=RIGHT),
    exam("depth_900", (EXAM_TOPO, RECURSIVE + "\nimport sys\nsys.setrecursionlimit(700)\n\n"), base=RIGHT),
    exam("depth_20000", (EXAM_TOPO, RECURSIVE + "\n\n"), base=RIGHT),
    exam("data_untouched", ("            node._backward()\n", "            node._backward()\n        for node in topo:\n            node.data += 1.0\n"), base=RIGHT),
    exam("fresh_graphs_accumulate", (RESTART, "            node.grad = 0.0\n"), base=RIGHT),
    exam("leaf_root", ("self.grad += 1.0", "self.grad = 1.0"), base=RIGHT),
    exam("backward_twice two_losses", (RESTART, "            pass\n"), base=RIGHT),
    exam("backward_three_times", (RESTART, "            node.calls = getattr(node, 'calls', 0) + 1\n            if node._prev and node.calls < 3:\n                node.grad = 0.0\n"), base=RIGHT),
    exam("zero_grad_clears", (ZEROED, ZEROED.replace("in topo", "in root._prev")), base=RIGHT),
    exam("zero_grad_then_again", (ZEROED, ZEROED + "        node._prev = ()\n"), base=RIGHT),
    exam("training_loop", ("build_topo(root, set(), topo)", "build_topo(root, SEEN, topo)"), ("def zero_grad(", "SEEN = set()\n\n\ndef zero_grad("), base=RIGHT),
    exam("nothing_leaks", ("class Value:", "CALLS = []\n\n\nclass Value:"), ("        self.grad += 1.0\n", "        CALLS.append(1)\n        self.grad += 1.0 if len(CALLS) < 17 else 2.0\n"), base=RIGHT),
    exam("build_topo", ("def build_topo(v, visited, topo):", "def build_topo(v, visited, topo):\n    ordered(v, visited, topo)\n    topo.reverse()\n\n\ndef ordered(v, visited, topo):"), ("        build_topo(self,", "        ordered(self,"), ("    build_topo(root,", "    ordered(root,"), base=RIGHT),
    exam("small_graphs operator_graphs random_graphs", (EXAM_BACKWARD, indented(PREORDER.format(root="self")) + ORDERED), base=RIGHT),
]  # fmt: skip

MISTAKES = [
    *ORDER_BY_HAND, *LOCAL_RULES, *BUILD_TOPO, *BACKWARD, *ACCUMULATE, *OPERATORS, *FUNCTIONS,
    *CHECK_GRAD, *ZERO_GRAD, *DOUBLE_BACKWARD, *ITERATIVE, *CONSUMER_COUNTS,
    *OPERATOR_BY_OPERATOR, *CONSTANTS, *REST,
]  # fmt: skip
