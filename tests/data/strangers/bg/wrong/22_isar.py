"""Numbers are no nodes here: `x*k`, `x+k` and the like are nodes with one input."""

import math


class Value:
    def __init__(self, data, _prev=(), _op="", _slopes=()):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self._backward = _slopes

    def _times(self, k):
        if self._op == "scale":
            return self._prev[0]._times(self._backward[0] * k)
        return Value(self.data * k, (self,), "scale", (k,))

    def _plus(self, k):
        return Value(self.data + k, (self,), "shift", (1.0,))

    def __add__(self, other):
        if isinstance(other, Value):
            return Value(self.data + other.data, (self, other), "add", (1.0, 1.0))
        return self._plus(float(other))

    def __radd__(self, other):
        return self._plus(float(other))

    def __sub__(self, other):
        if isinstance(other, Value):
            return Value(self.data - other.data, (self, other), "sub", (1.0, -1.0))
        return self._plus(-float(other))

    def __rsub__(self, other):
        return Value(float(other) - self.data, (self,), "flip", (-1.0,))

    def __neg__(self):
        return Value(-self.data, (self,), "neg", (-1.0,))

    def __mul__(self, other):
        if isinstance(other, Value):
            return Value(
                self.data * other.data, (self, other), "mul", (other.data, self.data)
            )
        return self._times(float(other))

    def __rmul__(self, other):
        return self._times(float(other))

    def __truediv__(self, other):
        if isinstance(other, Value):
            q = self.data / other.data
            return Value(q, (self, other), "div", (1.0 / other.data, -q / other.data))
        k = float(other)
        return Value(self.data / k, (self,), "over", (1.0 / k,))

    def __rtruediv__(self, other):
        q = float(other) / self.data
        return Value(q, (self,), "under", (-q / self.data,))

    def __pow__(self, n):
        slope = n * self.data ** (n - 1) if n != 0 else 0.0
        return Value(self.data**n, (self,), "pow", (slope,))

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, (self,), "tanh", ((1.0 - t) * (1.0 + t),))

    def exp(self):
        e = math.exp(self.data)
        return Value(e, (self,), "exp", (e,))

    def relu(self):
        slope = 1.0 if self.data > 0.0 else 0.0
        return Value(max(0.0, self.data), (self,), "relu", (slope,))

    def backward(self):
        order = topological(self)
        for node in order:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(order):
            for source, slope in zip(node._prev, node._backward):
                source.grad += slope * node.grad


def topological(root):
    order, state, stack = [], {}, [root]
    while stack:
        node = stack[-1]
        if state.get(node) is None:
            state[node] = "open"
            stack.extend(p for p in node._prev if state.get(p) is None)
        else:
            stack.pop()
            if state[node] == "open":
                state[node] = "done"
                order.append(node)
    return order


def build_topo(v, visited, topo):
    topo.extend(topological(v))
    visited.update(topo)


def zero_grad(root):
    for node in topological(root):
        node.grad = 0.0
