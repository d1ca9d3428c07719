# exam, engine
import math

# beyond this, tanh does not move any more in a float
LIMIT = 20.0


def safe_tanh(x):
    if abs(x) > LIMIT:
        return 1.0
    e = math.exp(2.0 * x)
    return (e - 1.0) / (e + 1.0)


class Edge:
    """One input of a node, with the slope towards it."""

    __slots__ = ("node", "slope")

    def __init__(self, node, slope):
        self.node = node
        self.slope = slope


class Value:
    def __init__(self, data, edges=()):
        self.data = data
        self.grad = 0.0
        self.edges = list(edges)

    @property
    def _prev(self):
        return [e.node for e in self.edges]

    def is_leaf(self):
        return not self.edges

    def _backward(self):
        for e in self.edges:
            e.node.grad += e.slope * self.grad

    def __add__(self, other):
        if isinstance(other, Value):
            return Value(self.data + other.data, [Edge(self, 1.0), Edge(other, 1.0)])
        return Value(self.data + other, [Edge(self, 1.0)])

    def __radd__(self, other):
        return self + other

    def __mul__(self, other):
        if isinstance(other, Value):
            return Value(self.data * other.data, [Edge(self, other.data), Edge(other, self.data)])
        return Value(self.data * other, [Edge(self, other)])

    def __rmul__(self, other):
        return self * other

    def __neg__(self):
        return Value(-self.data, [Edge(self, -1.0)])

    def __sub__(self, other):
        return self + (-other)

    def __rsub__(self, other):
        return -self + other

    def reciprocal(self):
        r = 1.0 / self.data
        return Value(r, [Edge(self, -r * r)])

    def __truediv__(self, other):
        if isinstance(other, Value):
            return self * other.reciprocal()
        return Value(self.data / other, [Edge(self, 1.0 / other)])

    def __rtruediv__(self, other):
        return self.reciprocal() * other

    def __pow__(self, n):
        if n == 0:
            return Value(1.0, [Edge(self, 0.0)])
        return Value(self.data**n, [Edge(self, n * self.data ** (n - 1))])

    def tanh(self):
        t = safe_tanh(self.data)
        return Value(t, [Edge(self, 1.0 - t * t)])

    def exp(self):
        e = math.exp(self.data)
        return Value(e, [Edge(self, e)])

    def relu(self):
        active = self.data > 0
        return Value(self.data if active else 0.0, [Edge(self, 1.0 if active else 0.0)])

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if not node.is_leaf():
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(topo):
            node._backward()


def build_topo(v, visited, topo):
    ENTER, LEAVE = 0, 1
    agenda = [(ENTER, v)]
    while agenda:
        what, node = agenda.pop()
        if what == LEAVE:
            topo.append(node)
        elif id(node) not in visited:
            visited.add(id(node))
            agenda.append((LEAVE, node))
            for e in reversed(node.edges):
                agenda.append((ENTER, e.node))
    return topo


def zero_grad(root):
    for node in build_topo(root, set(), []):
        node.grad = 0.0
