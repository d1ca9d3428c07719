"""All operators written out, the in-place ones too."""
import math


class Value:
    def __init__(self, data, children=(), op=""):
        self.data = float(data)
        self.grad = 0.0
        self._prev = tuple(children)
        self._backward = lambda: None
        self._op = op

    def __add__(self, other):
        other = promote(other)
        out = Value(self.data + other.data, (self, other), "+")

        def _backward():
            self.grad += 1.0 * out.grad
            other.grad += 1.0 * out.grad

        out._backward = _backward
        return out

    def __mul__(self, other):
        other = promote(other)
        out = Value(self.data * other.data, (self, other), "*")
        x, y = self.data, other.data

        def _backward():
            self.grad += y * out.grad
            other.grad += x * out.grad

        out._backward = _backward
        return out

    def __pow__(self, n):
        assert isinstance(n, (int, float)), "the exponent must be a plain number"
        x = self.data
        out = Value(x**n, (self,), f"**{n}")

        def _backward():
            if n != 0:
                self.grad += n * x ** (n - 1) * out.grad

        out._backward = _backward
        return out

    def __neg__(self):
        return self * -1

    def __sub__(self, other):
        return self + (-promote(other))

    def __truediv__(self, other):
        return self * promote(other) ** -1

    def __radd__(self, other):
        return promote(other) + self

    def __rsub__(self, other):
        return promote(other) - self

    def __rmul__(self, other):
        return promote(other) * self

    def __rtruediv__(self, other):
        return promote(other) / self

    def __iadd__(self, other):
        self.data += promote(other).data
        return self

    def __isub__(self, other):
        return self - other

    def __imul__(self, other):
        return self * other

    def __itruediv__(self, other):
        return self / other

    def __ipow__(self, n):
        return self**n

    def tanh(self):
        t = math.tanh(self.data)
        out = Value(t, (self,), "tanh")

        def _backward():
            self.grad += (1 - t**2) * out.grad

        out._backward = _backward
        return out

    def exp(self):
        out = Value(math.exp(self.data), (self,), "exp")

        def _backward():
            self.grad += out.data * out.grad

        out._backward = _backward
        return out

    def relu(self):
        out = Value(0.0 if self.data < 0 else self.data, (self,), "relu")

        def _backward():
            self.grad += (out.data > 0) * out.grad

        out._backward = _backward
        return out

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._prev:
                node.grad = 0.0
        self.grad += 1
        for node in reversed(topo):
            node._backward()


def promote(x):
    return x if isinstance(x, Value) else Value(x)


def build_topo(v, visited, topo):
    stack = [(v, False)]
    while stack:
        node, expanded = stack.pop()
        if expanded:
            topo.append(node)
        elif node not in visited:
            visited.add(node)
            stack.append((node, True))
            stack.extend((child, False) for child in node._prev)


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
