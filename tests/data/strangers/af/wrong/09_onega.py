import math


def _nothing():
    pass


def to_value(x):
    return x if isinstance(x, Value) else Value(x)


class Value:
    def __init__(self, data, _prev=(), _op=""):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self._backward = _nothing

    def exp(self):
        out = Value(math.exp(self.data), (self,), "exp")

        def _backward():
            self.grad += out.data * out.grad

        out._backward = _backward
        return out

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(topo):
            node._backward()

    def tanh(self):
        out = Value(math.tanh(self.data), (self,), "tanh")

        def _backward():
            self.grad += (1 - out.data**2) * out.grad

        out._backward = _backward
        return out

    def __pow__(self, exponent):
        out = Value(self.data**exponent, (self,), "**")

        def _backward():
            if exponent != 0:
                self.grad += exponent * self.data ** (exponent - 1) * out.grad

        out._backward = _backward
        return out

    def relu(self):
        out = Value(self.data if self.data > 0 else 0.0, (self,), "relu")

        def _backward():
            if out.data > 0:
                self.grad += out.grad

        out._backward = _backward
        return out

    def __neg__(self):
        return self * -1

    def __mul__(self, rhs):
        rhs = to_value(rhs)
        out = Value(self.data * rhs.data, (self, rhs), "*")

        def _backward():
            self.grad += rhs.data * out.grad
            rhs.grad += self.data * out.grad

        out._backward = _backward
        return out

    def __truediv__(self, rhs):
        rhs = to_value(rhs)
        out = Value(self.data / rhs.data, (self, rhs), "/")

        def _backward():
            self.grad += out.grad / rhs.data
            rhs.grad -= out.grad * (out.data / rhs.data)

        out._backward = _backward
        return out

    def __repr__(self):
        return f"Value(data={self.data}, grad={self.grad})"

    def __rmul__(self, rhs):
        return self * rhs

    def __sub__(self, rhs):
        return self + -(to_value(rhs))

    def __rsub__(self, rhs):
        return Value(rhs) - self

    def __rtruediv__(self, rhs):
        return Value(rhs) / self

    def __add__(self, rhs):
        rhs = to_value(rhs)
        out = Value(self.data + rhs.data, (self, rhs), "+")

        def _backward():
            self.grad += out.grad
            rhs.grad += out.grad

        out._backward = _backward
        return out

    def __radd__(self, rhs):
        return self + rhs


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
    root.grad = 0.0
    wave = list(root._prev)
    while wave:
        node = wave.pop()
        node.grad = 0.0
        wave.extend(node._prev)
