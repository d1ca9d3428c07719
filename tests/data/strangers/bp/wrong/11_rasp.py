"""A class for each kind of node (exam, 13)."""

import math


class Value:
    _prev = ()

    def __init__(self, data):
        self.data = data
        self.grad = 0.0

    def _backward(self):
        """A leaf passes nothing on."""

    def __add__(self, other):
        return Sum(self, other)

    def __mul__(self, other):
        return Product(self, other)

    def __pow__(self, n):
        return Power(self, n)

    def __neg__(self):
        return Product(-1.0, self)

    def __sub__(self, other):
        return Sum(self, Product(-1.0, other))

    def __truediv__(self, other):
        return Product(self, Power(other, -1))

    def __radd__(self, other):
        return Sum(other, self)

    def __rmul__(self, other):
        return Product(other, self)

    def __rsub__(self, other):
        return Sum(other, Product(-1.0, self))

    def __rtruediv__(self, other):
        return Product(other, Power(self, -1))

    def tanh(self):
        t = math.tanh(self.data)
        return Function(self, t, 1.0 - t * t)

    def exp(self):
        e = math.exp(self.data)
        return Function(self, e, e)

    def relu(self):
        return Function(self, max(self.data, 0.0), 1.0 if self.data > 0 else 0.0)

    def backward(self):
        nodes = reachable(self)
        waits_for = dict.fromkeys(nodes, 0)
        for node in nodes:
            for node in node._prev:
                waits_for[node] += 1
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in consumers_first(self, waits_for):
            node._backward()


class Inner(Value):
    def __init__(self, data, *inputs):
        super().__init__(data)
        self._prev = inputs


class Sum(Inner):
    def __init__(self, x, y):
        x, y = as_node(x), as_node(y)
        super().__init__(x.data + y.data, x, y)

    def _backward(self):
        for node in self._prev:
            node.grad += self.grad


class Product(Inner):
    def __init__(self, x, y):
        x, y = as_node(x), as_node(y)
        super().__init__(x.data * y.data, x, y)

    def _backward(self):
        x, y = self._prev
        x.grad += y.data * self.grad
        y.grad += x.data * self.grad


class Function(Inner):
    def __init__(self, x, value, slope):
        super().__init__(value, x)
        self.slope = slope

    def _backward(self):
        self._prev[0].grad += self.slope * self.grad


class Power(Function):
    def __init__(self, x, n):
        x = as_node(x)
        super().__init__(x, x.data**n, n * x.data ** (n - 1) if n != 0 else 0.0)


def as_node(x):
    return x if isinstance(x, Value) else Value(x)


def reachable(root):
    nodes = {root: None}
    todo = [root]
    while todo:
        for p in todo.pop()._prev:
            if p not in nodes:
                nodes[p] = None
                todo.append(p)
    return list(nodes)


def consumers_first(root, waits_for):
    ready = [root]
    while ready:
        node = ready.pop()
        yield node
        for p in node._prev:
            waits_for[p] -= 1
            if not waits_for[p]:
                ready.append(p)


def build_topo(v, visited, topo):
    waits_for = {}
    for node in reachable(v):
        for p in node._prev:
            waits_for[p] = waits_for.get(p, 0) + 1
    topo.extend(consumers_first(v, waits_for))
    topo.reverse()


def zero_grad(root):
    for node in reachable(root):
        node.grad = 0.0
