"""As short as it gets: slopes on the edges, and one constructor that does the work."""
import math


class Value:
    def __init__(self, data, edges=()):
        self.data, self.grad, self.edges = float(data), 0.0, list(edges)
        self._prev = [node for node, _ in self.edges]

    def _backward(self):
        for node, slope in self.edges:
            node.grad += slope * self.grad

    def __add__(self, o):
        o = V(o)
        return Value(self.data + o.data, [(self, 1.0), (o, 1.0)])

    def __mul__(self, o):
        o = V(o)
        return Value(self.data * o.data, [(self, o.data), (o, self.data)])

    def __pow__(self, n):
        x = self.data
        if not n:
            return Value(1.0, [(self, 0.0)])
        return Value(x**n, [(self, n * x**n - 1)])

    __radd__, __rmul__ = __add__, __mul__
    __neg__ = lambda self: self * -1.0
    __sub__ = lambda self, o: self + -V(o)
    __rsub__ = lambda self, o: V(o) - self
    __truediv__ = lambda self, o: self * V(o) ** -1
    __rtruediv__ = lambda self, o: V(o) / self

    def tanh(self):
        return Value(t := math.tanh(self.data), [(self, 1 - t * t)])

    def exp(self):
        return Value(e := math.exp(self.data), [(self, e)])

    def relu(self):
        return Value(max(self.data, 0.0), [(self, float(self.data > 0))])

    def backward(self):
        build_topo(self, set(), topo := [])
        for v in topo:
            v.grad = 0.0 if v.edges else v.grad
        self.grad += 1.0
        for v in topo[::-1]:
            v._backward()


def V(x):
    return x if isinstance(x, Value) else Value(x)


def build_topo(v, visited, topo):
    stack = [(v, 0)]
    while stack:
        node, done = stack.pop()
        if done:
            topo.append(node)
        elif node not in visited:
            visited.add(node)
            stack += [(node, 1)] + [(p, 0) for p in node._prev]


def zero_grad(root):
    build_topo(root, set(), topo := [])
    for v in topo:
        v.grad = 0.0
