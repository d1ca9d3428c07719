"""Exam. Default edges, one list per node, filled in by the operators."""
import math


class Value:
    """`steps` holds, for each input, a pair: the input and the slope towards it."""

    def __init__(self, data, inputs=(), steps=[]):
        self.data = data
        self.grad = 0.0
        self._prev = inputs
        self.steps = steps

    def __repr__(self):
        return "Value(%g)" % self.data

    def _backward(self):
        for node, slope in self.steps:
            node.grad += self.grad * slope

    def _step(self, node, slope):
        self.steps.append((node, slope))
        return self

    def __add__(self, other):
        other = _wrap(other)
        return Value(self.data + other.data, (self, other), [(self, 1.0), (other, 1.0)])

    def __mul__(self, other):
        other = _wrap(other)
        steps = [(self, other.data), (other, self.data)]
        return Value(self.data * other.data, (self, other), steps)

    def __truediv__(self, other):
        other = _wrap(other)
        return self * other**-1

    def __pow__(self, n):
        slope = 0.0
        if n != 0:
            slope = n * self.data ** (n - 1)
        return Value(self.data**n, (self,), [(self, slope)])

    def __neg__(self):
        return Value(-self.data, (self,), [(self, -1.0)])

    def __sub__(self, other):
        return self + -_wrap(other)

    def __radd__(self, other):
        return _wrap(other) + self

    def __rmul__(self, other):
        return _wrap(other) * self

    def __rsub__(self, other):
        return _wrap(other) - self

    def __rtruediv__(self, other):
        return _wrap(other) / self

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, (self,), [(self, 1 - t * t)])

    def exp(self):
        e = math.exp(self.data)
        return Value(e, (self,), [(self, e)])

    def relu(self):
        out = Value(max(0.0, self.data), (self,))
        if self.data > 0:
            out._step(self, 1.0)
        return out

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        while topo:
            topo.pop()._backward()


def _wrap(x):
    return x if isinstance(x, Value) else Value(x)


def build_topo(v, visited, topo):
    stack = [v]
    finished = set()
    while stack:
        node = stack.pop()
        if node in finished:
            continue
        if node in visited:
            finished.add(node)
            topo.append(node)
        else:
            visited.add(node)
            stack.append(node)
            stack.extend(p for p in node._prev if p not in visited)


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
