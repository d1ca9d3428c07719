import heapq
import itertools
import math

serials = itertools.count(1)


class Value:
    def __init__(self, data, _prev=(), _op=""):
        self.data = float(data)
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self._backward = lambda: None
        self.serial = next(serials)

    def __add__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        out = Value(self.data + other.data, (self, other), "+")

        def local():
            self.grad += out.grad
            other.grad += out.grad

        out._backward = local
        return out

    def __sub__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        out = Value(self.data - other.data, (self, other), "-")

        def local():
            self.grad += out.grad
            other.grad -= out.grad

        out._backward = local
        return out

    def __mul__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        out = Value(self.data * other.data, (self, other), "*")

        def local():
            self.grad += out.grad * other.data
            other.grad += out.grad * self.data

        out._backward = local
        return out

    def __truediv__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        out = Value(self.data / other.data, (self, other), "/")

        def local():
            self.grad += out.grad / other.data
            other.grad -= out.grad * self.data / other.data**2

        out._backward = local
        return out

    def __pow__(self, n):
        out = Value(self.data**n, (self,), "**")

        def local():
            if n != 0:
                self.grad += out.grad * n * self.data ** (n - 1)

        out._backward = local
        return out

    def tanh(self):
        out = Value(math.tanh(self.data), (self,), "tanh")

        def local():
            self.grad += out.grad * (1 - out.data**2)

        out._backward = local
        return out

    def exp(self):
        out = Value(math.exp(self.data), (self,), "exp")

        def local():
            self.grad += out.grad * out.data

        out._backward = local
        return out

    def relu(self):
        out = Value(max(self.data, 0.0), (self,), "relu")

        def local():
            self.grad += out.grad * (self.data > 0)

        out._backward = local
        return out

    def __neg__(self):
        return 0 - self

    def __radd__(self, other):
        return Value(other) + self

    def __rsub__(self, other):
        return Value(other) - self

    def __rmul__(self, other):
        return Value(other) * self

    def __rtruediv__(self, other):
        return Value(other) / self

    def backward(self):
        for node in reachable(self):
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        # Always take the youngest node that waits: all its consumers are younger.
        waiting = [(-self.serial, self)]
        queued = {self.serial}
        while waiting:
            _, node = heapq.heappop(waiting)
            node._backward()
            for child in node._prev:
                if child.serial not in queued:
                    queued.add(node.serial)
                    heapq.heappush(waiting, (-child.serial, child))

    def __lt__(self, other):
        return self.serial < other.serial


def reachable(root):
    seen = {root}
    todo = [root]
    while todo:
        for child in todo.pop()._prev:
            if child not in seen:
                seen.add(child)
                todo.append(child)
    return seen


def build_topo(v, visited, topo):
    topo.extend(sorted(reachable(v), key=lambda node: node.serial))
    visited.update(topo)


def zero_grad(root):
    for node in reachable(root):
        node.grad = 0.0
