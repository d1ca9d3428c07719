"""A Value that can be compared, tested and turned into a float: a node that holds 0 is false!
So the walks must never ask `if node`. Visited is kept by id."""
import math


class Value:
    def __init__(self, data, _prev=(), _slopes=()):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._slopes = _slopes

    def __bool__(self): return self.data != 0
    def __float__(self): return float(self.data)
    def __lt__(self, other): return float(self) < float(other)
    def __gt__(self, other): return float(self) > float(other)
    def __repr__(self): return f"{self.data}"
    def __pos__(self): return self + 0
    def __abs__(self): return self if self > 0 else -self

    def _backward(self):
        for p, s in zip(self._prev, self._slopes):
            p.grad += s * self.grad

    def __add__(self, o):
        o = number_or_node(o)
        return Value(self.data + o.data, (self, o), (1.0, 1.0))

    def __sub__(self, o):
        o = number_or_node(o)
        return Value(self.data - o.data, (self, o), (1.0, -1.0))

    def __mul__(self, o):
        o = number_or_node(o)
        return Value(self.data * o.data, (self, o), (o.data, self.data))

    def __truediv__(self, o):
        o = number_or_node(o)
        return Value(self.data / o.data, (self, o), (1.0 / o.data, -self.data / o.data ** 2))

    def __radd__(self, o): return number_or_node(o) + self
    def __rsub__(self, o): return number_or_node(o) - self
    def __rmul__(self, o): return number_or_node(o) * self
    def __rtruediv__(self, o): return number_or_node(o) / self
    def __neg__(self): return Value(-self.data, (self,), (-1.0,))
    def __pow__(self, n): return Value(self.data ** n, (self,), (n * self.data ** (n - 1) if n != 0 else 0.0,))

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, (self,), (1.0 - t * t,))

    def exp(self):
        e = math.exp(self.data)
        return Value(e, (self,), (e,))

    def relu(self):
        return Value(self.data if self > 0 else 0.0, (self,), (1.0 if self > 0 else 0.0,))

    def backward(self):
        order = []
        build_topo(self, set(), order)
        for node in order:
            if len(node._prev) > 0:
                node.grad = 0.0
        self.grad += 1.0
        for k in range(len(order) - 1, -1, -1):
            order[k]._backward()


def number_or_node(x):
    return x if isinstance(x, Value) else Value(x)


def build_topo(v, visited, topo):
    stack = [(v, 0)]
    visited.add(id(v))
    while len(stack) > 0:
        node, k = stack.pop()
        if k == len(node._prev):
            topo.append(node)
        else:
            stack.append((node, k + 1))
            p = node._prev[k]
            if id(p) not in visited:
                visited.add(id(p))
                stack.append((p, 0))


def zero_grad(root):
    order = []
    build_topo(root, set(), order)
    for node in order:
        node.grad = 0.0
