import math
from collections import deque


def reachable(root):
    """All nodes under root by their id, in the order in which they were found."""
    found = {id(root): root}
    queue = deque([root])
    while queue:
        node = queue.popleft()
        for inp in node._prev:
            if id(inp) not in found:
                found[id(inp)] = inp
                queue.append(inp)
    return found


def count_consumers(nodes):
    waiting = dict.fromkeys(nodes, 0)
    for node in nodes.values():
        for inp in set(node._prev):
            waiting[id(inp)] += 1
    return waiting


def consumers_first(root):
    """Kahn: a node is ready as soon as nobody is left who uses it."""
    waiting = count_consumers(reachable(root))
    ready = [root]
    order = []
    while ready:
        node = ready.pop()
        order.append(node)
        for inp in node._prev:
            waiting[id(inp)] -= 1
            if waiting[id(inp)] == 0:
                ready.append(inp)
    return order


def build_topo(v, visited, topo):
    topo.extend(reversed(consumers_first(v)))


def zero_grad(root):
    for node in reachable(root).values():
        node.grad = 0.0


class Value:
    def __init__(self, data, _prev=(), partials=()):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._partials = partials

    def _backward(self):
        for inp, d in zip(self._prev, self._partials):
            inp.grad += d * self.grad

    def backward(self):
        order = consumers_first(self)
        for node in order:
            if len(node._prev) > 0:
                node.grad = 0.0
        self.grad = self.grad + 1.0
        for node in order:
            node._backward()

    @classmethod
    def of(cls, x):
        return x if isinstance(x, cls) else cls(x)

    def __add__(self, y):
        y = Value.of(y)
        return Value(self.data + y.data, (self, y), (1.0, 1.0))

    def __sub__(self, y):
        y = Value.of(y)
        return Value(self.data - y.data, (self, y), (1.0, -1.0))

    def __mul__(self, y):
        y = Value.of(y)
        return Value(self.data * y.data, (self, y), (y.data, self.data))

    def __truediv__(self, y):
        y = Value.of(y)
        q = self.data / y.data
        return Value(q, (self, y), (1 / y.data, -q / y.data))

    def __pow__(self, n):
        slope = 0.0 if n == 0 else n * self.data ** (n - 1)
        return Value(self.data**n, (self,), (slope,))

    def __neg__(self):
        return Value(-self.data, (self,), (-1.0,))

    def __radd__(self, x):
        return Value.of(x) + self

    def __rsub__(self, x):
        return Value.of(x) - self

    def __rmul__(self, x):
        return Value.of(x) * self

    def __rtruediv__(self, x):
        return Value.of(x) / self

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, (self,), (1 - t**2,))

    def exp(self):
        e = math.exp(self.data)
        return Value(e, (self,), (e,))

    def relu(self):
        return Value(max(0.0, self.data), (self,), (float(self.data > 0),))
