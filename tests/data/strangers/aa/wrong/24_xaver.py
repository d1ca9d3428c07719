"""Engine. Walking the graph is one generator, used by everything else."""
import math
from collections import deque


def inputs_first(root):
    """Yield each node below `root` once, after its inputs."""
    seen = {root}
    stack = deque([(root, deque(root._prev))])
    while stack:
        node, rest = stack[-1]
        if rest:
            nxt = rest.popleft()
            if nxt not in seen:
                seen.add(nxt)
                stack.append((nxt, deque(nxt._prev)))
        else:
            stack.pop()
            yield node


def build_topo(v, visited, topo):
    for node in inputs_first(v):
        visited.add(node)
        topo.append(node)


def zero_grad(root):
    """Go down from the root and wipe the gradients."""
    seen = {root}
    queue = deque([root])
    while queue:
        node = queue.popleft()
        if node.grad == 0.0:
            continue
        node.grad = 0.0
        for p in node._prev:
            if p not in seen:
                seen.add(p)
                queue.append(p)


class Value:
    def __init__(self, data, _prev=(), _slope=None):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._slope = _slope

    def _backward(self):
        if self._slope is None:
            return
        for p, s in zip(self._prev, self._slope):
            p.grad += s * self.grad

    def __add__(self, other):
        other = wrapped(other)
        return Value(self.data + other.data, (self, other), (1.0, 1.0))

    def __sub__(self, other):
        other = wrapped(other)
        return Value(self.data - other.data, (self, other), (1.0, -1.0))

    def __mul__(self, other):
        other = wrapped(other)
        return Value(self.data * other.data, (self, other), (other.data, self.data))

    def __truediv__(self, other):
        other = wrapped(other)
        top, bottom = self.data, other.data
        return Value(top / bottom, (self, other), (1 / bottom, -top / bottom / bottom))

    def __pow__(self, n):
        slope = 0.0 if n == 0 else n * self.data ** (n - 1)
        return Value(self.data**n, (self,), (slope,))

    def __neg__(self):
        return Value(-self.data, (self,), (-1.0,))

    def __radd__(self, other):
        return wrapped(other) + self

    def __rsub__(self, other):
        return wrapped(other) - self

    def __rmul__(self, other):
        return wrapped(other) * self

    def __rtruediv__(self, other):
        return wrapped(other) / self

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, (self,), (1 - t * t,))

    def exp(self):
        e = math.exp(self.data)
        return Value(e, (self,), (e,))

    def relu(self):
        on = self.data > 0
        return Value(self.data if on else 0.0, (self,), (1.0 if on else 0.0,))

    def backward(self):
        order = list(inputs_first(self))
        for node in order:
            if node._slope is not None:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(order):
            node._backward()


def wrapped(x):
    if isinstance(x, Value):
        return x
    return Value(x)
