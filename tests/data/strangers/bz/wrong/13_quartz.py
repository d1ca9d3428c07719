"""Exercise 13: sums with many terms.

A loss is often built with `total += term`. Instead of one node for each addition, a sum
node takes the further terms in, so such graphs stay flat.
"""

import math


class Value:
    """One number, its gradient, and how it was made."""

    def __init__(self, data, inputs=(), kind="leaf"):
        self.data = float(data)
        self.grad = 0.0
        self._prev = list(inputs)
        self.kind = kind
        self._backward = self._pass_nothing

    def _pass_nothing(self):
        pass

    def _pass_sum(self):
        for term in self._prev:
            term.grad += self.grad

    def __repr__(self):
        return f"<{self.kind} {self.data}, grad {self.grad}>"

    def __add__(self, other):
        other = to_node(other)
        out = Value(self.data + other.data, [self, other], "sum")
        out._backward = out._pass_sum
        return out

    def __iadd__(self, other):
        if self.kind == "total":
            other = to_node(other)
            self._prev.append(other)
            self.data += other.data
            return self
        out = self + other
        out.kind = "total"
        return out

    def __sub__(self, other):
        other = to_node(other)
        out = Value(self.data - other.data, [self, other], "difference")

        def rule():
            self.grad += out.grad
            other.grad -= out.grad

        out._backward = rule
        return out

    def __mul__(self, other):
        other = to_node(other)
        out = Value(self.data * other.data, [self, other], "product")
        a, b = self.data, other.data

        def rule():
            self.grad += out.grad * b
            other.grad += out.grad * a

        out._backward = rule
        return out

    def __truediv__(self, other):
        other = to_node(other)
        out = Value(self.data / other.data, [self, other], "quotient")
        a, b = self.data, other.data

        def rule():
            self.grad += out.grad / b
            other.grad -= out.grad * a / (b * b)

        out._backward = rule
        return out

    def __neg__(self):
        return self._unary(-self.data, -1.0, "negative")

    def __pow__(self, n):
        slope = n * self.data ** (n - 1) if n != 0 else 0.0
        return self._unary(self.data**n, slope, "power")

    def __radd__(self, other):
        return to_node(other) + self

    def __rsub__(self, other):
        return to_node(other) - self

    def __rmul__(self, other):
        return to_node(other) * self

    def __rtruediv__(self, other):
        return to_node(other) / self

    def tanh(self):
        t = math.tanh(self.data)
        return self._unary(t, 1.0 - t * t, "tanh")

    def exp(self):
        e = math.exp(self.data)
        return self._unary(e, e, "exp")

    def relu(self):
        on = self.data > 0
        return self._unary(self.data if on else 0.0, 1.0 if on else 0.0, "relu")

    def _unary(self, data, slope, kind):
        out = Value(data, [self], kind)

        def rule():
            self.grad += out.grad * slope

        out._backward = rule
        return out

    def backward(self):
        order = []
        build_topo(self, set(), order)
        for node in order:
            if node.kind != "leaf":
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(order):
            node._backward()


def to_node(x):
    return x if isinstance(x, Value) else Value(x)


def build_topo(v, visited, topo):
    stack = [(v, 0)]
    visited.add(v)
    while stack:
        node, i = stack.pop()
        while i < len(node._prev) and node._prev[i] in visited:
            i += 1
        if i == len(node._prev):
            topo.append(node)
        else:
            stack.append((node, i + 1))
            visited.add(node._prev[i])
            stack.append((node._prev[i], 0))


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
