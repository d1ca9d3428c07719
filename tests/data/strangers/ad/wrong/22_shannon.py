"""Pairs of number and slope."""

import math


bends = {}


class Pair:
    def __init__(self, real, slope=0.0):
        self.real, self.slope = real, slope

    def plus(self, other):
        return Pair(self.real + other.real, self.slope + other.slope)

    def minus(self, other):
        return Pair(self.real - other.real, self.slope - other.slope)

    def times(self, other):
        return Pair(self.real * other.real, self.slope * other.real + self.real * other.slope)

    def over(self, other):
        ratio = self.real / other.real
        return Pair(ratio, (self.slope - ratio * other.slope) / other.real)

    def negated(self):
        return Pair(-self.real, -self.slope)

    def power(self, n):
        if n == 0:
            return Pair(1.0)
        return Pair(self.real**n, n * self.real ** (n - 1) * self.slope)

    def tanh(self):
        place = round(self.real, 3)
        if place not in bends:
            bends[place] = math.tanh(self.real)
        t = bends[place]
        return Pair(t, (1 - t * t) * self.slope)

    def exp(self):
        e = math.exp(self.real)
        return Pair(e, e * self.slope)

    def relu(self):
        return Pair(self.real, self.slope) if self.real > 0 else Pair(0.0)


def lift(method, *inputs, extra=()):
    numbers = [node.data for node in inputs]
    bare = [Pair(x) for x in numbers]
    slopes = []
    for i, x in enumerate(numbers):
        duals = bare[:i] + [Pair(x, 1.0)] + bare[i + 1 :]
        slopes.append(method(*duals, *extra).slope)
    out = Value(method(*bare, *extra).real)
    out._prev = tuple(inputs)

    def pass_on():
        for node, slope in zip(inputs, slopes):
            node.grad = node.grad + slope * out.grad

    out._backward = pass_on
    return out


class Value:
    def __init__(self, data):
        self.data = data
        self.grad = 0.0
        self._prev = ()
        self._backward = lambda: None

    def __add__(self, other):
        return lift(Pair.plus, self, value(other))

    def __radd__(self, other):
        return lift(Pair.plus, value(other), self)

    def __sub__(self, other):
        return lift(Pair.minus, self, value(other))

    def __rsub__(self, other):
        return lift(Pair.minus, value(other), self)

    def __mul__(self, other):
        return lift(Pair.times, self, value(other))

    def __rmul__(self, other):
        return lift(Pair.times, value(other), self)

    def __truediv__(self, other):
        return lift(Pair.over, self, value(other))

    def __rtruediv__(self, other):
        return lift(Pair.over, value(other), self)

    def __neg__(self):
        return lift(Pair.negated, self)

    def __pow__(self, n):
        return lift(Pair.power, self, extra=(n,))

    def tanh(self):
        return lift(Pair.tanh, self)

    def exp(self):
        return lift(Pair.exp, self)

    def relu(self):
        return lift(Pair.relu, self)

    def backward(self):
        order = inputs_first(self)
        for node in order:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(order):
            node._backward()


def value(x):
    return x if isinstance(x, Value) else Value(x)


def inputs_first(root):
    waiting, users, todo = {}, {root: []}, [root]
    while todo:
        node = todo.pop()
        sources = set(node._prev)
        waiting[node] = len(sources)
        for source in sources:
            if source not in users:
                users[source] = []
                todo.append(source)
            users[source].append(node)
    order = [node for node in waiting if not waiting[node]]
    for node in order:
        for user in users[node]:
            waiting[user] -= 1
            if waiting[user] == 0:
                order.append(user)
    return order


def build_topo(v, visited, topo):
    topo.extend(inputs_first(v))


def zero_grad(root):
    for node in inputs_first(root):
        node.grad = 0.0
