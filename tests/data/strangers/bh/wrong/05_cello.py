import math


def _number(x):
    return isinstance(x, (int, float))


class Value:
    def __init__(self, data, _prev=(), _op=""):
        self.data = float(data)
        self.grad = 0.0
        self._prev = tuple(_prev)
        self._op = _op
        self._backward = None  # takes the gradient of this node
        self._memo = {}

    # -- building blocks -------------------------------------------------

    def _binary(self, other, op, f, da, db):
        if _number(other):
            other = Value(other)
        out = Value(f(self.data, other.data), (self, other), op)

        def rule(g):
            x, y = self.data, other.data
            self.grad += g * da(x, y)
            other.grad += g * db(x, y)

        out._backward = rule
        return out

    def _function(self, name, f, slope):
        made = self._memo.get(name)
        if made is not None:
            return made
        out = Value(f(self.data), (self,), name)

        def rule(g):
            self.grad += g * slope(self.data, out.data)

        out._backward = rule
        self._memo[name] = out
        return out

    # -- operators -------------------------------------------------------

    def __add__(self, other):
        return self._binary(other, "+", lambda x, y: x + y, lambda x, y: 1, lambda x, y: 1)

    def __sub__(self, other):
        return self._binary(other, "-", lambda x, y: x - y, lambda x, y: 1, lambda x, y: -1)

    def __mul__(self, other):
        return self._binary(other, "*", lambda x, y: x * y, lambda x, y: y, lambda x, y: x)

    def __truediv__(self, other):
        return self._binary(
            other, "/", lambda x, y: x / y, lambda x, y: 1 / y, lambda x, y: -x / y**2
        )

    def __radd__(self, other):
        return Value(other) + self

    def __rsub__(self, other):
        return Value(other) - self

    def __rmul__(self, other):
        return Value(other) * self

    def __rtruediv__(self, other):
        return Value(other) / self

    def __neg__(self):
        return self * -1.0

    def __pow__(self, n):
        out = Value(self.data**n, (self,), "**")

        def rule(g):
            if n != 0:
                self.grad += g * n * self.data ** (n - 1)

        out._backward = rule
        return out

    def tanh(self):
        return self._function("tanh", math.tanh, lambda x, y: 1 - y * y)

    def exp(self):
        return self._function("exp", math.exp, lambda x, y: y)

    def relu(self):
        return self._function("relu", lambda x: max(x, 0.0), lambda x, y: 1.0 if x > 0 else 0.0)

    # -- backward --------------------------------------------------------

    def backward(self):
        order = []
        build_topo(self, set(), order)
        for node in order:
            if node._backward is not None:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(order):
            if node._backward is not None:
                node._backward(node.grad)


def build_topo(v, visited, topo):
    ENTER, LEAVE = 0, 1
    jobs = [(ENTER, v)]
    while jobs:
        job, node = jobs.pop()
        if job == LEAVE:
            topo.append(node)
            continue
        if node in visited:
            continue
        visited.add(node)
        jobs.append((LEAVE, node))
        jobs.extend((ENTER, child) for child in node._prev if child not in visited)


def zero_grad(root):
    order = []
    build_topo(root, set(), order)
    for node in order:
        node.grad = 0.0
