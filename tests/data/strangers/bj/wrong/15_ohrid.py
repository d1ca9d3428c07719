"""All rules in one table: the name of the operation says which one."""

import math

# Each rule gets the gradient of the result, the result, and the inputs, and
# gives the amounts for the inputs.
RULES = {
    "+": lambda g, y, *x: (g, g),
    "-": lambda g, y, *x: (g, -g),
    "*": lambda g, y, *x: (g * x[1], g * x[0]),
    "/": lambda g, y, *x: (g / x[1], -g * y / x[1]),
    "neg": lambda g, y, *x: (-g,),
    "tanh": lambda g, y, *x: (g * (1 - y * y),),
    "exp": lambda g, y, *x: (g * y,),
    "relu": lambda g, y, *x: (g if y > 0 else 0.0,),
}


class Value:
    def __init__(self, data, _prev=(), _op=""):
        self.data = float(data)
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self._backward = RULES.get(_op)

    def _inputs(self):
        return [p.data for p in self._prev]

    def __add__(self, other):
        other = wrapped(other)
        return Value(self.data + other.data, (self, other), "+")

    def __radd__(self, other):
        return wrapped(other) + self

    def __sub__(self, other):
        other = wrapped(other)
        return Value(self.data - other.data, (self, other), "-")

    def __rsub__(self, other):
        return wrapped(other) - self

    def __mul__(self, other):
        other = wrapped(other)
        return Value(self.data * other.data, (self, other), "*")

    def __rmul__(self, other):
        return wrapped(other) * self

    def __truediv__(self, other):
        other = wrapped(other)
        return Value(self.data / other.data, (self, other), "/")

    def __rtruediv__(self, other):
        return wrapped(other) / self

    def __neg__(self):
        return Value(-self.data, (self,), "-")

    def __pow__(self, n):
        result = Value(self.data**n, (self,), "**")
        if n == 0:
            result._backward = lambda g, y, x: (0.0,)
        else:
            result._backward = lambda g, y, x: (g * n * x ** (n - 1),)
        return result

    def tanh(self):
        return Value(math.tanh(self.data), (self,), "tanh")

    def exp(self):
        return Value(math.exp(self.data), (self,), "exp")

    def relu(self):
        return Value(max(0.0, self.data), (self,), "relu")

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in topo[::-1]:
            if node._backward is None:
                continue
            amounts = node._backward(node.grad, node.data, *node._inputs())
            for p, amount in zip(node._prev, amounts):
                p.grad += amount


def wrapped(x):
    return x if isinstance(x, Value) else Value(x)


def build_topo(v, visited, topo):
    stack = [(v, False)]
    while stack:
        node, last_time = stack.pop()
        if last_time:
            topo.append(node)
            continue
        if node in visited:
            continue
        visited.add(node)
        stack.append((node, True))
        stack.extend((p, False) for p in reversed(node._prev))


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
