"""Each node has a rank above the ranks of its inputs. Backward goes from high to low."""

import math


class Value:
    def __init__(self, data, _prev=(), _op=""):
        self.data = data
        self.grad = 0.0
        self._prev = tuple(_prev)
        self._op = _op
        self._rank = 1.0 + sum(source._rank for source in self._prev) if _prev else 0.0
        self._backward = self._no_rule

    def _no_rule(self):
        pass

    @classmethod
    def _wrap(cls, x):
        return x if isinstance(x, cls) else cls(float(x))

    def _result(self, data, op, *slopes_of):
        """A new node; slopes_of are pairs (input, slope)."""
        out = Value(data, tuple(source for source, _ in slopes_of), op)

        def rule():
            for source, slope in slopes_of:
                source.grad += slope * out.grad

        out._backward = rule
        return out

    def __add__(self, other):
        other = self._wrap(other)
        return self._result(self.data + other.data, "+", (self, 1.0), (other, 1.0))

    def __radd__(self, other):
        return self._wrap(other).__add__(self)

    def __sub__(self, other):
        other = self._wrap(other)
        return self._result(self.data - other.data, "-", (self, 1.0), (other, -1.0))

    def __rsub__(self, other):
        return self._wrap(other).__sub__(self)

    def __mul__(self, other):
        other = self._wrap(other)
        return self._result(
            self.data * other.data, "*", (self, other.data), (other, self.data)
        )

    def __rmul__(self, other):
        return self._wrap(other).__mul__(self)

    def __truediv__(self, other):
        other = self._wrap(other)
        q = self.data / other.data
        return self._result(q, "/", (self, 1.0 / other.data), (other, -q / other.data))

    def __rtruediv__(self, other):
        return self._wrap(other).__truediv__(self)

    def __neg__(self):
        return self._result(-self.data, "neg", (self, -1.0))

    def __pow__(self, n):
        slope = 0.0 if n == 0 else n * self.data ** (n - 1)
        return self._result(self.data**n, "pow", (self, slope))

    def tanh(self):
        t = math.tanh(self.data)
        return self._result(t, "tanh", (self, (1.0 + t) * (1.0 - t)))

    def exp(self):
        e = math.exp(self.data)
        return self._result(e, "exp", (self, e))

    def relu(self):
        if self.data > 0.0:
            return self._result(self.data, "relu", (self, 1.0))
        return self._result(0.0, "relu", (self, 0.0))

    def backward(self):
        nodes = collect(self)
        nodes.sort(key=lambda node: node._rank, reverse=True)
        for node in nodes:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in nodes:
            node._backward()


def collect(root):
    seen = {root}
    stack = [root]
    nodes = []
    while stack:
        node = stack.pop()
        nodes.append(node)
        for source in node._prev:
            if source not in seen:
                seen.add(source)
                stack.append(source)
    return nodes


def build_topo(v, visited, topo):
    topo.extend(collect(v))
    topo.reverse()
    topo.sort(key=lambda node: node._rank)
    visited.update(topo)


def zero_grad(root):
    for node in collect(root):
        node.grad = 0.0
