"""Inner nodes are not cleared beforehand: the first contribution of a call does it."""

import math


class Clock:
    now = 0


class Value:
    def __init__(self, data, _prev=()):
        self.data = float(data)
        self.grad = 0.0
        self._prev = _prev
        self._stamp = 0
        self._calls = 0
        self._backward = self._nothing

    def _nothing(self):
        pass

    def __repr__(self):
        return f"Value({self.data}, grad={self.grad}, calls={self._calls})"

    def _take(self, contribution):
        if self._prev and self._stamp != Clock.now:
            self._stamp = Clock.now
            self.grad = 0.0
        self.grad += contribution

    def backward(self):
        order = []
        build_topo(self, set(), order)
        self._calls += 1
        Clock.now = self._calls
        self._take(1.0)
        for node in reversed(order):
            node._backward()

    def _derive(self, data, slope):
        out = Value(data, (self,))
        out._backward = lambda: self._take(slope * out.grad)
        return out

    def __add__(self, other):
        other = value(other)
        out = Value(self.data + other.data, (self, other))

        def _backward():
            self._take(out.grad)
            other._take(out.grad)

        out._backward = _backward
        return out

    def __mul__(self, other):
        other = value(other)
        out = Value(self.data * other.data, (self, other))

        def _backward():
            self._take(other.data * out.grad)
            other._take(self.data * out.grad)

        out._backward = _backward
        return out

    def __truediv__(self, other):
        other = value(other)
        out = Value(self.data / other.data, (self, other))

        def _backward():
            self._take(out.grad / other.data)
            other._take(-out.grad * self.data / other.data**2)

        out._backward = _backward
        return out

    def __neg__(self):
        return self._derive(-self.data, -1.0)

    def __sub__(self, other):
        return self + -value(other)

    def __radd__(self, other):
        return value(other) + self

    def __rsub__(self, other):
        return value(other) - self

    def __rmul__(self, other):
        return value(other) * self

    def __rtruediv__(self, other):
        return value(other) / self

    def __pow__(self, n):
        return self._derive(self.data**n, n * self.data ** (n - 1) if n != 0 else 0.0)

    def tanh(self):
        t = math.tanh(self.data)
        return self._derive(t, 1 - t * t)

    def exp(self):
        e = math.exp(self.data)
        return self._derive(e, e)

    def relu(self):
        return self._derive(max(self.data, 0.0), 1.0 if self.data > 0 else 0.0)


def value(x):
    return x if isinstance(x, Value) else Value(x)


def build_topo(v, visited, topo):
    stack = [v]
    entered = set()
    while stack:
        node = stack[-1]
        if node in visited:
            stack.pop()
        elif node in entered:
            visited.add(node)
            topo.append(stack.pop())
        else:
            entered.add(node)
            stack.extend(p for p in node._prev if p not in visited)


def zero_grad(root):
    order = []
    build_topo(root, set(), order)
    for node in order:
        node.grad = 0.0
