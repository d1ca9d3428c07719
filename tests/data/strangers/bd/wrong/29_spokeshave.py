"""Engine with one long step function. A node stores only the name of what made it."""

import math


class Value:
    def __init__(self, data, _prev=(), _op="", _n=None):
        self.data = float(data)
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self._n = _n
        self._backward = lambda: step(self)

    def __repr__(self):
        return f"Value(data={self.data}, grad={self.grad})"

    def __add__(self, other):
        other = promote(other)
        return Value(self.data + other.data, (self, other), "add")

    def __sub__(self, other):
        other = promote(other)
        return Value(self.data - other.data, (self, other), "sub")

    def __mul__(self, other):
        other = promote(other)
        return Value(self.data * other.data, (self, other), "mul")

    def __truediv__(self, other):
        other = promote(other)
        return Value(self.data / other.data, (self, other), "div")

    def __pow__(self, n):
        return Value(self.data**n, (self,), "pow", n)

    def __neg__(self):
        return Value(-self.data, (self,), "neg")

    def __radd__(self, other):
        return promote(other) + self

    def __rsub__(self, other):
        return promote(other) - self

    def __rmul__(self, other):
        return promote(other) * self

    def __rtruediv__(self, other):
        return promote(other) / self

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
        for node in reversed(topo):
            node._backward()


def promote(x):
    if isinstance(x, Value):
        return x
    return Value(x)


def step(out):
    """Pass the gradient of `out` on to its inputs."""
    op = out._op
    g = out.grad
    if op == "":
        return
    if len(out._prev) == 2:
        a, b = out._prev
        if op == "add":
            a.grad += g
            b.grad += g
        elif op == "sub":
            a.grad += g
            b.grad -= g
        elif op == "mul":
            a.grad += g * b.data
            b.grad += g * a.data
        elif op == "div":
            a.grad += g / b.data
            b.grad -= out.data / b.data
    else:
        (a,) = out._prev
        if op == "neg":
            a.grad -= g
        elif op == "pow":
            if out._n != 0:
                a.grad += g * out._n * a.data ** (out._n - 1)
        elif op == "tanh":
            a.grad += g * (1.0 - out.data * out.data)
        elif op == "exp":
            a.grad += g * out.data
        elif op == "relu":
            if a.data > 0:
                a.grad += g


def build_topo(v, visited, topo):
    """Root first with all inputs behind it would be wrong: so each node is met twice."""
    todo = [v]
    while todo:
        node = todo.pop()
        if isinstance(node, tuple):
            topo.append(node[0])
        elif node not in visited:
            visited.add(node)
            todo.append((node,))
            todo.extend(node._prev)


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
