"""No visited set: each node carries the number of the last walk that met it."""
import math


class Value:
    walk = 0

    def __init__(self, data, _prev=(), _op=""):
        self.data = float(data)
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self._backward = _nothing
        self.met = 0

    def _order(self):
        """All nodes below this one, inputs first."""
        self.walk += 1
        mark = self.walk
        found, stack = [], [self]
        while stack:
            node = stack.pop()
            if node is None:
                found.append(stack.pop())
            elif node.met != mark:
                node.met = mark
                stack += [node, None]
                stack += node._prev
        return found

    def backward(self):
        order = self._order()
        for node in order:
            if node._prev:
                node.grad = 0.0
        self.grad = self.grad + 1.0
        for node in reversed(order):
            node._backward()

    def __add__(self, other):
        other = _value(other)
        out = Value(self.data + other.data, (self, other), "+")

        def back():
            self.grad += out.grad
            other.grad += out.grad

        out._backward = back
        return out

    def __mul__(self, other):
        other = _value(other)
        out = Value(self.data * other.data, (self, other), "*")

        def back():
            self.grad += other.data * out.grad
            other.grad += self.data * out.grad

        out._backward = back
        return out

    def __pow__(self, n):
        out = Value(self.data**n, (self,), "**")

        def back():
            if n != 0:
                self.grad += n * self.data ** (n - 1) * out.grad

        out._backward = back
        return out

    def __neg__(self):
        return self * -1.0

    def __sub__(self, other):
        return self + -_value(other)

    def __truediv__(self, other):
        return self * _value(other) ** -1

    def __radd__(self, other):
        return _value(other) + self

    def __rsub__(self, other):
        return _value(other) - self

    def __rmul__(self, other):
        return _value(other) * self

    def __rtruediv__(self, other):
        return _value(other) / self

    def tanh(self):
        out = Value(math.tanh(self.data), (self,), "tanh")

        def back():
            self.grad += (1.0 - out.data * out.data) * out.grad

        out._backward = back
        return out

    def exp(self):
        out = Value(math.exp(self.data), (self,), "exp")

        def back():
            self.grad += out.data * out.grad

        out._backward = back
        return out

    def relu(self):
        out = Value(max(self.data, 0.0), (self,), "relu")

        def back():
            self.grad += out.grad if self.data > 0 else 0.0

        out._backward = back
        return out


def _nothing():
    pass


def _value(x):
    return x if isinstance(x, Value) else Value(x)


def build_topo(v, visited, topo):
    topo += v._order()


def zero_grad(root):
    for node in root._order():
        node.grad = 0.0
