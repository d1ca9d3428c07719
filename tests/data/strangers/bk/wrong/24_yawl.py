import math


class Value:
    def __init__(self, data, _prev=(), _op=""):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self._backward = None

    def __add__(self, other):
        return binary(self, other, "+")

    def __radd__(self, other):
        return binary(other, self, "+")

    def __sub__(self, other):
        return binary(self, other, "-")

    def __rsub__(self, other):
        return binary(other, self, "-")

    def __mul__(self, other):
        return binary(self, other, "*")

    def __rmul__(self, other):
        return binary(other, self, "*")

    def __truediv__(self, other):
        return binary(self, other, "/")

    def __rtruediv__(self, other):
        return binary(other, self, "/")

    def __neg__(self):
        return binary(-1.0, self, "*")

    def __pow__(self, n):
        return unary(self, "**", self.data**n, n * self.data ** (n - 1) if n else 0.0)

    def tanh(self):
        t = math.tanh(self.data)
        return unary(self, "tanh", t, 1.0 - t * t)

    def exp(self):
        e = math.exp(self.data)
        return unary(self, "exp", e, e)

    def relu(self):
        if self.data > 0.0:
            return unary(self, "relu", self.data, 1.0)
        return unary(self, "relu", 0.0, 0.0)

    def backward(self):
        order = []
        build_topo(self, set(), order)
        for node in order:
            if node._backward:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(order):
            if node._backward:
                node._backward(node.grad)


def binary(x, y, op):
    x = x if isinstance(x, Value) else Value(x)
    y = y if isinstance(y, Value) else Value(y)
    a, b = x.data, y.data
    if op == "+":
        data, dx, dy = a + b, 1.0, 1.0
    elif op == "-":
        data, dx, dy = a - b, 1.0, -1.0
    elif op == "*":
        data, dx, dy = a * b, b, a
    else:
        data = a / b
        dx, dy = 1.0 / b, -data / b
    out = Value(data, (x, y), op)

    def rule(g):
        x.grad += dx * g
        y.grad += dy * g

    out._backward = rule
    return out


def unary(x, op, data, slope):
    out = Value(data, (x,), op)

    def rule(g):
        x.grad += slope * g

    out._backward = rule
    return out


def build_topo(v, visited, topo):
    visited.add(v)
    trail = [(v, iter(v._prev))]
    while trail:
        node, inputs = trail[-1]
        for p in inputs:
            if p not in visited:
                visited.add(p)
                trail.append((p, iter(p._prev)))
                break
        else:
            trail.pop()
            topo.append(node)


def zero_grad(root):
    todo = [root]
    while todo:
        node = todo.pop()
        node.grad = 0.0
        todo.extend(node._prev)
