"""Exercise 13. Arithmetic has the operators, Value has the graph."""
import math


class Arithmetic:
    """Operators for a class that has make(kind, number, inputs)."""

    def __add__(self, other):
        other = self.lift(other)
        return self.make("+", self.data + other.data, (self, other))

    def __sub__(self, other):
        other = self.lift(other)
        return self.make("-", self.data - other.data, (self, other))

    def __mul__(self, other):
        other = self.lift(other)
        return self.make("*", self.data * other.data, (self, other))

    def __truediv__(self, other):
        other = self.lift(other)
        return self.make("/", self.data / other.data, (self, other))

    def __radd__(self, other):
        return self.lift(other) + self

    def __rsub__(self, other):
        return self.lift(other) - self

    def __rmul__(self, other):
        return self.lift(other) * self

    def __rtruediv__(self, other):
        return self.lift(other) / self

    def __neg__(self):
        return self.make("neg", -self.data, (self,))

    def __pow__(self, n):
        out = self.make("**", self.data ** n, (self,))
        out.exponent = n
        return out

    def tanh(self):
        return self.make("tanh", math.tanh(self.data), (self,))

    def exp(self):
        return self.make("exp", math.exp(self.data), (self,))

    def relu(self):
        return self.make("relu", self.data if self.data > 0 else 0.0, (self,))


class Value(Arithmetic):
    __slots__ = ("data", "grad", "_prev", "kind", "exponent", "listed")

    def __init__(self, data, _prev=(), kind=None):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self.kind = kind
        self.listed = False

    @classmethod
    def lift(cls, x):
        return x if isinstance(x, cls) else cls(x)

    @classmethod
    def make(cls, kind, number, inputs):
        return cls(number, inputs, kind)

    def slopes(self):
        numbers = [p.data for p in self._prev]
        if self.kind is None:
            return ()
        if self.kind == "+":
            return 1.0, 1.0
        if self.kind == "-":
            return 1.0, -1.0
        if self.kind == "*":
            return numbers[1], numbers[0]
        if self.kind == "/":
            return 1.0 / numbers[1], -self.data / numbers[1]
        if self.kind == "neg":
            return (-1.0,)
        if self.kind == "**":
            n = self.exponent
            return (n * numbers[0] ** (n - 1) if n != 0 else 0.0,)
        if self.kind == "tanh":
            return (1.0 - self.data * self.data,)
        if self.kind == "exp":
            return (self.data,)
        return (1.0 if numbers[0] > 0 else 0.0,)

    def _backward(self):
        for p, slope in zip(self._prev, self.slopes()):
            p.grad += slope * self.grad

    def listing(self):
        """This node and all below it, inputs first, with the flag `listed` set on each."""
        nodes, stack = [], [self]
        self.listed = True
        position = [0]
        while stack:
            node = stack[-1]
            if position[-1] < len(node._prev):
                p = node._prev[position[-1]]
                position[-1] += 1
                if not p.listed:
                    p.listed = True
                    stack.append(p)
                    position.append(0)
            else:
                nodes.append(stack.pop())
                position.pop()
        return nodes

    def backward(self):
        nodes = self.listing()
        for node in nodes:
            if node.kind is not None:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(nodes):
            if node.grad == 0.0:
                continue
            node.listed = False
            node._backward()


def build_topo(v, visited, topo):
    nodes = v.listing()
    for node in nodes:
        node.listed = False
    visited.update(nodes)
    topo.extend(nodes)


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
