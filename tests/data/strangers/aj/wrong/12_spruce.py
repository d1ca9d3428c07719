from math import exp as _exp
from math import tanh as _tanh


class Value:
    __slots__ = ("data", "grad", "_prev", "_backward", "_uses")

    def __init__(self, data, _prev=()):
        self.data = float(data)
        self.grad = 0.0
        self._prev = _prev
        self._backward = _leaf
        self._uses = 0
        for p in _prev:
            p._uses += 1

    def __add__(self, other):
        other = _val(other)
        out = Value(self.data + other.data, (self, other))

        def rule():
            self.grad += out.grad
            other.grad += out.grad

        out._backward = rule
        return out

    def __mul__(self, other):
        other = _val(other)
        out = Value(self.data * other.data, (self, other))

        def rule():
            self.grad += other.data * out.grad
            other.grad += self.data * out.grad

        out._backward = rule
        return out

    def __pow__(self, n):
        return self._one(self.data**n, n * self.data ** (n - 1) if n != 0 else 0.0)

    def __neg__(self):
        return self._one(-self.data, -1.0)

    def tanh(self):
        t = _tanh(self.data)
        return self._one(t, 1.0 - t * t)

    def exp(self):
        e = _exp(self.data)
        return self._one(e, e)

    def relu(self):
        return self._one(self.data, 1.0) if self.data > 0 else self._one(0.0, 0.0)

    def _one(self, data, slope):
        out = Value(data, (self,))

        def rule():
            self.grad += slope * out.grad

        out._backward = rule
        return out

    def __sub__(self, other):
        return self + (-_val(other))

    def __truediv__(self, other):
        return self * _val(other) ** -1

    def __radd__(self, other):
        return _val(other) + self

    def __rmul__(self, other):
        return _val(other) * self

    def __rsub__(self, other):
        return _val(other) - self

    def __rtruediv__(self, other):
        return _val(other) / self

    def backward(self):
        order = _consumers_first(self)
        for node in order:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in order:
            node._backward()


def _leaf():
    pass


def _val(x):
    return x if isinstance(x, Value) else Value(x)


def _reach(root):
    seen = {root}
    todo = [root]
    while todo:
        for p in todo.pop()._prev:
            if p not in seen:
                seen.add(p)
                todo.append(p)
    return seen


def _consumers_first(root):
    """The root, and then each node as soon as its last consumer has been."""
    waits_for = {node: node._uses for node in _reach(root)}
    order = []
    ready = [root]
    while ready:
        node = ready.pop()
        order.append(node)
        for p in node._prev:
            waits_for[p] -= 1
            if waits_for[p] == 0:
                ready.append(p)
    return order


def build_topo(v, visited, topo):
    visited.add(v)
    stack = [(v, list(v._prev))]
    while stack:
        node, left = stack[-1]
        if not left:
            topo.append(node)
            stack.pop()
            continue
        p = left.pop()
        if p not in visited:
            visited.add(p)
            stack.append((p, list(p._prev)))


def zero_grad(root):
    for node in _reach(root):
        node.grad = 0.0
