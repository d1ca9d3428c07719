"""Few primitives: sum, product, reciprocal and unary tables. The rest is composed of them."""

import math


class Value:
    def __init__(self, data, prev=(), rule=()):
        self.data = float(data)
        self.grad = 0.0
        self._prev = list(prev)
        self._backward = list(rule)

    def __add__(self, other):
        return self.sum(self, other)

    @staticmethod
    def sum(*terms):
        terms = [t if isinstance(t, Value) else Value(t) for t in terms]
        return Value(sum(t.data for t in terms), terms, [1.0] * len(terms))

    def __mul__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        return Value(self.data * other.data, [self, other], [other.data, self.data])

    def reciprocal(self):
        return Value(1 / self.data, [self], [-1 / (self.data * self.data)])

    def __neg__(self):
        return self * -1.0

    def __sub__(self, other):
        return self + other * -1.0

    def __rsub__(self, other):
        return -self + other

    def __truediv__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        return self * other.reciprocal()

    def __rtruediv__(self, other):
        return self.reciprocal() * other

    def __radd__(self, other):
        return self + other

    def __rmul__(self, other):
        return self * other

    def __pow__(self, n):
        whole = isinstance(n, int) or float(n).is_integer()
        if n == -1:
            return self.reciprocal()
        if not whole or not 0 <= n <= 8:
            return Value(self.data**n, [self], [n * self.data ** (n - 1)])
        if n == 0:
            return self * 0.0 + 1.0
        product = self * 1.0
        for _ in range(int(n) - 1):
            product = product * self
        return product

    def tanh(self):
        x = self.data
        if abs(x) > 300:
            return Value(math.copysign(1.0, x), [self], [0.0])
        t = math.tanh(x)
        return Value(t, [self], [1 - t * t])

    def exp(self):
        e = math.exp(self.data)
        return Value(e, [self], [e])

    def relu(self):
        return self * float(self.data > 0)

    def backward(self):
        order = []
        build_topo(self, set(), order)
        flow = dict.fromkeys(order, 0.0)
        flow[self] = 1.0
        while order:
            node = order.pop()
            node.grad = flow[node] if node._prev else node.grad + flow[node]
            for source, slope in zip(node._prev, node._backward):
                flow[source] += flow[node] * slope


def build_topo(v, visited, topo):
    path = [(v, iter(v._prev))]
    visited.add(id(v))
    while path:
        node, rest = path[-1]
        for source in rest:
            if id(source) not in visited:
                visited.add(id(source))
                path.append((source, iter(source._prev)))
                break
        else:
            topo.append(node)
            path.pop()


def zero_grad(root):
    order = []
    build_topo(root, set(), order)
    for node in order:
        node.grad = 0
