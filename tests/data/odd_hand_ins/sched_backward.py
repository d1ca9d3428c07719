import itertools
import math
import sched
import time


class Value:
    """The rules are events; an event's moment is the node's number, counted backwards."""

    clock = itertools.count(1)

    def __init__(self, data, _prev=()):
        self.data = data
        self.grad = 0.0
        self._prev = list(_prev)
        self.moment = next(Value.clock)

    def _backward(self):
        pass

    def follow(self, data, inputs, rule):
        out = Value(data, inputs)
        out._backward = lambda: rule(out.grad)
        return out

    def __add__(self, other):
        other = constant(other)

        def rule(g):
            self.grad += g
            other.grad += g

        return self.follow(self.data + other.data, (self, other), rule)

    def __mul__(self, other):
        other = constant(other)

        def rule(g):
            self.grad += g * other.data
            other.grad += g * self.data

        return self.follow(self.data * other.data, (self, other), rule)

    def __pow__(self, n):
        def rule(g):
            self.grad += g * n * self.data ** (n - 1) if n else 0.0

        return self.follow(self.data**n, (self,), rule)

    def tanh(self):
        t = math.tanh(self.data)

        def rule(g):
            self.grad += g * (1 - t * t)

        return self.follow(t, (self,), rule)

    def exp(self):
        e = math.exp(self.data)

        def rule(g):
            self.grad += g * e

        return self.follow(e, (self,), rule)

    def relu(self):
        def rule(g):
            if self.data > 0:
                self.grad += g

        return self.follow(max(0.0, self.data), (self,), rule)

    def __neg__(self):
        return self * -1

    def __sub__(self, other):
        return self + constant(other) * -1

    def __rsub__(self, other):
        return self * -1 + other

    def __truediv__(self, other):
        return self * constant(other) ** -1

    def __rtruediv__(self, other):
        return self**-1 * other

    __radd__, __rmul__ = __add__, __mul__

    def backward(self):
        agenda = sched.scheduler(timefunc=lambda: math.inf, delayfunc=lambda seconds: None)
        started = time.perf_counter()
        nodes = below(self)
        for node in nodes:
            if node._prev:
                node.grad = 0.0
            agenda.enterabs(-node.moment, 1, node._backward)
        self.grad += 1.0
        agenda.run()
        self.took = time.perf_counter() - started


def constant(x):
    return x if isinstance(x, Value) else Value(x)


def below(root):
    found = {root.moment: root}
    fresh = [root]
    while fresh:
        fresh = list({c.moment: c for v in fresh for c in v._prev if c.moment not in found}.values())
        found.update((v.moment, v) for v in fresh)
    return [found[moment] for moment in sorted(found)]


def build_topo(v, visited, topo):
    topo[:] = below(v)


def zero_grad(root):
    for node in below(root):
        node.grad = 0.0
