"""The methods are printed as source from a table, by a metaclass; graphlib finds the order."""

import graphlib
import math

PAIRS = """
add      L + R     1.0        1.0
sub      L - R     1.0        -1.0
mul      L * R     R          L
truediv  L / R     1.0/R      -Y/R
"""

SINGLES = """
__neg__  -X                    -1.0
tanh     math.tanh(X)          1.0-Y*Y
exp      math.exp(X)           Y
relu     (X_if_X>0_else_0.0)   (1.0_if_Y>0_else_0.0)
"""

PAIR = """
def {method}(self, other):
    other = other if isinstance(other, self.kind) else self.kind(other)
    left, right = {sides}
    L, R = left.data, right.data
    Y = {value}
    out = self.kind(Y, [left, right], "{name}")
    def _backward():
        left.grad += ({to_left}) * out.grad
        right.grad += ({to_right}) * out.grad
    out._backward = _backward
    return out
"""

SINGLE = """
def {method}(self):
    X = self.data
    Y = {value}
    out = self.kind(Y, [self], "{method}")
    def _backward():
        self.grad += ({slope}) * out.grad
    out._backward = _backward
    return out
"""


class Printed(type):
    """A class whose body is read off the tables above."""

    def __new__(meta, name, bases, body):
        for line in PAIRS.split("\n"):
            if line:
                word, *formula, to_left, to_right = line.split()
                for method, sides in ((word, "self, other"), ("r" + word, "other, self")):
                    source = PAIR.format(
                        method=f"__{method}__",
                        sides=sides,
                        value=" ".join(formula),
                        name=word,
                        to_left=to_left,
                        to_right=to_right,
                    )
                    exec(source, globals(), body)
        for line in SINGLES.split("\n"):
            if line:
                method, value, slope = line.split()
                value, slope = value.replace("_", " ") if "if" in value else value, slope
                if "if" in slope:
                    slope = slope.replace("_", " ")
                exec(SINGLE.format(method=method, value=value, slope=slope), globals(), body)
        made = super().__new__(meta, name, bases, body)
        made.kind = made
        return made


class Value(metaclass=Printed):
    def __init__(self, data, _prev=(), _op=""):
        self.data = data
        self.grad = 0.0
        self._prev = list(_prev)
        self._op = _op
        self._backward = None

    def __pow__(self, n):
        out = self.kind(self.data**n, [self], "pow")
        slope = 0.0 if n == 0 else n * self.data ** (n - 1)

        def _backward():
            self.grad += slope * out.grad

        out._backward = _backward
        return out

    def backward(self):
        order = [*sorter(self).static_order()]
        inner = [node for node in order if node._backward]
        for node in inner:
            node.grad = 0.0
        self.grad += 1.0
        for node in reversed(inner):
            node._backward()


def sorter(root):
    plan = graphlib.TopologicalSorter()
    known, todo = {root}, [root]
    while todo:
        node = todo.pop()
        plan.add(node, *node._prev)
        fresh = set(node._prev) - known
        known |= fresh
        todo.extend(fresh)
    return plan


def build_topo(v, visited, topo):
    for node in sorter(v).static_order():
        visited.add(node)
        topo.append(node)


def zero_grad(root):
    plan = sorter(root)
    plan.prepare()
    while plan:
        for node in plan.get_ready():
            node.grad = 0.0
            plan.done(node)
