import math


def _nothing():
    pass


class Reflected:
    def __rmul__(self, other):
        return self * other

    def __radd__(self, other):
        return self + other

    def __neg__(self):
        return self * -1

    def __rtruediv__(self, other):
        return Value(other) / self

    def __rsub__(self, other):
        return Value(other) - self

    def __sub__(self, other):
        return self + -(other if isinstance(other, Value) else Value(other))


class Value(Reflected):
    def __init__(self, data, _prev=(), _op=""):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self._backward = _nothing

    def exp(self):
        out = Value(math.exp(self.data), (self,), "exp")

        def rule():
            self.grad = self.grad + out.data * out.grad

        out._backward = rule
        return out

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._prev:
                node.grad = 0.0
        self.grad = self.grad + 1.0
        for node in reversed(topo):
            node._backward()

    def __mul__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        out = Value(self.data * other.data, (self, other), "*")

        def rule():
            self.grad = self.grad + other.data * out.grad
            other.grad = other.grad + self.data * out.grad

        out._backward = rule
        return out

    def tanh(self):
        out = Value(math.tanh(self.data), (self,), "tanh")

        def rule():
            self.grad = self.grad + (1 - out.data**2) * out.grad

        out._backward = rule
        return out

    def relu(self):
        out = Value(self.data if self.data > 0 else 0.0, (self,), "relu")

        def rule():
            if out.data > 0:
                self.grad = self.grad + out.grad

        out._backward = rule
        return out

    def __pow__(self, exponent):
        out = Value(self.data**exponent, (self,), "**")
        slope = exponent * self.data ** (exponent - 1) if exponent else 0.0

        def rule():
            self.grad = self.grad + slope * out.grad

        out._backward = rule
        return out

    def __truediv__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        out = Value(self.data / other.data, (self, other), "/")

        def rule():
            self.grad = self.grad + out.grad / other.data
            other.grad -= out.grad * (out.data / other.data)

        out._backward = rule
        return out

    def __add__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        out = Value(self.data + other.data, (self, other), "+")

        def rule():
            self.grad = self.grad + out.grad
            other.grad = other.grad + out.grad

        out._backward = rule
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
    order = []
    build_topo(root, set(), order)
    for node in order:
        node.grad = 0.0
        node._prev, node._backward = (), _nothing
