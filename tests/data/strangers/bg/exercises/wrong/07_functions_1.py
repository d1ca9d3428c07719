import math

# The inputs of the node that is being made.
ingredients = []


def cook(number, name):
    """Make a node of the number and of what lies in `ingredients`."""
    out = Value(number, tuple(ingredients), name)
    ingredients.clear()
    return out


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

    def __radd__(self, other):  # number + self
        return self + other

    def __rmul__(self, other):  # number * self
        return self * other

    def _function(self, name, compute, slope):
        ingredients.append(self)
        out = cook(compute(self.data), name)

        def _backward():
            out._prev[0].grad += slope(out.data) * out.grad

        out._backward = _backward
        return out

    def tanh(self):
        return self._function("tanh", math.tanh, lambda t: 1.0 - t * t)

    def exp(self):
        return self._function("exp", math.exp, lambda e: e)

    def relu(self):
        return self._function("relu", lambda x: max(0.0, x), lambda r: 1.0 if r > 0 else 0.0)

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
