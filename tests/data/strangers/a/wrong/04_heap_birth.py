import heapq
import itertools
import math

_births = itertools.count()


class Value:
    """Node. `_nr` is the number of birth: inputs are always older than the result."""

    def __init__(self, data, _prev=()):
        self._nr = next(_births)
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._backward = _nothing

    def __lt__(self, other):            # for heapq: youngest first
        return self._nr > other._nr

    def is_leaf(self):
        return len(self._prev) == 0

    def __add__(self, other):
        if not isinstance(other, Value):
            other = Value(other)
        z = Value(self.data + other.data, (self, other))
        def back():
            self.grad += z.grad
            other.grad += z.grad
        z._backward = back
        return z

    def __radd__(self, other):
        return self + other

    def __neg__(self):
        z = Value(-self.data, (self,))
        def back():
            self.grad += -z.grad
        z._backward = back
        return z

    def __sub__(self, other):
        return self + (-other)

    def __rsub__(self, other):
        return (-self) + other

    def __mul__(self, other):
        if not isinstance(other, Value):
            other = Value(other)
        z = Value(self.data * other.data, (self, other))
        def back():
            self.grad += z.grad * other.data
            other.grad += z.grad * self.data
        z._backward = back
        return z

    def __rmul__(self, other):
        return self * other

    def __truediv__(self, other):
        if not isinstance(other, Value):
            other = Value(other)
        z = Value(self.data / other.data, (self, other))
        def back():
            self.grad += z.grad / other.data
            other.grad += -z.grad * self.data / (other.data * other.data)
        z._backward = back
        return z

    def __rtruediv__(self, other):
        return Value(other) / self

    def __pow__(self, k):
        z = Value(self.data ** k, (self,))
        def back():
            if k:
                self.grad += z.grad * k * self.data ** (k - 1)
        z._backward = back
        return z

    def tanh(self):
        z = Value(math.tanh(self.data), (self,))
        def back():
            self.grad += z.grad * (1 - z.data ** 2)
        z._backward = back
        return z

    def exp(self):
        z = Value(math.exp(self.data), (self,))
        def back():
            self.grad += z.grad * z.data
        z._backward = back
        return z

    def relu(self):
        z = Value(self.data if self.data > 0 else 0.0, (self,))
        def back():
            if z.data > 0:
                self.grad += z.grad
        z._backward = back
        return z

    def backward(self):
        if self.is_leaf():
            return  # nothing above it
        heap, queued = [self], {self}
        self.grad = 1.0
        while heap:
            node = heapq.heappop(heap)
            for inp in node._prev:
                if inp not in queued:
                    queued.add(inp)
                    if not inp.is_leaf():
                        inp.grad = 0.0
                        heapq.heappush(heap, inp)
            node._backward()


def _nothing():
    pass


def _family(root):
    seen = {root}
    todo = [root]
    for node in todo:                   # the list grows while we walk along it
        for inp in node._prev:
            if inp not in seen:
                seen.add(inp)
                todo.append(inp)
    return todo


def build_topo(v, visited, topo):
    visited.update(_family(v))
    topo.extend(sorted(visited, key=lambda node: node._nr))


def zero_grad(root):
    for node in _family(root):
        node.grad = 0.0
