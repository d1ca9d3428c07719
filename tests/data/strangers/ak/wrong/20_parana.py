"""Two walks: consumers are counted for backward(), and nodes are marked for build_topo."""

import math


class Value:
    def __init__(self, data, inputs=(), slopes=None):
        self.data = data
        self.grad = 0.0
        self._prev = inputs
        self._slopes = slopes
        self._mark = None

    def _backward(self):
        if self._slopes is None:
            return
        for n, s in zip(self._prev, self._slopes()):
            n.grad += s * self.grad

    def __add__(self, other):
        other = promote(other)
        return Value(self.data + other.data, (self, other), lambda: (1.0, 1.0))

    def __sub__(self, other):
        other = promote(other)
        return Value(self.data - other.data, (self, other), lambda: (1.0, -1.0))

    def __mul__(self, other):
        other = promote(other)
        return Value(
            self.data * other.data, (self, other), lambda: (other.data, self.data)
        )

    def __truediv__(self, other):
        other = promote(other)
        return Value(
            self.data / other.data,
            (self, other),
            lambda: (1.0 / other.data, -self.data / other.data / other.data),
        )

    def __pow__(self, n):
        return Value(
            self.data**n, (self,), lambda: (n * self.data ** (n - 1) if n else 0.0,)
        )

    def __neg__(self):
        return Value(-self.data, (self,), lambda: (-1.0,))

    def __radd__(self, other):
        return promote(other) + self

    def __rsub__(self, other):
        return promote(other) - self

    def __rmul__(self, other):
        return promote(other) * self

    def __rtruediv__(self, other):
        return promote(other) / self

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, (self,), lambda: (1.0 - t * t,))

    def exp(self):
        e = math.exp(self.data)
        return Value(e, (self,), lambda: (e,))

    def relu(self):
        s = 1.0 if self.data > 0 else 0.0
        return Value(self.data if s else 0.0, (self,), lambda: (s,))

    def backward(self):
        consumers = {self: 0}
        todo = [self]
        while todo:
            for n in todo.pop()._prev:
                if n in consumers:
                    consumers[n] += 1
                else:
                    consumers[n] = 1
                    todo.append(n)
        for n in consumers:
            if n._prev:
                n.grad = 0.0
        self.grad += 1.0
        ready = [self]
        while ready:
            done = ready.pop()
            done._backward()
            for n in done._prev:
                consumers[n] -= 1
                if consumers[n] == 0:
                    ready.append(n)


def promote(x):
    return x if isinstance(x, Value) else Value(x)


def build_topo(v, visited, topo):
    walk = id(visited)
    stack = [(v, False)]
    while stack:
        node, back = stack.pop()
        if back:
            topo.append(node)
        elif node._mark != walk:
            node._mark = walk
            stack.append((node, True))
            for n in node._prev:
                stack.append((n, False))


def zero_grad(root):
    seen = set()
    todo = [root]
    while todo:
        node = todo.pop()
        if node not in seen:
            seen.add(node)
            node.grad = 0.0
            todo.extend(node._prev)
