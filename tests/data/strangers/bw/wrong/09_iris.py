"""Exam. The order comes from counting: a node is ready when all its consumers are done."""

from collections import defaultdict
import math


class Value:
    def __init__(self, data: float, _prev: tuple = (), _op: str = "") -> None:
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self._backward = self._no_rule

    @staticmethod
    def _no_rule() -> None:
        pass

    @staticmethod
    def _coerce(x) -> "Value":
        if isinstance(x, Value):
            return x
        return Value(float(x), (), "number")

    def __add__(self, other) -> "Value":
        other = self._coerce(other)
        out = Value(self.data + other.data, (self, other), "+")

        def back():
            self.grad += out.grad
            other.grad += out.grad

        out._backward = back
        return out

    def __mul__(self, other) -> "Value":
        other = self._coerce(other)
        out = Value(self.data * other.data, (self, other), "*")

        def back():
            self.grad += other.data * out.grad
            other.grad += self.data * out.grad

        out._backward = back
        return out

    def __pow__(self, n) -> "Value":
        out = Value(self.data**n, (self,), "**")

        def back():
            if n:
                self.grad += n * self.data ** (n - 1) * out.grad

        out._backward = back
        return out

    def __neg__(self) -> "Value":
        return self * -1.0

    def __sub__(self, other) -> "Value":
        return self + (-self._coerce(other))

    def __truediv__(self, other) -> "Value":
        return self * self._coerce(other) ** -1

    def __radd__(self, other) -> "Value":
        return self + other

    def __rmul__(self, other) -> "Value":
        return self * other

    def __rsub__(self, other) -> "Value":
        return (-self) + other

    def __rtruediv__(self, other) -> "Value":
        return self**-1 * other

    def tanh(self) -> "Value":
        t = math.tanh(self.data)
        out = Value(t, (self,), "tanh")

        def back():
            self.grad += (1.0 - t**2) * out.grad

        out._backward = back
        return out

    def exp(self) -> "Value":
        out = Value(math.exp(self.data), (self,), "exp")

        def back():
            self.grad += out.data * out.grad

        out._backward = back
        return out

    def relu(self) -> "Value":
        out = Value(self.data if self.data > 0 else 0.0, (self,), "relu")

        def back():
            if out.data > 0:
                self.grad += out.grad

        out._backward = back
        return out

    def backward(self) -> None:
        order = list(consumers_first(self))
        for node in order:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in order:
            node._backward()


def count_consumers(root):
    """How often each node below `root` will be asked for."""
    counts = defaultdict(int)
    known, stack = {root}, [root]
    while stack:
        for child in set(stack.pop()._prev):
            counts[child] += 1
            if child not in known:
                known.add(child)
                stack.append(child)
    return counts


def consumers_first(root):
    counts = count_consumers(root)
    ready = [root]
    while ready:
        node = ready.pop()
        yield node
        for child in node._prev:
            counts[child] -= 1
            if counts[child] == 0:
                ready.append(child)


def build_topo(v, visited, topo):
    for node in consumers_first(v):
        visited.add(node)
        topo.append(node)
    topo.reverse()


def zero_grad(root):
    for node in consumers_first(root):
        node.grad = 0.0
