import math


class Value:
    """`_backward` maps the gradient of a node to the gradients of its inputs."""

    def __init__(self, data, _prev=(), _op="", _backward=None):
        self.data = float(data)
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self._backward = _backward

    def __add__(self, o):
        o = _(o)
        return Value(self.data + o.data, (self, o), '+', lambda g: [g, g])

    def __sub__(self, o):
        o = _(o)
        return Value(self.data - o.data, (self, o), '-', lambda g: [g, -g])

    def __mul__(self, o):
        o = _(o)
        return Value(self.data * o.data, (self, o), '*', lambda g: [g * o.data, g * self.data])

    def __truediv__(self, o):
        o = _(o)
        return Value(self.data / o.data, (self, o), '/',
                     lambda g: [g / o.data, -g * self.data / o.data ** 2])

    def __pow__(self, n):
        return Value(self.data ** n, (self,), '**',
                     lambda g: [g * n * self.data ** (n - 1) if n != 0 else 0.0])

    def __neg__(self): return Value(-self.data, (self,), 'neg', lambda g: [-g])
    def __radd__(self, o): return _(o) + self
    def __rsub__(self, o): return _(o) - self
    def __rmul__(self, o): return _(o) * self
    def __rtruediv__(self, o): return _(o) / self

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, (self,), 'tanh', lambda g: [g * (1 - t * t)])

    def exp(self):
        e = math.exp(self.data)
        return Value(e, (self,), 'exp', lambda g: [g * e])

    def relu(self):
        return Value(max(self.data, 0.0), (self,), 'relu', lambda g: [g * (self.data > 0)])

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        grads = dict.fromkeys(topo, 0.0)
        grads[self] = 1.0
        for node in reversed(topo):
            g = grads[node]
            if g == 0.0:
                break
            if node._backward is None:
                node.grad += g
                continue
            node.grad = g
            for child, part in zip(node._prev, node._backward(g)):
                grads[child] += part


def _(x):
    return x if isinstance(x, Value) else Value(x)


def build_topo(v, visited, topo):
    stack = [(v, False)]
    while stack:
        node, expanded = stack.pop()
        if expanded:
            topo.append(node)
            continue
        if node in visited:
            continue
        visited.add(node)
        stack.append((node, True))
        stack.extend((c, False) for c in reversed(node._prev))


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
