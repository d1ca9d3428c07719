import math
from functools import partial


class Graph:
    """The walk, for whatever has `_prev`."""

    @staticmethod
    def inputs_first(root):
        state, pending = {}, [root]
        while pending:
            node = pending.pop()
            if node is None:
                yield pending.pop()
                continue
            if state.setdefault(id(node), node) is node and id(node) not in state.get("done", ()):
                state.setdefault("done", set()).add(id(node))
                pending += (node, None)
                pending += node._prev


class Value(Graph):
    def __init__(self, data, *_prev):
        self.__dict__.update(data=data, grad=0.0, _prev=_prev, _backward=int)

    def receive(self, share):
        self.grad += share

    def linked(self, *slopes):
        def pass_on(me, weights):
            for node, weight in zip(me._prev, weights):
                node.receive(weight * me.grad)

        self._backward = partial(pass_on, self, slopes)
        return self

    def pair(self, other):
        return self, (other if isinstance(other, Value) else Value(other))

    def __add__(self, other):
        a, b = self.pair(other)
        return Value(a.data + b.data, a, b).linked(1, 1)

    def __mul__(self, other):
        a, b = self.pair(other)
        return Value(a.data * b.data, a, b).linked(b.data, a.data)

    def __pow__(self, n):
        return Value(self.data**n, self).linked(n and n * self.data ** (n - 1))

    def __neg__(self):
        return self * -1

    def __sub__(self, other):
        return self + -other

    def __rsub__(self, other):
        return -(self - other)

    def __truediv__(self, other):
        a, b = self.pair(other)
        return a * b**-1

    def __rtruediv__(self, other):
        return self**-1 * other

    def __radd__(self, other):
        return self + other

    def __rmul__(self, other):
        return self * other

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, self).linked(1 - t * t)

    def exp(self):
        e = math.exp(self.data)
        return Value(e, self).linked(e)

    def relu(self):
        return Value(max(0.0, self.data), self).linked(int(self.data > 0))

    def backward(self):
        nodes = [*self.inputs_first(self)]
        for node in nodes:
            if node._prev:
                node.grad = 0.0
        self.receive(1.0)
        for node in reversed(nodes):
            node._backward()


def build_topo(v, visited, topo):
    topo.extend(Graph.inputs_first(v))


def zero_grad(root):
    for node in Graph.inputs_first(root):
        node.grad = 0.0
