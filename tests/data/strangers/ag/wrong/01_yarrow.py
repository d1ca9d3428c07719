import math


class Value:
    def __init__(self, data, _prev=(), _op=""):
        self.data = float(data)
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self._backward = lambda: None
        self._order = None      # filled in by the first backward()

    def __repr__(self):
        return f"Value({self.data:.4f}, {self._op or 'leaf'})"

    def __add__(self, other):
        other = wrap(other)
        out = Value(self.data + other.data, (self, other), "+")

        def rule():
            self.grad += out.grad
            other.grad += out.grad

        out._backward = rule
        return out

    def __mul__(self, other):
        other = wrap(other)
        out = Value(self.data * other.data, (self, other), "*")

        x, y = self.data, other.data

        def rule():
            self.grad += y * out.grad
            other.grad += x * out.grad

        out._backward = rule
        return out

    def __pow__(self, n):
        x = self.data
        out = Value(x ** n, (self,), "**")

        def rule():
            if n != 0:
                self.grad += n * x ** (n - 1) * out.grad

        out._backward = rule
        return out

    def tanh(self):
        t = math.tanh(self.data)
        out = Value(t, (self,), "tanh")

        def rule():
            self.grad += (1 - t * t) * out.grad

        out._backward = rule
        return out

    def exp(self):
        e = math.exp(self.data)
        out = Value(e, (self,), "exp")

        def rule():
            self.grad += e * out.grad

        out._backward = rule
        return out

    def relu(self):
        on = self.data > 0
        out = Value(self.data if on else 0.0, (self,), "relu")

        def rule():
            if on:
                self.grad += out.grad

        out._backward = rule
        return out

    def __neg__(self):
        return self * -1

    def __sub__(self, other):
        return self + -wrap(other)

    def __rsub__(self, other):
        return wrap(other) - self

    def __truediv__(self, other):
        return self * wrap(other) ** -1

    def __rtruediv__(self, other):
        return wrap(other) / self

    __radd__ = __add__
    __rmul__ = __mul__

    def backward(self):
        if self._order is None:
            self._order = []
            build_topo(self, set(), self._order)
        order = self._order
        for node in order:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        order.reverse()
        for node in order:
            node._backward()


def wrap(x):
    return x if isinstance(x, Value) else Value(x)


def build_topo(v, visited, topo):
    stack = [(v, False)]
    while stack:
        node, done = stack.pop()
        if done:
            topo.append(node)
        elif node not in visited:
            visited.add(node)
            stack.append((node, True))
            for p in node._prev:
                stack.append((p, False))


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
