import math

BIG = 1e15


def tame(g):
    """Keep a gradient in a range in which sums of gradients still mean something."""
    return min(max(g, -BIG), BIG)


class Value:
    def __init__(self, data, _prev=(), _op=""):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self._backward = None

    def __add__(self, other):
        other = up(other)

        def rule(g):
            yield self, g
            yield other, g

        return down(self.data + other.data, (self, other), "+", rule)

    def __mul__(self, other):
        other = up(other)

        def rule(g):
            yield self, g * other.data
            yield other, g * self.data

        return down(self.data * other.data, (self, other), "*", rule)

    def __sub__(self, other):
        other = up(other)

        def rule(g):
            yield self, g
            yield other, -g

        return down(self.data - other.data, (self, other), "-", rule)

    def __truediv__(self, other):
        other = up(other)
        q = self.data / other.data

        def rule(g):
            yield self, g / other.data
            yield other, -g * q / other.data

        return down(q, (self, other), "/", rule)

    def __pow__(self, n):
        def rule(g):
            yield self, (g * n * self.data ** (n - 1) if n else 0.0)

        return down(self.data**n, (self,), "**", rule)

    def __neg__(self):
        def rule(g):
            yield self, -g

        return down(-self.data, (self,), "neg", rule)

    def __radd__(self, other):
        return up(other) + self

    def __rsub__(self, other):
        return up(other) - self

    def __rmul__(self, other):
        return up(other) * self

    def __rtruediv__(self, other):
        return up(other) / self

    def tanh(self):
        t = math.tanh(self.data)

        def rule(g):
            yield self, g * (1 - t * t)

        return down(t, (self,), "tanh", rule)

    def exp(self):
        e = math.exp(self.data)

        def rule(g):
            yield self, g * e

        return down(e, (self,), "exp", rule)

    def relu(self):
        def rule(g):
            if self.data > 0:
                yield self, g

        return down(max(self.data, 0.0), (self,), "relu", rule)

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(topo):
            if node._backward is not None:
                for p, share in node._backward(tame(node.grad)):
                    p.grad += share


def up(x):
    return x if isinstance(x, Value) else Value(x)


def down(data, prev, op, rule):
    node = Value(data, prev, op)
    node._backward = rule
    return node


def build_topo(v, visited, topo):
    todo = [v]
    while todo:
        node = todo[-1]
        missing = None
        if node not in visited:
            for p in node._prev:
                if p not in visited:
                    missing = p
                    break
        if missing is not None:
            todo.append(missing)
            continue
        todo.pop()
        if node not in visited:
            visited.add(node)
            topo.append(node)


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
