"""Nodes know their consumers; backward lets a node go when these are done."""

import math


def inputs_below(root):
    found = dict.fromkeys([root])
    todo = [root]
    while todo:
        node = todo.pop()
        for p in node._prev:
            if p not in found:
                found[p] = None
                todo.append(p)
    return found


class Value:
    def __init__(self, data, _prev=()):
        self.data = float(data)
        self.grad = 0.0
        self._prev = _prev
        self._consumers = []
        for p in _prev:
            p._consumers.append(self)

    def _backward(self):
        pass

    def backward(self):
        mine = inputs_below(self)
        open_consumers = {}
        for node in mine:
            open_consumers[node] = len(node._consumers)
            if node._prev:
                node.grad = 0.0
        open_consumers[self] = 0
        self.grad += 1.0
        ready = [self]
        while ready:
            node = ready.pop()
            node._backward()
            for p in node._prev:
                open_consumers[p] -= 1
                if open_consumers[p] == 0:
                    ready.append(p)

    def __add__(self, other):
        return Add(self.data + number(other), (self, other_node(other)))

    def __radd__(self, other):
        return other_node(other) + self

    def __sub__(self, other):
        return self + -other_node(other)

    def __rsub__(self, other):
        return other_node(other) - self

    def __mul__(self, other):
        return Mul(self.data * number(other), (self, other_node(other)))

    def __rmul__(self, other):
        return other_node(other) * self

    def __truediv__(self, other):
        return self * Map(1.0 / number(other), other_node(other), -1.0 / number(other) ** 2)

    def __rtruediv__(self, other):
        return other_node(other) / self

    def __neg__(self):
        return Map(-self.data, self, -1.0)

    def __pow__(self, n):
        return Map(self.data**n, self, n * self.data ** (n - 1) if n else 0.0)

    def tanh(self):
        t = math.tanh(self.data)
        return Map(t, self, 1.0 - t * t)

    def exp(self):
        e = math.exp(self.data)
        return Map(e, self, e)

    def relu(self):
        if self.data > 0:
            return Map(self.data, self, 1.0)
        return Map(0.0, self, 0.0)


class Add(Value):
    def _backward(self):
        for p in self._prev:
            p.grad += self.grad


class Mul(Value):
    def _backward(self):
        left, right = self._prev
        left.grad += self.grad * right.data
        right.grad += self.grad * left.data


class Map(Value):
    """A function of one number, with its slope there."""

    def __init__(self, data, source, slope):
        super().__init__(data, (source,))
        self.slope = slope

    def _backward(self):
        self._prev[0].grad += self.grad * self.slope


def number(x):
    return x.data if isinstance(x, Value) else float(x)


def other_node(x):
    return x if isinstance(x, Value) else Value(x)


def build_topo(v, visited, topo):
    stack = [v]
    while stack:
        node = stack[-1]
        visited.add(node)
        for p in node._prev:
            if p not in visited:
                stack.append(p)
                break
        else:
            topo.append(stack.pop())


def zero_grad(root):
    for node in inputs_below(root):
        node.grad = 0.0
