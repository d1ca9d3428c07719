"""Oskar, exam 13. All operators in a row, in-place ones included."""
import math


class Value:
    def __init__(self, data, _prev=(), _backward=None):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._backward = _backward or (lambda: None)

    @staticmethod
    def cast(x):
        return x if isinstance(x, Value) else Value(x)

    def __add__(self, other):
        other = self.cast(other)
        out = Value(self.data + other.data, (self, other))

        def run():
            self.grad += out.grad
            other.grad += out.grad

        out._backward = run
        return out

    def __mul__(self, other):
        other = self.cast(other)
        out = Value(self.data * other.data, (self, other))

        def run():
            self.grad += out.grad * other.data
            other.grad += out.grad * self.data

        out._backward = run
        return out

    def __pow__(self, n):
        out = Value(self.data**n, (self,))

        def run():
            if n != 0:
                self.grad += out.grad * n * self.data ** (n - 1)

        out._backward = run
        return out

    def __neg__(self):
        return self * -1

    def __sub__(self, other):
        return self + -self.cast(other)

    def __truediv__(self, other):
        return self * self.cast(other) ** -1

    def __radd__(self, other):
        return self.cast(other) + self

    def __rmul__(self, other):
        return self.cast(other) * self

    def __rsub__(self, other):
        return self.cast(other) - self

    def __rtruediv__(self, other):
        return self.cast(other) / self

    def __iadd__(self, other):
        return self + other

    def __isub__(self, other):
        self.data = (self - other).data
        return self

    def __imul__(self, other):
        return self * other

    def __itruediv__(self, other):
        return self / other

    def __ipow__(self, n):
        return self**n

    def tanh(self):
        out = Value(math.tanh(self.data), (self,))

        def run():
            self.grad += out.grad * (1 - out.data**2)

        out._backward = run
        return out

    def exp(self):
        out = Value(math.exp(self.data), (self,))

        def run():
            self.grad += out.grad * out.data

        out._backward = run
        return out

    def relu(self):
        out = Value(0.0 if self.data < 0 else self.data, (self,))

        def run():
            self.grad += out.grad if out.data > 0 else 0.0

        out._backward = run
        return out

    def backward(self):
        order = []
        build_topo(self, set(), order)
        for node in order:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(order):
            node._backward()


def build_topo(v, visited, topo):
    stack = [(v, 0)]
    while stack:
        node, next_input = stack.pop()
        if next_input == 0:
            if node in visited:
                continue
            visited.add(node)
        if next_input < len(node._prev):
            stack.append((node, next_input + 1))
            stack.append((node._prev[next_input], 0))
        else:
            topo.append(node)


def zero_grad(root):
    order = []
    build_topo(root, set(), order)
    while order:
        order.pop().grad = 0.0
