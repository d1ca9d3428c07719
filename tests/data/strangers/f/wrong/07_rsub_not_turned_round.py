import math
import operator

ARITHMETIC = {
    "add": (operator.add, lambda x, y, out: (1.0, 1.0)),
    "sub": (operator.sub, lambda x, y, out: (1.0, -1.0)),
    "mul": (operator.mul, lambda x, y, out: (y, x)),
    "div": (operator.truediv, lambda x, y, out: (1.0 / y, -out / y)),
}
CURVES = {
    "tanh": (math.tanh, lambda x, out: 1.0 - out * out),
    "exp": (math.exp, lambda x, out: out),
    "relu": (lambda x: x if x > 0.0 else 0.0, lambda x, out: float(x > 0.0)),
    "neg": (operator.neg, lambda x, out: -1.0),
}


def node_of(x):
    if isinstance(x, Value):
        return x
    return Value(float(x))


def combine(name, left, right):
    left, right = node_of(left), node_of(right)
    forward, partials = ARITHMETIC[name]
    out = Value(forward(left.data, right.data), [left, right])

    def rule():
        d_left, d_right = partials(left.data, right.data, out.data)
        left.grad += d_left * out.grad
        right.grad += d_right * out.grad

    out._backward = rule
    return out


def curve(name, node):
    forward, slope = CURVES[name]
    out = Value(forward(node.data), [node])

    def rule():
        node.grad += slope(node.data, out.data) * out.grad

    out._backward = rule
    return out


def raised(node, n):
    out = Value(node.data ** n, [node])

    def rule():
        if n != 0:
            node.grad += n * node.data ** (n - 1) * out.grad

    out._backward = rule
    return out


def nothing():
    pass


class Value:
    def __init__(self, data, inputs=()):
        self.data = data
        self.grad = 0.0
        self._prev = list(inputs)
        self._backward = nothing

    def __add__(self, k):
        return combine("add", self, k)

    def __radd__(self, k):
        return combine("add", self, k)

    def __sub__(self, k):
        return combine("sub", self, k)

    def __rsub__(self, k):
        return combine("sub", self, k)

    def __mul__(self, k):
        return combine("mul", self, k)

    def __rmul__(self, k):
        return combine("mul", self, k)

    def __truediv__(self, k):
        return combine("div", self, k)

    def __rtruediv__(self, k):
        return combine("div", k, self)

    def __pow__(self, n):
        return raised(self, n)

    def __neg__(self):
        return curve("neg", self)

    def tanh(self):
        return curve("tanh", self)

    def exp(self):
        return curve("exp", self)

    def relu(self):
        return curve("relu", self)

    def backward(self):
        nodes = []
        build_topo(self, set(), nodes)
        for node in nodes:
            if len(node._prev) > 0:
                node.grad = 0.0
        self.grad += 1.0
        for node in nodes[::-1]:
            node._backward()


def build_topo(v, visited, topo):
    # Kahn, from the inputs' side
    found = [v]
    visited.add(v)
    users = {v: []}
    for node in found:
        for p in node._prev:
            if p not in visited:
                visited.add(p)
                users[p] = []
                found.append(p)
            users[p].append(node)
    lacking = {node: len(node._prev) for node in found}
    free = [node for node in found if not node._prev]
    while free:
        node = free.pop()
        topo.append(node)
        for user in users[node]:
            lacking[user] -= 1
            if lacking[user] == 0:
                free.append(user)


def zero_grad(root):
    nodes = []
    build_topo(root, set(), nodes)
    for node in nodes:
        node.grad = 0.0
