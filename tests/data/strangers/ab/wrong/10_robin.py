"""A tiny torch: scalars only."""

from math import exp, tanh


class Value:
    cleared = False

    def __init__(self, data, _prev=(), _op="leaf"):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self._backward = None

    def __str__(self):
        return f"{self._op}: {self.data}"

    def _other(self, x):
        return x if isinstance(x, Value) else Value(x, (), "number")

    def __add__(self, x):
        x = self._other(x)
        out = Value(self.data + x.data, (self, x), "+")

        def rule():
            for node in out._prev:
                node.grad += out.grad

        out._backward = rule
        return out

    def __mul__(self, x):
        x = self._other(x)
        out = Value(self.data * x.data, (self, x), "*")

        def rule():
            a, b = out._prev
            a.grad += b.data * out.grad
            b.grad += a.data * out.grad

        out._backward = rule
        return out

    def _with_slope(self, data, op, slope):
        out = Value(data, (self,), op)

        def rule():
            self.grad += slope() * out.grad

        out._backward = rule
        return out

    def __pow__(self, n):
        base = self.data
        return self._with_slope(base**n, "**", lambda: n * base ** (n - 1) if n else 0)

    def tanh(self):
        t = tanh(self.data)
        return self._with_slope(t, "tanh", lambda: 1 - t * t)

    def exp(self):
        e = exp(self.data)
        return self._with_slope(e, "exp", lambda: e)

    def relu(self):
        r = self.data if self.data > 0 else 0.0
        return self._with_slope(r, "relu", lambda: 1 if r > 0 else 0)

    def __neg__(self):
        return self._with_slope(-self.data, "neg", lambda: -1)

    def __sub__(self, x):
        return self + -self._other(x)

    def __truediv__(self, x):
        return self * self._other(x) ** -1

    def __radd__(self, x):
        return self._other(x) + self

    def __rmul__(self, x):
        return self._other(x) * self

    def __rsub__(self, x):
        return self._other(x) - self

    def __rtruediv__(self, x):
        return self._other(x) / self

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        inner = [node for node in topo if node._prev]
        for node in inner:
            node.grad = 0.0
        self.grad += 1.0
        for node in reversed(inner):
            node._backward()


def build_topo(v, visited, topo):
    stack = [v]
    while stack:
        node = stack[-1]
        fresh = [n for n in node._prev if n not in visited] if node not in visited else []
        if fresh:
            stack.extend(fresh)
            continue
        stack.pop()
        if node not in visited:
            visited.add(node)
            topo.append(node)


def zero_grad(root):
    trail = []
    stack = [root]
    while stack:
        node = stack.pop()
        if node.cleared:
            continue
        node.cleared = True
        node.grad = 0.0
        if node._prev:
            trail.append(node)
            stack.extend(node._prev)
    for node in trail:
        node.cleared = False
