import math


def accepts_numbers(method):
    def wrapped(self, other):
        if not isinstance(other, Value):
            other = Value(float(other))
        return method(self, other)

    return wrapped


class Value:
    def __init__(self, data):
        self.data = data
        self.grad = 0.0
        self._prev = ()
        self._backward = None

    def _child(self, data, **rule):
        """rule: inputs=..., back=a function of the result's gradient"""
        out = Value(data)
        out._prev = rule["inputs"]
        out._backward = rule["back"]
        return out

    @accepts_numbers
    def __add__(self, other):
        return self._child(self.data + other.data, inputs=(self, other), back=lambda g: (g, g))

    @accepts_numbers
    def __sub__(self, other):
        return self._child(self.data - other.data, inputs=(self, other), back=lambda g: (g, -g))

    @accepts_numbers
    def __mul__(self, other):
        x, y = self.data, other.data
        return self._child(x * y, inputs=(self, other), back=lambda g: (y * g, x * g))

    @accepts_numbers
    def __truediv__(self, other):
        x, y = self.data, other.data
        return self._child(x / y, inputs=(self, other), back=lambda g: (g / y, -g * (x / y) / y))

    @accepts_numbers
    def __radd__(self, other):
        return other + self

    @accepts_numbers
    def __rsub__(self, other):
        return other - self

    @accepts_numbers
    def __rmul__(self, other):
        return other * self

    @accepts_numbers
    def __rtruediv__(self, other):
        return other / self

    def __neg__(self):
        return self._child(-self.data, inputs=(self,), back=lambda g: (-g,))

    def __pow__(self, n):
        if n == 0:
            return Value(1.0)
        x = self.data
        return self._child(x**n, inputs=(self,), back=lambda g: (g * n * x ** (n - 1),))

    def tanh(self):
        t = math.tanh(self.data)
        return self._child(t, inputs=(self,), back=lambda g: (g * (1.0 - t * t),))

    def exp(self):
        e = math.exp(self.data)
        return self._child(e, inputs=(self,), back=lambda g: (g * e,))

    def relu(self):
        on = self.data > 0
        return self._child(
            self.data if on else 0.0, inputs=(self,), back=lambda g: (g if on else 0.0,)
        )

    def backward(self):
        gradients = {self: 1.0}
        topo = []
        build_topo(self, set(), topo)
        for node in reversed(topo):
            g = gradients.pop(node, 0.0)
            if node._backward is None:
                node.grad += g
                continue
            node.grad = g
            for inp, part in zip(node._prev, node._backward(g)):
                gradients[inp] = gradients.get(inp, 0.0) + part


def build_topo(v, visited, topo):
    path = [v]
    rest = [list(v._prev)]
    visited.add(v)
    while path:
        if rest[-1]:
            node = rest[-1].pop(0)
            if node not in visited:
                visited.add(node)
                path.append(node)
                rest.append(list(node._prev))
        else:
            rest.pop()
            topo.append(path.pop())


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
