"""Rules as data: every node carries pairs of (input, how to get the slope)."""

from functools import partial


def send(out, routes):
    g = out.grad
    for route in routes:
        node, slope = route[0], route[-1]()
        setattr(node, "grad", getattr(node, "grad") + slope * g)


class Value:
    """One number, its gradient, and how it was made."""

    def __init__(self, data, _prev=(), _op=""):
        self.data, self.grad = data, 0.0
        self._prev, self._op = _prev, _op
        self._backward = lambda: None

    def __repr__(self):
        return "Value(data={0.data}, grad={0.grad})".format(self)

    def __add__(self, other):
        if not isinstance(other, Value):
            return self + Value(other)
        out = Value(self.data + other.data, (self, other), "+")

        def _backward():
            one = partial(float, 1)
            send(out, [[self, one]])
            send(out, [[other, one]])

        out._backward = _backward
        return out

    def __mul__(self, other):
        if not isinstance(other, Value):
            return self * Value(other)
        out = Value(self.data * other.data, (self, other), "*")

        def _backward():
            # The slope of a product is the number of the partner. Right input first.
            partners = ((other, self), (self, other))
            send(out, [(me, lambda you=you: you.data) for me, you in partners])

        out._backward = _backward
        return out
