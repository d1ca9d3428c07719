import math
from dataclasses import dataclass, field


@dataclass(frozen=True, eq=False)
class Edge:
    source: "Value"
    slope: float


@dataclass(eq=False)
class Value:
    data: float
    _backward: tuple = ()
    grad: float = field(default=0.0, init=False)

    @property
    def _prev(self):
        return [edge.source for edge in self._backward]

    def __add__(self, o):
        o = promote(o)
        return Value(self.data + o.data, (Edge(self, 1.0), Edge(o, 1.0)))

    def __sub__(self, o):
        o = promote(o)
        return Value(self.data - o.data, (Edge(self, 1.0), Edge(o, -1.0)))

    def __mul__(self, o):
        o = promote(o)
        return Value(self.data * o.data, (Edge(self, o.data), Edge(o, self.data)))

    def __truediv__(self, o):
        o = promote(o)
        x, y = self.data, o.data
        return Value(x / y, (Edge(self, 1 / y), Edge(o, -x / (y * y))))

    def __radd__(self, o):
        return promote(o) + self

    def __rsub__(self, o):
        return promote(o) - self

    def __rmul__(self, o):
        return promote(o) * self

    def __rtruediv__(self, o):
        return promote(o) / self

    def __neg__(self):
        return Value(-self.data, (Edge(self, -1.0),))

    def __pow__(self, n):
        slope = n * self.data ** (n - 1)
        return Value(self.data**n, (Edge(self, slope),))

    def tanh(self):
        y = math.tanh(self.data)
        return Value(y, (Edge(self, 1 - y * y),))

    def exp(self):
        y = math.exp(self.data)
        return Value(y, (Edge(self, y),))

    def relu(self):
        return Value(max(self.data, 0.0), (Edge(self, 1.0 if self.data > 0 else 0.0),))

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._backward:
                node.grad = 0.0
        self.grad += 1.0
        for node in topo[::-1]:
            for edge in node._backward:
                edge.source.grad += edge.slope * node.grad


def promote(x):
    return x if isinstance(x, Value) else Value(x)


def build_topo(v, visited, topo):
    # inner generator-free version: two stacks, the second one turned round
    todo, seen = [v], {v}
    indegree = {}
    while todo:
        node = todo.pop()
        for p in node._prev:
            indegree[p] = indegree.get(p, 0) + 1
            if p not in seen:
                seen.add(p)
                todo.append(p)
    free, out = [v], []
    while free:
        node = free.pop(0)
        out.append(node)
        for p in node._prev:
            indegree[p] -= 1
            if indegree[p] == 0:
                free.append(p)
    topo.extend(reversed(out))


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
