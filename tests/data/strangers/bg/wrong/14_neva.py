"""The course's engine, with build_topo in two versions: the short one, and one for deep graphs."""

import math


def to_value(x):
    if isinstance(x, Value):
        return x
    return Value(float(x))


class Value:
    def __init__(self, data, _prev=(), _op=""):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self._backward = lambda: None

    def __add__(self, other):
        other = to_value(other)
        out = Value(self.data + other.data, (self, other), "+")

        def _backward():
            self.grad += out.grad
            other.grad += out.grad

        out._backward = _backward
        return out

    def __mul__(self, other):
        other = to_value(other)
        out = Value(self.data * other.data, (self, other), "*")

        def _backward():
            self.grad += other.data * out.grad
            other.grad += self.data * out.grad

        out._backward = _backward
        return out

    def __truediv__(self, other):
        other = to_value(other)
        out = Value(self.data / other.data, (self, other), "/")

        def _backward():
            self.grad += out.grad / other.data
            other.grad += -out.data / other.data * out.grad

        out._backward = _backward
        return out

    def __pow__(self, n):
        out = Value(self.data**n, (self,), "**")

        def _backward():
            if n != 0:
                self.grad += n * self.data ** (n - 1) * out.grad

        out._backward = _backward
        return out

    def tanh(self):
        out = Value(math.tanh(self.data), (self,), "tanh")

        def _backward():
            self.grad += (1.0 - out.data**2) * out.grad

        out._backward = _backward
        return out

    def exp(self):
        out = Value(math.exp(self.data), (self,), "exp")

        def _backward():
            self.grad += out.data * out.grad

        out._backward = _backward
        return out

    def relu(self):
        out = Value(max(0.0, self.data), (self,), "relu")

        def _backward():
            self.grad += out.grad if out.data > 0.0 else 0.0

        out._backward = _backward
        return out

    def __neg__(self):
        return self * -1.0

    def __sub__(self, other):
        return self + -to_value(other)

    def __radd__(self, other):
        return to_value(other) + self

    def __rsub__(self, other):
        return to_value(other) - self

    def __rmul__(self, other):
        return to_value(other) * self

    def __rtruediv__(self, other):
        return to_value(other) / self

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(topo):
            node._backward()


def build_topo(v, visited, topo):
    try:
        _short(v, visited, topo)
    except RecursionError:
        visited.clear()
        topo.clear()
        _deep(v, visited, topo)


def _short(v, visited, topo):
    if v not in visited:
        visited.add(v)
        for source in v._prev:
            _short(source, visited, topo)
        topo.append(v)


def _deep(v, visited, topo):
    visited.add(v)
    stack = [v]
    while stack:
        fresh = [source for source in stack[-1]._prev if source not in visited]
        if fresh:
            visited.update(fresh)
            stack.extend(fresh)
        else:
            topo.append(stack.pop())


def zero_grad(root):
    seen = {root}
    todo = [root]
    while todo:
        node = todo.pop()
        node.grad = 0.0
        for source in node._prev:
            if source not in seen:
                seen.add(source)
                todo.append(source)
