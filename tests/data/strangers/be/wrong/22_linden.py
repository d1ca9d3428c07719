"""An engine with a clipboard: operators put their inputs on it, and the new node takes them off."""

import math


class Clipboard:
    def __init__(self):
        self.nodes = []

    def put(self, thing):
        node = thing if isinstance(thing, Value) else Value(float(thing))
        self.nodes.append(node)
        return node.data

    def take(self):
        nodes, self.nodes = tuple(self.nodes), []
        return nodes


INPUTS = Clipboard()


def make(op, data, *slopes):
    out = Value(data, INPUTS.take(), op)
    out._slopes = slopes
    return out


class Value:
    def __init__(self, data, _prev=(), _op=""):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self._slopes = ()

    def _backward(self):
        for node, slope in zip(self._prev, self._slopes):
            node.grad += slope * self.grad

    def __add__(self, other):
        x, y = INPUTS.put(self), INPUTS.put(other)
        return make("+", x + y, 1.0, 1.0)

    def __radd__(self, other):
        x, y = INPUTS.put(other), INPUTS.put(self)
        return make("+", x + y, 1.0, 1.0)

    def __sub__(self, other):
        x, y = INPUTS.put(self), INPUTS.put(other)
        return make("-", x - y, 1.0, -1.0)

    def __rsub__(self, other):
        x, y = INPUTS.put(other), INPUTS.put(self)
        return make("-", x - y, 1.0, -1.0)

    def __mul__(self, other):
        x, y = INPUTS.put(self), INPUTS.put(other)
        return make("*", x * y, y, x)

    def __rmul__(self, other):
        x, y = INPUTS.put(other), INPUTS.put(self)
        return make("*", x * y, y, x)

    def __truediv__(self, other):
        x, y = INPUTS.put(self), INPUTS.put(other)
        return make("/", x / y, 1.0 / y, -x / y / y)

    def __rtruediv__(self, other):
        x, y = INPUTS.put(other), INPUTS.put(self)
        return make("/", x / y, 1.0 / y, -x / y / y)

    def __neg__(self):
        return make("neg", -INPUTS.put(self), -1.0)

    def __pow__(self, n):
        x = INPUTS.put(self)
        return make("**", x**n, n * x ** (n - 1) if n != 0 else 0.0)

    def tanh(self):
        t = math.tanh(INPUTS.put(self))
        return make("tanh", t, 1.0 - t * t)

    def exp(self):
        e = math.exp(INPUTS.put(self))
        return make("exp", e, e)

    def relu(self):
        x = INPUTS.put(self)
        return make("relu", max(x, 0.0), 1.0 if x > 0 else 0.0)

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(topo):
            node._backward()


def build_topo(v, visited, topo):
    stack = [v]
    opened = set()
    while stack:
        node = stack[-1]
        if node in visited:
            stack.pop()
        elif node in opened:
            visited.add(node)
            topo.append(stack.pop())
        else:
            opened.add(node)
            stack.extend(i for i in node._prev if i not in visited)


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
