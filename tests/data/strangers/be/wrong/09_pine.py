"""An engine where a rule says what goes to whom: a dict or a list of shares."""

import math


class Value:
    def __init__(self, data, _prev=(), _op="", _backward=None):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self._backward = _backward or (lambda g: [])

    @classmethod
    def of(cls, x):
        return x if isinstance(x, cls) else cls(x)

    def __add__(self, other):
        a, b = self, Value.of(other)
        return Value(a.data + b.data, (a, b), "+", lambda g: [(a, g), (b, g)])

    def __sub__(self, other):
        a, b = self, Value.of(other)
        return Value(a.data - b.data, (a, b), "-", lambda g: [(a, g), (b, -g)])

    def __mul__(self, other):
        a, b = self, Value.of(other)
        x, y = a.data, b.data
        return Value(x * y, (a, b), "*", lambda g: [(a, g * y), (b, g * x)])

    def __truediv__(self, other):
        a, b = self, Value.of(other)
        x, y = a.data, b.data
        shares = {a: 1 / y, b: -x / (y * y)}
        return Value(x / y, (a, b), "/", lambda g: [(n, g * s) for n, s in shares.items()])

    def __pow__(self, n):
        x = self.data
        slope = n * x ** (n - 1) if n != 0 else 0.0
        return Value(x**n, (self,), "**", lambda g: [(self, g * slope)])

    def __neg__(self):
        return Value(-self.data, (self,), "neg", lambda g: [(self, -g)])

    def __radd__(self, other):
        return Value.of(other) + self

    def __rsub__(self, other):
        return Value.of(other) - self

    def __rmul__(self, other):
        return Value.of(other) * self

    def __rtruediv__(self, other):
        return Value.of(other) / self

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, (self,), "tanh", lambda g: [(self, g * (1 - t * t))])

    def exp(self):
        e = math.exp(self.data)
        return Value(e, (self,), "exp", lambda g: [(self, g * e)])

    def relu(self):
        if self.data <= 0:
            return Value(0.0, (self,), "relu")
        return Value(self.data, (self,), "relu", lambda g: [(self, g)])

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(topo):
            for target, share in node._backward(node.grad):
                target.grad += share


def build_topo(v, visited, topo):
    todo = [v]
    while todo:
        node = todo[-1]
        if node in visited:
            todo.pop()
            continue
        open_inputs = [i for i in node._prev if i not in visited]
        if open_inputs:
            todo.extend(open_inputs)
        else:
            visited.add(node)
            topo.append(todo.pop())


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
