import math


def num(x):
    """The number in x, be it a Value or a plain number."""
    return x.data if isinstance(x, Value) else x


def val(x):
    return x if isinstance(x, Value) else Value(x)


class Value:
    def __init__(self, data, _prev=(), _op="", _n=None):
        self.data = float(data)
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self._n = _n

    def _backward(self):
        op, g = self._op, self.grad
        if op == "":
            return
        a, b = self._prev[0], self._prev[-1]
        if op == "+":
            a.grad += g
            b.grad += g
        elif op == "-":
            a.grad += g
            b.grad -= g
        elif op == "*":
            x, y = a.data, b.data
            a.grad += g * y
            b.grad += g * x
        elif op == "/":
            x, y = a.data, b.data
            a.grad += g / y
            b.grad -= g * x / (y * y)
        elif op == "**":
            a.grad += g * self._n * a.data ** (self._n - 1)
        elif op == "tanh":
            a.grad += g * (1 - self.data * self.data)
        elif op == "exp":
            a.grad += g * self.data
        elif op == "relu":
            a.grad += g if a.data > 0 else 0.0

    def __add__(self, other):
        if num(other) == 0:
            return self  # nothing to add: saves a node
        other = val(other)
        return Value(self.data + other.data, (self, other), "+")

    def __radd__(self, other):
        return self + other

    def __sub__(self, other):
        other = val(other)
        return Value(self.data - other.data, (self, other), "-")

    def __rsub__(self, other):
        return val(other) - self

    def __mul__(self, other):
        other = val(other)
        return Value(self.data * other.data, (self, other), "*")

    def __rmul__(self, other):
        return self * other

    def __truediv__(self, other):
        other = val(other)
        return Value(self.data / other.data, (self, other), "/")

    def __rtruediv__(self, other):
        return val(other) / self

    def __neg__(self):
        return self * -1

    def __pow__(self, n):
        if n == 0:
            return self * 0 + 1
        return Value(self.data**n, (self,), "**", n)

    def tanh(self):
        return Value(math.tanh(self.data), (self,), "tanh")

    def exp(self):
        return Value(math.exp(self.data), (self,), "exp")

    def relu(self):
        return Value(self.data if self.data > 0 else 0.0, (self,), "relu")

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._op:
                node.grad = 0.0
        self.grad += 1.0
        for node in topo[::-1]:
            node._backward()


def build_topo(v, visited, topo):
    todo = [(v, False)]
    while todo:
        node, done = todo.pop()
        if done:
            topo.append(node)
        elif node not in visited:
            visited.add(node)
            todo.append((node, True))
            for child in node._prev:
                todo.append((child, False))


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
