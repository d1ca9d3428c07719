import math


class Value:
    def __init__(self, data, _prev=(), _op=""):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._op = _op

    def _backward(self):
        g = self.grad
        if self._op == "+":
            a, b = self._prev
            a.grad += g
            b.grad += g
        elif self._op == "-":
            a, b = self._prev
            a.grad += g
            b.grad -= g
        elif self._op == "*":
            a, b = self._prev
            a.grad += g * b.data
            b.grad += g * a.data
        elif self._op == "/":
            a, b = self._prev
            a.grad += g / b.data
            b.grad -= g * self.data / b.data
        elif self._op == "**":
            (a,) = self._prev
            if self.exponent != 0:
                a.grad += g * self.exponent * a.data ** (self.exponent - 1)
        elif self._op == "tanh":
            (a,) = self._prev
            a.grad += g * (1.0 - self.data * self.data)
        elif self._op == "exp":
            (a,) = self._prev
            a.grad += g * self.data
        elif self._op == "relu":
            (a,) = self._prev
            if self.data > 0:
                a.grad += g

    def __add__(self, other):
        other = value(other)
        return Value(self.data + other.data, (self, other), "+")

    def __sub__(self, other):
        other = value(other)
        return Value(self.data - other.data, (self, other), "-")

    def __mul__(self, other):
        other = value(other)
        return Value(self.data * other.data, (self, other), "*")

    def __truediv__(self, other):
        other = value(other)
        return Value(self.data / other.data, (self, other), "/")

    def __pow__(self, n):
        out = Value(self.data**n, (self,), "**")
        out.exponent = n
        return out

    def __neg__(self):
        return value(0.0) - self

    def __radd__(self, other):
        return value(other) + self

    def __rsub__(self, other):
        return value(other) - self

    def __rmul__(self, other):
        return value(other) * self

    def __rtruediv__(self, other):
        return value(other) / self

    def tanh(self):
        return Value(math.tanh(self.data), (self,), "tanh")

    def exp(self):
        return Value(math.exp(self.data), (self,), "exp")

    def relu(self):
        return Value(max(0.0, self.data), (self,), "relu")

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._op:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(topo):
            node._backward()


def value(x):
    return x if isinstance(x, Value) else Value(x)


def build_topo(v, visited, topo):
    # how many consumers is each node still waiting for?
    waiting = {}
    stack = [v]
    visited.add(v)
    while stack:
        for p in stack.pop()._prev:
            waiting[p] = waiting.get(p, 0) + 1
            if p not in visited:
                visited.add(p)
                stack.append(p)
    # the root first, then whoever waits for nobody any more
    ready = [v]
    while ready:
        node = ready.pop()
        topo.append(node)
        for p in node._prev:
            waiting[p] -= 1
            if not waiting[p]:
                ready.append(p)
    # inputs have to come first
    topo = topo[::-1]


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
