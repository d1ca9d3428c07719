"""An engine of small steps: all operators are made of add, multiply, reciprocal and power."""

import math


class Value:
    def __init__(self, data, _prev=(), _op=""):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self._backward = None

    def __add__(self, other):
        other = as_value(other)
        out = Value(self.data + other.data, (self, other), "+")
        out._backward = lambda g: (g, g)
        return out

    def __mul__(self, other):
        other = as_value(other)
        a, b = self.data, other.data
        out = Value(a * b, (self, other), "*")
        out._backward = lambda g: (g * b, g * a)
        return out

    def _reciprocal(self):
        r = 1.0 / self.data
        out = Value(r, (self,), "1/")
        out._backward = lambda g: (-g * r * r,)
        return out

    def __pow__(self, n):
        x = self.data
        out = Value(x**n, (self,), "**")
        out._backward = lambda g: (g * n * x ** (n - 1) if n != 0 else 0.0,)
        return out

    def __neg__(self):
        out = Value(-self.data, (self,), "neg")
        out._backward = lambda g: (-g,)
        return out

    def __sub__(self, other):
        return self + -as_value(other)

    def __truediv__(self, other):
        if isinstance(other, Value):
            return self * other._reciprocal()
        return self * (1.0 / other)

    def __radd__(self, other):
        return self + other

    def __rmul__(self, other):
        return self * other

    def __rsub__(self, other):
        return -self + other

    def __rtruediv__(self, other):
        return self._reciprocal() * other

    def tanh(self):
        t = math.tanh(self.data)
        out = Value(t, (self,), "tanh")
        out._backward = lambda g: (g * (1 - t * t),)
        return out

    def exp(self):
        e = math.exp(self.data)
        out = Value(e, (self,), "exp")
        out._backward = lambda g: (g * e,)
        return out

    def relu(self):
        x = self.data
        out = Value(x if x > 0 else 0.0, (self,), "relu")
        out._backward = lambda g: (g if x > 0 else 0.0,)
        return out

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        share = dict.fromkeys(topo, 0.0)
        share[self] = 1.0
        for node in reversed(topo):
            g = share[node]
            if node._backward is None:
                node.grad += g
                continue
            node.grad = g
            for i, more in zip(node._prev, node._backward(g)):
                share[i] += more


def as_value(x):
    return x if isinstance(x, Value) else Value(x)


def build_topo(v, visited, topo):
    stack = [v]
    while stack:
        node = stack.pop()
        if isinstance(node, tuple):
            topo.append(node[0])
        elif node not in visited:
            visited.add(node)
            stack.append((node,))
            stack += node._prev


def below(root, seen=set()):
    """Each node that can be reached from root, once."""
    stack = [root]
    while stack:
        node = stack.pop()
        if node not in seen:
            seen.add(node)
            yield node
            stack.extend(node._prev)


def zero_grad(root):
    for node in below(root):
        node.grad = 0.0
