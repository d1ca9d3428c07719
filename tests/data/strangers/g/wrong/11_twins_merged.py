import math
from dataclasses import dataclass
from typing import Callable


@dataclass(eq=False, repr=False)
class Value:
    data: float
    _prev: tuple = ()
    _op: str = ""
    _pull: Callable = lambda g: ()
    grad: float = 0.0

    def _backward(self):
        for node, part in zip(self._prev, self._pull(self.grad)):
            node.grad += part

    def __add__(self, other):
        b = const(other)
        return Value(self.data + b.data, (self, b), "+", lambda g: (g, g))

    def __sub__(self, other):
        b = const(other)
        return Value(self.data - b.data, (self, b), "-", lambda g: (g, -g))

    def __mul__(self, other):
        b = const(other)
        x, y = self.data, b.data
        return Value(x * y, (self, b), "*", lambda g: (g * y, g * x))

    def __truediv__(self, other):
        b = const(other)
        x, y = self.data, b.data
        return Value(x / y, (self, b), "/", lambda g: (g / y, -g * x / y**2))

    def __pow__(self, n):
        slope = n * self.data ** (n - 1) if n else 0.0
        return Value(self.data**n, (self,), "**", lambda g: (g * slope,))

    def __radd__(self, other): return const(other) + self
    def __rsub__(self, other): return const(other) - self
    def __rmul__(self, other): return const(other) * self
    def __rtruediv__(self, other): return const(other) / self
    def __neg__(self): return const(0.0) - self

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, (self,), "tanh", lambda g: (g * (1 - t * t),))

    def exp(self):
        e = math.exp(self.data)
        return Value(e, (self,), "exp", lambda g: (g * e,))

    def relu(self):
        on = self.data > 0
        return Value(self.data if on else 0.0, (self,), "relu", lambda g: (g if on else 0.0,))

    def _schedule(self):
        seen, order, stack = set(), [], [(self, 0)]
        while stack:
            node, i = stack.pop()
            if i < len(node._prev):
                stack.append((node, i + 1))
                below = node._prev[i]
                key = (below._op, below.data) if below._op else id(below)
                if key not in seen:
                    seen.add(key)
                    stack.append((below, 0))
            else:
                order.append(node)
        return order[::-1]

    def backward(self):
        order = self._schedule()
        for node in order:
            if node._op:
                node.grad = 0.0
        self.grad += 1.0
        for node in order:
            node._backward()


def const(x):
    return x if isinstance(x, Value) else Value(float(x))


def build_topo(v, visited, topo):
    stack = [(v, False)]
    while stack:
        node, done = stack.pop()
        if done:
            topo.append(node)
        elif node not in visited:
            visited.add(node)
            stack += [(node, True)] + [(p, False) for p in node._prev]


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
