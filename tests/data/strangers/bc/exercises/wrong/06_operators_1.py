"""Exercise 6: division as an operation of its own, the others in disguise."""


def lift(x):
    return x if isinstance(x, Value) else Value(x)


class Value:
    """One number, its gradient, and how it was made."""

    def __init__(self, data, _prev=(), _op=""):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self._backward = lambda: None

    def __repr__(self):
        return f"Value(data={self.data}, grad={self.grad})"

    def __add__(self, other):
        other = lift(other)
        out = Value(self.data + other.data, (self, other), "+")

        def _backward():
            self.grad += out.grad
            other.grad += out.grad

        out._backward = _backward
        return out

    def __mul__(self, other):
        other = lift(other)
        out = Value(self.data * other.data, (self, other), "*")

        def _backward():
            self.grad += other.data * out.grad
            other.grad += self.data * out.grad

        out._backward = _backward
        return out

    def __truediv__(self, other):
        other = lift(other)
        out = Value(self.data / other.data, (self, other), "/")

        def _backward():
            # q = a / b moves by q/a when a moves, and by -q/b when b moves
            flow = out.data * out.grad
            if flow:
                self.grad += flow / self.data
                other.grad -= flow / other.data

        out._backward = _backward
        return out

    def __rtruediv__(self, other):
        return lift(other) / self

    def __pow__(self, exponent):
        out = Value(self.data**exponent, (self,), f"**{exponent}")

        def _backward():
            if exponent:
                self.grad += exponent * self.data ** (exponent - 1) * out.grad

        out._backward = _backward
        return out

    def __radd__(self, other):
        return lift(other) + self

    def __rmul__(self, other):
        return lift(other) * self

    def __neg__(self):
        return self * -1.0

    def __sub__(self, other):
        return self + -lift(other)

    def __rsub__(self, other):
        return lift(other) - self

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        self.grad = 1.0
        for node in reversed(topo):
            node._backward()


def build_topo(v, visited, topo):
    if v not in visited:
        visited.add(v)
        for input_node in v._prev:
            build_topo(input_node, visited, topo)
        topo.append(v)

