import math


class Arithmetic:
    """Everything that can be said with add, mul, power and a plain number."""

    def __hash__(self):
        return id(self)

    def __eq__(self, other):
        return self is other

    def __add__(self, other):
        return self.add(self.lift(other))

    def __radd__(self, other):
        return self.lift(other).add(self)

    def __mul__(self, other):
        return self.mul(self.lift(other))

    def __rmul__(self, other):
        return self.lift(other).mul(self)

    def __neg__(self):
        return self.mul(self.lift(-1.0))

    def __sub__(self, other):
        return self.add(-self.lift(other))

    def __rsub__(self, other):
        return self.lift(other) - self

    def __truediv__(self, other):
        return self.mul(self.lift(other).power(-1))

    def __rtruediv__(self, other):
        return self / self.lift(other)

    def __pow__(self, n):
        return self.power(n)


class Value(Arithmetic):
    def __init__(self, data, _prev=(), _op=""):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self._backward = None

    @staticmethod
    def lift(x):
        return x if isinstance(x, Value) else Value(x)

    def add(self, other):
        out = Value(self.data + other.data, (self, other), "+")

        def back():
            self.grad += out.grad
            other.grad += out.grad

        out._backward = back
        return out

    def mul(self, other):
        out = Value(self.data * other.data, (self, other), "*")

        def back():
            self.grad += out.grad * other.data
            other.grad += out.grad * self.data

        out._backward = back
        return out

    def power(self, n):
        out = Value(self.data**n, (self,), "^")

        def back():
            self.grad += out.grad * (n and n * self.data ** (n - 1))

        out._backward = back
        return out

    def tanh(self):
        out = Value(math.tanh(self.data), (self,), "tanh")

        def back():
            self.grad += out.grad * (1 - out.data) * (1 + out.data)

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
            if out.data > 0:
                self.grad += out.grad

        out._backward = back
        return out

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for v in topo:
            if v._backward:
                v.grad = 0.0
        self.grad += 1.0
        for v in reversed(topo):
            if v._backward:
                v._backward()


def build_topo(v, visited, topo):
    stack = [(v, 0)]
    while stack:
        node, i = stack.pop()
        if i == 0:
            if node in visited:
                continue
            visited.add(node)
        if i < len(node._prev):
            stack.append((node, i + 1))
            stack.append((node._prev[i], 0))
        else:
            topo.append(node)


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for v in topo:
        v.grad = 0.0
