import math


def bend(slope_from_result):
    """Turn a method that computes a number into one that makes a node."""

    def decorate(compute):
        def method(self):
            number = compute(self)
            out = Value(number, (self,), compute.__name__)

            def _backward(child=self, parent=out):
                child.grad += parent.grad * slope_from_result(number)

            out._backward = _backward
            return out

        method.__doc__ = compute.__doc__
        return method

    return decorate


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

    __radd__ = __add__

    def __rmul__(self, number):
        return self.__mul__(number)

    @bend(lambda t: (1 - t) * (1 + t))
    def tanh(self):
        """Between -1 and 1."""
        return -math.tanh(-self.data)

    @bend(float)
    def exp(self):
        """e to the power of x."""
        return math.exp(self.data)

    @bend(lambda r: (r > 0) * 1.0)
    def relu(self):
        """x or nothing."""
        return sorted((0.0, self.data))[1]

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
