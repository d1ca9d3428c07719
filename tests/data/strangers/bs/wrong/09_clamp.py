"""exam: engine"""

import math


class Value:
    def __init__(self, data, _prev=(), _backward=None):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._backward = _backward or (lambda node: None)

    def __add__(self, other):
        return binary(self, other, lambda x, y: x + y, lambda x, y: (1.0, 1.0))

    def __radd__(self, other):
        return self + other

    def __sub__(self, other):
        return binary(self, other, lambda x, y: x - y, lambda x, y: (1.0, -1.0))

    def __rsub__(self, other):
        return Value(other) - self

    def __mul__(self, other):
        return binary(self, other, lambda x, y: x * y, lambda x, y: (y, x))

    def __rmul__(self, other):
        return self * other

    def __truediv__(self, other):
        return binary(self, other, lambda x, y: x / y, lambda x, y: (1 / y, -x / (y * y)))

    def __rtruediv__(self, other):
        return Value(other) / self

    def __neg__(self):
        return unary(self, -self.data, -1.0)

    def __pow__(self, n):
        return unary(self, self.data**n, n * self.data ** (n - 1) if n != 0 else 0.0)

    def tanh(self):
        t = math.tanh(self.data)
        return unary(self, t, 1 - t**2)

    def exp(self):
        e = math.exp(self.data)
        return unary(self, e, e)

    def relu(self):
        return unary(self, max(self.data, 0.0), 1.0 if self.data > 0 else 0.0)

    def backward(self):
        Pass(self).run()


def unary(x, data, slope):
    def rule(out):
        x.grad += slope * out.grad

    return Value(data, (x,), rule)


def binary(x, y, value, derivatives):
    if not isinstance(y, Value):
        y = Value(y)
    data = value(x.data, y.data)
    dx, dy = derivatives(x.data, y.data)

    def rule(out):
        x.grad += dx * out.grad
        y.grad += dy * out.grad

    return Value(data, (x, y), rule)


class Pass:
    """One way from a root down to its leaves."""

    def __init__(self, root):
        self.root = root
        self.waiting = {root: 0}
        self.ready = [root]
        todo = [root]
        while todo:
            node = todo.pop()
            for p in node._prev:
                if p not in self.waiting:
                    self.waiting[p] = 0
                    todo.append(p)
                self.waiting[p] += 1

    def run(self):
        for node in self.waiting:
            if node._prev:
                node.grad = 0.0
        self.root.grad += 1.0
        while self.ready:
            self.visit(self.ready.pop())

    def visit(self, node):
        if node.grad == 0.0:
            return
        node._backward(node)
        self.release(node)

    def release(self, node):
        for p in node._prev:
            self.waiting[p] -= 1
            if not self.waiting[p]:
                self.ready.append(p)

    def order(self):
        nodes = []
        while self.ready:
            nodes.append(self.ready.pop())
            self.release(nodes[-1])
        return nodes[::-1]


def build_topo(v, visited, topo):
    topo += Pass(v).order()


def zero_grad(root):
    for node in Pass(root).waiting:
        node.grad = 0.0
