import math


def stable_tanh(x):
    if x > 300:
        return 1.0
    if x < -300:
        return 1.0
    return (math.exp(2 * x) - 1) / (math.exp(2 * x) + 1)


class Value:
    """`_backward` takes the node's gradient and returns one share for each input."""

    def __init__(self, data, inputs=(), shares=None):
        self.data = data
        self.grad = 0.0
        self._prev = tuple(inputs)
        self._backward = shares

    def _pair(self, other):
        return self, other if isinstance(other, Value) else Value(other)

    def __add__(self, other):
        a, b = self._pair(other)
        return Value(a.data + b.data, [a, b], lambda g: [g, g])

    def __sub__(self, other):
        a, b = self._pair(other)
        return Value(a.data - b.data, [a, b], lambda g: [g, -g])

    def __mul__(self, other):
        a, b = self._pair(other)
        return Value(a.data * b.data, [a, b], lambda g: [g * b.data, g * a.data])

    def __truediv__(self, other):
        a, b = self._pair(other)

        def shares(g):
            top = g / b.data
            bottom = -g * a.data / b.data**2
            return [top, bottom]

        return Value(a.data / b.data, [a, b], shares)

    def __neg__(self):
        return Value(-self.data, [self], lambda g: [-g])

    def __pow__(self, n):
        def shares(g):
            if n == 0:
                return [0.0]
            return [g * n * self.data ** (n - 1)]

        return Value(self.data**n, [self], shares)

    def __radd__(self, other):
        a, b = self._pair(other)
        return b + a

    def __rsub__(self, other):
        a, b = self._pair(other)
        return b - a

    def __rmul__(self, other):
        a, b = self._pair(other)
        return b * a

    def __rtruediv__(self, other):
        a, b = self._pair(other)
        return b / a

    def tanh(self):
        t = stable_tanh(self.data)
        return Value(t, [self], lambda g: [g * (1 - t * t)])

    def exp(self):
        e = math.exp(self.data)
        return Value(e, [self], lambda g: [g * e])

    def relu(self):
        if self.data > 0:
            return Value(self.data, [self], lambda g: [g])
        return Value(0.0, [self], lambda g: [0.0])

    def backward(self):
        order = []
        build_topo(self, set(), order)
        for node in order:
            if node._backward is not None:
                node.grad = 0.0
        self.grad += 1.0
        while order:
            node = order.pop()
            if node._backward is None:
                continue
            for inp, share in zip(node._prev, node._backward(node.grad)):
                inp.grad += share


def build_topo(v, visited, topo):
    path = [v]
    at = {v: 0}
    visited.add(v)
    while path:
        node = path[-1]
        if at[node] == len(node._prev):
            topo.append(path.pop())
            continue
        inp = node._prev[at[node]]
        at[node] += 1
        if inp not in visited:
            visited.add(inp)
            at[inp] = 0
            path.append(inp)


def zero_grad(root):
    order = []
    build_topo(root, set(), order)
    for node in order:
        node.grad = 0.0


if __name__ == "__main__":
    a, b, c = Value(2.0), Value(3.0), Value(1.0)
    L = (a * b + c) * (a + b)
    L.backward()
    print(a.grad, b.grad, c.grad)  # 22 17 5
