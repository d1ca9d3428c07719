def spread(out, slopes):
    """Hand every input its share: slope times the gradient of the result."""
    for node, slope in zip(out._prev, slopes):
        share = slope * out.grad
        if abs(share) < 1e-12:
            continue
        node.grad += share


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
            spread(out, (1.0, 1.0))

        out._backward = _backward
        return out

    def __mul__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        out = Value(self.data * other.data, (self, other), "*")

        def _backward():
            spread(out, (other.data, self.data))

        out._backward = _backward
        return out
