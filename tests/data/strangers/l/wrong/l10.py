import math


class Value:
    def __init__(self, data, _prev=(), slopes=()):
        self.data = float(data)
        self.grad = 0.0
        self._prev = tuple(_prev)
        self._backward = []
        for node, slope in zip(self._prev, slopes):
            self._backward.append(lambda g, node=node, slope=slope: node.receive(g * slope()))

    def receive(self, g):
        self.grad += g

    def __add__(self, other):
        other = wrap(other)
        return Value(self.data + other.data, (self, other), (one, one))

    def __mul__(self, other):
        other = wrap(other)
        return Value(self.data * other.data, (self, other),
                     (lambda: other.data, lambda: self.data))

    def __sub__(self, other):
        other = wrap(other)
        return Value(self.data - other.data, (self, other), (one, minus_one))

    def __truediv__(self, other):
        other = wrap(other)
        return Value(self.data / other.data, (self, other),
                     (lambda: 1.0 / other.data, lambda: -self.data / other.data**2))

    __radd__ = __add__
    __rmul__ = __mul__
    __neg__ = lambda self: Value(-self.data, (self,), (minus_one,))

    def __rsub__(self, other):
        return self - wrap(other)

    def __rtruediv__(self, other):
        return wrap(other) / self

    def __pow__(self, n):
        slope = (lambda: n * self.data ** (n - 1)) if n != 0 else (lambda: 0.0)
        return Value(self.data ** n, (self,), (slope,))

    def tanh(self):
        y = math.tanh(self.data)
        return Value(y, (self,), (lambda: (1 - y) * (1 + y),))

    def exp(self):
        y = math.exp(self.data)
        return Value(y, (self,), (lambda: y,))

    def relu(self):
        return Value(self.data * (self.data > 0), (self,), (lambda: float(self.data > 0),))

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._backward:
                node.grad = 0.0
        self.receive(1.0)
        for node in reversed(topo):
            for give in node._backward:
                give(node.grad)


one = lambda: 1.0
minus_one = lambda: -1.0
wrap = lambda x: x if isinstance(x, Value) else Value(x)


def build_topo(v, visited, topo):
    # how many consumers inside this graph has each node?
    count = {v: 0}
    stack = [v]
    while stack:
        for child in stack.pop()._prev:
            if child not in count:
                count[child] = 0
                stack.append(child)
            count[child] += 1
    # peel the graph from the root
    ready, order = [v], []
    while ready:
        node = ready.pop()
        order.append(node)
        for child in node._prev:
            count[child] -= 1
            if count[child] == 0:
                ready.append(child)
    visited.update(order)
    topo.extend(reversed(order))


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
