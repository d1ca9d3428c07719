import math
from collections import Counter, deque


class Value:
    def __init__(self, data, parents=()):
        self.data = float(data)
        self.grad = 0.0
        self._prev = list(parents)
        self._backward = lambda: None

    # ---- helpers ----

    @classmethod
    def _from(cls, x):
        return x if isinstance(x, cls) else cls(x)

    @classmethod
    def _result(cls, data, *pairs):
        """A new node, and for every input a function that gives its slope."""
        out = cls(data, [node for node, _ in pairs])

        def _backward():
            for node, slope in pairs:
                node.grad += slope() * out.grad

        out._backward = _backward
        return out

    # ---- operators ----

    def __add__(self, other):
        other = Value._from(other)
        one = lambda: 1.0
        return Value._result(self.data + other.data, (self, one), (other, one))

    def __mul__(self, other):
        other = Value._from(other)
        return Value._result(
            self.data * other.data,
            (self, lambda: other.data),
            (other, lambda: self.data),
        )

    def __truediv__(self, other):
        other = Value._from(other)
        return Value._result(
            self.data / other.data,
            (self, lambda: 1.0 / other.data),
            (other, lambda: -self.data / other.data**2),
        )

    def __neg__(self):
        return Value._result(-self.data, (self, lambda: -1.0))

    def __sub__(self, other):
        return self + -Value._from(other)

    def __pow__(self, n):
        def slope():
            return n * self.data ** (n - 1) if n != 0 else 0.0

        return Value._result(self.data**n, (self, slope))

    def __radd__(self, other):
        return Value._from(other) + self

    def __rmul__(self, other):
        return Value._from(other) * self

    def __rsub__(self, other):
        return Value._from(other) - self

    def __rtruediv__(self, other):
        return Value._from(other) / self

    # ---- functions ----

    def tanh(self):
        t = math.tanh(self.data)
        return Value._result(t, (self, lambda: 1 - t * t))

    def exp(self):
        e = math.exp(self.data)
        return Value._result(e, (self, lambda: e))

    def relu(self):
        return Value._result(
            self.data if self.data > 0 else 0.0,
            (self, lambda: 1.0 if self.data > 0 else 0.0),
        )

    # ---- backward ----

    def backward(self):
        order = list(toposort(self))
        for node in order:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in order:
            node._backward()


def count_consumers(root):
    """How many contributions each node waits for."""
    waits_for = Counter()
    seen = {root}
    queue = deque([root])
    while queue:
        node = queue.popleft()
        waits_for.update(set(node._prev))
        for p in node._prev:
            if p not in seen:
                seen.add(p)
                queue.append(p)
    return waits_for


def toposort(root):
    """Yield every node after all of its consumers."""
    waits_for = count_consumers(root)
    ready = deque([root])
    while ready:
        node = ready.popleft()
        yield node
        for p in node._prev:
            waits_for[p] -= 1
            if waits_for[p] == 0:
                ready.append(p)


def build_topo(v, visited, topo):
    backwards = list(toposort(v))
    visited.update(backwards)
    topo += backwards[::-1]


def zero_grad(root):
    for node in toposort(root):
        node.grad = 0.0
