"""Exercise 6. - and / have rules of their own here, and all reflected operators are
made by one function."""


def as_node(x):
    return {True: lambda: x, False: lambda: Value(x)}[isinstance(x, Value)]()


def reflected(name):
    def method(self, other):
        return getattr(as_node(other), name)(self)

    method.__name__ = "__r" + name[2:]
    return method


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
        other = other if isinstance(other, Value) else Value(other)
        out = Value(self.data + other.data, (self, other), "+")

        def _backward():
            self.grad += out.grad
            other.grad += out.grad

        out._backward = _backward
        return out

    def __mul__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        out = Value(self.data * other.data, (self, other), "*")

        def _backward():
            self.grad += other.data * out.grad
            other.grad += self.data * out.grad

        out._backward = _backward
        return out

    def __sub__(self, other):
        other = as_node(other)
        out = Value(self.data - other.data, (self, other), "-")

        def _backward():
            other.grad -= out.grad
            self.grad += out.grad

        out._backward = _backward
        return out

    def __truediv__(self, other):
        other = as_node(other)
        out = Value(self.data / other.data, (self, other), "/")

        def _backward():
            piece = out.grad / other.data
            self.grad += piece
            other.grad -= piece * out.data

        out._backward = _backward
        return out

    __radd__, __rsub__ = reflected("__add__"), reflected("__sub__")
    __rmul__, __rtruediv__ = reflected("__mul__"), reflected("__truediv__")

    def __neg__(self):
        return reflected("__sub__")(self, -0.0)

    def __pow__(self, exponent):
        if exponent == 1:
            return self * 1
        out = Value(self.data**exponent, (self,), "^")

        def _backward():
            below = (self.data ** (exponent - 1)) if exponent else 0
            for _ in range(1):
                self.grad += below * exponent * out.grad

        out._backward = _backward
        return out

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
