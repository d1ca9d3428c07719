class Value:
    """One number, its gradient, and how it was made."""

    def __init__(self, data, _prev=(), _op=""):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self._backward = lambda: None
        self._inverse = None

    def __repr__(self):
        return f"Value(data={self.data}, grad={self.grad})"

    @staticmethod
    def of(x):
        return x if isinstance(x, Value) else Value(x)

    def __add__(self, other):
        other = Value.of(other)
        out = Value(self.data + other.data, (self, other), "+")

        def _backward():
            self.grad += out.grad
            other.grad += out.grad

        out._backward = _backward
        return out

    def __mul__(self, other):
        other = Value.of(other)
        out = Value(self.data * other.data, (self, other), "*")

        def _backward():
            self.grad += other.data * out.grad
            other.grad += self.data * out.grad

        out._backward = _backward
        return out

    def __pow__(self, exponent):
        x = self.data
        out = Value(x**exponent, (self,), "**")
        slope = exponent * x ** (exponent - 1) if exponent else 0.0

        def _backward():
            self.grad += slope * out.grad

        out._backward = _backward
        return out

    def inverse(self):
        """1 / self. Whoever divides by the same node again gets the same inverse."""
        if self._inverse is None or self._inverse[0] != self.data:
            self._inverse = self.data, self**-1
        return self._inverse[1]

    def __neg__(self):
        return self * -1

    def __sub__(self, other):
        return self + -Value.of(other)

    def __truediv__(self, other):
        return self * Value.of(other).inverse()

    def __radd__(self, other):
        return Value.of(other) + self

    def __rmul__(self, other):
        return Value.of(other) * self

    def __rsub__(self, other):
        return Value.of(other) - self

    def __rtruediv__(self, other):
        return Value.of(other) / self

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
