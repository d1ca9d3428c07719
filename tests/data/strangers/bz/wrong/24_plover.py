"""Exercise 13. No loop that clears the inner gradients: each node knows which call it is in.

Every call of backward() gets a number. A gradient arrives through `receive`, and an inner
node that hears of a new call for the first time starts again from 0.
"""

import math
from itertools import count

_calls = count(1)


class Value:
    __slots__ = ("data", "grad", "_prev", "_rule", "_call")

    def __init__(self, data, _prev=(), _rule=None):
        self.data = float(data)
        self.grad = 0.0
        self._prev = _prev
        self._rule = _rule
        self._call = 0

    def __repr__(self):
        return f"Value({self.data})"

    def receive(self, amount, call):
        """Add `amount` to the gradient: leaves keep what they had, inner nodes do not."""
        if self._rule is not None and self._call != call:
            self.grad = 0.0
        self._call = call
        self.grad += amount

    def _backward(self):
        if self._rule is not None:
            self._rule(self, self._call, *self._prev)

    # ---- operators ----

    def __add__(self, other):
        other = valued(other)
        return Value(self.data + other.data, (self, other), add_rule)

    def __sub__(self, other):
        other = valued(other)
        return Value(self.data - other.data, (self, other), sub_rule)

    def __mul__(self, other):
        other = valued(other)
        return Value(self.data * other.data, (self, other), mul_rule)

    def __truediv__(self, other):
        other = valued(other)
        return Value(self.data / other.data, (self, other), div_rule)

    def __pow__(self, n):
        def pow_rule(out, call, base):
            slope = n * base.data ** (n - 1) if n != 0 else 0.0
            base.receive(out.grad * slope, call)

        return Value(self.data**n, (self,), pow_rule)

    def __neg__(self):
        return Value(-self.data, (self,), neg_rule)

    __radd__ = __add__
    __rmul__ = __mul__

    def __rsub__(self, other):
        return valued(other) - self

    def __rtruediv__(self, other):
        return valued(other) / self

    def tanh(self):
        return Value(math.tanh(self.data), (self,), tanh_rule)

    def exp(self):
        return Value(math.exp(self.data), (self,), exp_rule)

    def relu(self):
        return Value(max(0.0, self.data), (self,), relu_rule)

    # ---- backward ----

    def backward(self):
        call = next(_calls)
        topo = []
        build_topo(self, set(), topo)
        self.receive(1.0, call)
        for node in reversed(topo):
            node._backward()


# ---- the rules: out is the result, call the number of this backward() ----


def add_rule(out, call, left, right):
    left.receive(out.grad, call)
    right.receive(out.grad, call)


def sub_rule(out, call, left, right):
    left.receive(out.grad, call)
    right.receive(-out.grad, call)


def mul_rule(out, call, left, right):
    left.receive(out.grad * right.data, call)
    right.receive(out.grad * left.data, call)


def div_rule(out, call, left, right):
    left.receive(out.grad / right.data, call)
    right.receive(-out.grad * out.data / right.data, call)


def neg_rule(out, call, source):
    source.receive(-out.grad, call)


def tanh_rule(out, call, source):
    source.receive(out.grad * (1.0 - out.data**2), call)


def exp_rule(out, call, source):
    source.receive(out.grad * out.data, call)


def relu_rule(out, call, source):
    if source.data > 0:
        source.receive(out.grad, call)


def valued(x):
    return x if isinstance(x, Value) else Value(x)


def build_topo(v, visited, topo):
    """Append to `topo` every node reachable from `v`, each once, inputs first."""
    stack = [v]
    while stack:
        node = stack[-1]
        if node in visited:
            stack.pop()
            continue
        missing = [p for p in node._prev if p not in visited]
        if missing:
            stack.extend(missing)
        else:
            visited.add(node)
            topo.append(node)
            stack.pop()


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0


if __name__ == "__main__":
    a, b, c = Value(2.0), Value(3.0), Value(1.0)
    L = (a * b + c) * (a + b)
    L.backward()
    L.backward()
    print(a.grad, b.grad, c.grad, "expected 44 34 10")
    x = Value(3.0)
    h = x * x
    (h * 2).backward()
    (h * 5).backward()
    print(x.grad, "expected 42")
