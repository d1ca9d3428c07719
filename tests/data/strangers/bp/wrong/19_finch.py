"""Engine (13). Leaves are Values; what an operation makes is a Result, which is a Value
that has inputs and restarts when a backward pass begins."""

import math


class Value:
    def __init__(self, data):
        self.data = data
        self.grad = 0.0
        self._prev = ()

    def _restart(self):
        pass

    def _backward(self):
        pass

    def __add__(self, other):
        return Binary(self.data + number(other), self, other, 1.0, 1.0)

    def __sub__(self, other):
        return Binary(self.data - number(other), self, other, 1.0, -1.0)

    def __mul__(self, other):
        return Binary(self.data * number(other), self, other, number(other), self.data)

    def __truediv__(self, other):
        x, y = self.data, number(other)
        return Binary(x / y, self, other, 1.0 / y, -x / y**2)

    def __radd__(self, other):
        return Value(other) + self

    def __rsub__(self, other):
        return Value(other) - self

    def __rmul__(self, other):
        return Value(other) * self

    def __rtruediv__(self, other):
        return Value(other) / self

    def __neg__(self):
        return Unary(-self.data, self, -1.0)

    def __pow__(self, n):
        return Unary(self.data**n, self, n * self.data ** (n - 1) if n != 0 else 0.0)

    def tanh(self):
        t = math.tanh(self.data)
        return Unary(t, self, 1.0 - t * t)

    def exp(self):
        e = math.exp(self.data)
        return Unary(e, self, e)

    def relu(self):
        if self.data > 0:
            return Unary(self.data, self, 1.0)
        return Unary(0.0, self, 0.0)

    def backward(self):
        order = []
        build_topo(self, set(), order)
        for node in order:
            node._restart()
        self.grad += 1.0
        for node in reversed(order):
            node._backward()


class Result(Value):
    def __init__(self, data, *inputs):
        super().__init__(data)
        self._prev = inputs


class Unary(Result):
    def __init__(self, data, x, slope):
        super().__init__(data, x)
        self.slope = slope

    def _backward(self):
        (x,) = self._prev
        x.grad += self.slope * self.grad


class Binary(Result):
    def __init__(self, data, x, y, slope_x, slope_y):
        if not isinstance(y, Value):
            y = Value(y)
        super().__init__(data, x, y)
        self.slopes = slope_x, slope_y

    def _restart(self):
        self.grad = 0.0

    def _backward(self):
        x, y = self._prev
        x.grad += self.slopes[0] * self.grad
        y.grad += self.slopes[1] * self.grad


def number(x):
    return x.data if isinstance(x, Value) else x


def build_topo(v, visited, topo):
    todo = [(v, False)]
    while todo:
        node, inputs_listed = todo.pop()
        if inputs_listed:
            topo.append(node)
            continue
        if node in visited:
            continue
        visited.add(node)
        todo.append((node, True))
        todo.extend((p, False) for p in node._prev)


def zero_grad(root):
    todo, seen = [root], {root}
    while todo:
        node = todo.pop()
        node.grad = 0.0
        for p in node._prev:
            if p not in seen:
                seen.add(p)
                todo.append(p)
