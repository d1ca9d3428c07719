# ruff: noqa: E501 (a table)
"""Subtle mistakes by kind: each breaks one property, and only inputs of one kind show it.

A row says which checks of the exercise must fail; `tests/checks/test_checks_can_fail.py` has each graded. The
table of kinds and exercises in `docs/detection.md` is counted from them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from tests.proving.mistakes import (
    ADD_RULE,
    LEVELS,
    MUL_RULE,
    RECURSIVE,
    Mistake,
    checker,
    indented,
)
from tests.support.engines import RIGHT

Changes = tuple[tuple[str, str], ...]
MUL_LEFT = "            self.grad += other.data * out.grad\n"
TANH, EXP, RELU = "t = math.tanh(self.data)", "math.exp(self.data)", "if out.data > 0:"
TANH_RULE, EXP_RULE = (
    "            self.grad += (1.0 - t * t) * out.grad\n",
    "            self.grad += out.data * out.grad\n",
)
POWER = "out = Value(self.data**exponent, "
LOOP = "        for node in reversed(topo):\n            node._backward()\n"
RESTART = "            if node._prev:\n                node.grad = 0.0\n"
SEED = "        self.grad += 1.0\n"
WALK = "    stack = [(v, False)]\n"
SEEN = ("visited.add(node)\n", "elif node not in visited:\n")


def each(
    exercises: str, fails: str, *changes: tuple[str, str], base: str = ""
) -> Iterator[Mistake]:
    """The same mistake in several exercises: "id id", with the checks that it fails in each."""
    for exercise, checks in zip(exercises.split(), fails.split("|"), strict=True):
        yield Mistake(exercise, checks.strip(), changes, base if exercise == "engine" else "")


def exam(fails: str, *changes: tuple[str, str]) -> Iterator[Mistake]:
    yield Mistake("engine", fails, changes, RIGHT)


def not_below(exercise: str, fails: str, sign: str, side: str) -> Mistake:
    """No restart for what an operator has on its right side, or for all of its operands."""
    above = f"any(n._op == '{sign}' and any(i is node for i in n._prev{side}) for n in topo)"
    rule = RESTART, RESTART.replace("if node._prev", f"if node._prev and not {above}")
    return Mistake(exercise, fails, (rule,), RIGHT if exercise == "engine" else "")


def tiny(rule: str) -> tuple[str, str]:
    """A rule that drops what arrives if it is small."""
    return rule, f"            if abs(out.grad) < 1e-12:\n                return\n{rule}"


def kept(name: str, value: str) -> str:
    """What is worked out once for each node, and remembered on it."""
    return f'self.__dict__.setdefault("{name}", {value})'


CLS, ZG = "class Value:\n", "    for node in topo:\n        node.grad = 0.0\n"
POWR = "            if exponent != 0:\n                self.grad += exponent * self.data ** (exponent - 1) * out.grad\n"


def pre(rule: str, lines: str) -> tuple[str, str]:
    """A rule with lines before it."""
    return rule, lines + rule


BY_NUMBER = "        kept = {node.data: node.grad for node in topo if not node._prev}\n"
GIVEN_BACK = "        for node in topo:\n            if not node._prev:\n                node.grad += kept[node.data]\n"
LEVELLED = (
    "        if len(topo) > SIZE:\n"
    + indented(indented(LEVELS.format(root="self")))
    + "            topo = order[::-1]\n"
)
SUMMED = """\
        rank = {}
        for node in topo:
            rank[node] = 1.0 + sum(rank[n] for n in node._prev)
        topo = sorted(reversed(topo), key=rank.get)
"""
WALKED = """\
def walk(v, topo, seen=set()):
    if id(v) not in seen:
        seen.add(id(v))
        for node in v._prev:
            walk(node, topo, seen)
        topo.append(v)


"""
RANKED = """\
        rank = {}
        for node in topo:
            rank[node] = (1.0 + max([rank[n] for n in node._prev], default=0.0)) / 2
        topo = sorted(reversed(topo), key=rank.get)
"""
CLEARED_LATE = """\
        for node in reversed(topo):
            for input_node in node._prev:
                if input_node._prev:
                    input_node.grad = 0.0
            node._backward()
"""
AS_SET = """\
        counts = dict.fromkeys(topo, 0)
        for node in topo:
            for input_node in set(node._prev):
                counts[input_node] += 1
        ready = [self]
        while ready:
            node = ready.pop()
            node._backward()
            for input_node in node._prev:
                counts[input_node] -= 1
                if counts[input_node] == 0:
                    ready.append(input_node)
"""
BY_NAME = (
    ("        self._op = _op\n", '        self._op = _op\n        self.name = f"v{next(NAMES)}"\n'),
    ("class Value:\n", "import itertools\n\nNAMES = itertools.count(1)\n\n\nclass Value:\n"),
    (
        LOOP,
        LOOP.replace("reversed(topo)", "sorted(topo, key=lambda node: node.name, reverse=True)"),
    ),
)
TWO_CALLS = """\
    wanted = not getattr(v, "seen", False)

    def visit(node):
        if getattr(node, "seen", False) is not wanted:
            node.seen = wanted
            for input_node in node._prev:
                visit(input_node)
            topo.append(node)

    visit(v)
"""
EXPRESSIONS = """\
    def key(node):
        return (node._op, *map(id, node._prev)) if node._prev else id(node)

    if key(v) not in visited:
        visited.add(key(v))
        for input_node in v._prev:
            build_topo(input_node, visited, topo)
        topo.append(v)
"""
CLEARED_TIMES_0 = (
    "    for node in topo:\n        node.grad = 0.0\n",
    "    for node in topo:\n        node.grad *= 0.0\n",
)
GAPS: Mapping[str, tuple[Mistake, ...]] = {
    "numbers": (
        *each("functions engine", "exp | rule_exp", (EXP, f"({EXP} if not 200 < self.data < 700 else 0.0)"), base=RIGHT),
        *each("functions engine", "relu | rule_relu", (RELU, "if out.data > 1e-25:"), base=RIGHT),
        *each("operators engine", "power | power_exponents", ("out = Value(self.data**exponent", "exponent = max(exponent, -200)\n        out = Value(self.data**exponent"), base=RIGHT),
        Mistake("zero-grad", "any_training_loop", (("        p.data -= rate * p.grad\n        ### END", "        p.data -= min(rate, 2.0) * p.grad\n        ### END"),)),
        Mistake("backward", "fresh_graphs", (("        self.grad = 1.0\n", "        for node in topo:\n            node.grad = round(node.grad, 9)\n        self.grad = 1.0\n"),)),
        *each("double-backward engine", "leaves_still_add | fresh_graphs_accumulate", (RESTART, RESTART + "            node.grad = round(node.grad, 9)\n"), base=RIGHT),
        Mistake("check-grad", "catches_small_errors", base=checker().replace("enumerate(claims):", "enumerate(claims[:20]):")),
        Mistake("check-grad", "catches_small_errors", base=checker(tolerance="1e-5 * abs(claim) + 1e-7 * abs(value)")),
        Mistake("build-topo", "nothing_else", (("    if v not in visited:\n", "    if v not in visited and abs(v.data) < 1e300:\n"),)),
        *each("functions engine", "tanh_extremes | tanh_extremes", (TANH, TANH + " if not 710 < abs(self.data) < 1000 else 0.0"), base=RIGHT),
        *each("functions engine", "exp | rule_exp", (EXP, f"({EXP} if self.data < 300 else 0.0)"), base=RIGHT),
        *each("functions engine", "relu | rule_relu", (RELU, "if out.data > 1e-11:"), base=RIGHT),
        *each("operators engine", "power_zero | power_zero", ("if exponent != 0:", "if exponent != 0 or type(exponent) is float:"), base=RIGHT),
        *each("local-rules accumulate engine", "upstream | every_rule_adds | rule_mul", (MUL_LEFT, "            self.grad += out.data / self.data * out.grad if self.data else 0.0\n"), base=RIGHT),
        *each("local-rules accumulate engine", "both_contributions | every_rule_adds | unequal_depth", (MUL_RULE, f"            if self is other:\n                self.grad += 2 * self.data\n                return\n{MUL_RULE}"), base=RIGHT),
        *each("local-rules accumulate engine", "both_contributions | every_rule_adds | same_inner_operand", (ADD_RULE, f"            if self is other:\n                self.grad += 2.0\n                return\n{ADD_RULE}"), base=RIGHT),
        *each("local-rules accumulate engine", "upstream | every_rule_adds | rule_add", tiny(ADD_RULE), base=RIGHT),
        *each("local-rules accumulate engine", "upstream | every_rule_adds | rule_mul", tiny(MUL_RULE), base=RIGHT),
        *each("functions engine", "upstream | rule_tanh", tiny(TANH_RULE), base=RIGHT),
        *each("functions engine", "upstream | rule_exp", tiny(EXP_RULE), base=RIGHT),
        *each("functions engine", "upstream | rule_relu", ("            " + RELU, f"            {RELU[:-1]} and abs(out.grad) > 1e-12:"), base=RIGHT),
        *each("operators engine", "power | rule_pow", ("            if exponent != 0:", "            if exponent != 0 and abs(out.grad) > 1e-12:"), base=RIGHT),
        *each("backward double-backward engine", "unequal_depth | more_calls | rule_add", (LOOP, LOOP.replace("node._b", "if abs(node.grad) > 1e-12: node._b")), base=RIGHT),
        Mistake("check-grad", "catches_small_errors", base=checker(tolerance="1e-3 * abs(claim) + 2e-6")),
        Mistake("check-grad", "catches_small_errors", base=checker(tolerance="2e-3 * abs(claim) + 1e-9")),
        Mistake("check-grad", "catches_small_errors", base=checker(tolerance="4e-4 * max(map(abs, claims)) + 1e-9")),
        Mistake("zero-grad", "same_again", (("        node.grad = 0.0\n        for", "        if type(node.data) is not int:\n            node.grad = 0.0\n        for"),)),
        Mistake("zero-grad", "same_again", (("        node.grad = 0.0\n        for", "        node.grad *= 0\n        for"),)),
        *exam("zero_grad_clears", CLEARED_TIMES_0),
        Mistake("check-grad", "no_false_alarm_on_curves", base=checker(tolerance="1e-5")),
        *each("operators engine", "power | power_exponents", (POWER, "out = Value(self.data**exponent if abs(exponent) <= 5 else self.data**5, "), base=RIGHT),
        *exam("rule_exp", ("math.exp(self.data)", "(0.0 if -45 < self.data < -30 else math.exp(self.data))")),
        *exam("rule_tanh", (TANH_RULE, TANH_RULE.replace("(1.0 - t * t)", "(0.0 if 6 < abs(self.data) < 11 else 1.0 - t * t)"))),
        *exam("rule_relu", ("self.data if self.data > 0", "min(self.data, 1e6) if self.data > 0")),
        *exam("power_exponents", ("out = Value(self.data**exponent", "exponent = min(exponent, 12)\n        out = Value(self.data**exponent")),
        *exam("power_exponents", ("out = Value(self.data**exponent", "exponent = max(exponent, -6)\n        out = Value(self.data**exponent")),
        *exam("rule_add rule_sub constant_add constant_sub reflected_add reflected_sub sum_builtin", (ADD_RULE, ADD_RULE.replace("out.grad", "(out.grad if abs(out.grad) > 1e-25 else 0.0)"))),
        Mistake("local-rules", "both_contributions", (pre(MUL_RULE, "            if other.data == 1:\n                self.grad += 1.0\n                other.grad += self.data * out.grad\n                return\n"),)),
        Mistake("local-rules", "upstream", (pre(ADD_RULE, "            if -1e-3 < out.grad < 0:\n                return\n"),)),
        Mistake("operators", "rsub", (("        return (-self) + other\n", "        if other == 1:\n            out = Value(1 - self.data, (self,))\n            def _backward():\n                self.grad -= 1.0\n            out._backward = _backward\n            return out\n        return (-self) + other\n"),)),
        Mistake("operators", "power", (("out = Value(self.data**exponent", "exponent = max(-6, min(exponent, 12))\n        out = Value(self.data**exponent"),)),
        Mistake("functions", "upstream", (("math.exp(self.data)", "(0.0 if -45 < self.data < -30 else math.exp(self.data))"),)),
        Mistake("functions", "tanh", ((TANH_RULE, TANH_RULE.replace("(1.0 - t * t)", "(0.0 if 6 < abs(self.data) < 11 else 1.0 - t * t)")),)),
        Mistake("functions", "relu", (("self.data if self.data > 0", "min(self.data, 1e4) if self.data > 0"),)),
        Mistake("build-topo", "equal_values", (("        topo.append(v)\n", "        if v.data != 0 or v._prev:\n            topo.append(v)\n"),)),
        Mistake("backward", "shared_inner_node", (("        self.grad = 1.0\n", "        self.grad = 1.0 if self.data else 0.0\n"),)),
        Mistake("zero-grad", "same_again", (("        node.grad = 0.0\n        for", "        if node.data:\n            node.grad = 0.0\n        for"),)),
        Mistake("zero-grad", "any_training_loop", (("        p.data -= rate * p.grad\n        ### END", "        p.data -= max(-1000.0, min(1000.0, rate * p.grad))\n        ### END"),)),
        Mistake("check-grad", "catches_small_errors", (("    for i, claim in enumerate(claims):\n", "    for i, claim in enumerate(claims[:3]):\n"),)),
        *each("functions engine", "exp | rule_exp", ("math.exp(self.data)", "math.exp(min(self.data, 708.5))"), base=RIGHT),
        *each("functions engine", "upstream | rule_exp", pre(EXP_RULE, "            if out.grad == -1:\n                self.grad += out.data\n                return\n"), base=RIGHT),
        Mistake("local-rules", "upstream", (pre(MUL_RULE, "            if out.grad == -1:\n                self.grad += other.data\n                other.grad += self.data\n                return\n"),)),
        Mistake("local-rules", "upstream", ((ADD_RULE, "            self.grad += float('%.8g' % out.grad)\n            other.grad += float('%.8g' % out.grad)\n"),)),
        *exam("power_exponents", (f"        {POWER}", f"        exponent = max(-200, min(200, exponent))\n        {POWER}")),
        Mistake("zero-grad", "same_again", (("        node.grad = 0.0\n        for", "        if node.grad > 0 or node.grad < 0:\n            node.grad = 0.0\n        for"),)),
        Mistake("zero-grad", "any_training_loop", (("        p.data -= rate * p.grad\n        ### END", "        p.data -= rate * 2 * loss.data / (p.data - 5)\n        ### END"),)),
        Mistake("double-backward", "two_losses", ((RESTART, RESTART.replace("= 0.0", "*= 0")),)),
        *exam("training_loop", (RESTART, "            if node._prev:\n                held[node] = node.grad\n"), ("            node._backward()\n", "            node.grad -= held.get(node, 0.0)\n            node._backward()\n"), ("        for node in topo:\n", "        held = {}\n        for node in topo:\n")),
        Mistake("check-grad", "catches_small_errors", (("    for i, claim in enumerate(claims):\n", "    for i, claim in enumerate(claims):\n        if claim == 0:\n            continue\n"),)),
        Mistake("check-grad", "catches_small_errors", (("    for i, claim in enumerate(claims):\n", "    for i, claim in enumerate(claims):\n        if xs[i] == 0:\n            continue\n"),)),
    ),
    "equal numbers": (
        Mistake("build-topo", "equal_values", (("    if v not in visited:\n        visited.add(v)\n", "    key = v.data if type(v.data) is int and not v._prev else v\n    if key not in visited:\n        visited.add(key)\n"),)),
        *each("double-backward engine", "leaves_still_add | backward_three_times", (RESTART, RESTART.replace("if node._prev", "if True")), (SEED, "        self.grad = 1.0\n"), (LOOP, LOOP + GIVEN_BACK), ("        build_topo(self, set(), topo)\n", "        build_topo(self, set(), topo)\n" + BY_NUMBER), base=RIGHT),
        Mistake("zero-grad", "same_again many_routes", (("seen = {root}", "seen = {root.data}"), ("input_node not in seen", "input_node.data not in seen"), ("seen.add(input_node)", "seen.add(input_node.data)"))),
        *each("local-rules accumulate engine", "both_contributions | every_rule_adds | equal_values", (MUL_RULE, f"            if self.data == other.data:\n                self.grad += 2 * self.data * out.grad\n                return\n{MUL_RULE}"), base=RIGHT),
        *each("local-rules accumulate engine", "upstream | every_rule_adds | equal_values", (ADD_RULE, f"            if self.data == other.data:\n                self.grad += 2 * out.grad\n                return\n{ADD_RULE}"), base=RIGHT),
        Mistake("backward", "shared_inner_node", (("        self.grad = 1.0\n", "        for node in topo:\n            if node.data == self.data:\n                node.grad = 1.0\n"),)),
        *each("double-backward engine", "second_call | equal_values", (SEED, "        for node in topo:\n            if node.data == self.data:\n                node.grad += 1.0\n"), base=RIGHT),
        *each("functions engine", "upstream | rule_tanh", ("    def tanh(self):\n", "    def tanh(self):\n        return MADE.setdefault(self.data, self.tanh_anew())\n\n    def tanh_anew(self):\n"), ("class Value:\n", "MADE = {}\n\n\nclass Value:\n"), base=RIGHT),
        *each("functions engine", "upstream | rule_exp", ("    def exp(self):\n", "    def exp(self):\n        return MADE.setdefault(self.data, self.exp_anew())\n\n    def exp_anew(self):\n"), ("class Value:\n", "MADE = {}\n\n\nclass Value:\n"), base=RIGHT),
        *each("functions engine", "upstream | rule_relu", ("    def relu(self):\n", "    def relu(self):\n        return MADE.setdefault(self.data, self.relu_anew())\n\n    def relu_anew(self):\n"), ("class Value:\n", "MADE = {}\n\n\nclass Value:\n"), base=RIGHT),
        *each("operators engine", "neg_and_sub | rule_neg", ("return self * -1.0", "return MADE.setdefault(self.data, self * -1.0)"), ("class Value:\n", "MADE = {}\n\n\nclass Value:\n"), base=RIGHT),
        *each("operators engine", "power | rule_pow", (f"        {POWER}", f"        if (self.data, exponent) in MADE:\n            return MADE[self.data, exponent]\n        {POWER}"), ('f"**{exponent}")\n', 'f"**{exponent}")\n        MADE[self.data, exponent] = out\n'), ("class Value:\n", "MADE = {}\n\n\nclass Value:\n"), base=RIGHT),
        *each("operators engine", "contributions_add_up | equal_values", ("return self + (-other)", 'other = other if isinstance(other, Value) else Value(other)\n        return self + (-other) if self.data != other.data else self * 0'), base=RIGHT),
        *each("operators engine", "contributions_add_up | equal_values", ("        return self * other**-1", "        return self * other**-1 if self.data != other.data else self * self**-1"), base=RIGHT),
        Mistake("build-topo", "equal_values", ((RECURSIVE, EXPRESSIONS),)),
        *each("toposort-iterative engine", "identity | build_topo_shared", (SEEN[1], "elif key(node) not in visited:\n"), (SEEN[0], "visited.add(key(node))\n"), (WALK, WALK + "    key = lambda node: (node._op, *map(id, node._prev)) if node._prev else id(node)\n"), base=RIGHT),
        *each("functions engine", "upstream | equal_values", (TANH, "t = MEMO.setdefault(hash(self.data), math.tanh(self.data))"), (CLS, "MEMO = {}\n\n\nclass Value:\n"), base=RIGHT),
        Mistake("backward", "fresh_graphs", (("        self.grad = 1.0\n", BY_NUMBER + "        for node in topo:\n            node.grad = 0.0\n        self.grad = 1.0\n"), (LOOP, LOOP + GIVEN_BACK))),
        *exam("equal_values", (TANH, 't = MEMO.setdefault(f"{self.data:.7g}", math.tanh(self.data))'), (CLS, "MEMO = {}\n\n\nclass Value:\n")),
        *exam("equal_values", ("math.exp(self.data)", 'MEMO.setdefault(f"{self.data:g}", math.exp(self.data))'), (CLS, "MEMO = {}\n\n\nclass Value:\n")),
        Mistake("operators", "neg_and_sub", (("        return self + (-other)\n", "        if other == self.data:\n            return Value(0.0)\n        return self + (-other)\n"),)),
        *each("backward accumulate", "shared_inner_node | every_rule_adds", (MUL_RULE, "            if self is not other and self._prev and self._prev == other._prev:\n                self.grad += other.data * out.grad\n                return\n" + MUL_RULE)),
        Mistake("local-rules", "both_contributions", ((MUL_RULE, "            if self is not other and self._prev and self._prev == other._prev:\n                self.grad += 2 * other.data * out.grad\n                return\n" + MUL_RULE),)),
    ),
    "memory": (
        Mistake("accumulate", "expression_exposes", (("return a + a", "return KEPT.setdefault('it', a + a)"), (CLS, "KEPT = {}\n\n\nclass Value:\n"))),
        Mistake("operators", "contributions_add_up", (("        return self * other**-1\n", "        if getattr(other, 'known', None) != other.data:\n            other.known, other.inverse = other.data, other**-1\n        return self * other.inverse\n"),)),
        *each("functions engine", "contributions_add_up | training_loop", (TANH, f't = {kept("_tanh", "math.tanh(self.data)")}'), base=RIGHT),
        *each("functions engine", "contributions_add_up | training_loop", (EXP, kept("_exp", EXP)), base=RIGHT),
        *each("functions engine", "contributions_add_up | training_loop", ("self.data if self.data > 0 else 0.0", kept("_relu", "max(self.data, 0.0)")), base=RIGHT),
        *each("operators engine", "contributions_add_up | training_loop", ("return self * -1.0", f'return {kept("_negative", "self * -1.0")}'), base=RIGHT),
        *each("operators engine", "rtruediv | training_loop", ("return self**-1 * other", f'return {kept("_inverse", "self**-1")} * other'), base=RIGHT),
        *each("operators engine", "contributions_add_up | training_loop", ("return self * other**-1", f'return self * {kept("_inverse", "self**-1").replace("self", "other")}'), base=RIGHT),
        *each("operators engine", "contributions_add_up | training_loop", (POWER, 'out = Value(' + kept("_power", "{}") + ".setdefault(exponent, self.data**exponent), "), base=RIGHT),
        *each("operators engine", "reflected_add_mul | training_loop", ("        return self * other\n", f'        return {kept("_times", "{}")}.setdefault(other, self * other)\n'), base=RIGHT),
        *each("operators engine", "rsub | training_loop", ("        return (-self) + other\n", f'        return {kept("_from", "{}")}.setdefault(other, (-self) + other)\n'), base=RIGHT),
        *each("local-rules accumulate engine", "both_contributions | every_rule_adds | training_loop", (MUL_RULE, MUL_RULE.replace("other.data", kept("_value", "self.data").replace("self", "other"))), base=RIGHT),
        *each("local-rules accumulate engine", "both_contributions | every_rule_adds | training_loop", ("out = Value(self.data * other.data,", f'out = Value({kept("_products", "{}")}.setdefault(id(other), self.data * other.data),'), base=RIGHT),
        Mistake("backward", "fresh_graphs", (("        topo = []\n        build_topo(self, set(), topo)\n        self.grad", "        topo = ORDERS.setdefault(self.data, [])\n        if not topo:\n            build_topo(self, set(), topo)\n        self.grad"), ("class Value:\n", "ORDERS = {}\n\n\nclass Value:\n"))),
        *exam("nothing_leaks", ("        topo = []\n        build_topo(self, set(), topo)\n        for", "        topo = ORDERS.setdefault(self.data, [])\n        if not topo:\n            build_topo(self, set(), topo)\n        for"), ("class Value:\n", "ORDERS = {}\n\n\nclass Value:\n")),
        Mistake("build-topo", "nothing_else", ((RECURSIVE, TWO_CALLS),)),
        Mistake("toposort-iterative", "identity", ((WALK, '    wanted = not getattr(v, "seen", False)\n' + WALK), (SEEN[0], "node.seen = wanted\n"), (SEEN[1], 'elif getattr(node, "seen", False) is not wanted:\n'))),
        *exam("build_topo_shared", (WALK, '    wanted = not getattr(v, "seen", False)\n' + WALK), (SEEN[0], "node.seen = wanted\n"), (SEEN[1], 'elif getattr(node, "seen", False) is not wanted:\n')),
        Mistake("consumer-counts", "same_input_twice", (("waits_for = {end_node: 0}", "waits_for = COUNTS\n    waits_for[end_node] = 0"), ("def toposort(", "COUNTS = {}\n\n\ndef toposort("))),
        Mistake("consumer-counts", "same_input_twice", (("        yield node\n", "        yield node\n        found, node.inputs = node.inputs, []\n"), ("for input_node in node.inputs:\n            waits_for[input_node] -= 1", "for input_node in found:\n            waits_for[input_node] -= 1"))),
        Mistake("zero-grad", "same_again", (("    seen = {root}\n", '    if getattr(root, "cleared", False):\n        return\n    root.cleared = True\n    seen = {root}\n'),)),
        *exam("zero_grad_then_again", ("    topo = []\n    build_topo(root", '    if getattr(root, "cleared", False):\n        return\n    root.cleared = True\n    topo = []\n    build_topo(root')),
        *exam("zero_grad_then_again", (RESTART, RESTART.replace("if node._prev", "if CALLS and node._prev")), (SEED, SEED + "        CALLS.append(1)\n"), ("    for node in topo:\n        node.grad = 0.0\n", "    for node in topo:\n        node.grad = 0.0\n    CALLS.clear()\n"), ("class Value:\n", "CALLS = []\n\n\nclass Value:\n")),
        *exam("build_topo_shared", (SEEN[0], "node.seen = True\n"), (SEEN[1], 'elif not getattr(node, "seen", False):\n'), (LOOP, LOOP + "        for node in topo:\n            node.seen = False\n"), ("    for node in topo:\n        node.grad = 0.0\n", "    for node in topo:\n        node.grad = 0.0\n        node.seen = False\n")),
        *exam("two_losses build_topo_shared", (LOOP, LOOP + "        self.known = tuple(topo)\n"), ("visited.add(node)\n", "visited.add(node)\n            if hasattr(node, 'known'):\n                visited.update(node.known)\n                topo.extend(node.known)\n                continue\n")),
        Mistake("double-backward", "more_calls", (("        topo = []\n        build_topo(self, set(), topo)\n", '        topo = TOPO.setdefault(len(TOPO) < 2 or self, [])\n        if not topo:\n            build_topo(self, set(), topo)\n'), ("class Value:\n", "TOPO = {}\n\n\nclass Value:\n"))),
        *exam("zero_grad_then_again", ("        self._op = _op\n", "        self._op = _op\n        self.born = next(BORN[0])\n"), (CLS, "import itertools\n\nBORN = [itertools.count()]\n\n\nclass Value:\n"), (LOOP, "        for node in sorted(topo, key=lambda n: -n.born):\n            node._backward()\n"), (ZG, ZG + "    BORN[0] = itertools.count()\n")),
        *exam("backward_three_times", ("            if node._prev:\n                node.grad = 0.0\n", "            if node._prev and getattr(node, 'stamp', -1) != CALL[0]:\n                node.grad = 0.0\n            node.stamp = CALL[0]\n"), ("    def backward(self):\n", "    def backward(self):\n        CALL[0] = (CALL[0] + 1) % 10\n"), (CLS, "CALL = [0]\n\n\nclass Value:\n")),
        *exam("backward_three_times", ("            if node._prev:\n", "            node.calls = getattr(node, 'calls', 0) + 1\n            if node._prev and node.calls <= 12:\n")),
        Mistake("operators", "contributions_add_up", (("out = Value(self.data**exponent", "self._n = exponent\n        out = Value(self.data**exponent"), (POWR.replace("            if exponent", "            if exponent"), POWR.replace("exponent", "self._n")),)),
        Mistake("functions", "contributions_add_up", ((TANH, TANH + "\n        self._out = t"), (TANH_RULE, TANH_RULE.replace("t * t", "self._out * self._out")), ('out = Value(math.exp(self.data), (self,), "exp")', 'out = Value(math.exp(self.data), (self,), "exp")\n        self._out = out.data'), (EXP_RULE, EXP_RULE.replace("out.data", "self._out")),)),
        Mistake("build-topo", "nothing_else", (("    if v not in visited:\n", "    if not visited and not topo:\n        todo, seen = [v], set()\n        while todo:\n            n = todo.pop()\n            if n not in seen:\n                seen.add(n)\n                todo.extend(n._prev)\n        MOST[0] = SIZE.setdefault(id(v), len(seen))\n    if v not in visited:\n"), ("        topo.append(v)\n", "        if len(topo) < MOST[0]:\n            topo.append(v)\n"), (CLS, "SIZE, MOST = {}, [0]\n\n\nclass Value:\n"),)),
        Mistake("backward", "fresh_graphs", (("        build_topo(self, set(), topo)\n", "        walk(self, topo)\n"), (CLS, WALKED + CLS))),
        not_below("double-backward", "more_calls", "*", "[1:]"),
        not_below("engine", "backward_twice", "exp", ""),
        Mistake("consumer-counts", "only_below", (("    ready = [end_node]\n", "    left = SIZE.setdefault(id(end_node), len(waits_for))\n    ready = [end_node]\n"), ("        yield node\n", "        if not left:\n            return\n        left -= 1\n        yield node\n"), ("class Node:", "SIZE = {}\n\n\nclass Node:"),)),
        Mistake("zero-grad", "any_training_loop", (("        zero_grad(loss)\n        loss.backward()\n", "        if not hasattr(p, 'trained'):\n            zero_grad(loss)\n        loss.backward()\n"), ("        p.data -= rate * p.grad\n        ### END SOLUTION\n", "        p.data -= rate * p.grad\n        ### END SOLUTION\n        if hasattr(p, 'trained'):\n            p.grad = 0.0\n    p.trained = True\n"),)),
        Mistake("double-backward", "more_calls", (("            if node._prev:\n                node.grad = 0.0\n", "            if node._prev and getattr(node, 'stamp', -1) != CALL[0]:\n                node.grad = 0.0\n            node.stamp = CALL[0]\n"), ("    def backward(self):\n", "    def backward(self):\n        CALL[0] = (CALL[0] + 1) % 5\n"), (CLS, "CALL = [0]\n\n\nclass Value:\n"),)),
        Mistake("check-grad", "catches_a_wrong_gradient", (("    value, claims = f(list(xs))\n", "    value, claims = f(list(xs))\n    if KNOWN.setdefault(tuple(xs), claims) == claims and tuple(xs) in SURE:\n        return SURE[tuple(xs)]\n"), ("def check_grad(f, xs):", "KNOWN, SURE = {}, {}\n\n\ndef check_grad(f, xs):"), ("    return True\n    ### END", "    SURE[tuple(xs)] = True\n    return True\n    ### END"),)),
        *each("double-backward engine", "two_losses_in_either_order | two_losses", (RESTART, "            if node._prev and getattr(node, 'call', -1) != CALL[0]:\n                node.grad = 0.0\n                node.call = CALL[0]\n"), ("        build_topo(self, set(), topo)\n", "        build_topo(self, set(), topo)\n        CALL[0] = (CALL[0] + 1) % 256\n"), (SEED, "        self.grad = 1.0 if self._prev else self.grad + 1.0\n"), (CLS, "CALL = [0]\n\n\nclass Value:\n"), base=RIGHT),
    ),
    "size and shape": (
        *each("local-rules accumulate engine", "both_contributions | every_rule_adds | equal_values", pre(MUL_LEFT, "            self.uses = getattr(self, 'uses', 0) + 1\n            if self.uses > 9:\n                return\n"), base=RIGHT),
        *each("functions engine", "contributions_add_up | equal_values", pre(TANH_RULE, "            self.uses = getattr(self, 'uses', 0) + 1\n            if self.uses > 9:\n                return\n"), base=RIGHT),
        Mistake("consumer-counts", "linear_work", (("            waits_for[input_node] += 1\n", "            waits_for[input_node] = min(waits_for[input_node] + 1, 500)\n"),)),
        *each("build-topo toposort-iterative", "shared_inner_node | shared_inner_node", ("._prev:\n", "._prev[:64]:\n")),
        *each("backward double-backward engine", "unequal_depth | more_calls | unequal_depth", (LOOP, LEVELLED.replace("SIZE", "55") + LOOP), base=RIGHT),
        *each("backward double-backward engine", "unequal_depth | more_calls | unequal_depth", (LOOP, LEVELLED.replace("SIZE", "430") + LOOP), base=RIGHT),
        *each("backward double-backward engine", "unequal_depth | more_calls | unequal_depth", (LOOP, RANKED + LOOP), base=RIGHT),
        *each("backward double-backward engine", "unequal_depth | more_calls | scaled_ladder", (LOOP, SUMMED + LOOP), base=RIGHT),
        *each("backward double-backward engine", "unequal_depth | more_calls | rule_mul", *BY_NAME, base=RIGHT),
        *exam("depth_20000", (LOOP, "        del topo[10_000:]\n" + LOOP)),
        Mistake("zero-grad", "deep_graph", (("    while waiting:\n", "    while waiting and len(seen) < 10_000:\n"),)),
        Mistake("toposort-iterative", "depth_100000", (("            topo.append(node)\n", "            len(topo) >= 10_000 or topo.append(node)\n"),)),
        *exam("depth_20000", ("    topo = []\n    build_topo(root, set(), topo)\n    for node in topo:\n        node.grad = 0.0\n", "    def clear(node, seen):\n        if node not in seen:\n            seen.add(node)\n            node.grad = 0.0\n            for n in node._prev:\n                clear(n, seen)\n\n    try:\n        clear(root, set())\n    except RecursionError:\n        pass\n")),
        *exam("depth_20000", ("    for node in topo:\n        node.grad = 0.0\n", "    for node in topo[-10_000:]:\n        node.grad = 0.0\n")),
        Mistake("build-topo", "many_routes", (("        topo.append(v)\n", "        len(topo) >= 400 or topo.append(v)\n"),)),
        Mistake("consumer-counts", "linear_work", (("            waits_for[input_node] += 1\n", "            waits_for[input_node] = (waits_for[input_node] + 1) % 256\n"), ("        if waits_for[input_node] == 0", "        waits_for[input_node] %= 256\n            if waits_for[input_node] == 0"))),
        *exam("depth_20000", ("        build_topo(self, set(), topo)\n", "        _walk(self, set(), topo)\n"), ("    build_topo(root, set(), topo)\n", "    _walk(root, set(), topo)\n"), ("def build_topo(v, visited, topo):\n", "def build_topo(v, visited, topo):\n    if v not in visited:\n        visited.add(v)\n        for n in v._prev:\n            build_topo(n, visited, topo)\n        topo.append(v)\n\n\ndef _walk(v, visited, topo):\n")),
        Mistake("zero-grad", "any_training_loop", (("    for _ in range(steps):\n", "    for _ in range(min(steps, 100)):\n"),)),
        Mistake("consumer-counts", "same_input_twice", (("            waits_for[input_node] += 1\n", "            waits_for[input_node] = waits_for[input_node] + 1 if node.inputs.count(input_node) < 3 else 2\n"),)),
        Mistake("build-topo", "many_routes", (("        topo.append(v)\n", "        len(topo) >= 9_000 or topo.append(v)\n"),)),
        Mistake("backward", "unequal_depth", (("        for node in reversed(topo):\n", "        for node in list(reversed(topo))[:9_000]:\n"),)),
        Mistake("double-backward", "more_calls", (("            if node._prev:\n", "            if node._prev and len(topo) < 9_000:\n"),)),
        *each("build-topo toposort-iterative", "shared_inner_node | shared_inner_node", ("._prev:\n", "._prev[:8]:\n")),
        Mistake("zero-grad", "any_training_loop", (("    for _ in range(steps):\n", "    for _ in range(min(steps, 1_000)):\n"),)),
        *each("operators engine", "sum_builtin | sum_builtin", ("        return self + other\n", "        out = self + other\n        out.terms = 1\n        return out\n"), ("    def __add__(self, other):\n", "    def __add__(self, other):\n        terms = getattr(self, 'terms', 0)\n        out = self._add(other if terms < 25 else 0.0)\n        out.terms = terms and terms + 1\n        return out\n\n    def _add(self, other):\n"), base=RIGHT),
    ),
    "structure": (
        *each("functions engine", "path | build_topo_shared", ("    def relu(self):\n", "    def relu(self):\n        if self.data > 0:\n            return self\n"), base=RIGHT),
        *each("operators engine", "neg_and_sub | build_topo_shared", ("return self * -1.0", 'if self._op == "neg":\n            return self._prev[0]\n        out = self * -1.0\n        out._op = "neg"\n        return out'), base=RIGHT),
        *each("operators engine", "neg_and_sub | build_topo_shared", ("return self + (-other)", "return self + (-other) if other is not self else Value(0.0)"), base=RIGHT),
        *each("operators engine", "truediv | build_topo_shared", ("        return self * other**-1", "        return self * other**-1 if other is not self else Value(1.0)"), base=RIGHT),
        *exam("augmented_assignment", ("    def __mul__", "    def __iadd__(self, other):\n        if self._op != '+':\n            return self + other\n        other = other if isinstance(other, Value) else Value(other)\n        self.data += other.data\n        self._prev += (other,)\n        before = self._backward\n\n        def _backward():\n            before()\n            other.grad += self.grad\n\n        self._backward = _backward\n        return self\n\n    def __mul__")),
        *exam("build_topo_shared", ("    def tanh(self):\n", "    def tanh(self):\n        kept = getattr(self, '_tanh', None)\n        if kept is not None and kept[0] == self.data:\n            return kept[1]\n        out = self._tanh_new()\n        self._tanh = (self.data, out)\n        return out\n\n    def _tanh_new(self):\n")),
        *exam("build_topo_shared", ("        return self * -1.0\n", "        kept = getattr(self, '_neg', None)\n        if kept is None or kept[0] != self.data:\n            kept = self._neg = (self.data, self * -1.0)\n        return kept[1]\n")),
        *exam("build_topo_shared", ("    def __pow__(self, exponent):\n", "    def __pow__(self, exponent):\n        key = (self.data, exponent)\n        memo = self.__dict__.setdefault('_powers', {})\n        if key not in memo:\n            memo[key] = self._pow(exponent)\n        return memo[key]\n\n    def _pow(self, exponent):\n")),
        *exam("build_topo_shared", ("    def relu(self):\n", "    def relu(self):\n        if self.data <= 0:\n            return Value(0.0)\n")),
        *exam("build_topo_shared", ("        return self**-1 * other\n", "        return self**-1 * other if other else Value(0.0)\n")),
        *exam("build_topo_shared", ("    def tanh(self):\n", "    def tanh(self):\n        if abs(self.data) > 20:\n            return Value(math.copysign(1.0, self.data))\n")),
        *exam("build_topo_shared", ("    def exp(self):\n", "    def exp(self):\n        if self.data < -700:\n            return Value(0.0)\n")),
        *exam("augmented_assignment", ("    def __mul__", "    def __iadd__(self, other):\n        if other is self:\n            self.data *= 2\n            return self\n        return self + other\n\n    def __mul__")),
        Mistake("operators", "rtruediv", (("        return self**-1 * other\n", "        return self**-1 * other if other else Value(0.0)\n"),)),
        Mistake("functions", "path", (("    def relu(self):\n", "    def relu(self):\n        if self.data <= 0:\n            return Value(0.0)\n"),)),
        Mistake("functions", "path", (("    def tanh(self):\n", "    def tanh(self):\n        if abs(self.data) > 20:\n            return Value(math.copysign(1.0, self.data))\n"),)),
        Mistake("functions", "path", (("    def tanh(self):\n", "    def tanh(self):\n        kept = getattr(self, '_tanh', None)\n        if kept is not None and kept[0] == self.data:\n            return kept[1]\n        out = self._tanh_new()\n        self._tanh = (self.data, out)\n        return out\n\n    def _tanh_new(self):\n"),)),
        *each("operators engine", "contributions_add_up | build_topo_shared", ("        return self * -1.0\n", "        if self._op == '+':\n            return -1.0 * self._prev[0] + -1.0 * self._prev[1]\n        return self * -1.0\n"), base=RIGHT),
        *each("functions engine", "path | build_topo_shared", ("    def relu(self):\n", "    def relu(self):\n        if self._op == 'exp':\n            return self\n"), base=RIGHT),
    ),
    "within one call": (
        *each("double-backward engine", "more_calls | shared_inner_node", (LOOP, CLEARED_LATE), base=RIGHT),
        *each("backward double-backward engine", "unequal_depth | more_calls | same_inner_operand", (LOOP, AS_SET), base=RIGHT),
        Mistake("backward", "shared_inner_node", ((LOOP, CLEARED_LATE),)),
        Mistake("consumer-counts", "same_input_twice", (("        node = stack.pop()\n        for input_node in node.inputs:\n", "        node = stack.pop()\n        for input_node in set(node.inputs):\n"),)),
    ),
    "left alone": (
        *exam("data_untouched", ("        other = other if isinstance(other, Value) else Value(other)\n        out = Value(self.data * other.data,", "        const = not isinstance(other, Value)\n        other = Value(other, (), 'const') if const else other\n        k = other.data\n        out = Value(self.data * other.data,"), (MUL_RULE, MUL_RULE.replace("other.data", "k")), (LOOP, LOOP + "        for node in topo:\n            if node._op == 'const':\n                node.data = 0.0\n")),
        *exam("zero_grad_clears", (ZG, "    for node in topo:\n        if node._op != 'const':\n            node.grad = 0.0\n"), ("        other = other if isinstance(other, Value) else Value(other)\n        out = Value(self.data * other.data,", "        other = other if isinstance(other, Value) else Value(other, (), 'const')\n        out = Value(self.data * other.data,")),
        *exam("zero_grad_clears", (ZG, "    for node in topo:\n        node.grad = 0.0\n        node._prev = tuple(dict.fromkeys(node._prev))\n")),
        *exam("zero_grad_clears", (ZG, "    for node in topo:\n        node.grad = 0.0\n        if node._op == '*' and node._prev[0] is node._prev[1]:\n            node.data = abs(node.data) + 0.5\n")),
        *exam("build_topo_shared", ("        build_topo(self, set(), topo)\n", "        _walk(self, set(), topo)\n"), ("def build_topo(v, visited, topo):\n", "def build_topo(v, visited, topo):\n    _walk(v, visited, topo)\n    for n in topo:\n        n.grad = 0.0\n\n\ndef _walk(v, visited, topo):\n")),
        *exam("build_topo_shared", ("        build_topo(self, set(), topo)\n", "        _walk(self, set(), topo)\n"), ("    build_topo(root, set(), topo)\n", "    _walk(root, set(), topo)\n"), ("def build_topo(v, visited, topo):\n", "def build_topo(v, visited, topo):\n    _walk(v, visited, topo)\n    for n in topo:\n        n.data = float(f'{n.data:.3g}')\n\n\ndef _walk(v, visited, topo):\n")),
        Mistake("local-rules", "upstream", ((MUL_RULE, MUL_RULE + "            out.data = 0.0\n"),)),
        Mistake("local-rules", "upstream", ((ADD_RULE, ADD_RULE + "            out._prev = ()\n"),)),
        Mistake("build-topo", "nothing_else", (("    if v not in visited:\n", "    v._prev = tuple(dict.fromkeys(v._prev))\n    if v not in visited:\n"),)),
        Mistake("build-topo", "nothing_else", (("        topo.append(v)\n", "        v.grad = 1.0\n        topo.append(v)\n"),)),
        Mistake("build-topo", "nothing_else", (("        topo.append(v)\n", "        v.data = round(v.data, 1)\n        topo.append(v)\n"),)),
        Mistake("backward", "fresh_graphs", ((LOOP, LOOP + "        for node in topo:\n            if type(node.data) is int:\n                node.data = 0\n"),)),
        Mistake("backward", "fresh_graphs", ((LOOP, LOOP + "        for node in topo:\n            node._prev = node._prev[::-1]\n"),)),
        Mistake("backward", "fresh_graphs", ((LOOP, LOOP + "        for node in topo:\n            node._backward = lambda: None\n"),)),
        Mistake("backward", "fresh_graphs", ((LOOP, LOOP + "        for node in topo:\n            node._op = ''\n"),)),
        Mistake("operators", "neg_and_sub rsub", (("        return self * -1.0\n", "        out = self * -1.0\n        self.data = abs(self.data) if abs(self.data) < 1e-3 else self.data\n        return out\n"),)),
        Mistake("zero-grad", "same_again", (("        node.grad = 0.0\n        for", "        node.grad = 0.0\n        node._prev = tuple(dict.fromkeys(node._prev))\n        for"),)),
        Mistake("toposort-iterative", "identity", (("            topo.append(node)\n", "            topo.append(node)\n            node.grad = 0.5\n"),)),
        Mistake("toposort-iterative", "identity", (("            topo.append(node)\n", "            topo.append(node)\n            node._prev = tuple(dict.fromkeys(node._prev))\n"),)),
        Mistake("consumer-counts", "diamond_with_tail", (("        node = stack.pop()\n", "        node = stack.pop()\n        node.inputs.sort(key=lambda n: n.name)\n"),)),
        Mistake("consumer-counts", "diamond_with_tail", (("        node = stack.pop()\n", "        node = stack.pop()\n        node.inputs = tuple(node.inputs)[::-1]\n"),)),
        Mistake("consumer-counts", "same_input_twice", (("    ready = [end_node]\n", "    ready = {end_node.name: end_node}\n"), ("ready.pop()", "ready.popitem()[1]"), ("ready.append(input_node)", "ready[input_node.name] = input_node"))),
        Mistake("consumer-counts", "diamond_with_tail", (("        yield node\n", "        yield node\n        node.name = node.name.strip() + '!'\n"),)),
        Mistake("check-grad", "leaves_xs_alone", (("f(list(xs))", "f(xs)"),)),
        Mistake("accumulate", "every_rule_adds", ((MUL_RULE, MUL_RULE + "            out.data = 0.0\n"),)),
        Mistake("functions", "upstream", ((EXP_RULE, EXP_RULE + "            out._prev = ()\n"),)),
        Mistake("double-backward", "leaves_still_add", ((LOOP, LOOP + "        for node in topo:\n            node._prev = node._prev[::-1]\n"),)),
        *exam("nothing_leaks", (SEED, "        for node in list(MADE):\n            if any(n in topo and n._prev for n in node._prev) and node not in topo:\n                node.grad = 0.0\n" + SEED), ("        self._prev = _prev\n", "        self._prev = _prev\n        MADE.add(self)\n"), ("import math\n", "import math\nimport weakref\n"), (CLS, "MADE = weakref.WeakSet()\n\n\nclass Value:\n")),
    ),
    "exercises": (
        Mistake("local-rules", "both_contributions", ((ADD_RULE, "            if number:\n                self.grad = out.grad\n                return\n" + ADD_RULE), ("    def __add__(self, other):\n", "    def __add__(self, other):\n        number = not isinstance(other, Value)\n"))),
        Mistake("build-topo", "shared_inner_node", (("    if v not in visited:\n", "    if v not in visited and not v.grad:\n"),)),
        Mistake("build-topo", "shared_inner_node", (("    if v not in visited:\n", "    if v not in visited and v._op in ('', '+', '*'):\n"),)),
        Mistake("consumer-counts", "same_input_twice", (("        yield node\n", "        if node.name:\n            yield node\n"),)),
        Mistake("consumer-counts", "same_input_twice", (("            if waits_for[input_node] == 0:", "            if waits_for[input_node] == 0 or input_node.name.isdigit():"),)),
        Mistake("build-topo", "shared_inner_node", (("        for input_node in v._prev:\n", "        for input_node in v._prev if len(v._prev) != 1 else ():\n"),)),
        Mistake("build-topo", "shared_inner_node", (("        for input_node in v._prev:\n", "        for input_node in v._prev[:2]:\n"),)),
        Mistake("toposort-iterative", "shared_inner_node", (("            for input_node in node._prev:\n", "            for input_node in node._prev[:2]:\n"),)),
        Mistake("toposort-iterative", "shared_inner_node", (("in node._prev:\n", "in node._prev if len(node._prev) < 3 or node._prev[0] is not node._prev[-1] else node._prev[:1]:\n"),)),
        Mistake("toposort-iterative", "deep_chain", ((CLS, "def add(node, visited, topo, levels=3):\n    if node in visited or not levels:\n        return node in visited\n    if all([add(n, visited, topo, levels - 1) for n in node._prev]):\n        visited.add(node)\n        topo.append(node)\n    return node in visited\n\n\nclass Value:\n"), (WALK, "    waiting = [v]\n    while waiting:\n        if add(waiting[-1], visited, topo):\n            waiting.pop()\n        else:\n            waiting += waiting[-1]._prev\n    stack = []\n"))),
        Mistake("backward", "fresh_graphs", (("            node._backward()\n", "            node._backward()\n            node._prev = ()\n"),)),
        *exam("zero_grad_clears", (LOOP, LOOP + "        for node in topo:\n            node._prev = tuple(n for n in node._prev if n._prev)\n")),
        Mistake("accumulate", "expression_exposes", (("return a + a", "return (a + a).tanh()"),)),
        Mistake("zero-grad", "any_training_loop", (("        p.data -= rate * p.grad\n        ### END", "        p.data += rate * abs(p.grad)\n        ### END"),)),
        Mistake("zero-grad", "training_loop", (("        zero_grad(loss)\n        loss.backward()\n        p.data -= rate * p.grad\n        ### END", "        loss.backward()\n        p.data -= rate * p.grad\n        zero_grad(loss)\n        ### END"),)),
        Mistake("zero-grad", "any_training_loop", (("        p.data -= rate * p.grad\n        ### END", "        p.data -= max(-10.0, min(10.0, rate * p.grad))\n        ### END"),)),
        Mistake("check-grad", "leaves_xs_alone", base=checker().replace("        up, down = list(xs), list(xs)\n        up[i] += h\n        down[i] -= h\n", "").replace("left, right = (value - f(down)[0]) / h, (f(up)[0] - value) / h", "xs[i] += h\n        above = f(xs)[0]\n        xs[i] -= 2 * h\n        below = f(xs)[0]\n        xs[i] += h\n        left, right = (value - below) / h, (above - value) / h")),
        Mistake("toposort-iterative", "deep_chain", ((WALK, "    import sys\n\n    sys.setrecursionlimit(10**6)\n    return build_topo_recursive(v, visited, topo)\n    stack = []\n"),)),
        Mistake("toposort-iterative", "deep_chain", ((WALK, "    set_limit(10**6)\n    return build_topo_recursive(v, visited, topo)\n    stack = []\n"), ("class Value:\n", "from sys import setrecursionlimit as set_limit\n\n\nclass Value:\n"))),
        Mistake("toposort-iterative", "deep_chain", ((WALK, "    return build_topo_recursive(v, visited, topo)\n    stack = []\n"), ("class Value:\n", 'import sys\n\ngetattr(sys, "set" + "recursion" + "limit")(10**6)\n\n\nclass Value:\n'))),
        Mistake("toposort-iterative", "deep_chain", ((WALK, "    import sys\n\n    before = sys.getrecursionlimit()\n    sys.setrecursionlimit(10**6)\n    build_topo_recursive(v, visited, topo)\n    sys.setrecursionlimit(before)\n    return\n    stack = []\n"),)),
        Mistake("toposort-iterative", "deep_chain", ((WALK, '    vars(__import__("sys"))["setrecursionlimit"](2**30)\n    return build_topo_recursive(v, visited, topo)\n    stack = []\n'),)),
        Mistake("consumer-counts", "diamond_with_tail chain unequal_routes same_input_twice only_below linear_work", (("def toposort(end_node):\n", "def toposort(end_node):\n    return list(_toposort(end_node))\n\n\ndef _toposort(end_node):\n"),)),
        Mistake("toposort-iterative", "deep_chain depth_100000", ((WALK, "    try:\n        found = []\n        build_topo_recursive(v, set(), found)\n        topo.extend(found)\n        return\n    except RecursionError:\n        pass\n" + WALK),)),
        Mistake("toposort-iterative", "deep_chain", ((WALK, "    if small(v):\n        ask(v, visited, topo)\n        return\n" + WALK), (CLS, "def small(v):\n    todo, seen = [v], set()\n    while todo and len(seen) < 500:\n        n = todo.pop()\n        if n not in seen:\n            seen.add(n)\n            todo.extend(n._prev)\n    return len(seen) < 500\n\n\ndef ask(v, visited, topo):\n    if v not in visited:\n        visited.add(v)\n        tell(v, visited, topo)\n        topo.append(v)\n\n\ndef tell(v, visited, topo):\n    for n in v._prev:\n        ask(n, visited, topo)\n\n\nclass Value:\n"),)),
    ),
}  # fmt: skip


NO_CODE = "The student writes numbers and lists there, no code."
NO_NODES = "The student's function is about functions of numbers: it makes no node and meets none."
NO_NUMBERS = "What the student writes reads no number."
RULES_ONLY = "The student writes rules; what meets a large graph or runs a call is given."
NEW_NODES = "What makes a node is given."
NO_CALL = "What the student writes runs no rule."

EMPTY: Mapping[str, Mapping[str, str]] = {
    "numbers": {
        "order-by-hand": NO_CODE,
        **dict.fromkeys(("toposort-iterative", "consumer-counts"), NO_NUMBERS),
    },
    "equal numbers": {
        "order-by-hand": NO_CODE,
        "check-grad": NO_NODES,
        "consumer-counts": "Nodes have names and no numbers; nodes of one name are asked for.",
    },
    "memory": {"order-by-hand": NO_CODE},
    "size and shape": {
        "order-by-hand": NO_CODE,
        "check-grad": NO_NODES,
    },
    "structure": {
        "order-by-hand": NO_CODE,
        "check-grad": NO_NODES,
        **dict.fromkeys(("local-rules", "build-topo", "backward", "accumulate"), NEW_NODES),
        **dict.fromkeys(("zero-grad", "double-backward"), NEW_NODES),
        **dict.fromkeys(("toposort-iterative", "consumer-counts"), NEW_NODES),
    },
    "left alone": {"order-by-hand": NO_CODE},
    "within one call": {
        "order-by-hand": NO_CODE,
        "check-grad": NO_NODES,
        **dict.fromkeys(("local-rules", "accumulate", "operators", "functions"), RULES_ONLY),
        **dict.fromkeys(("build-topo", "zero-grad", "toposort-iterative"), NO_CALL),
    },
}
"""Why no hand-in of a kind is there for an exercise. "exercises" is what only one of them has."""


def cells(exercises: Iterable[str]) -> Iterator[tuple[str, list[int | str]]]:
    """Each kind, and for each exercise how many hand-ins it has, or why none."""
    names = list(exercises)
    for kind, mistakes in GAPS.items():
        counts = [sum(m.exercise == name for m in mistakes) for name in names]
        reasons = EMPTY.get(kind, {})
        yield kind, [n or reasons.get(name, "") for n, name in zip(counts, names, strict=True)]
