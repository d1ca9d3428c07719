import math


def lift(method):
    def inner(self, other):
        if not isinstance(other, Value):
            other = Value(other)
        return method(self, other)

    return inner


class Value:
    """A list of closures per node, one for each input."""

    def __init__(self, data, _prev=(), _op=""):
        self.data = float(data)
        self.grad = 0.0
        self._prev = set(_prev)
        self._op = _op
        self._pushes = []

    def __repr__(self):
        return f"Value(data={self.data}, grad={self.grad})"

    def pushes(self, *functions):
        self._pushes.extend(functions)
        return self

    def accumulate(self, amount):
        self.grad += amount

    def _backward(self):
        for push in self._pushes:
            push()

    @lift
    def __add__(self, other):
        out = Value(self.data + other.data, (self, other), "+")
        return out.pushes(
            lambda: self.accumulate(out.grad),
            lambda: other.accumulate(out.grad),
        )

    @lift
    def __sub__(self, other):
        out = Value(self.data - other.data, (self, other), "-")
        return out.pushes(
            lambda: self.accumulate(out.grad),
            lambda: other.accumulate(-out.grad),
        )

    @lift
    def __mul__(self, other):
        out = Value(self.data * other.data, (self, other), "*")
        return out.pushes(
            lambda: self.accumulate(other.data * out.grad),
            lambda: other.accumulate(self.data * out.grad),
        )

    @lift
    def __truediv__(self, other):
        out = Value(self.data / other.data, (self, other), "/")
        return out.pushes(
            lambda: self.accumulate(out.grad / other.data),
            lambda: other.accumulate(-self.data / other.data**2 * out.grad),
        )

    @lift
    def __radd__(self, other):
        return other + self

    @lift
    def __rsub__(self, other):
        return other - self

    @lift
    def __rmul__(self, other):
        return other * self

    @lift
    def __rtruediv__(self, other):
        return other / self

    def __neg__(self):
        out = Value(-self.data, (self,), "neg")
        return out.pushes(lambda: self.accumulate(-out.grad))

    def __pow__(self, n):
        out = Value(self.data**n, (self,), "**")
        if n == 0:
            return out
        return out.pushes(lambda: self.accumulate(n * self.data ** (n - 1) * out.grad))

    def tanh(self):
        out = Value(math.tanh(self.data), (self,), "tanh")
        return out.pushes(lambda: self.accumulate((1 - out.data**2) * out.grad))

    def exp(self):
        out = Value(math.exp(self.data), (self,), "exp")
        return out.pushes(lambda: self.accumulate(out.data * out.grad))

    def relu(self):
        out = Value(max(0.0, self.data), (self,), "relu")
        return out.pushes(lambda: self.accumulate(1.0 if out.data > 0 else 0.0))

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._prev:
                node.grad = 0.0
        self.accumulate(1.0)
        for node in reversed(topo):
            node._backward()


def build_topo(v, visited, topo):
    trail = [(v, iter(v._prev))]
    visited.add(v)
    while trail:
        node, inputs = trail[-1]
        for x in inputs:
            if x not in visited:
                visited.add(x)
                trail.append((x, iter(x._prev)))
                break
        else:
            trail.pop()
            topo.append(node)


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
