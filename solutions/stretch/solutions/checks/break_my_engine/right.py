"""Right engines: each differs in what the contract leaves open, and tests must not object.

They are named by what is said of them: "a right engine, which ...". The first is the usual one.
"""

from .the_right_one import Change
from .wrong import RESET

_STACK = """
def ordered(root):
    found, visited, stack = [], set(), [(root, False)]
    while stack:
        node, done = stack.pop()
        if done:
            found.append(node)
        elif node not in visited:
            visited.add(node)
            stack.append((node, True))
            for source in node._prev:
                stack.append((source, False))
    return found[::-1]


def unused(root):
"""
_CONSUMERS = """
def ordered(root):
    missing, reached = {}, [root]
    for node in reached:
        for source in dict.fromkeys(node._prev):
            if source not in missing:
                missing[source] = 0
                reached.append(source)
            missing[source] += 1
    found = [root]
    for node in found:
        for source in dict.fromkeys(node._prev):
            missing[source] -= 1
            if not missing[source]:
                found.append(source)
    return found


def unused(root):
"""
_OWN_RULES = """
    def __neg__(self):
        out = Value(-self.data, (self,))

        def _backward():
            self.grad -= out.grad

        out._backward = _backward
        return out

    def __sub__(self, other):
        other = as_value(other)
        out = Value(self.data - other.data, (self, other))

        def _backward():
            self.grad += out.grad
            other.grad -= out.grad

        out._backward = _backward
        return out

    def __truediv__(self, other):
        other = as_value(other)
        out = Value(self.data / other.data, (self, other))

        def _backward():
            self.grad += out.grad / other.data
            other.grad -= self.data / other.data**2 * out.grad

        out._backward = _backward
        return out

    def unused(self):
"""
_PARTS = """
    part = property(None, lambda self, part: self.parts.append(part))

    def add_up(self):
        self.grad += math.fsum(self.parts)
        self.parts = []

    def backward(self):
"""
RIGHT_ENGINES: dict[str, tuple[Change, ...]] = {
    "is the usual one": (),
    "has a rule of its own for each operator": (("    def __neg__(self):\n", _OWN_RULES),),
    "walks its graph with a stack": (("def ordered(root):\n", _STACK),),
    "takes the right input first": (
        ("source in node._prev", "source in reversed(tuple(node._prev))"),
    ),
    "runs a rule once all consumers have contributed": (("def ordered(root):\n", _CONSUMERS),),
    "adds contributions up when all have arrived": (
        ("grad += ", "part = "),
        ("self.grad = 0.0\n", "self.grad, self.parts = 0.0, []\n"),
        ("    def backward(self):\n", _PARTS),
        (
            "            node._backward()\n",
            "            node.add_up()\n            node._backward()\n",
        ),
    ),
    "keeps its inputs in a set": (("self._prev = _prev", "self._prev = set(_prev)"),),
    "keeps gradients on leaves only, as PyTorch does": (
        ("            node._backward()\n", "            node._backward()\n" + RESET),
    ),
    "remembers the numbers that it multiplied": (
        (
            "        out = Value(self.data * other.data",
            "        x, y = self.data, other.data\n        out = Value(x * y",
        ),
        ("other.data * out.grad", "y * out.grad"),
        ("self.data * out.grad", "x * out.grad"),
    ),
    "computes tanh and 1 / x by other formulas": (
        (
            "t = math.tanh(self.data)",
            "small = math.exp(-2 * abs(self.data))\n"
            "        t = math.copysign((1 - small) / (1 + small), self.data)",
        ),
        ("(1 - t * t)", "4 * small / (1 + small) ** 2"),
        (
            "Value(self.data**n, (self,))",
            "Value(1 / self.data if n == -1 else self.data**n, (self,))",
        ),
    ),
}
