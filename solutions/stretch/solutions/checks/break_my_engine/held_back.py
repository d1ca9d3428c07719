"""Wrong engines that are no part of a student's copy: an instructor's run asks about them."""

from .wrong import (
    ADD,
    DIVIDED,
    MUL,
    ORDERED,
    RESET,
    REST,
    RUN,
    SEED,
    SUB,
    VISIT,
    Wrong,
)

_MARKED = """\
def ordered(root):
    found, stack, seen = [], [root], {root}
    while stack:
        node = stack.pop()
        found.append(node)
        for source in node._prev:
            if source not in seen:
                seen.add(source)
                stack.append(source)
    return found
"""
_ARRIVED = """\
def ordered(root):
    waiting, found = [root], []
    while waiting:
        node = waiting.pop(0)
        found.append(node)
        waiting += [each for each in dict.fromkeys(node._prev) if each not in found + waiting]
    return found
"""
_COUNTED = """\
def ordered(root):
    missing, routes = {}, [root]
    while routes:
        for source in routes.pop()._prev:
            missing[source] = missing.get(source, 0) + 1
            ON
    found = [root]
    for node in found:
        for source in dict.fromkeys(node._prev):
            missing[source] -= 1
            if not missing[source]:
                found.append(source)
    return found
"""
_KEPT = """\
def ordered(root, made={}):
    return made.setdefault("order", _ordered(root))


def _ordered(root):
"""
_RULE = "        def _backward():\n            {}\n            {}\n"
_RULE_OF_ADD, _RULE_OF_MUL = _RULE.format(*ADD), _RULE.format(*MUL)
_AT_BIRTH = "        g = out.grad\n\n" + _RULE_OF_MUL.replace("out.grad", "g")
_LOOP = """\
        rules = []
        for node, slope in ((self, 1.0), (other, 1.0)):
            rules.append(lambda: setattr(node, "grad", node.grad + slope * out.grad))

        def _backward():
            for rule in rules:
                rule()
"""


def _overwriting(*lines: str) -> tuple[tuple[str, str], ...]:
    return tuple((line, line.replace("+=", "=")) for line in lines)


WRONG: Wrong = {
    "seeding": {
        "seed-with-value": (
            "I start with the root's value.",
            ((SEED, "self.grad += self.data"),),
        ),
        "seed-adds-up": (
            "The root gets one more 1 in each call.",
            ((RESET, RESET.replace("node._prev:", "node._prev and node is not self:")),),
        ),
        "leaves-get-one": (
            "I call backward() on the inputs as well.",
            ((SEED, SEED + "\n        for each in self._prev:\n            each.grad += 1.0"),),
        ),
    },
    "order": {
        "listed-then-turned": (
            "Consumers first, and then I turn the list round.",
            (
                (
                    VISIT,
                    VISIT.replace("            found.append(node)\n", "").replace(
                        "visited.add(node)\n", "visited.add(node)\n            found.append(node)\n"
                    ),
                ),
            ),
        ),
        "mark-on-push": ("I mark a node when I push it.", ((ORDERED, _MARKED + REST),)),
        "first-arrival": (
            "One contribution has arrived: that will do.",
            ((ORDERED, _ARRIVED + REST),),
        ),
        "during-the-walk": (
            "I run a rule right after those of its inputs.",
            (("return found[::-1]", "return found[-1:] + found[:-1]"),),
        ),
        "skips-root": (
            "The root has its 1 already.",
            ((RUN, RUN.replace("in nodes:", "in nodes[1:]:")),),
        ),
        "order-kept": ("I work out the order once.", ((ORDERED, _KEPT),)),
        "first-place-kept": (
            "I list a node each time and keep its first place.",
            (
                ("if node not in visited:", "if True:"),
                ("return found[::-1]", "return list(dict.fromkeys(found[::-1]))"),
            ),
        ),
        "counts-routes": (
            "I count the routes to a node.",
            ((ORDERED, _COUNTED.replace("ON", "routes.append(source)") + REST),),
        ),
        "counts-edges": (
            "I count two edges and release a node once.",
            (
                (
                    ORDERED,
                    _COUNTED.replace("ON", "routes += [source] * (missing[source] == 1)") + REST,
                ),
            ),
        ),
        "equal-without-hash": (
            "Nodes are equal if their numbers are.",
            (
                (
                    "    def __neg__",
                    "    def __eq__(self, other):\n"
                    "        return self.data == other.data\n\n    def __neg__",
                ),
            ),
        ),
    },
    "accumulation": {
        "overwrite-left-summand": ("`=` on the left of `+`.", _overwriting(ADD[0])),
        "overwrite-mul": ("`=` in the rule of `*`.", _overwriting(*MUL)),
        "overwrite-exp": ("`=` in the rule of exp.", _overwriting("grad += e * out.grad")),
        "overwrite-relu": ("`=` in the rule of relu.", _overwriting("grad += (self.data > 0)")),
        "overwrite-pow": ("`=` in the rule of `**`.", _overwriting("grad += (n * self.data")),
        "plus-without-upstream": (
            "A sum has slopes of 1, so I add 1.",
            tuple((line, line.replace("out.grad", "1.0")) for line in ADD),
        ),
        "factor-gradient": (
            "I multiply with the other factor's gradient.",
            ((MUL[0], MUL[0].replace("other.data", "other.grad")),),
        ),
    },
    "zeroing": {
        "zero-only-root": (
            "zero_grad clears the root.",
            (("waiting.append(below)", "pass"),),
        ),
        "backward-clears-leaves": (
            "backward() clears the leaves first.",
            ((RESET, RESET.replace("if node._prev", "if not node._prev")),),
        ),
        "inner-keep-root-restarts": (
            "Only the root restarts.",
            ((RESET, RESET.replace("node._prev:", "node._prev and node is self:")),),
        ),
        "grad-none": (
            "No gradient is None.",
            (
                (
                    "        node.grad = 0.0\n        for below",
                    "        node.grad = None\n        for below",
                ),
            ),
        ),
    },
    "operators": {
        "rmul-missing": (
            "Nobody writes `2 * x`.",
            (("    def __rmul__(self, other):\n        return self * other\n", ""),),
        ),
        "rsub-missing": (
            "Nobody writes `5 - x`.",
            (("    def __rsub__(self, other):\n        return -self + as_value(other)\n", ""),),
        ),
        "rtruediv-flipped": (
            "`6 / x` is `x / 6`.",
            (("return self**-1 * as_value(other)", "return self / other"),),
        ),
        "radd-asks-again": (
            "`2 + x` is `2 + x`.",
            (
                (
                    "    def __radd__(self, other):\n        return self + other",
                    "    def __radd__(self, other):\n        return other + self",
                ),
            ),
        ),
        "power-not-lowered": (
            "One less than the power.",
            (("self.data ** (n - 1)", "(self.data**n - 1)"),),
        ),
        "factor-forgotten": (
            "The exponent goes down by one.",
            (("n * self.data ** (n - 1)", "self.data ** (n - 1)"),),
        ),
        "neg-keeps-sign": (
            "The slope of minus is 1.",
            (
                (
                    "return self * -1",
                    "out = self * 1\n        out.data = -self.data\n        return out",
                ),
            ),
        ),
        "returns-nothing": (
            "A minus returns nothing.",
            ((SUB, "self + -as_value(other)"),),
        ),
        "divisor-without-gradient": (
            "The divisor is a constant.",
            ((DIVIDED, "return self * as_value(other).data ** -1"),),
        ),
    },
    "functions": {
        "tanh-not-squared": ("1 minus the result.", (("(1 - t * t)", "(1 - t)"),)),
        "tanh-like-sigmoid": ("As for the sigmoid.", (("(1 - t * t)", "t * (1 - t)"),)),
        "exp-like-power": (
            "As for powers.",
            (("grad += e * out.grad", "grad += self.data * math.exp(self.data - 1) * out.grad"),),
        ),
        "relu-by-gradient": (
            "The gradient's sign opens the gate.",
            (("(self.data > 0)", "(out.grad > 0)"),),
        ),
    },
    "construction": {
        "forgets-left-summand": (
            "A sum remembers its right operand.",
            (
                (
                    "Value(self.data + other.data, (self, other))",
                    "Value(self.data + other.data, (other,))",
                ),
            ),
        ),
        "power-is-a-leaf": (
            "A power has no inputs.",
            (("out = Value(self.data**n, (self,))", "out = Value(self.data**n)"),),
        ),
        "relu-is-a-leaf": (
            "relu has no inputs.",
            (("out = Value(max(0.0, self.data), (self,))", "out = Value(max(0.0, self.data))"),),
        ),
        "numbers-as-nodes": (
            "Every operand is a node.",
            (("return other if isinstance(other, Value) else Value(other)", "return other"),),
        ),
        "gradient-at-birth": (
            "A rule takes the gradient that the result has when it is made.",
            ((_RULE_OF_MUL, _AT_BIRTH),),
        ),
        "one-loop": (
            "I make the rules of both inputs in a loop.",
            ((_RULE_OF_ADD, _LOOP),),
        ),
        "rule-run-at-once": (
            "I run a rule and keep what it returns.",
            (("        out._backward = _backward\n", "        out._backward = _backward()\n"),),
        ),
    },
}
