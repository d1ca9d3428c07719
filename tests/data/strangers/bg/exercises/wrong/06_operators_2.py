"""Exercise 6: all the operators."""


def lift(thing):
    """A Value as it is, a plain number as a leaf."""
    return thing if isinstance(thing, Value) else Value(thing)


class Value:
    """One number, its gradient, and how it was made."""

    # True while a reflected - or / is at work: then the operands change sides.
    _change_sides = False

    def __init__(self, data, _prev=(), _op=""):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self._backward = lambda: None

    def __repr__(self):
        return f"Value(data={self.data}, grad={self.grad})"

    def __add__(self, other):
        other = lift(other)
        out = Value(self.data + other.data, (self, other), "+")

        def _backward():
            self.grad += out.grad
            other.grad += out.grad

        out._backward = _backward
        return out

    def __mul__(self, other):
        other = lift(other)
        out = Value(self.data * other.data, (self, other), "*")

        def _backward():
            self.grad += other.data * out.grad
            other.grad += self.data * out.grad

        out._backward = _backward
        return out

    def __radd__(self, other):
        return self + other

    def __rmul__(self, other):
        return self * other

    def __neg__(self):
        return self * -1

    def _sides(self, other):
        other = lift(other)
        return (other, self) if Value._change_sides else (self, other)

    def __sub__(self, other):
        left, right = self._sides(other)
        out = left + -right
        Value._change_sides = False
        return out

    def __rsub__(self, other):
        Value._change_sides = True
        return self - other

    def __truediv__(self, other):
        left, right = self._sides(other)
        out = left * right**-1
        Value._change_sides = False
        return out

    def __rtruediv__(self, other):
        Value._change_sides = True
        return self / other

    def __pow__(self, exponent):
        out = Value(self.data**exponent, (self,), "**")

        def _backward():
            if exponent != 0:
                self.grad += exponent * self.data ** (exponent - 1) * out.grad

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
