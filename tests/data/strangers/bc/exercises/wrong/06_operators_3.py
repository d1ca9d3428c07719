"""Exercise 6: a helper makes each node from its number, its inputs and its slopes."""


def node(number, op, *inputs_and_slopes):
    """A result; for each input there is a function that gives its slope."""
    out = Value(number, tuple(pair[0] for pair in inputs_and_slopes), op)

    def _backward():
        for input_node, slope in inputs_and_slopes:
            input_node.grad += slope() * out.grad

    out._backward = _backward
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
        return node(self.data + other.data, "+", (self, lambda: 1.0), (other, lambda: 1.0))

    def __mul__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        return node(
            self.data * other.data, "*", (self, lambda: other.data), (other, lambda: self.data)
        )

    def __pow__(self, exponent):
        if exponent == 0 or self.data == 1:
            # x to the power of 0 is 1, and so is 1 to the power of n: nothing moves
            return node(1.0, "**", (self, lambda: 0.0))
        slope = lambda: exponent * self.data ** (exponent - 1)  # noqa: E731
        return node(self.data**exponent, "**", (self, slope))

    def __neg__(self):
        return self * -1

    def __radd__(self, other):
        return self + other

    def __rmul__(self, other):
        return self * other

    def __sub__(self, other):
        return self + other * -1

    def __rsub__(self, other):
        return -self + other

    def __truediv__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        return node(
            self.data / other.data,
            "/",
            (self, lambda: 1.0 / other.data),
            (other, lambda: -self.data / other.data / other.data),
        )

    def __rtruediv__(self, other):
        return Value(other) / self

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

