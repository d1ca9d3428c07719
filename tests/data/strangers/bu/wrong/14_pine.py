import math


class Value:
    """op is None for a leaf. extra is the exponent of a power."""

    def __init__(self, data, _prev=(), op=None, extra=None):
        self.data = float(data)
        self.grad = 0.0
        self._prev = _prev
        self.op = op
        self.extra = extra

    # ---------------- forward ----------------

    def __add__(self, other):
        if not isinstance(other, Value):
            other = Value(other)
        return Value(self.data + other.data, (self, other), "+")

    def __sub__(self, other):
        if not isinstance(other, Value):
            other = Value(other)
        return Value(self.data - other.data, (self, other), "-")

    def __mul__(self, other):
        if not isinstance(other, Value):
            other = Value(other)
        return Value(self.data * other.data, (self, other), "*")

    def __truediv__(self, other):
        if not isinstance(other, Value):
            other = Value(other)
        return Value(self.data / other.data, (self, other), "/")

    def __radd__(self, other):
        return Value(other) + self

    def __rsub__(self, other):
        return Value(other) - self

    def __rmul__(self, other):
        return Value(other) * self

    def __rtruediv__(self, other):
        return Value(other) / self

    def __neg__(self):
        return Value(-self.data, (self,), "neg")

    def __pow__(self, n):
        return Value(self.data**n, (self,), "**", n)

    def tanh(self):
        return Value(math.tanh(self.data), (self,), "tanh")

    def exp(self):
        return Value(math.exp(self.data), (self,), "exp")

    def relu(self):
        return Value(self.data if self.data > 0 else 0.0, (self,), "relu")

    # ---------------- backward ----------------

    def _backward(self):
        if self.op is None:
            return
        a = self._prev[0]
        b = self._prev[-1]
        if self.op == "+":
            a.grad += self.grad
            b.grad += self.grad
        elif self.op == "-":
            a.grad += self.grad
            b.grad -= self.grad
        elif self.op == "*":
            a.grad += self.grad * b.data
            b.grad += self.grad * a.data
        elif self.op == "/":
            a.grad += self.grad / b.data
            b.grad -= self.grad * self.data / b.data
        elif self.op == "neg":
            a.grad -= self.grad
        elif self.op == "**":
            if self.extra != 0:
                a.grad += self.grad * self.extra * a.data ** (self.extra - 1)
        elif self.op == "tanh":
            a.grad += self.grad * (1.0 - self.data * self.data)
        elif self.op == "exp":
            a.grad += self.grad * self.data
        elif self.op == "relu":
            if self.grad > 0:
                a.grad += self.grad
        else:
            raise ValueError("unknown op " + self.op)

    def backward(self):
        topo = []
        build_topo(self, set(), topo)

        # a fresh start for everything that is not a leaf
        for node in topo:
            if node.op is not None:
                node.grad = 0.0
        self.grad = self.grad + 1.0

        topo.reverse()
        for node in topo:
            node._backward()


def build_topo(v, visited, topo):
    # depth first, a node is written down when it is met for the second time
    state = {}  # 1 = open, 2 = closed
    stack = [v]
    while stack:
        node = stack[-1]
        if node not in state:
            state[node] = 1
            for child in node._prev:
                if child not in state:
                    stack.append(child)
        else:
            stack.pop()
            if state[node] == 1:
                state[node] = 2
                topo.append(node)
    visited.update(state)


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
