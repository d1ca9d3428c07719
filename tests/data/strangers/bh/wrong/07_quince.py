import functools
import math


def lifted(method):
    """Turns a plain number on the right into a Value."""

    @functools.wraps(method)
    def wrapper(self, other):
        if not isinstance(other, Value):
            other = Value(other)
        return method(self, other)

    return wrapper


class Value:
    def __init__(self, data, _prev=(), _op=""):
        self.data = float(data)
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self._backward = self._nothing

    def _nothing(self):
        pass

    @lifted
    def __add__(self, other):
        out = Value(self.data + other.data, (self, other), "+")

        def push():
            for term in (self, other):
                term.grad += out.grad

        out._backward = push
        return out

    @lifted
    def __mul__(self, other):
        out = Value(self.data * other.data, (self, other), "*")

        def push():
            self.grad += out.grad * other.data
            other.grad += out.grad * self.data

        out._backward = push
        return out

    @lifted
    def __truediv__(self, other):
        out = Value(self.data / other.data, (self, other), "/")

        def push():
            self.grad += out.grad / other.data
            other.grad -= out.grad * out.data / other.data

        out._backward = push
        return out

    @lifted
    def __sub__(self, other):
        return self + -other

    @lifted
    def __radd__(self, other):
        return other + self

    @lifted
    def __rmul__(self, other):
        return other * self

    @lifted
    def __rsub__(self, other):
        return other - self

    @lifted
    def __rtruediv__(self, other):
        return other / self

    def __neg__(self):
        out = Value(-self.data, (self,), "neg")

        def push():
            self.grad -= out.grad

        out._backward = push
        return out

    def __pow__(self, n):
        out = Value(self.data**n, (self,), "**")

        def push():
            if n:
                self.grad += out.grad * n * self.data ** (n - 1)

        out._backward = push
        return out

    def tanh(self):
        out = Value(math.tanh(self.data), (self,), "tanh")

        def push():
            self.grad += out.grad * (1 - out.data) * (1 + out.data)

        out._backward = push
        return out

    def exp(self):
        out = Value(math.exp(self.data), (self,), "exp")

        def push():
            self.grad += out.grad * out.data

        out._backward = push
        return out

    def relu(self):
        out = Value(self.data if self.data > 0 else 0.0, (self,), "relu")

        def push():
            if self.data > 0:
                self.grad += out.grad

        out._backward = push
        return out

    def backward(self):
        order = consumers_first(self)
        for node in order:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in order:
            node._backward()


def count_consumers(root):
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


def consumers_first(root):
    waiting = count_consumers(root)
    ready = [root]
    order = []
    while ready:
        node = ready.pop()
        order.append(node)
        for child in node._prev:
            waiting[child] -= 1
            if waiting[child] == 0:
                ready.append(child)
    return order


def build_topo(v, visited, topo):
    topo.extend(reversed(consumers_first(v)))
    visited.update(topo)


def zero_grad(root):
    for node in count_consumers(root):
        node.grad = 0.0
