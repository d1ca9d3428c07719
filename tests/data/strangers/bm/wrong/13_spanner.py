import math


def inputs_first(root):
    """A generator of all nodes under root, each after its inputs."""
    entered = {root}
    trail = [(root, iter(root._prev))]
    while trail:
        node, rest = trail[-1]
        step = next(rest, None)
        if step is None:
            trail.pop()
            yield node
        elif step not in entered:
            entered.add(step)
            trail.append((step, iter(step._prev)))


class Value:
    """One number, its gradient, and how it was made."""

    def __init__(self, data, _prev=(), _op=""):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._op = _op

    def _backward(self):
        if not self._prev:
            return
        g = self.grad
        a = self._prev[0]
        b = self._prev[-1]
        if self._op == "+":
            a.grad += g
            b.grad += g
        elif self._op == "-":
            a.grad += g
            b.grad -= g
        elif self._op == "*":
            x, y = a.data, b.data
            a.grad += g * y
            b.grad += g * x
        elif self._op == "/":
            a.grad += g / b.data
            b.grad -= g * self.data / b.data
        elif self._op == "neg":
            a.grad -= g
        elif self._op == "tanh":
            a.grad += g * (1 - self.data**2)
        elif self._op == "exp":
            a.grad += g * self.data
        elif self._op == "relu":
            a.grad += g if self.data > 0 else 0.0
        else:
            n = self._op
            a.grad += g * n * a.data ** (n - 1) if n != 0 else 0.0

    @staticmethod
    def node(x):
        return x if isinstance(x, Value) else Value(x)

    def __add__(self, other):
        other = self.node(other)
        return Value(self.data + other.data, (self, other), "+")

    def __sub__(self, other):
        other = self.node(other)
        return Value(self.data - other.data, (self, other), "-")

    def __mul__(self, other):
        other = self.node(other)
        return Value(self.data * other.data, (self, other), "*")

    def __truediv__(self, other):
        other = self.node(other)
        return Value(self.data / other.data, (self, other), "/")

    __radd__ = __add__
    __rmul__ = __mul__

    def __rsub__(self, other):
        return self.node(other) - self

    def __rtruediv__(self, other):
        return self.node(other) / self

    def __neg__(self):
        return Value(-self.data, (self,), "neg")

    def __pow__(self, n):
        return Value(self.data**n, (self,), n)

    def tanh(self):
        return Value(math.tanh(self.data), (self,), "tanh")

    def exp(self):
        return Value(math.exp(self.data), (self,), "exp")

    def relu(self):
        return Value(max(self.data, 0.0), (self,), "relu")

    def backward(self):
        order = list(inputs_first(self))
        for node in order:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(order):
            node._backward()


def build_topo(v, visited, topo):
    for node in inputs_first(v):
        visited.add(node)
        topo.append(node)


def zero_grad(root):
    seen = set()
    waiting = [root]
    while waiting:
        node = waiting.pop()
        node.grad = 0.0
        waiting.extend(p for p in node._prev if p not in seen)
