import math
from dataclasses import dataclass, field


@dataclass(eq=False)
class Edge:
    to: object
    slope: float


@dataclass(eq=False)
class Value:
    data: float
    grad: float = 0.0
    edges: list = field(default_factory=list, repr=False)

    @property
    def _prev(self):
        return tuple(edge.to for edge in self.edges)

    def _backward(self):
        for edge in self.edges:
            edge.to.grad += edge.slope * self.grad

    def __add__(self, other):
        return make(sum_of, self, other)

    def __radd__(self, other):
        return make(sum_of, other, self)

    def __sub__(self, other):
        return make(difference_of, self, other)

    def __rsub__(self, other):
        return make(difference_of, other, self)

    def __mul__(self, other):
        return make(product_of, self, other)

    def __rmul__(self, other):
        return make(product_of, other, self)

    def __truediv__(self, other):
        return make(quotient_of, self, other)

    def __rtruediv__(self, other):
        return make(quotient_of, other, self)

    def __neg__(self):
        return make(lambda x: (-x, -1.0), self)

    def __pow__(self, n):
        return make(lambda x: (x**n, n * x ** (n - 1) if n else 0.0), self)

    def tanh(self):
        return make(tanh_of, self)

    def exp(self):
        return make(lambda x: (math.exp(x), math.exp(x)), self)

    def relu(self):
        return make(lambda x: (x, 1.0) if x > 0 else (0.0, 0.0), self)

    def backward(self):
        if self.edges:
            topo = []
            build_topo(self, set(), topo)
            for node in topo:
                if node.edges:
                    node.grad = 0.0
            self.grad = 1.0
            for node in reversed(topo):
                node._backward()
        else:
            self.grad += 1.0


def sum_of(x, y):
    return x + y, 1.0, 1.0


def difference_of(x, y):
    return x - y, 1.0, -1.0


def product_of(x, y):
    return x * y, y, x


def quotient_of(x, y):
    return x / y, 1 / y, -x / y**2


def tanh_of(x):
    t = math.tanh(x)
    return t, 1.0 - t * t


def make(f, *inputs):
    nodes = [n if isinstance(n, Value) else Value(float(n)) for n in inputs]
    data, *slopes = f(*(n.data for n in nodes))
    return Value(data, edges=[Edge(n, s) for n, s in zip(nodes, slopes)])


def build_topo(v, visited, topo):
    if not v.edges:
        return
    visited.add(v)
    open_nodes = [(v, iter(v.edges))]
    while open_nodes:
        node, edges = open_nodes[-1]
        for edge in edges:
            if edge.to not in visited:
                visited.add(edge.to)
                open_nodes.append((edge.to, iter(edge.to.edges)))
                break
        else:
            open_nodes.pop()
            topo.append(node)


def zero_grad(root):
    root.grad = 0.0
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
