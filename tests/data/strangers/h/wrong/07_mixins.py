"""The class is put together from mixins, each of which knows one subject."""
import math


class Arithmetic:
    """+ and *, from which the rest follows."""

    def __add__(self, other):
        other = self.coerce(other)
        out = type(self)(self.data + other.data, (self, other))

        def chain():
            self.grad += out.grad
            other.grad += out.grad

        return out.attach(chain)

    def __mul__(self, other):
        other = self.coerce(other)
        out = type(self)(self.data * other.data, (self, other))

        def chain():
            self.grad += out.grad * other.data
            other.grad += out.grad * self.data

        return out.attach(chain)

    def __pow__(self, exponent):
        out = type(self)(self.data**exponent, (self,))

        def chain():
            slope = 0.0 if exponent == 0 else exponent * self.data ** (exponent - 1)
            self.grad += out.grad * slope

        return out.attach(chain)

    def __neg__(self):
        return self * -1

    def __sub__(self, other):
        return self + (-other)

    def __truediv__(self, other):
        return self * self.coerce(other) ** -1


class Reflected:
    """What Python asks for when the number stands on the left."""

    def __radd__(self, other):
        return self + other

    def __rmul__(self, other):
        return self * other

    def __rsub__(self, other):
        return self + (-other)

    def __rtruediv__(self, other):
        return self**-1 * other


class Functions:
    """tanh, exp, relu."""

    def _function(self, value, slope):
        out = type(self)(value, (self,))

        def chain():
            self.grad += out.grad * slope

        return out.attach(chain)

    def tanh(self):
        t = math.tanh(self.data)
        return self._function(t, 1.0 - t * t)

    def exp(self):
        e = math.exp(self.data)
        return self._function(e, e)

    def relu(self):
        return self._function(self.data, 1.0) if self.data > 0 else self._function(0.0, 0.0)


class Graph:
    """Walking through the graph."""

    def attach(self, chain):
        self._backward = chain
        return self

    def ordered(self):
        topo = []
        build_topo(self, set(), topo)
        return topo

    def backward(self):
        topo = self.ordered()
        for node in topo:
            if not node.is_leaf():
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(topo):
            node._backward()

    def zero_grad(self):
        for node in self.ordered():
            node.grad = 0.0

    def is_leaf(self):
        return not self._prev


class Value(Arithmetic, Reflected, Functions, Graph):
    def __init__(self, data, inputs=()):
        self.data = data
        self.grad = 0.0
        self._prev = inputs
        self._backward = lambda: None

    @classmethod
    def coerce(cls, thing):
        return thing if isinstance(thing, cls) else cls(thing)

    def __repr__(self):
        return f"Value({self.data:.4f}, grad={self.grad:.4f})"


def build_topo(v, visited, topo):
    todo = [v]
    while todo:
        node = todo[-1]
        if node in visited:
            todo.pop()
            continue
        waiting = [p for p in node._prev if p not in visited]
        if waiting:
            todo += waiting
        else:
            visited.add(todo.pop())
            topo.append(node)


def zero_grad(root):
    root.zero_grad()
