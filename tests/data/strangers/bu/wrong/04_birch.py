import math
from dataclasses import dataclass, field


@dataclass(eq=False)
class Value:
    data: float
    grad: float = 0.0
    _prev: tuple = field(default=(), repr=False)
    _slopes: tuple = field(default=(), repr=False)

    def __post_init__(self):
        self.data = float(self.data)

    def _backward(self):
        for child, slope in zip(self._prev, self._slopes):
            child.grad += slope * self.grad

    # --- operators -------------------------------------------------------
    def __add__(self, other):
        other = Value.of(other)
        return Value.result(self.data + other.data, (self, 1.0), (other, 1.0))

    def __mul__(self, other):
        other = Value.of(other)
        return Value.result(self.data * other.data, (self, other.data), (other, self.data))

    def __sub__(self, other):
        other = Value.of(other)
        return Value.result(self.data - other.data, (self, 1.0), (other, -1.0))

    def __truediv__(self, other):
        other = Value.of(other)
        q = self.data / other.data
        return Value.result(q, (self, 1.0 / other.data), (other, -q / other.data))

    def __neg__(self):
        return Value.result(-self.data, (self, -1.0))

    def __pow__(self, n):
        y = self.data**n
        slope = 0.0 if n == 0 else n * self.data ** (n - 1)
        return Value.result(y, (self, slope))

    def __radd__(self, other):
        return Value.of(other) + self

    def __rmul__(self, other):
        return Value.of(other) * self

    def __rsub__(self, other):
        return Value.of(other) - self

    def __rtruediv__(self, other):
        return Value.of(other) / self

    # --- functions -------------------------------------------------------
    def tanh(self):
        t = math.tanh(self.data)
        return Value.result(t, (self, 1.0 - t * t))

    def exp(self):
        e = math.exp(self.data)
        return Value.result(e, (self, e))

    def relu(self):
        if self.data > 0.0:
            return Value.result(self.data, (self, 1.0))
        return Value.result(0.0, (self, 0.0))

    # --- making nodes ----------------------------------------------------
    @staticmethod
    def of(x):
        return x if isinstance(x, Value) else Value(x)

    @classmethod
    def result(cls, data, *edges):
        return cls(data, _prev=tuple(e[0] for e in edges), _slopes=tuple(e[1] for e in edges))

    # --- the pass --------------------------------------------------------
    def backward(self):
        waiting = count_consumers(self)
        for node in waiting:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in release(self, waiting):
            node._backward()


def count_consumers(root):
    """dict: reachable node -> number"""
    waiting = {root: 0}
    todo = [root]
    while todo:
        node = todo.pop()
        for child in set(node._prev):
            if child not in waiting:
                waiting[child] = 0
                todo.append(child)
            waiting[child] += 1
    return waiting


def release(root, waiting):
    """Yield nodes, consumers first."""
    ready = [root]
    while ready:
        node = ready.pop()
        yield node
        for child in node._prev:
            waiting[child] -= 1
            if waiting[child] == 0:
                ready.append(child)


def build_topo(v, visited, topo):
    topo.extend(release(v, count_consumers(v)))
    topo.reverse()
    visited.update(topo)


def zero_grad(root):
    for node in count_consumers(root):
        node.grad = 0.0
