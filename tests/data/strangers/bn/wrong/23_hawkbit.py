import math


class Value:
    side = 0

    def __init__(self, data, _prev=(), _rule=None):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._rule = _rule
        self._sums = [0.0, 0.0]

    def receive(self, amount):
        if self._prev:
            self._sums[Value.side] += amount
        else:
            self.grad += amount

    def _backward(self):
        if self._prev:
            self.grad = self._sums[Value.side]
            for source, slope in zip(self._prev, self._rule(*(s.data for s in self._prev))):
                source.receive(slope * self.grad)

    def __add__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        return Value(self.data + other.data, (self, other), lambda x, y: (1.0, 1.0))

    def __sub__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        return Value(self.data - other.data, (self, other), lambda x, y: (1.0, -1.0))

    def __mul__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        return Value(self.data * other.data, (self, other), lambda x, y: (y, x))

    def __truediv__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        return Value(
            self.data / other.data, (self, other), lambda x, y: (1.0 / y, -x / (y * y))
        )

    def __radd__(self, other):
        return Value(other) + self

    def __rsub__(self, other):
        return Value(other) - self

    def __rmul__(self, other):
        return Value(other) * self

    def __rtruediv__(self, other):
        return Value(other) / self

    def __neg__(self):
        return Value(-self.data, (self,), lambda x: (-1.0,))

    def __pow__(self, n):
        return Value(self.data**n, (self,), lambda x: (n * x ** (n - 1) if n else 0.0,))

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, (self,), lambda x: (1.0 - t * t,))

    def exp(self):
        e = math.exp(self.data)
        return Value(e, (self,), lambda x: (e,))

    def relu(self):
        return Value(max(self.data, 0.0), (self,), lambda x: (float(x > 0),))

    def backward(self):
        """One side of each node's sums is in use; the other is made ready for the next call."""
        Value.side = 1 - Value.side
        order = []
        build_topo(self, set(), order)
        self.receive(1.0)
        for node in reversed(order):
            node._sums[1 - Value.side] = 0.0
            node._backward()


def build_topo(v, visited, topo):
    todo = [v]
    while todo:
        node = todo.pop()
        if isinstance(node, list):
            topo += node
        elif node not in visited:
            visited.add(node)
            todo.append([node])
            todo.extend(node._prev)


def zero_grad(root):
    order = []
    build_topo(root, set(), order)
    for node in order:
        node.grad = 0.0
        node._sums = [0.0, 0.0]
