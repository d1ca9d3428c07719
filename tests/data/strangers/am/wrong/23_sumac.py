import math


class Value:
    def __init__(self, data, _prev=(), _backward=None):
        self.data = data
        self.grad = 0.0
        self._prev = tuple(_prev)
        self._backward = _backward

    def backward(self):
        if self._prev:
            order = []
            build_topo(self, set(), order)
            for node in order:
                if node._prev:
                    node.grad = 0.0
            self.grad = 1.0
            for node in reversed(order):
                if node._prev:
                    node._backward(node)
        else:
            self.grad += 1.0

    def __add__(self, other):
        def rule(out):
            a, b = out._prev
            a.grad += out.grad
            b.grad += out.grad

        other = wrapped(other)
        return Value(self.data + other.data, (self, other), rule)

    def __sub__(self, other):
        def rule(out):
            a, b = out._prev
            a.grad += out.grad
            b.grad -= out.grad

        other = wrapped(other)
        return Value(self.data - other.data, (self, other), rule)

    def __mul__(self, other):
        def rule(out):
            a, b = out._prev
            a.grad += b.data * out.grad
            b.grad += a.data * out.grad

        other = wrapped(other)
        return Value(self.data * other.data, (self, other), rule)

    def __truediv__(self, other):
        def rule(out):
            a, b = out._prev
            a.grad += out.grad / b.data
            b.grad -= out.grad * out.data / b.data

        other = wrapped(other)
        return Value(self.data / other.data, (self, other), rule)

    def __neg__(self):
        def rule(out):
            self.grad -= out.grad

        return Value(-self.data, (self,), rule)

    def __pow__(self, n):
        def rule(out):
            if n:
                self.grad += n * self.data ** (n - 1) * out.grad

        return Value(self.data**n, (self,), rule)

    def tanh(self):
        def rule(out):
            self.grad += (1.0 - out.data * out.data) * out.grad

        return Value(math.tanh(self.data), (self,), rule)

    def exp(self):
        def rule(out):
            self.grad += out.data * out.grad

        return Value(math.exp(self.data), (self,), rule)

    def relu(self):
        def rule(out):
            self.grad += out.grad if out.data > 0 else 0.0

        return Value(self.data if self.data > 0 else 0.0, (self,), rule)

    def __radd__(self, other):
        return wrapped(other) + self

    def __rsub__(self, other):
        return wrapped(other) - self

    def __rmul__(self, other):
        return wrapped(other) * self

    def __rtruediv__(self, other):
        return wrapped(other) / self


def wrapped(x):
    return x if isinstance(x, Value) else Value(x)


def build_topo(v, visited, topo):
    """Each frame is a node and the inputs that it still has to look at."""
    visited.add(v)
    frames = [(v, list(v._prev))] if v._prev else []
    while frames:
        node, inputs = frames[-1]
        if not inputs:
            topo.append(node)
            frames.pop()
            continue
        below = inputs.pop()
        if below in visited:
            continue
        visited.add(below)
        if below._prev:
            frames.append((below, list(below._prev)))
        else:
            topo.append(below)


def zero_grad(root):
    root.grad = 0.0
    seen = {root}
    layer = [root]
    while layer:
        layer = [below for node in layer for below in node._prev]
        layer = [below for below in dict.fromkeys(layer) if below not in seen]
        seen.update(layer)
        for node in layer:
            node.grad = 0.0
