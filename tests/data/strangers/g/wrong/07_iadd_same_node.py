import math


class Value:
    """One method holds all the rules, by the operator's name."""

    def __init__(self, data, _prev=(), _op="", _n=None):
        self.data = float(data)
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self._n = _n

    def _backward(self):
        g, op = self.grad, self._op
        if op == "":
            return
        a, b = self._prev[0], self._prev[-1]
        if op == "+":
            a.grad += g
            b.grad += g
        elif op == "*":
            a.grad += g * b.data
            b.grad += g * a.data
        elif op == "**":
            if self._n != 0:
                a.grad += g * self._n * a.data ** (self._n - 1)
        elif op == "tanh":
            a.grad += g * (1 - self.data**2)
        elif op == "exp":
            a.grad += g * self.data
        elif op == "relu":
            if a.data > 0:
                a.grad += g

    def __add__(self, other):
        other = value_of(other)
        return Value(self.data + other.data, (self, other), "+")

    def __iadd__(self, other):
        self.data += value_of(other).data
        return self

    def __mul__(self, other):
        other = value_of(other)
        return Value(self.data * other.data, (self, other), "*")

    def __pow__(self, n):
        return Value(self.data**n, (self,), "**", n)

    def tanh(self):
        return Value(math.tanh(self.data), (self,), "tanh")

    def exp(self):
        return Value(math.exp(self.data), (self,), "exp")

    def relu(self):
        return Value(self.data if self.data > 0 else 0.0, (self,), "relu")

    def __radd__(self, other): return value_of(other) + self
    def __rmul__(self, other): return value_of(other) * self
    def __neg__(self): return -1 * self
    def __sub__(self, other): return self + -1 * value_of(other)
    def __rsub__(self, other): return other + -1 * self
    def __truediv__(self, other): return self * value_of(other) ** -1
    def __rtruediv__(self, other): return other * self**-1

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._op:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(topo):
            node._backward()


def value_of(x):
    return x if isinstance(x, Value) else Value(x)


def build_topo(v, visited, topo):
    stack = [("open", v)]
    while stack:
        what, node = stack.pop()
        if what == "close":
            topo.append(node)
        elif id(node) not in visited:
            visited.add(id(node))
            stack.append(("close", node))
            for p in node._prev:
                stack.append(("open", p))


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
