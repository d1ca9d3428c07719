"""Exam engine. Plain numbers are wrapped too, but nobody wants their gradient,
so a node carries a flag that says whether gradients have to come by at all."""

import math


class Value:
    def __init__(self, data, _prev=(), _op=""):
        self.data = float(data)
        self.grad = 0.0
        self._prev = tuple(_prev)
        self._op = _op
        self._backward = None
        self._wanted = not self._prev or all(p._wanted for p in self._prev)

    def __add__(self, other):
        other = _wrap(other)
        out = Value(self.data + other.data, (self, other), "+")
        out._backward = lambda: (_send(self, out.grad), _send(other, out.grad))
        return out

    def __sub__(self, other):
        other = _wrap(other)
        out = Value(self.data - other.data, (self, other), "-")
        out._backward = lambda: (_send(self, out.grad), _send(other, -out.grad))
        return out

    def __mul__(self, other):
        other = _wrap(other)
        out = Value(self.data * other.data, (self, other), "*")
        out._backward = lambda: (
            _send(self, out.grad * other.data),
            _send(other, out.grad * self.data),
        )
        return out

    def __truediv__(self, other):
        other = _wrap(other)
        out = Value(self.data / other.data, (self, other), "/")
        out._backward = lambda: (
            _send(self, out.grad / other.data),
            _send(other, -out.grad * out.data / other.data),
        )
        return out

    def __radd__(self, other):
        return _wrap(other) + self

    def __rsub__(self, other):
        return _wrap(other) - self

    def __rmul__(self, other):
        return _wrap(other) * self

    def __rtruediv__(self, other):
        return _wrap(other) / self

    def __neg__(self):
        out = Value(-self.data, (self,), "neg")
        out._backward = lambda: _send(self, -out.grad)
        return out

    def __pow__(self, n):
        out = Value(self.data**n, (self,), "**")
        slope = n * self.data ** (n - 1) if n != 0 else 0.0
        out._backward = lambda: _send(self, out.grad * slope)
        return out

    def tanh(self):
        out = Value(math.tanh(self.data), (self,), "tanh")
        out._backward = lambda: _send(self, out.grad * (1.0 - out.data**2))
        return out

    def exp(self):
        out = Value(math.exp(self.data), (self,), "exp")
        out._backward = lambda: _send(self, out.grad * out.data)
        return out

    def relu(self):
        out = Value(self.data if self.data > 0.0 else 0.0, (self,), "relu")
        out._backward = lambda: _send(self, out.grad if self.data > 0.0 else 0.0)
        return out

    def backward(self):
        order = []
        build_topo(self, set(), order)
        for node in order:
            if node._backward is not None:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(order):
            if node._wanted and node._backward is not None:
                node._backward()


def _wrap(x):
    if isinstance(x, Value):
        return x
    constant = Value(x)
    constant._wanted = False
    return constant


def _send(node, amount):
    if node._wanted:
        node.grad += amount


def build_topo(v, visited, topo):
    stack = [(v, False)]
    while stack:
        node, back_again = stack.pop()
        if back_again:
            topo.append(node)
        elif node not in visited:
            visited.add(node)
            stack.append((node, True))
            for p in node._prev:
                if p not in visited:
                    stack.append((p, False))


def zero_grad(root):
    order = []
    build_topo(root, set(), order)
    for node in order:
        node.grad = 0.0
