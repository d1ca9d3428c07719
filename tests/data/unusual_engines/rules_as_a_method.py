import math


class Value:
    """One rule for all operators, as a method; slopes are worked out when they are needed."""

    def __init__(self, data, inputs=(), op=None):
        self.data = float(data)
        self.grad = 0.0
        self._prev = inputs
        self._op = op

    def _slopes(self):
        x = [node.data for node in self._prev]
        if self._op == "+":
            return 1.0, 1.0
        if self._op == "-":
            return 1.0, -1.0
        if self._op == "*":
            return x[1], x[0]
        if self._op == "/":
            return 1.0 / x[1], -x[0] / x[1] ** 2
        if self._op == "tanh":
            return (1.0 - self.data**2,)
        if self._op == "exp":
            return (self.data,)
        if self._op == "relu":
            return (float(x[0] > 0),)
        return (self._op * x[0] ** (self._op - 1) if self._op else 0.0,)

    def _backward(self):
        for node, slope in zip(self._prev, self._slopes() if self._prev else ()):
            node.grad += slope * self.grad

    def __add__(self, other): return make("+", self, other)
    def __radd__(self, other): return make("+", other, self)
    def __sub__(self, other): return make("-", self, other)
    def __rsub__(self, other): return make("-", other, self)
    def __mul__(self, other): return make("*", self, other)
    def __rmul__(self, other): return make("*", other, self)
    def __truediv__(self, other): return make("/", self, other)
    def __rtruediv__(self, other): return make("/", other, self)
    def __neg__(self): return make("-", 0.0, self)
    def __pow__(self, n): return Value(self.data**n, (self,), n)
    def tanh(self): return Value(math.tanh(self.data), (self,), "tanh")
    def exp(self): return Value(math.exp(self.data), (self,), "exp")
    def relu(self): return Value(max(0.0, self.data), (self,), "relu")

    def backward(self, grad=1):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._prev:
                node.grad = 0.0
        self.grad += grad
        for node in reversed(topo):
            node._backward()
        return self


FORWARD = {
    "+": lambda x, y: x + y, "-": lambda x, y: x - y,
    "*": lambda x, y: x * y, "/": lambda x, y: x / y,
}


def make(op, *operands):
    nodes = tuple(o if isinstance(o, Value) else Value(o) for o in operands)
    return Value(FORWARD[op](*(node.data for node in nodes)), nodes, op)


def build_topo(v, visited, topo):
    """By consumer counts, turned round."""
    waiting, stack = {v: 0}, [v]
    while stack:
        for source in stack.pop()._prev:
            if source not in waiting:
                waiting[source] = 0
                stack.append(source)
            waiting[source] += 1
    ready, order = [v], []
    while ready:
        node = ready.pop(0)
        order.append(node)
        for source in node._prev:
            waiting[source] -= 1
            if not waiting[source]:
                ready.append(source)
    topo.extend(reversed(order))
    return topo


def zero_grad(root):
    topo = []
    for node in build_topo(root, set(), topo):
        node.grad = 0.0
    return topo
