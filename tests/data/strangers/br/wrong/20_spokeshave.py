import math


class Arithmetic:
    """Everything that can be said with + and * and **."""

    def __neg__(self):
        return self * -1

    def __radd__(self, other):
        return self + other

    def __iadd__(self, other):
        return self + other

    def __sub__(self, other):
        return self + (-self.promote(other))

    def __rsub__(self, other):
        return (-self) + other

    def __isub__(self, other):
        return self + other

    def __rmul__(self, other):
        return self * other

    def __imul__(self, other):
        return self * other

    def __truediv__(self, other):
        return self * self.promote(other) ** -1

    def __rtruediv__(self, other):
        return self**-1 * other

    def __itruediv__(self, other):
        return self / other

    def __ipow__(self, n):
        return self**n


class Functions:
    """tanh, exp and relu, by means of `unary`."""

    def tanh(self):
        return self.unary(math.tanh(self.data), lambda out: 1 - out.data**2)

    def exp(self):
        return self.unary(math.exp(self.data), lambda out: out.data)

    def relu(self):
        return self.unary(max(0.0, self.data), lambda out: 1.0 if out.data > 0 else 0.0)


class Value(Arithmetic, Functions):
    def __init__(self, data, _prev=()):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._backward = lambda: None

    @staticmethod
    def promote(x):
        return x if isinstance(x, Value) else Value(x)

    def unary(self, data, slope):
        out = Value(data, (self,))

        def _backward():
            self.grad += slope(out) * out.grad

        out._backward = _backward
        return out

    def __add__(self, other):
        other = self.promote(other)
        out = Value(self.data + other.data, (self, other))

        def _backward():
            self.grad += out.grad
            other.grad += out.grad

        out._backward = _backward
        return out

    def __mul__(self, other):
        other = self.promote(other)
        out = Value(self.data * other.data, (self, other))

        def _backward():
            self.grad += other.data * out.grad
            other.grad += self.data * out.grad

        out._backward = _backward
        return out

    def __pow__(self, n):
        def slope(out):
            return n * self.data ** (n - 1) if n else 0.0

        return self.unary(self.data**n, slope)

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(topo):
            node._backward()


def build_topo(v, visited, topo):
    OPEN, CLOSE = 0, 1
    jobs = [(OPEN, v)]
    while jobs:
        job, node = jobs.pop()
        if job == CLOSE:
            topo.append(node)
        elif node not in visited:
            visited.add(node)
            jobs.append((CLOSE, node))
            jobs.extend((OPEN, n) for n in node._prev)


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
