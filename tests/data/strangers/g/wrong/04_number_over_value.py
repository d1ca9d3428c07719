from math import exp, tanh


class Value:
    """Every node keeps (input, lambda g: share) pairs."""

    def __init__(self, data, edges=()):
        self.data = float(data)
        self.grad = 0.0
        self._edges = list(edges)
        self._prev = [node for node, _ in self._edges]

    def _backward(self):
        for node, share in self._edges:
            node.grad += share(self.grad)

    def __add__(self, other):
        if not isinstance(other, Value):
            return Value(self.data + other, [(self, lambda g: g)])
        return Value(self.data + other.data, [(self, lambda g: g), (other, lambda g: g)])

    __radd__ = __add__

    def __neg__(self):
        return Value(-self.data, [(self, lambda g: -g)])

    def __sub__(self, other):
        return self + -other

    def __rsub__(self, other):
        return -self + other

    def __mul__(self, other):
        a = self.data
        if not isinstance(other, Value):
            return Value(a * other, [(self, lambda g: g * other)])
        b = other.data
        return Value(a * b, [(self, lambda g: g * b), (other, lambda g: g * a)])

    __rmul__ = __mul__

    def __truediv__(self, other):
        a = self.data
        if not isinstance(other, Value):
            return Value(a / other, [(self, lambda g: g / other)])
        b = other.data
        return Value(a / b, [(self, lambda g: g / b), (other, lambda g: -g * a / b**2)])

    def __rtruediv__(self, other):
        x = self.data
        return Value(other / x, [(self, lambda g: -g / x**2)])

    def __pow__(self, n):
        x = self.data
        return Value(x**n, [(self, lambda g: g * n * x ** (n - 1) if n else 0.0)])

    def tanh(self):
        t = tanh(self.data)
        return Value(t, [(self, lambda g: g * (1 - t**2))])

    def exp(self):
        e = exp(self.data)
        return Value(e, [(self, lambda g: g * e)])

    def relu(self):
        on = self.data > 0
        return Value(self.data if on else 0.0, [(self, lambda g: g if on else 0.0)])

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._edges:
                node.grad = 0.0
        self.grad += 1.0
        while topo:
            topo.pop()._backward()


def build_topo(v, visited, topo):
    visited.add(v)
    path = [(v, iter(v._prev))]
    while path:
        node, inputs = path[-1]
        for p in inputs:
            if p not in visited:
                visited.add(p)
                path.append((p, iter(p._prev)))
                break
        else:
            topo.append(node)
            path.pop()


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
