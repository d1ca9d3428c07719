"""Numbers with a rate of change."""

import math


class Twin:
    def __init__(self, value_, rate=0.0):
        self.value_, self.rate = value_, rate

    def plus(self, other):
        return Twin(self.value_ + other.value_, self.rate + other.rate)

    def minus(self, other):
        return Twin(self.value_ - other.value_, self.rate - other.rate)

    def times(self, other):
        return Twin(self.value_ * other.value_, self.rate * other.value_ + self.value_ * other.rate)

    def over(self, other):
        ratio = self.value_ / other.value_
        return Twin(ratio, (self.rate - ratio * other.rate) / other.value_)

    def negated(self):
        return Twin(-self.value_, -self.rate)

    def power(self, n):
        if n == 0:
            return Twin(1.0)
        return Twin(self.value_**n, n * self.value_ ** (n - 1) * self.rate)

    def tanh(self):
        t = math.tanh(self.value_)
        return Twin(t, (1 - t * t) * self.rate)

    def exp(self):
        e = math.exp(self.value_)
        return Twin(e, e * self.rate)

    def relu(self):
        return Twin(self.value_, self.rate) if self.value_ > 0 else Twin(0.0)


def evaluate(method, *inputs, extra=()):
    numbers = [node.data for node in inputs]
    plain = [Twin(x) for x in numbers]
    rates = []
    for i, x in enumerate(numbers):
        duals = plain[:i] + [Twin(x, 1.0)] + plain[i + 1 :]
        rates.append(method(*duals, *extra).rate)
    out = Value(method(*plain, *extra).value_)
    out._prev = tuple(inputs)

    def pass_on():
        for node, rate in zip(inputs, rates):
            node.grad = node.grad + rate * out.grad

    out._backward = pass_on
    return out


class Value:
    def __init__(self, data):
        self.data = data
        self.grad = 0.0
        self._prev = ()
        self._backward = lambda: None

    def __add__(self, other):
        return evaluate(Twin.plus, self, value(other))

    def __radd__(self, other):
        return evaluate(Twin.plus, value(other), self)

    def __sub__(self, other):
        return evaluate(Twin.minus, self, value(other))

    def __rsub__(self, other):
        return evaluate(Twin.minus, value(other), self)

    def __mul__(self, other):
        return evaluate(Twin.times, self, value(other))

    def __rmul__(self, other):
        return evaluate(Twin.times, value(other), self)

    def __truediv__(self, other):
        return evaluate(Twin.over, self, value(other))

    def __rtruediv__(self, other):
        return evaluate(Twin.over, value(other), self)

    def __neg__(self):
        return evaluate(Twin.negated, self)

    def __pow__(self, n):
        return evaluate(Twin.power, self, extra=(n,))

    def tanh(self):
        return evaluate(Twin.tanh, self)

    def exp(self):
        return evaluate(Twin.exp, self)

    def relu(self):
        return evaluate(Twin.relu, self)

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
    visited.add(v)
    ring = [v]
    for node in ring:
        for source in node._prev:
            if source not in visited:
                visited.add(source)
                ring.append(source)
    topo.extend(reversed(ring))


def zero_grad(root):
    for node in inputs_first(root):
        node.grad = 0.0
