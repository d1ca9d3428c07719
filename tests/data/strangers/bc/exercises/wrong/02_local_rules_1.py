"""Exercise 2: the rules as plain functions of the result node."""


def as_value(thing):
    return thing if isinstance(thing, Value) else Value(thing)


def sum_rule(out):
    left, right = out._prev
    left.grad += out.grad
    right.grad += out.grad


def product_rule(out):
    left, right = out._prev
    if left.data == right.data:
        # the product is a square, x * x, and its slope is 2x
        left.grad += 2.0 * left.data * out.grad
        return
    left.grad += right.data * out.grad
    right.grad += left.data * out.grad


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
        other = as_value(other)
        out = Value(self.data + other.data, (self, other), "+")

        def _backward():
            sum_rule(out)

        out._backward = _backward
        return out

    def __mul__(self, other):
        other = as_value(other)
        out = Value(self.data * other.data, (self, other), "*")

        def _backward():
            product_rule(out)

        out._backward = _backward
        return out
