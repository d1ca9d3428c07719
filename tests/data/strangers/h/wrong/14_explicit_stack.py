import math


class Value:
    """A scalar. Results of operations remember where they come from."""

    def __init__(self, data, _prev=(), _op=""):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self._backward = None

    def __repr__(self):
        return f"Value({self.data}, op={self._op!r})"

    # -- arithmetic -------------------------------------------------------

    def __add__(self, other):
        other = as_value(other)
        out = Value(self.data + other.data, (self, other), "+")

        def back():
            self.grad += out.grad
            other.grad += out.grad

        out._backward = back
        return out

    def __mul__(self, other):
        other = as_value(other)
        out = Value(self.data * other.data, (self, other), "*")

        def back():
            self.grad += out.grad * other.data
            other.grad += out.grad * self.data

        out._backward = back
        return out

    def __truediv__(self, other):
        other = as_value(other)
        out = Value(self.data / other.data, (self, other), "/")

        def back():
            self.grad += out.grad / other.data
            other.grad += -out.grad * self.data / (other.data * other.data)

        out._backward = back
        return out

    def __pow__(self, n):
        out = Value(self.data**n, (self,), "**")

        def back():
            if n == 0:
                return
            self.grad += out.grad * n * self.data ** (n - 1)

        out._backward = back
        return out

    def __neg__(self):
        out = Value(-self.data, (self,), "neg")

        def back():
            self.grad += -out.grad

        out._backward = back
        return out

    def __sub__(self, other):
        return self + (-as_value(other))

    def __radd__(self, other):
        return as_value(other) + self

    def __rsub__(self, other):
        return as_value(other) - self

    def __rmul__(self, other):
        return as_value(other) * self

    def __rtruediv__(self, other):
        return as_value(other) / self

    # -- functions --------------------------------------------------------

    def tanh(self):
        out = Value(math.tanh(self.data), (self,), "tanh")

        def back():
            self.grad += out.grad * (1 - out.data**2)

        out._backward = back
        return out

    def exp(self):
        out = Value(math.exp(self.data), (self,), "exp")

        def back():
            self.grad += out.grad * out.data

        out._backward = back
        return out

    def relu(self):
        out = Value(max(0.0, self.data), (self,), "relu")

        def back():
            self.grad += out.grad if self.data > 0 else 0.0

        out._backward = back
        return out

    # -- gradients --------------------------------------------------------

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._backward is not None:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(topo):
            if node._backward is not None:
                node._backward()


def as_value(x):
    return x if isinstance(x, Value) else Value(x)


def build_topo(v, visited, topo):
    visited.add(v)
    stack = [(v, False)]
    while stack:
        node, expanded = stack.pop()
        if expanded:
            topo.append(node)
            continue
        stack.append((node, True))
        for p in node._prev:
            if p not in visited:
                visited.add(p)
                stack.append((p, False))


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
