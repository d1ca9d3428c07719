"""Exercise 2: a value that stands on both sides is treated by itself."""


class Value:
    """One number, its gradient, and how it was made."""

    def __init__(self, data, _prev=(), _op=""):
        self.data, self.grad = data, 0.0
        self._prev, self._op = _prev, _op
        self._backward = lambda: None

    def __repr__(self):
        return f"Value(data={self.data}, grad={self.grad})"

    @staticmethod
    def of(number):
        return number if isinstance(number, Value) else Value(number)

    def __add__(self, other):
        other = Value.of(other)
        out = Value(self.data + other.data, (self, other), "+")

        def _backward():
            self.grad += out.grad
            if other is self:
                self.grad *= 2.0
            else:
                other.grad += out.grad

        out._backward = _backward
        return out

    def __mul__(self, other):
        other = Value.of(other)
        out = Value(self.data * other.data, (self, other), "*")

        def _backward():
            if other is self:
                self.grad += 2.0 * self.data * out.grad
            else:
                self.grad += other.data * out.grad
                other.grad += self.data * out.grad

        out._backward = _backward
        return out
