import math


def put(edges, node, weight):
    """Add an edge to the table {input: derivative by this input}."""
    edges[node] = weight


class Value:
    def __init__(self, data, _prev=(), _op=""):
        self.data = float(data)
        self.grad = 0.0
        self._op = _op
        self.edges = {}
        for node, weight in _prev:
            put(self.edges, node, weight)

    @property
    def _prev(self):
        return tuple(self.edges)

    def _backward(self):
        for node, weight in self.edges.items():
            node.grad += weight * self.grad

    def __neg__(self):
        return Value(-self.data, [(self, -1.0)], "neg")

    def __add__(a, b):
        b = number(b)
        return Value(a.data + b.data, [(a, 1.0), (b, 1.0)], "+")

    def __sub__(a, b):
        b = number(b)
        return Value(a.data - b.data, [(a, 1.0), (b, -1.0)], "-")

    def __mul__(a, b):
        b = number(b)
        return Value(a.data * b.data, [(a, b.data), (b, a.data)], "*")

    def __truediv__(a, b):
        b = number(b)
        return Value(a.data / b.data, [(a, 1 / b.data), (b, -a.data / b.data**2)], "/")

    def __radd__(a, b):
        return number(b) + a

    def __rsub__(a, b):
        return number(b) - a

    def __rmul__(a, b):
        return number(b) * a

    def __rtruediv__(a, b):
        return number(b) / a

    def __pow__(a, n):
        return Value(a.data**n, [(a, n * a.data ** (n - 1) if n != 0 else 0.0)], "**")

    def tanh(a):
        t = math.tanh(a.data)
        return Value(t, [(a, 1 - t * t)], "tanh")

    def exp(a):
        e = math.exp(a.data)
        return Value(e, [(a, e)], "exp")

    def relu(a):
        return Value(max(a.data, 0.0), [(a, float(a.data > 0))], "relu")

    def backward(root):
        topo = []
        build_topo(root, set(), topo)
        for node in topo:
            if node.edges:
                node.grad = 0.0
        root.grad += 1.0
        for node in reversed(topo):
            node._backward()


def number(x):
    return x if isinstance(x, Value) else Value(x)


def build_topo(v, visited, topo):
    visited.add(v)
    path = [(v, iter(v.edges))]
    while path:
        node, children = path[-1]
        for child in children:
            if child not in visited:
                visited.add(child)
                path.append((child, iter(child.edges)))
                break
        else:
            path.pop()
            topo.append(node)


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
