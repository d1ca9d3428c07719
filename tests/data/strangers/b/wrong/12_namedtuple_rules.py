import math
from collections import namedtuple

Rule = namedtuple("Rule", "inputs slopes")
NO_RULE = Rule((), ())


def is_number(x):
    return isinstance(x, (int, float))


class Value:
    def __init__(self, data, rule=NO_RULE):
        self.data, self.grad = data, 0.0
        self._backward = rule

    @property
    def _prev(self):
        return self._backward.inputs

    def __add__(self, o):
        if is_number(o):
            return Value(self.data + o, Rule((self,), (1.0,)))
        return Value(self.data + o.data, Rule((self, o), (1.0, 1.0)))

    def __radd__(self, k):
        return Value(k + self.data, Rule((self,), (1.0,)))

    def __sub__(self, o):
        if is_number(o):
            return Value(self.data - o, Rule((self,), (1.0,)))
        return Value(self.data - o.data, Rule((self, o), (1.0, -1.0)))

    def __rsub__(self, k):
        return Value(k - self.data, Rule((self,), (1.0,)))

    def __mul__(self, o):
        if is_number(o):
            return Value(self.data * o, Rule((self,), (o,)))
        return Value(self.data * o.data, Rule((self, o), (o.data, self.data)))

    def __rmul__(self, k):
        return Value(k * self.data, Rule((self,), (k,)))

    def __truediv__(self, o):
        if is_number(o):
            return Value(self.data / o, Rule((self,), (1 / o,)))
        slopes = (1 / o.data, -self.data / o.data**2)
        return Value(self.data / o.data, Rule((self, o), slopes))

    def __rtruediv__(self, k):
        return Value(k / self.data, Rule((self,), (-k / self.data**2,)))

    def __neg__(self):
        return Value(-self.data, Rule((self,), (-1.0,)))

    def __pow__(self, n):
        slope = n * self.data ** (n - 1) if n else 0.0
        return Value(self.data**n, Rule((self,), (slope,)))

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, Rule((self,), (1 - t * t,)))

    def exp(self):
        e = math.exp(self.data)
        return Value(e, Rule((self,), (e,)))

    def relu(self):
        on = self.data > 0
        return Value(self.data if on else 0.0, Rule((self,), (float(on),)))

    def backward(self):
        order = sort(self)
        for node in order:
            if node._backward is not NO_RULE:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(order):
            for x, slope in zip(*node._backward):
                x.grad += slope * node.grad


def sort(root):
    order = []
    build_topo(root, set(), order)
    return order


def build_topo(v, visited, topo):
    stack = [~0, v]
    while len(stack) > 1:
        node = stack.pop()
        if node == ~0:
            topo.append(stack.pop())
        elif id(node) not in visited:
            visited.add(id(node))
            stack += [node, ~0]
            stack += node._prev


def zero_grad(root):
    for node in sort(root):
        node.grad = 0.0
