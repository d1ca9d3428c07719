import math


class Value:
    """_backward(g) gives pairs: an input and what it gets if this node has the gradient g."""

    def __init__(self, data, _prev=(), _backward=lambda g: ()):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._backward = _backward

    def __add__(self, other):
        other = of(other)
        return Value(self.data + other.data, (self, other), lambda g: ((self, g), (other, g)))

    def __mul__(self, other):
        other = of(other)
        x, y = self.data, other.data
        return Value(x * y, (self, other), lambda g: ((self, g * y), (other, g * x)))

    def __truediv__(self, other):
        other = of(other)
        y = other.data
        q = self.data / y
        return Value(q, (self, other), lambda g: ((self, g / y), (other, -g * q / y)))

    def __pow__(self, n):
        slope = n * self.data ** (n - 1) if n else 0.0
        return Value(self.data**n, (self,), lambda g: ((self, g * slope),))

    def __neg__(self):
        return self * -1.0

    def __sub__(self, other):
        return self + -of(other)

    def __radd__(self, other):
        return of(other) + self

    def __rsub__(self, other):
        return of(other) + -self

    def __rmul__(self, other):
        return of(other) * self

    def __rtruediv__(self, other):
        return of(other) / self

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, (self,), lambda g: ((self, g * (1.0 - t * t)),))

    def exp(self):
        e = math.exp(self.data)
        return Value(e, (self,), lambda g: ((self, g * e),))

    def relu(self):
        on = self.data > 0
        return Value(self.data * on if on else 0.0, (self,), lambda g: ((self, g if on else 0.0),))

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        sums = dict.fromkeys(topo, 0.0)
        sums[self] = 1.0
        for node in reversed(topo):
            for below, share in node._backward(sums[node]):
                sums[below] += share
        for node, total in sums.items():
            if node._prev == ():
                node.grad += total


def of(x):
    return x if isinstance(x, Value) else Value(x)


def build_topo(v, visited, topo):
    steps = [(None, v)]
    while steps:
        act, node = steps.pop()
        if act:
            act(node)
        elif node not in visited:
            visited.add(node)
            steps.append((topo.append, node))
            steps.extend((None, n) for n in node._prev)


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
