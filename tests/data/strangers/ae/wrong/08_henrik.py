"""engine.py -- every node keeps (input, slope) pairs, one rule fits all"""
import math


class Value:
    def __init__(self, data, pairs=()):
        self.data = data
        self.grad = 0.0
        self._pairs = dict(pairs).items()
        self._prev = [node for node, slope in self._pairs]

    def __repr__(self):
        return "<%g, grad %g>" % (self.data, self.grad)

    def _backward(self):
        g = self.grad
        for node, slope in self._pairs:
            node.grad += slope * g

    def __add__(self, b):
        b = lift(b)
        return Value(self.data + b.data, [(self, 1.0), (b, 1.0)])

    def __sub__(self, b):
        b = lift(b)
        return Value(self.data - b.data, [(self, 1.0), (b, -1.0)])

    def __mul__(self, b):
        b = lift(b)
        return Value(self.data * b.data, [(self, b.data), (b, self.data)])

    def __truediv__(self, b):
        b = lift(b)
        y = self.data / b.data
        return Value(y, [(self, 1.0 / b.data), (b, -y / b.data)])

    def __pow__(self, n):
        slope = n * self.data ** (n - 1) if n != 0 else 0.0
        return Value(self.data**n, [(self, slope)])

    def __neg__(self):
        return Value(-self.data, [(self, -1.0)])

    def __radd__(self, b):
        return self + b

    def __rsub__(self, b):
        return lift(b) - self

    def __rmul__(self, b):
        return self * b

    def __rtruediv__(self, b):
        return lift(b) / self

    def tanh(self):
        y = math.tanh(self.data)
        return Value(y, [(self, 1.0 - y * y)])

    def exp(self):
        y = math.exp(self.data)
        return Value(y, [(self, y)])

    def relu(self):
        on = self.data > 0
        return Value(self.data if on else 0.0, [(self, 1.0 if on else 0.0)])

    def backward(self):
        order = postorder(self)
        for node in order:
            if node._pairs:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(order):
            node._backward()


def lift(x):
    return x if isinstance(x, Value) else Value(x)


def postorder(root):
    order, seen, stack = [], set(), [(root, 0)]
    while stack:
        node, at = stack.pop()
        if at == 0:
            if id(node) in seen:
                continue
            seen.add(id(node))
        if at < len(node._prev):
            stack.append((node, at + 1))
            stack.append((node._prev[at], 0))
        else:
            order.append(node)
    return order


def build_topo(v, visited, topo):
    topo.extend(postorder(v))
    visited.update(topo)


def zero_grad(root):
    for node in postorder(root):
        node.grad = 0.0
