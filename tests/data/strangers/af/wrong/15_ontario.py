import math
import weakref

_alive = weakref.WeakSet()


def _nothing():
    pass


def as_node(x):
    return x if isinstance(x, Value) else Value(x)


class Arithmetic:
    def __neg__(self):
        return self * -1

    def __sub__(self, other):
        return self + -(as_node(other))

    def __rtruediv__(self, other):
        return Value(other) / self

    def __radd__(self, other):
        return self + other

    def __rsub__(self, other):
        return Value(other) - self

    def __rmul__(self, other):
        return self * other


class Value(Arithmetic):
    def __init__(self, data, _prev=(), _op=""):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self._backward = _nothing
        if _prev:
            _alive.add(self)

    def __pow__(self, exponent):
        node_made = Value(self.data**exponent, (self,), "**")

        def share():
            if exponent != 0:
                self.grad += exponent * self.data ** (exponent - 1) * node_made.grad

        node_made._backward = share
        return node_made

    def __mul__(self, other):
        other = as_node(other)
        node_made = Value(self.data * other.data, (self, other), "*")

        def share():
            self.grad += other.data * node_made.grad
            other.grad += self.data * node_made.grad

        node_made._backward = share
        return node_made

    def __truediv__(self, other):
        other = as_node(other)
        node_made = Value(self.data / other.data, (self, other), "/")

        def share():
            self.grad += node_made.grad / other.data
            other.grad -= node_made.grad * (node_made.data / other.data)

        node_made._backward = share
        return node_made

    def backward(self):
        for node in _alive:
            node.grad = 0.0
        self.grad += 1.0
        topo = []
        build_topo(self, set(), topo)
        for node in topo[::-1]:
            node._backward()

    def relu(self):
        node_made = Value(self.data if self.data > 0 else 0.0, (self,), "relu")

        def share():
            if node_made.data > 0:
                self.grad += node_made.grad

        node_made._backward = share
        return node_made

    def tanh(self):
        node_made = Value(math.tanh(self.data), (self,), "tanh")

        def share():
            self.grad += (1 - node_made.data**2) * node_made.grad

        node_made._backward = share
        return node_made

    def __add__(self, other):
        other = as_node(other)
        node_made = Value(self.data + other.data, (self, other), "+")

        def share():
            self.grad += node_made.grad
            other.grad += node_made.grad

        node_made._backward = share
        return node_made

    def exp(self):
        node_made = Value(math.exp(self.data), (self,), "exp")

        def share():
            self.grad += node_made.data * node_made.grad

        node_made._backward = share
        return node_made


def build_topo(v, visited, topo):
    notes = [v]
    opened = set()
    while notes:
        node = notes[-1]
        if node in visited:
            notes.pop()
        elif node in opened:
            notes.pop()
            visited.add(node)
            topo.append(node)
        else:
            opened.add(node)
            notes.extend(n for n in node._prev if n not in visited)


def zero_grad(root):
    seen = set()
    stack = [root]
    while stack:
        node = stack.pop()
        if node not in seen:
            seen.add(node)
            node.grad = 0.0
            stack.extend(node._prev)
