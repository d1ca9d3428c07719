"""Exercise 6: the reflected operators look into the mirror."""


class Value:
    """One number, its gradient, and how it was made."""

    _mirrored = False  # while True, self stands on the right of the operator

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

    def _sides(self, other):
        """What stands on the left and what stands on the right."""
        other = other if isinstance(other, Value) else Value(other)
        return (other, self) if Value._mirrored else (self, other)

    def _in_the_mirror(self, operator, other):
        Value._mirrored = True
        out = operator(self, other)
        Value._mirrored = False
        return out

    def __sub__(self, other):
        left, right = self._sides(other)
        return left + -right

    def __truediv__(self, other):
        left, right = self._sides(other)
        return left * right**-1

    def __radd__(self, other):
        return self + other

    def __rmul__(self, other):
        return self * other

    def __rsub__(self, other):
        return self._in_the_mirror(Value.__sub__, other)

    def __rtruediv__(self, other):
        return self._in_the_mirror(Value.__truediv__, other)

    def __neg__(self):
        return self * -1

    def __pow__(self, exponent):
        out = Value(self.data**exponent, (self,), "**")

        def _backward():
            slope = exponent * self.data ** (exponent - 1) if exponent != 0 else 0.0
            self.grad += slope * out.grad

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

