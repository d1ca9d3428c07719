"""Exercise 2: one loop over the inputs in each rule.

For a product the slope of an input is the product of all the OTHER inputs. That is the
result divided by this input, and so one line serves the left and the right side.
"""


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
        if not isinstance(other, Value):
            other = Value(other)
        out = Value(self.data + other.data, (self, other), "+")

        def _backward():
            for node in out._prev:
                node.grad += out.grad

        out._backward = _backward
        return out

    def __mul__(self, other):
        if not isinstance(other, Value):
            other = Value(other)
        product = self.data * other.data
        out = Value(product, (self, other), "*")

        def _backward():
            for node in out._prev:
                others = product / node.data if node.data else product
                node.grad += others * out.grad

        out._backward = _backward
        return out
