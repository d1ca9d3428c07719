"""One number, its gradient, and how it was made."""
import math


class Value:
    side = False
    def __init__(self, data, _prev=(), _op=""):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self._backward = lambda: None
        self._side = None

    def __rsub__(self, other):
        return Value(other) - self

    def __rtruediv__(self, other):
        return Value(other) / self

    def tanh(self):
        out = Value(math.tanh(self.data), (self,), "tanh")

        def share():
            self.grad += (1 - out.data**2) * out.grad

        out._backward = share
        return out

    def backward(self):
        Value.side = not Value.side
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._prev and node._side is not Value.side:
                node.grad = 0.0
                node._side = Value.side
        self.grad = 1.0 if self._prev else self.grad + 1.0
        for node in reversed(topo):
            node._backward()

    def __radd__(self, other):
        return self + other

    def relu(self):
        out = Value(self.data if self.data > 0 else 0.0, (self,), "relu")

        def share():
            if out.data > 0:
                self.grad += out.grad

        out._backward = share
        return out

    def __pow__(self, exponent):
        out = Value(self.data**exponent, (self,), "**")

        def share():
            if exponent != 0:
                self.grad += exponent * self.data ** (exponent - 1) * out.grad

        out._backward = share
        return out

    def __mul__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        out = Value(self.data * other.data, (self, other), "*")

        def share():
            self.grad += other.data * out.grad
            other.grad += self.data * out.grad

        out._backward = share
        return out

    def __sub__(self, other):
        return self + -(other if isinstance(other, Value) else Value(other))

    def __rmul__(self, other):
        return self * other

    def __truediv__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        out = Value(self.data / other.data, (self, other), "/")

        def share():
            self.grad += out.grad / other.data
            other.grad -= out.grad * (out.data / other.data)

        out._backward = share
        return out

    def exp(self):
        out = Value(math.exp(self.data), (self,), "exp")

        def share():
            self.grad += out.data * out.grad

        out._backward = share
        return out

    def __neg__(self):
        return self * -1

    def __add__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        out = Value(self.data + other.data, (self, other), "+")

        def share():
            self.grad += out.grad
            other.grad += out.grad

        out._backward = share
        return out


def build_topo(v, visited, topo):
    notes = [v]
    opened = set()
    while notes:
        node = notes[-1]
        if node in visited:
            notes.pop()
        elif node in opened:
            notes.pop()
            visited.add(node)
            topo.append(node)
        else:
            opened.add(node)
            notes.extend(n for n in node._prev if n not in visited)


def zero_grad(root):
    seen = set()
    stack = [root]
    while stack:
        node = stack.pop()
        if node not in seen:
            seen.add(node)
            node.grad = 0.0
            stack.extend(node._prev)
