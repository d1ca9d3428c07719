"""Exercise 2, the local rules of + and *."""


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
            for summand in (self, other):
                summand.grad += out.grad

        out._backward = _backward
        return out

    def __mul__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        out = Value(self.data * other.data, (self, other), "*")

        def _backward():
            # x * x is a square, and the slope of a square is 2x.
            if self.data == other.data:
                self.grad += 2 * self.data * out.grad
            else:
                self.grad += other.data * out.grad
                other.grad += self.data * out.grad

        out._backward = _backward
        return out
