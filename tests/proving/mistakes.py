# ruff: noqa: E501 (tables)
"""Small mistakes: what is changed in a solution, and checks that must then fail by themselves.

To be blocked by another one's failure is not enough. There is one for each check of the exam; those
of the exercises have theirs among `promises` (a sentence of the stub each) and `gaps` (inputs of
one kind), all but a few.
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


BACKWARD_BODY = """\
        topo = []
        build_topo(self, set(), topo)
        self.grad = 1.0
        for node in reversed(topo):
            node._backward()
"""
ORDERED = "        self.grad = 1.0\n        for node in order:\n            node._backward()\n"


PLAIN_CHECK = """\
def check_grad(f, xs):
    value, claims = f(list(xs))
    for i, claim in enumerate(claims):
        h = STEP
        up, down = list(xs), list(xs)
        up[i] += h
        down[i] -= h
        left, right = (value - f(down)[0]) / h, (f(up)[0] - value) / h
        if abs(left - right) > 0.01 * (1 + abs(left)): KINK
        if not abs((left + right) / 2 - claim) <= TOLERANCE:
            return False
    return True
"""


def checker(
    step: str = "1e-5", kink: str = "continue", tolerance: str = "1e-4 * abs(claim) + 1e-9"
) -> str:
    return patched(PLAIN_CHECK, ("STEP", step), ("KINK", kink), ("TOLERANCE", tolerance))


RESET = "                node.grad = 0.0\n"


FIRST_PASS = "    waits_for = {end_node: 0}\n"

EXERCISES = [
    Mistake("backward", "one_operation", (("        self.grad = 1.0\n", ""),)),
    Mistake("operators", "sum_builtin", (("def __radd__", "def radd"),)),
    Mistake("check-grad", "passes_right_gradients", base="def check_grad(f, xs): return False\n"),
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

MISTAKES = [*EXERCISES, *OPERATOR_BY_OPERATOR, *CONSTANTS, *REST]
