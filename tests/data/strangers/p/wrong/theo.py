import math


class Value:
    __slots__ = ["data", "grad", "_prev", "_backward"]

    def __init__(self, data, prev=[]):
        self.data = data
        self.grad = 0.0
        self._prev = prev
        self._backward = None

    def _then(self, rule):
        self._backward = rule
        return self

    def __add__(self, other):
        a, b = self, _v(other)
        c = Value(a.data + b.data, [a, b])

        def rule():
            a.grad += c.grad
            b.grad += c.grad

        return c._then(rule)

    def __mul__(self, other):
        a, b = self, _v(other)
        c = Value(a.data * b.data, [a, b])

        def rule():
            a.grad += c.grad * b.data
            b.grad += c.grad * a.data

        return c._then(rule)

    def __truediv__(self, other):
        a, b = self, _v(other)
        c = Value(a.data / b.data, [a, b])

        def rule():
            a.grad += c.grad / b.data
            b.grad -= c.grad * a.data / (b.data * b.data)

        return c._then(rule)

    def __pow__(self, n):
        a = self
        c = Value(a.data**n, [a])

        def rule():
            if a.data is 0.0 and n == 0:
                return
            a.grad += c.grad * n * a.data ** (n - 1)

        return c._then(rule)

    def __neg__(self):
        return self * (-1.0)

    def __sub__(self, other):
        return self + _v(other) * (-1.0)

    def __radd__(self, other):
        return _v(other) + self

    def __rsub__(self, other):
        return _v(other) - self

    def __rmul__(self, other):
        return _v(other) * self

    def __rtruediv__(self, other):
        return _v(other) / self

    def tanh(self):
        a = self
        c = Value(math.tanh(a.data), [a])

        def rule():
            a.grad += c.grad * (1.0 - c.data**2)

        return c._then(rule)

    def exp(self):
        a = self
        c = Value(math.exp(a.data), [a])

        def rule():
            a.grad += c.grad * c.data

        return c._then(rule)

    def relu(self):
        a = self
        c = Value(a.data if a.data > 0.0 else 0.0, [a])

        def rule():
            if a.data > 0.0:
                a.grad += c.grad

        return c._then(rule)

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._backward is not None:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(topo):
            if node._backward is not None:
                node._backward()


def _v(x):
    return x if isinstance(x, Value) else Value(x)


def build_topo(v, visited, topo):
    stack = [(0, v)]
    while stack:
        stage, node = stack.pop()
        if stage == 0 and node not in visited:
            visited.add(node)
            stack.append((1, node))
            for p in reversed(node._prev):
                if p not in visited:
                    stack.append((0, p))
        elif stage == 1:
            topo.append(node)


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0


if __name__ == "__main__":
    x, y = Value(2.0), Value(3.0)
    z = x * y + x
    z.backward()
    print(z.data, x.grad, y.grad)
