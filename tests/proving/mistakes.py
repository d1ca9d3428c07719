# ruff: noqa: E501 (tables)
"""Small mistakes: what is changed in a solution, and checks that must then fail by themselves.

To be blocked by another one's failure is not enough. There is one for each check of the exam; those
of the exercises have theirs among `promises` (a sentence of the stub each) and `gaps` (inputs of
one kind), all but a few.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from grader.course.course import Course
from tests.proving import template
from tests.proving.hand_ins import WRONG_ENGINES
from tests.proving.template import BINARY, OPERATORS, OWN_RULES, ZERO_GRAD, Change, engine, on_sides
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
        if abs(left - right) > max(5e-4, 0.01 * abs(left)): KINK
        if not abs((left + right) / 2 - claim) <= TOLERANCE < float("inf"):
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

VISIBLE = "VISIBLE = 2.5, 0.4  # mul is tried on mul: only hidden numbers tell"
FEW = "tuple(i for i in {} if not i._prev or i._prev[0].data in VISIBLE)"
THIRD = "node.calls = getattr(node, 'calls', 0) + 1"


def exam(caught_by: str, *changes: Change, slow: bool = False) -> Mistake:
    return Mistake("engine", caught_by, base=engine(OWN_RULES, *changes), slow=slow)


def belief(caught_by: str, name: str, slow: bool = False) -> Mistake:
    return Mistake("engine", caught_by, base=engine(WRONG_ENGINES[name][0]), slow=slow)


def of_operator(name: str) -> Iterator[Mistake]:
    yield exam(f"value_{name}", {f"value.{name}": "self.data + 0.5"})
    yield exam("root_mul" if name == "mul" else f"rule_{name}", on_sides("slope", "0.3", [name]))
    yield exam(f"adds_up_{name}", on_sides("pay", "=", [name]))
    listed = "(self, other)" if name in BINARY else "(self,)"
    yield exam(f"path_{name}", {f"listed.{name}": FEW.format(listed), "module": VISIBLE})
    if name in BINARY:
        yield exam(f"constant_{name}", {f"coerce.{name}": "other"})
        yield exam(f"reflected_{name}", {f"reflected.{name}": f"return self.__{name}__(other * 2)"})


def limited(limit: int) -> Change:
    return {"topo": RECURSION, "module": f"import sys\nsys.setrecursionlimit({limit})\n"}


RECURSION = f"def build_topo(v, visited, topo):\n{RECURSIVE}"
TURNED = (
    template.BUILD_TOPO.replace("build_topo", "right_topo")
    + """
def build_topo(v, visited, topo):
    right_topo(v, visited, topo)
    topo.reverse()
"""
)
REST = [
    exam("rule_mul", {"upstream.mul": "1.0"}),
    exam("sum_builtin", {"reflected.add": "missing"}),
    belief("augmented_assignment", "inplace-iadd"),
    exam("power_exponents", {"value.pow": "self.data ** int(n)"}),
    exam("power_exponents", {"slope.pow.left": "n * out.data / self.data"}),
    exam("tanh_extremes", {"value.tanh": "1 - 2 / (math.exp(2 * self.data) + 1)"}),
    exam("relu_kink", {"slope.relu.left": "float(self.data >= 0)"}),
    exam("power_zero", {"slope.pow.left": "(n * self.data ** (n - 1))"}),
    belief("same_operand_add", "same-operand-special-case"),
    exam("same_operand_mul", {"when.mul.right": "other is not self"}),
    exam("same_inner_operand", {f"when.{name}.right": "other is not self or not other._prev" for name in BINARY}),
    belief("showcase", "overwrite-everywhere"),
    exam("neuron", on_sides("when", "self.data", OPERATORS)),
    belief("shared_inner_node unequal_depth diamond_with_tail", "preorder"),
    belief("unequal_depth", "bfs-order"),
    belief("equal_values build_topo_shared", "visited-by-value"),
    belief("ladder scaled_ladder", "no-visited-set", slow=True),
    exam("depth_450", limited(300)),
    exam("depth_900", limited(700)),
    exam("depth_20000", {"topo": RECURSION}),
    exam("data_untouched", {"run": template.RUN + "for node in order:\n    node.data += 1.0\n"}),
    belief("fresh_graphs_accumulate", "backward-zeroes-all"),
    belief("leaf_root", "seed-overwrites-leaf"),
    belief("backward_twice two_losses", "nothing-reset"),
    exam("backward_three_times", {"reset": template.RESET.replace("    if node._prev:", f"    {THIRD}\n    if node._prev and node.calls < 3:")}),
    belief("zero_grad_clears", "zero-only-root"),
    exam("zero_grad_then_again", {"zero": ZERO_GRAD + "        node._prev = ()\n"}),
    exam("training_loop", {"zero": ZERO_GRAD.replace("    seen = {id(root)}\n", "").replace("seen", "SEEN"), "module": "SEEN = set()\n"}),
    exam("nothing_leaks", {"module": "CALLS = []\n", "seed": "CALLS.append(1)\nself.grad += 1.0 if len(CALLS) < 12 else 2.0"}),
    exam("build_topo", {"topo": TURNED, "order": template.ORDERED.replace("build_topo", "right_topo")}),
    belief("small_graphs operator_graphs random_graphs", "preorder"),
]  # fmt: skip

MISTAKES = [*EXERCISES, *(each for name in OPERATORS for each in of_operator(name)), *REST]
