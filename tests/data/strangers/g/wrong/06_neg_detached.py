import math
from functools import partial


def nothing():
    pass


def push(out, *pairs):
    for node, slope in pairs:
        node.grad += slope * out.grad


class Value:
    __slots__ = ("data", "grad", "_prev", "_backward", "__weakref__")

    def __init__(self, data, _prev=()):
        self.data = float(data)
        self.grad = 0.0
        self._prev = _prev
        self._backward = nothing

    @classmethod
    def _from(cls, data, *pairs):
        out = cls(data, tuple(node for node, _ in pairs))
        out._backward = partial(push, out, *pairs)
        return out

    @classmethod
    def _of(cls, x):
        return x if isinstance(x, cls) else cls(x)

    def __add__(self, other):
        other = self._of(other)
        return self._from(self.data + other.data, (self, 1.0), (other, 1.0))

    def __sub__(self, other):
        other = self._of(other)
        return self._from(self.data - other.data, (self, 1.0), (other, -1.0))

    def __mul__(self, other):
        other = self._of(other)
        return self._from(self.data * other.data, (self, other.data), (other, self.data))

    def __truediv__(self, other):
        other = self._of(other)
        q = self.data / other.data
        return self._from(q, (self, 1 / other.data), (other, -q / other.data))

    def __pow__(self, n):
        return self._from(self.data**n, (self, n * self.data ** (n - 1) if n else 0.0))

    def __neg__(self):
        return Value(-self.data)

    __radd__ = __add__
    __rmul__ = __mul__

    def __rsub__(self, other):
        return self._of(other) - self

    def __rtruediv__(self, other):
        return self._of(other) / self

    def tanh(self):
        t = math.tanh(self.data)
        return self._from(t, (self, 1 - t * t))

    def exp(self):
        e = math.exp(self.data)
        return self._from(e, (self, e))

    def relu(self):
        return self._from(max(self.data, 0.0), (self, 1.0 if self.data > 0 else 0.0))

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in topo[::-1]:
            node._backward()


def build_topo(v, visited, topo):
    stack = [v]
    while stack:
        node = stack[-1]
        if node in visited:
            stack.pop()
            continue
        missing = [p for p in node._prev if p not in visited]
        if missing:
            stack.extend(missing)
        else:
            visited.add(node)
            topo.append(stack.pop())


def zero_grad(root):
    todo, met = [root], {root}
    while todo:
        node = todo.pop()
        node.grad = 0.0
        todo += set(node._prev) - met
        met.update(node._prev)
