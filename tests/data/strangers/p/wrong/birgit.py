import math


class Value:
    def __init__(self, data, *inputs):
        self.data = data
        self.grad = 0.0
        self._prev = inputs
        self._backward = lambda: None
        self.depth = 0
        if inputs:
            self.depth = 1 + min(node.depth for node in inputs)

    def _with(self, rule):
        self._backward = lambda: rule(self.grad)
        return self

    def __add__(self, other):
        other = val(other)

        def rule(g):
            self.grad += g
            other.grad += g

        return Value(self.data + other.data, self, other)._with(rule)

    def __mul__(self, other):
        other = val(other)

        def rule(g):
            self.grad += g * other.data
            other.grad += g * self.data

        return Value(self.data * other.data, self, other)._with(rule)

    def __pow__(self, n):
        def rule(g):
            if n != 0:
                self.grad += g * n * self.data ** (n - 1)

        return Value(self.data**n, self)._with(rule)

    def __neg__(self):
        def rule(g):
            self.grad -= g

        return Value(-self.data, self)._with(rule)

    def __sub__(self, other):
        return self + -val(other)

    def __truediv__(self, other):
        return self * val(other) ** -1

    def __radd__(self, other):
        return val(other) + self

    def __rsub__(self, other):
        return val(other) - self

    def __rmul__(self, other):
        return val(other) * self

    def __rtruediv__(self, other):
        return val(other) / self

    def tanh(self):
        y = math.tanh(self.data)

        def rule(g):
            self.grad += g * (1 - y * y)

        return Value(y, self)._with(rule)

    def exp(self):
        y = math.exp(self.data)

        def rule(g):
            self.grad += g * y

        return Value(y, self)._with(rule)

    def relu(self):
        def rule(g):
            self.grad += g if self.data > 0 else 0.0

        return Value(max(self.data, 0.0), self)._with(rule)

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for v in topo:
            if v._prev:
                v.grad = 0.0
        self.grad += 1.0
        for v in topo[::-1]:
            v._backward()


def val(x):
    return x if isinstance(x, Value) else Value(x)


def build_topo(v, visited, topo):
    stack, found = [v], []
    while stack:
        node = stack.pop()
        if node in visited:
            continue
        visited.add(node)
        found.append(node)
        stack.extend(node._prev)
    found.sort(key=lambda n: n.depth)
    topo.extend(found)


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for v in topo:
        v.grad = 0.0


if __name__ == "__main__":
    x, y = Value(2.0), Value(3.0)
    z = x * y + x
    z.backward()
    print(z.data, x.grad, y.grad)
