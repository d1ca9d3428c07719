# Instead of sorting and reversing I count consumers: a node is ready when all nodes that use it
# are done. (Kahn's algorithm backwards.)
import math
from collections import Counter, deque


class Value:
    def __init__(self, data, _children=(), _op=""):
        self.data = data
        self.grad = 0.0
        self._prev = list(_children)
        self._op = _op
        self._backward = lambda: None

    def __repr__(self):
        return f"Value({self.data:.4f}; grad {self.grad:.4f})"

    def __add__(self, other):
        other = wrap(other)
        out = Value(self.data + other.data, [self, other], "+")

        def _backward():
            for term in (self, other):
                term.grad += out.grad

        out._backward = _backward
        return out

    def __mul__(self, other):
        other = wrap(other)
        out = Value(self.data * other.data, [self, other], "*")

        def _backward():
            for factor, partner in ((self, other), (other, self)):
                factor.grad += partner.data * out.grad

        out._backward = _backward
        return out

    def __pow__(self, power):
        out = Value(self.data**power, [self], "pow")

        def _backward():
            slope = 0.0 if power == 0 else power * self.data ** (power - 1)
            self.grad += slope * out.grad

        out._backward = _backward
        return out

    def __neg__(self):
        return self * -1.0

    def __sub__(self, other):
        return self + wrap(other) * -1.0

    def __truediv__(self, other):
        return self * wrap(other) ** -1

    def __radd__(self, other):
        return wrap(other) + self

    def __rmul__(self, other):
        return wrap(other) * self

    def __rsub__(self, other):
        return wrap(other) - self

    def __rtruediv__(self, other):
        return wrap(other) / self

    def tanh(self):
        out = Value(math.tanh(self.data), [self], "tanh")

        def _backward():
            self.grad += (1 - out.data**2) * out.grad

        out._backward = _backward
        return out

    def exp(self):
        out = Value(math.exp(self.data), [self], "exp")

        def _backward():
            self.grad += out.data * out.grad

        out._backward = _backward
        return out

    def relu(self):
        out = Value(max(self.data, 0.0), [self], "relu")

        def _backward():
            if self.data > 0:
                self.grad += out.grad

        out._backward = _backward
        return out

    def backward(self):
        order = list(consumers_first(self))
        for node in order:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in order:
            node._backward()


def wrap(x):
    return x if isinstance(x, Value) else Value(x)


def below(root):
    seen = {root}
    queue = deque(seen)
    while queue:
        for p in queue.popleft()._prev:
            if p not in seen:
                seen.add(p)
                queue.append(p)
    return seen


def consumers_first(root):
    waiting = Counter(p for node in below(root) for p in node._prev)
    ready = [root]
    while ready:
        node = ready.pop()
        yield node
        for p in node._prev:
            waiting[p] -= 1
            if not waiting[p]:
                ready.append(p)


def build_topo(v, visited, topo):
    topo.extend(reversed(list(consumers_first(v))))
    visited.update(topo)


def zero_grad(root):
    for node in below(root):
        node.grad = 0.0
