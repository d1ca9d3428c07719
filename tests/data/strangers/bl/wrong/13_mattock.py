import math
from collections import namedtuple

Arc = namedtuple("Arc", "tail slope")


class Value:
    def __init__(self, data, *arcs):
        self.data = data
        self.grad = 0.0
        self.arcs = arcs

    @property
    def _prev(self):
        return [arc.tail for arc in self.arcs]

    def _backward(self):
        for tail, slope in self.arcs:
            tail.grad += slope() * self.grad

    def __add__(self, other):
        a, b = pair(self, other)
        return Value(a.data + b.data, Arc(a, one), Arc(b, one))

    def __radd__(self, other):
        return self + other

    def __sub__(self, other):
        a, b = pair(self, other)
        return Value(a.data - b.data, Arc(a, one), Arc(b, minus_one))

    def __rsub__(self, other):
        a, b = pair(other, self)
        return a - b

    def __mul__(self, other):
        a, b = pair(self, other)
        x, y = a.data, b.data
        return Value(x * y, Arc(a, lambda: y), Arc(b, lambda: x))

    def __rmul__(self, other):
        return self * other

    def __truediv__(self, other):
        a, b = pair(self, other)
        x, y = a.data, b.data
        return Value(x / y, Arc(a, lambda: 1.0 / y), Arc(b, lambda: -x / y**2))

    def __rtruediv__(self, other):
        a, b = pair(other, self)
        return a / b

    def __neg__(self):
        return Value(-self.data, Arc(self, minus_one))

    def __pow__(self, n):
        x = self.data
        return Value(x**n, Arc(self, lambda: n * x ** (n - 1) if n else 0.0))

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, Arc(self, lambda: 1.0 - t * t))

    def exp(self):
        e = math.exp(self.data)
        return Value(e, Arc(self, lambda: e))

    def relu(self):
        if self.data > 0:
            return Value(self.data, Arc(self, one))
        return Value(0.0, Arc(self, zero))

    def backward(self):
        for node in (order := postorder(self)):
            if node.arcs:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(order):
            node._backward()


def zero():
    return 0.0


def one():
    return 1.0


def minus_one():
    return -1.0


def pair(a, b):
    if not isinstance(a, Value):
        a = Value(float(a))
    if not isinstance(b, Value):
        b = Value(float(b))
    return a, b


def postorder(root):
    order, state, stack = [], {}, [root]
    while stack:
        node = stack[-1]
        if node not in state:
            state[node] = "open"
            stack.extend(arc.tail for arc in node.arcs if arc.tail not in state)
        else:
            stack.pop()
            if state[node] == "open":
                state[node] = "done"
                order.append(node)
    return order


def build_topo(v, visited, topo):
    topo.extend(postorder(v))


def zero_grad(root):
    for node in postorder(root):
        node.grad = 0.0
