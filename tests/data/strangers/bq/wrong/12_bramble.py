import math


class Value:
    """Nodes carry a stamp: it says in which walk they were met last."""

    walk = 0

    def __init__(self, data, _prev=(), _op=""):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self._stamp = -1
        self._backward = self._leaf_rule

    def _leaf_rule(self):
        return

    def __repr__(self):
        return f"Value({self.data}, {self.grad}, {self._op!r})"

    def _binary(self, other, f, op):
        other = other if isinstance(other, Value) else Value(float(other))
        number, mine, yours = f(self.data, other.data)
        out = Value(number, (self, other), op)

        def rule():
            self.grad += mine * out.grad
            other.grad += yours * out.grad

        out._backward = rule
        return out

    def _unary(self, number, slope, op):
        out = Value(number, (self,), op)

        def rule():
            self.grad += slope * out.grad

        out._backward = rule
        return out

    def __add__(self, other):
        return self._binary(other, lambda a, b: (a + b, 1.0, 1.0), "+")

    def __radd__(self, other):
        return self._binary(other, lambda a, b: (b + a, 1.0, 1.0), "+")

    def __sub__(self, other):
        return self._binary(other, lambda a, b: (a - b, 1.0, -1.0), "-")

    def __rsub__(self, other):
        return self._binary(other, lambda a, b: (b - a, -1.0, 1.0), "-")

    def __mul__(self, other):
        return self._binary(other, lambda a, b: (a * b, b, a), "*")

    def __rmul__(self, other):
        return self._binary(other, lambda a, b: (b * a, b, a), "*")

    def __truediv__(self, other):
        return self._binary(other, lambda a, b: (a / b, 1 / b, -a / b**2), "/")

    def __rtruediv__(self, other):
        return self._binary(other, lambda a, b: (b / a, -b / a**2, 1 / a), "/")

    def __neg__(self):
        return self._unary(-self.data, -1.0, "neg")

    def __pow__(self, n):
        return self._unary(self.data**n, n * self.data ** (n - 1) if n else 0.0, "**")

    def tanh(self):
        t = math.tanh(self.data)
        return self._unary(t, 1 - t * t, "tanh")

    def exp(self):
        e = math.exp(self.data)
        return self._unary(e, e, "exp")

    def relu(self):
        positive = self.data > 0
        return self._unary(self.data if positive else 0.0, float(positive), "relu")

    def backward(self):
        Value.walk += 1
        topo = []
        build_topo(self, None, topo)
        for node in topo:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(topo):
            node._backward()


def build_topo(v, visited, topo):
    now = Value.walk
    pile = [v]
    while pile:
        node = pile.pop()
        if isinstance(node, tuple):
            topo.append(node[0])
        elif node._stamp != now:
            node._stamp = now
            pile.append((node,))
            pile.extend(node._prev)


def zero_grad(root):
    Value.walk += 1
    topo = []
    build_topo(root, None, topo)
    for node in topo:
        node.grad = 0.0
