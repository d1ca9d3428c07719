"""micrograd notes, 7th version.  What changed: every rule says += now."""

from math import exp

from graphviz import Digraph  # pip install graphviz


class Value:
    """stores a single number"""

    def __init__(self, data, _children=(), _op='', label=''):
        self.data = data
        self._children = _children
        self._prev = set(_children)
        self._op = _op
        self.label = label
        self.grad = 0.0
        self._backward = self._nothing

    def _nothing(self):
        pass

    def __add__(self, other):
        total = Value(self.data + other.data, (self, other), '+')
        def rule():
            self.grad += total.grad
            other.grad += total.grad
        total._backward = rule
        return total

    def __mul__(self, other):
        product = Value(self.data * other.data, (self, other), '*')
        def rule():
            self.grad += product.grad * other.data
            other.grad += product.grad * self.data
        product._backward = rule
        return product

    def tanh(self):
        squashed = Value((exp(2*self.data) - 1) / (exp(2*self.data) + 1), (self,), 'tanh')
        def rule():
            self.grad += (1 - squashed.data**2) * squashed.grad
        squashed._backward = rule
        return squashed

    def backward(self):
        topo, visited = [], set()

        def build(v):
            if v not in visited:
                visited.add(v)
                for u in v._prev:
                    build(u)
                topo.append(v)

        build(self)
        self.grad = 1.0
        for v in topo[::-1]:
            v._backward()


def draw_dot(root):
    nodes, edges = set(), set()

    def trace(v):
        if v not in nodes:
            nodes.add(v)
            for u in v._prev:
                edges.add((u, v))
                trace(u)

    trace(root)
    dot = Digraph(format="svg")
    for v in nodes:
        dot.node(name=str(id(v)), label=f"{v.label} data={v.data:.4f} grad={v.grad:.4f}")
    for u, v in edges:
        dot.edge(str(id(u)), str(id(v)), label=v._op)
    return dot


# bug 1 and bug 2 of the notes, both gone
a = Value(3.0, label='a')
b = a + a
b.backward()
assert a.grad == 2.0

a, b = Value(-2.0, label='a'), Value(3.0, label='b')
d = a * b
e = a + b
f = d * e
f.backward()
assert (a.grad, b.grad) == (-3.0, -8.0)

draw_dot(f)     # just to look at it
