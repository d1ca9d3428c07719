"""Engine for the exam (L.)

Layout: first the graph, then the arithmetic as a mixin, then Value itself.
"""
import math


class Graph:
    """What concerns the graph and not the arithmetic."""

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._prev != ():
                node.grad = 0.0
        self.grad += 1.0
        for i in range(len(topo) - 1, -1, -1):
            topo[i]._backward()

    def zero_grad(self):
        zero_grad(self)


class Arithmetic:
    """Operators that are made of other operators."""

    def __neg__(self):
        return self * (-1.0)

    def __sub__(self, other):
        return self + wrap(other) * (-1.0)

    def __truediv__(self, other):
        return self * wrap(other).reciprocal()

    def __radd__(self, other):
        return self + other

    def __rmul__(self, other):
        return self * other

    def __rsub__(self, other):
        return wrap(other) - self

    def __rtruediv__(self, other):
        return wrap(other / self.data)


class Value(Arithmetic, Graph):
    def __init__(self, data, _prev=()):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._backward = lambda: None

    def __repr__(self):
        return f"V({self.data:g}; {self.grad:g})"

    def _attach(self, slope):
        """A rule for nodes with one input; `slope` is called when it runs."""
        (source,) = self._prev

        def _backward():
            source.grad += slope() * self.grad

        self._backward = _backward
        return self

    def __add__(self, other):
        other = wrap(other)
        out = Value(self.data + other.data, (self, other))

        def _backward():
            for source in (self, other):
                source.grad += out.grad

        out._backward = _backward
        return out

    def __mul__(self, other):
        other = wrap(other)
        out = Value(self.data * other.data, (self, other))

        def _backward():
            self.grad += other.data * out.grad
            other.grad += self.data * out.grad

        out._backward = _backward
        return out

    def reciprocal(self):
        out = Value(1.0 / self.data, (self,))
        return out._attach(lambda: -(out.data**2))

    def __pow__(self, n):
        out = Value(self.data**n, (self,))
        return out._attach(lambda: n * self.data ** (n - 1) if n else 0.0)

    def tanh(self):
        out = Value(math.tanh(self.data), (self,))
        return out._attach(lambda: 1.0 - out.data**2)

    def exp(self):
        out = Value(math.exp(self.data), (self,))
        return out._attach(lambda: out.data)

    def relu(self):
        out = Value(max(self.data, 0.0), (self,))
        return out._attach(lambda: 1.0 if out.data > 0 else 0.0)


def wrap(x):
    return x if isinstance(x, Value) else Value(x)


def build_topo(v, visited, topo):
    stack = [v]
    while stack:
        node = stack[-1]
        waiting = []
        if node not in visited:
            waiting = [p for p in node._prev if p not in visited]
        if waiting:
            stack.extend(waiting)
            continue
        stack.pop()
        if node not in visited:
            visited.add(node)
            topo.append(node)


def zero_grad(root):
    seen, todo = set(), [root]
    while todo:
        node = todo.pop()
        if node in seen:
            continue
        seen.add(node)
        node.grad = 0.0
        todo.extend(node._prev)
