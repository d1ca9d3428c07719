"""Exercise 13, the whole engine."""

from math import exp, tanh


class Value:
    __slots__ = ("data", "grad", "_prev", "_backward")

    def __init__(self, data, _prev=()):
        self.data = float(data)
        self.grad = 0.0
        self._prev = _prev
        self._backward = None

    def __add__(self, other):
        other = as_value(other)
        out = Value(self.data + other.data, [self, other])

        def rule():
            self.grad += out.grad
            other.grad += out.grad

        return out._with(rule)

    def __sub__(self, other):
        other = as_value(other)
        out = Value(self.data - other.data, [self, other])

        def rule():
            self.grad += out.grad
            other.grad -= out.grad

        return out._with(rule)

    def __mul__(self, other):
        other = as_value(other)
        out = Value(self.data * other.data, [self, other])

        def rule():
            self.grad += out.grad * other.data
            other.grad += out.grad * self.data

        return out._with(rule)

    def __truediv__(self, other):
        other = as_value(other)
        out = Value(self.data / other.data, [self, other])

        def rule():
            self.grad += out.grad / other.data
            other.grad -= out.grad * self.data / other.data

        return out._with(rule)

    def __pow__(self, n):
        out = Value(self.data**n, [self])

        def rule():
            if n == 0:
                return
            self.grad += out.grad * n * self.data ** (n - 1)

        return out._with(rule)

    def __radd__(self, other):
        return as_value(other) + self

    def __rsub__(self, other):
        return as_value(other) - self

    def __rmul__(self, other):
        return as_value(other) * self

    def __rtruediv__(self, other):
        return as_value(other) / self

    def __neg__(self):
        return 0.0 - self

    def tanh(self):
        out = Value(tanh(self.data), [self])

        def rule():
            self.grad += out.grad * (1 - out.data**2)

        return out._with(rule)

    def exp(self):
        out = Value(exp(self.data), [self])

        def rule():
            self.grad += out.grad * out.data

        return out._with(rule)

    def relu(self):
        out = Value(max(0.0, self.data), [self])

        def rule():
            self.grad += out.grad * (out.data > 0)

        return out._with(rule)

    def _with(self, rule):
        self._backward = rule
        return self

    def backward(self):
        topo = ordered(self)
        inner = [node for node in topo if node._backward]
        for node in inner:
            node.grad = 0.0
        self.grad += 1.0
        for node in inner[::-1]:
            node._backward()


def as_value(x):
    return x if isinstance(x, Value) else Value(x)


def ordered(root):
    topo = []
    build_topo(root, set(), topo)
    return topo


def build_topo(v, visited, topo):
    stack = [v]
    while stack:
        node = stack[-1]
        if node in visited:
            stack.pop()
            continue
        missing = [child for child in node._prev if child not in visited]
        if missing:
            stack.extend(missing)
        else:
            visited.add(node)
            topo.append(stack.pop())


def zero_grad(root):
    for node in ordered(root):
        node.grad = 0.0
