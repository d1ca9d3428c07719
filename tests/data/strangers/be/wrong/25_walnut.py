"""An engine whose nodes behave like numbers, and have a left and a right input (or None)."""

import math


class Value:
    def __init__(self, data, _prev=(), _op=""):
        self.data = data
        self.grad = 0.0
        self._prev = tuple(_prev)
        self._op = _op
        self._left, self._right = (self._prev + (None, None))[:2]
        self._backward = None

    # as with numbers

    def __float__(self):
        return float(self.data)

    def __bool__(self):
        return self.data != 0

    def __abs__(self):
        return abs(self.data)

    # operators

    def _binary(self, other, op, data, rule):
        out = Value(data, (self, other), op)
        out._backward = rule
        return out

    def __add__(self, other):
        other = coerced(other)
        return self._binary(other, "+", self.data + other.data, lambda g: (g, g))

    def __sub__(self, other):
        other = coerced(other)
        return self._binary(other, "-", self.data - other.data, lambda g: (g, -g))

    def __mul__(self, other):
        other = coerced(other)
        x, y = self.data, other.data
        return self._binary(other, "*", x * y, lambda g: (g * y, g * x))

    def __truediv__(self, other):
        other = coerced(other)
        x, y = self.data, other.data
        return self._binary(other, "/", x / y, lambda g: (g / y, -g * x / y**2))

    def __radd__(self, other):
        return coerced(other) + self

    def __rsub__(self, other):
        return coerced(other) - self

    def __rmul__(self, other):
        return coerced(other) * self

    def __rtruediv__(self, other):
        return coerced(other) / self

    def _unary(self, op, data, slope):
        out = Value(data, (self,), op)
        out._backward = lambda g: (g * slope, 0.0)
        return out

    def __neg__(self):
        return self._unary("neg", -self.data, -1.0)

    def __pow__(self, n):
        slope = 0.0 if n == 0 else n * self.data ** (n - 1)
        return self._unary("**", self.data**n, slope)

    def tanh(self):
        t = math.tanh(self.data)
        return self._unary("tanh", t, 1 - t * t)

    def exp(self):
        e = math.exp(self.data)
        return self._unary("exp", e, e)

    def relu(self):
        return self._unary("relu", max(self.data, 0.0), 1.0 if self.data > 0 else 0.0)

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._backward is not None:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(topo):
            if node._backward is None:
                continue
            left, right = node._backward(node.grad)
            node._left.grad += left
            if node._right is not None:
                node._right.grad += right


def coerced(x):
    return x if isinstance(x, Value) else Value(x)


def build_topo(v, visited, topo):
    visited.add(v)
    stack = [(v, iter(v._prev))]
    while stack:
        node, inputs = stack[-1]
        for i in inputs:
            if i not in visited:
                visited.add(i)
                stack.append((i, iter(i._prev)))
                break
        else:
            topo.append(node)
            stack.pop()


def zero_grad(root):
    seen = {root}
    stack = [root]
    while stack:
        node = stack.pop()
        node.grad = 0.0
        for i in filter(None, (node._left, node._right)):
            if i not in seen:
                seen.add(i)
                stack.append(i)
