import math
from collections import Counter

LARGEST = 88.72  # exp of anything beyond this does not fit a float


class Value:
    """A node. `_partials` are the slopes towards the nodes in `_prev`."""

    def __init__(self, data, _prev=(), _partials=()):
        self.data = float(data)
        self.grad = 0.0
        self._prev = _prev
        self._partials = _partials

    def __repr__(self):
        return f"<{self.data:g} | {self.grad:g}>"

    def _backward(self):
        g = self.grad
        for node, partial in zip(self._prev, self._partials):
            node.grad += partial * g

    # -- two operands

    def __add__(self, other):
        other = as_value(other)
        return Value(self.data + other.data, (self, other), (1.0, 1.0))

    def __sub__(self, other):
        other = as_value(other)
        return Value(self.data - other.data, (self, other), (1.0, -1.0))

    def __mul__(self, other):
        other = as_value(other)
        return Value(self.data * other.data, (self, other), (other.data, self.data))

    def __truediv__(self, other):
        other = as_value(other)
        q = self.data / other.data
        return Value(q, (self, other), (1.0 / other.data, -q / other.data))

    def __radd__(self, other):
        return as_value(other).__add__(self)

    def __rsub__(self, other):
        return as_value(other).__sub__(self)

    def __rmul__(self, other):
        return as_value(other).__mul__(self)

    def __rtruediv__(self, other):
        return as_value(other).__truediv__(self)

    # -- one operand

    def __neg__(self):
        return Value(-self.data, (self,), (-1.0,))

    def __pow__(self, n):
        slope = n * power(self.data, n - 1) if n else 0.0
        return Value(power(self.data, n), (self,), (slope,))

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, (self,), (1.0 - t * t,))

    def exp(self):
        e = math.exp(min(self.data, LARGEST))
        return Value(e, (self,), (e,))

    def relu(self):
        if self.data > 0.0:
            return Value(self.data, (self,), (1.0,))
        return Value(0.0, (self,), (0.0,))

    def backward(self):
        order = consumers_first(self)
        for node in order:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in order:
            node._backward()


def as_value(x):
    return x if isinstance(x, Value) else Value(x)


def power(x, n):
    try:
        return x**n
    except OverflowError:
        return math.inf if x > 0 else math.copysign(math.inf, -1 if n % 2 else 1)


def consumers_first(root):
    waits = Counter()
    seen, todo = {root}, [root]
    while todo:
        for node in todo.pop()._prev:
            waits[node] += 1
            if node not in seen:
                seen.add(node)
                todo.append(node)
    order, ready = [], [root]
    while ready:
        node = ready.pop()
        order.append(node)
        for child in node._prev:
            waits[child] -= 1
            if not waits[child]:
                ready.append(child)
    return order


def build_topo(v, visited, topo):
    """Append to `topo` every node reachable from `v`, each once, inputs first."""
    for node in reversed(consumers_first(v)):
        visited.add(node)
        topo.append(node)


def zero_grad(root):
    """Set the gradient of every node reachable from `root` to 0.0."""
    for node in consumers_first(root):
        node.grad = 0.0
