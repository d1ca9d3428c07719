"""Exercise 13: the exam.

My plan: `record` makes every result. It gets the name of the operation, which serves for
drawing and tells results from leaves ("" is a leaf), the inputs and the local rule, which
returns what goes to each input.
"""

import math


class Value:
    def __init__(self, data, _prev=(), _op=""):
        self.data = float(data)
        self.grad = 0.0
        self._prev = tuple(_prev)
        self._op = _op
        self._backward = lambda: None

    def __repr__(self):
        op = f" from {self._op}" if self._op else ""
        return f"Value({self.data:.4f}{op}, grad {self.grad:.4f})"

    @property
    def is_leaf(self):
        return self._op == ""

    # ---- the operators ----

    def __add__(self, other):
        other = to_value(other)
        return record("+", self.data + other.data, (self, other), lambda g: (g, g))

    def __sub__(self, other):
        other = to_value(other)
        return record("-", self.data - other.data, (self, other), lambda g: (g, -g))

    def __mul__(self, other):
        other = to_value(other)
        return record(
            "*",
            self.data * other.data,
            (self, other),
            lambda g: (g * other.data, g * self.data),
        )

    def __truediv__(self, other):
        other = to_value(other)
        return record(
            "/",
            self.data / other.data,
            (self, other),
            lambda g: (g / other.data, -g * self.data / other.data**2),
        )

    def __neg__(self):
        return record("neg", -self.data, (self,), lambda g: (-g,))

    def __pow__(self, n):
        name = superscript(n)
        if n == 0:
            return record(name, 1.0, (self,), lambda g: (0.0,))
        return record(name, self.data**n, (self,), lambda g: (g * n * self.data ** (n - 1),))

    def __radd__(self, other):
        return to_value(other).__add__(self)

    def __rsub__(self, other):
        return to_value(other).__sub__(self)

    def __rmul__(self, other):
        return to_value(other).__mul__(self)

    def __rtruediv__(self, other):
        return to_value(other).__truediv__(self)

    # ---- the functions ----

    def tanh(self):
        t = math.tanh(self.data)
        return record("tanh", t, (self,), lambda g: (g * (1.0 - t * t),))

    def exp(self):
        e = math.exp(self.data)
        return record("exp", e, (self,), lambda g: (g * e,))

    def relu(self):
        on = self.data > 0
        return record("relu", self.data if on else 0.0, (self,), lambda g: (g if on else 0.0,))

    # ---- the way back ----

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if not node.is_leaf:
                node.grad = 0.0
        if self.is_leaf:
            self.grad += 1.0
        else:
            self.grad = 1.0
        for node in reversed(topo):
            node._backward()


def superscript(n):
    """The exponent as it is written above the line: 2 gives ², -1 gives ⁻¹."""
    raised = dict(zip("0123456789-", "⁰¹²³⁴⁵⁶⁷⁸⁹⁻"))
    return "".join(raised[sign] for sign in str(n) if sign in raised and n == int(n))


def record(op, data, inputs, shares):
    """A new node for `op`, with a rule that hands every input its share."""
    out = Value(data, inputs, op)

    def rule():
        for source, share in zip(inputs, shares(out.grad)):
            source.grad += share

    out._backward = rule
    return out


def to_value(x):
    if isinstance(x, Value):
        return x
    return Value(x)


def build_topo(v, visited, topo):
    """Append to `topo` every node reachable from `v`, each once, inputs first."""
    # Count for every node how many edges come to it, then take off the layers from the top.
    edges = {v: 0}
    todo = [v]
    while todo:
        for source in todo.pop()._prev:
            if source not in edges:
                edges[source] = 0
                todo.append(source)
            edges[source] += 1
    ready, top_down = [v], []
    while ready:
        node = ready.pop()
        top_down.append(node)
        for source in node._prev:
            edges[source] -= 1
            if edges[source] == 0:
                ready.append(source)
    visited.update(top_down)
    topo.extend(reversed(top_down))


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0


if __name__ == "__main__":
    a, b = Value(2.0), Value(4.0)
    (5 - a + 6 / a + a / b - sum([a, b]) + 2 * a**3).backward()
    print(a.grad, b.grad, "expected 20.75 -1.125")
    a, b, c = Value(2.0), Value(3.0), Value(1.0)
    L = (a * b + c) * (a + b)
    L.backward()
    L.backward()
    print(a.grad, b.grad, c.grad, "expected 44 34 10")
    print(a**2, a**-1)
