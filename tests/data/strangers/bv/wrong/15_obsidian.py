import math
from collections import namedtuple

Op = namedtuple("Op", "name inputs extra")
LEAF = Op("leaf", (), None)


def derivatives(op, y):
    """The derivative of a node with the value y by each of its inputs."""
    x = [node.data for node in op.inputs]
    match op.name:
        case "leaf":
            return []
        case "add":
            return [1.0, 1.0]
        case "sub":
            return [1.0, -1.0]
        case "mul":
            return [x[1], x[0]]
        case "div":
            return [1.0 / x[1], -y / x[1]]
        case "pow":
            return [op.extra * x[0] ** (op.extra - 1) if op.extra else 0.0]
        case "neg":
            return [-1.0]
        case "tanh":
            return [1.0 - y * y]
        case "exp":
            return [y]
        case "relu":
            return [1.0 if x[0] > 0 else 0.0]


class Value:
    def __init__(self, data, op=LEAF):
        self.data = data
        self.grad = 0.0
        self.op = op

    @property
    def _prev(self):
        return self.op.inputs

    def _backward(self):
        if abs(self.grad) < 1e-12:
            return
        for node, d in zip(self.op.inputs, derivatives(self.op, self.data)):
            node.grad += self.grad * d

    def _two(self, name, other, compute, flip=False):
        if not isinstance(other, Value):
            other = Value(other)
        a, b = (other, self) if flip else (self, other)
        return Value(compute(a.data, b.data), Op(name, (a, b), None))

    def _one(self, name, data, extra=None):
        return Value(data, Op(name, (self,), extra))

    def __add__(self, other):
        return self._two("add", other, lambda x, y: x + y)

    def __radd__(self, other):
        return self._two("add", other, lambda x, y: x + y, True)

    def __sub__(self, other):
        return self._two("sub", other, lambda x, y: x - y)

    def __rsub__(self, other):
        return self._two("sub", other, lambda x, y: x - y, True)

    def __mul__(self, other):
        return self._two("mul", other, lambda x, y: x * y)

    def __rmul__(self, other):
        return self._two("mul", other, lambda x, y: x * y, True)

    def __truediv__(self, other):
        return self._two("div", other, lambda x, y: x / y)

    def __rtruediv__(self, other):
        return self._two("div", other, lambda x, y: x / y, True)

    def __pow__(self, n):
        return self._one("pow", self.data**n, n)

    def __neg__(self):
        return self._one("neg", -self.data)

    def tanh(self):
        return self._one("tanh", math.tanh(self.data))

    def exp(self):
        return self._one("exp", math.exp(self.data))

    def relu(self):
        return self._one("relu", max(0.0, self.data))

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for v in topo:
            if v.op is not LEAF:
                v.grad = 0.0
        self.grad += 1.0
        for v in reversed(topo):
            v._backward()


def build_topo(v, visited, topo):
    stack = [v]
    finished = set()
    while stack:
        v = stack.pop()
        if v in finished:
            continue
        if v in visited:
            finished.add(v)
            topo.append(v)
            continue
        visited.add(v)
        stack.append(v)
        for p in v._prev:
            if p not in visited:
                stack.append(p)


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for v in topo:
        v.grad = 0.0
