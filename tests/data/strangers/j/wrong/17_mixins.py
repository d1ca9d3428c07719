"""Layers of mixins: graph, arithmetic, functions; the class only puts them together."""
import math
import operator


class Graph:
    def __init__(self, data, _prev=()):
        self.data = float(data)
        self.grad = 0.0
        self._prev = tuple(_prev)
        self._backward = None

    @classmethod
    def lift(cls, x):
        return x if isinstance(x, cls) else cls(x)

    def backward(self):
        nodes = []
        build_topo(self, set(), nodes)
        for n in nodes:
            if n._prev:
                n.grad = 0.0
        self.grad += 1.0
        for n in reversed(nodes):
            if n._backward:
                n._backward(n)


class Arithmetic(Graph):
    def combine(self, other, function, slope_a, slope_b):
        a, b = self, self.lift(other)
        out = type(self)(function(a.data, b.data), (a, b))

        def rule(node):
            a.grad += node.grad * slope_a(a.data, b.data)
            b.grad += node.grad * slope_b(a.data, b.data)
        out._backward = rule
        return out

    def __add__(self, other):
        return self.combine(other, operator.add, lambda x, y: 1.0, lambda x, y: 1.0)

    def __sub__(self, other):
        return self.combine(other, operator.sub, lambda x, y: 1.0, lambda x, y: -1.0)

    def __mul__(self, other):
        return self.combine(other, operator.mul, lambda x, y: y, lambda x, y: x)

    def __truediv__(self, other):
        return self.combine(other, operator.truediv, lambda x, y: 1 / y, lambda x, y: -x / y ** 2)

    def __neg__(self):
        return type(self)(operator.neg(self.data))

    def __radd__(self, other): return self.lift(other) + self
    def __rsub__(self, other): return self.lift(other) - self
    def __rmul__(self, other): return self.lift(other) * self
    def __rtruediv__(self, other): return self.lift(other) / self


class Functions(Graph):
    def through(self, data, slope):
        out = type(self)(data, (self,))

        def rule(node):
            self.grad += node.grad * slope
        out._backward = rule
        return out

    def __pow__(self, n):
        return self.through(self.data ** n, n * self.data ** (n - 1) if n else 0.0)

    def tanh(self):
        t = math.tanh(self.data)
        return self.through(t, 1.0 - t * t)

    def exp(self):
        e = math.exp(self.data)
        return self.through(e, e)

    def relu(self):
        return self.through(max(self.data, 0.0), float(self.data > 0.0))


class Value(Arithmetic, Functions):
    pass


def build_topo(v, visited, topo):
    stack = [v]
    while stack:
        node = stack[-1]
        if node not in visited:
            visited.add(node)
            stack.extend(p for p in node._prev if p not in visited)
        else:
            stack.pop()
            if id(node) not in visited:
                visited.add(id(node))
                topo.append(node)


def zero_grad(root):
    nodes = []
    build_topo(root, set(), nodes)
    for n in nodes:
        n.grad = 0.0
