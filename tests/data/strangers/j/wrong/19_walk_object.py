"""Nodes are leaves or results (two classes below one base); the walk lives in its own object."""
import math


class Walk:
    def __init__(self, root):
        self.order, self.seen = [], set()
        self.stack = [(root, False)]
        while self.stack:
            self.step(*self.stack.pop())

    def step(self, node, closing):
        if closing:
            self.order.append(node)
        elif node not in self.seen:
            self.seen.add(node)
            self.stack.append((node, True))
            self.stack += [(p, False) for p in node._prev]


class Value:
    _prev = ()

    def __init__(self, data):
        self.data = float(data)
        self.grad = 0.0

    def _backward(self):
        pass

    def restart(self):
        pass

    def __add__(self, o): return (o := any_value(o)) and Result(self.data + o.data, (self, 1), (o, 1))
    def __sub__(self, o): return (o := any_value(o)) and Result(self.data - o.data, (self, 1), (o, -1))

    def __mul__(self, o):
        o = any_value(o)
        return Result(self.data * o.data, (self, o.data), (o, self.data))

    def __truediv__(self, o):
        o = any_value(o)
        q = self.data / o.data
        return Result(q, (self, 1 / o.data), (o, -q / o.data))

    def __radd__(self, o): return any_value(o) + self
    def __rsub__(self, o): return any_value(o) - self
    def __rmul__(self, o): return any_value(o) * self
    def __rtruediv__(self, o): return any_value(o) / self
    def __neg__(self): return Result(-self.data, (self, -1))

    def __pow__(self, n):
        return Result(self.data ** n, (self, n and n * self.data ** (n - 1)))

    def tanh(self):
        t = 2.0 / (1.0 + math.exp(-2.0 * self.data)) - 1.0
        return Result(t, (self, 1.0 - t * t))

    def exp(self):
        e = math.exp(self.data)
        return Result(e, (self, e))

    def relu(self):
        return Result(max(self.data, 0.0), (self, 1 if self.data > 0 else 0))

    def backward(self):
        order = Walk(self).order
        for node in order:
            node.restart()
        self.grad += 1.0
        for node in reversed(order):
            node._backward()


class Result(Value):
    def __init__(self, data, *links):
        super().__init__(data)
        self._prev = tuple(p for p, _ in links)
        self.slopes = tuple(s for _, s in links)

    def restart(self):
        self.grad = 0.0

    def _backward(self):
        for p, s in zip(self._prev, self.slopes):
            p.grad += s * self.grad


def any_value(x):
    return x if isinstance(x, Value) else Value(x)


def build_topo(v, visited, topo):
    walk = Walk(v)
    visited |= walk.seen
    topo += walk.order


def zero_grad(root):
    for node in Walk(root).order:
        node.grad = 0.0
