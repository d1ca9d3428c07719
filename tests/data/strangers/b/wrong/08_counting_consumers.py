import math
from collections import deque


class Value:
    def __init__(self, data, _prev=()):
        self.data = data
        self.grad = 0.0
        self._prev = list(_prev)
        self._backward = lambda g: []  # gradient -> one contribution per input

    def _op(self, y, inputs, back):
        out = Value(y, inputs)
        out._backward = back
        return out

    def __add__(self, o):
        o = val(o)
        return self._op(self.data + o.data, (self, o), lambda g: [g, g])

    def __sub__(self, o):
        o = val(o)
        return self._op(self.data - o.data, (self, o), lambda g: [g, -g])

    def __mul__(self, o):
        o = val(o)
        x, y = self.data, o.data
        return self._op(x * y, (self, o), lambda g: [g * y, g * x])

    def __truediv__(self, o):
        o = val(o)
        x, y = self.data, o.data
        return self._op(x / y, (self, o), lambda g: [g / y, -g * x / y**2])

    def __pow__(self, n):
        slope = n * self.data ** (n - 1) if n else 0.0
        return self._op(self.data**n, (self,), lambda g: [g * slope])

    def __neg__(self):
        return self._op(-self.data, (self,), lambda g: [-g])

    def tanh(self):
        t = math.tanh(self.data)
        return self._op(t, (self,), lambda g: [g * (1 - t * t)])

    def exp(self):
        e = math.exp(self.data)
        return self._op(e, (self,), lambda g: [g * e])

    def relu(self):
        x = self.data
        return self._op(max(x, 0.0), (self,), lambda g: [g if x >= 0 else 0.0])

    def __radd__(self, o):
        return val(o) + self

    def __rsub__(self, o):
        return val(o) - self

    def __rmul__(self, o):
        return val(o) * self

    def __rtruediv__(self, o):
        return val(o) / self

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in topo[::-1]:
            for p, part in zip(node._prev, node._backward(node.grad)):
                p.grad += part


def val(x):
    return x if isinstance(x, Value) else Value(x)


def build_topo(v, visited, topo):
    consumers = {v: 0}
    queue = deque([v])
    while queue:
        for p in queue.popleft()._prev:
            if p not in consumers:
                consumers[p] = 0
                queue.append(p)
            consumers[p] += 1
    queue.append(v)
    while queue:
        node = queue.popleft()
        topo.insert(len(topo), node)
        for p in node._prev:
            consumers[p] -= 1
            if not consumers[p]:
                queue.append(p)
    topo[:] = topo[::-1]


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
