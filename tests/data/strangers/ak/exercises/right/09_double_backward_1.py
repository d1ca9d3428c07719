import math
import traceback


class Value:
    def __init__(self, data, _prev=(), _op=""):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self._backward = lambda: None

    def __repr__(self):
        return f"Value(data={self.data}, grad={self.grad})"

    def __add__(self, other):
        other = Value(other) if not isinstance(other, Value) else other
        res = Value(self.data + other.data, (self, other), "+")

        def _backward():
            self.grad += res.grad
            other.grad += res.grad

        res._backward = _backward
        return res

    def __mul__(self, other):
        other = Value(other) if not isinstance(other, Value) else other
        res = Value(self.data * other.data, (self, other), "*")

        def _backward():
            self.grad += other.data * res.grad
            other.grad += self.data * res.grad

        res._backward = _backward
        return res

    def __radd__(self, other):  # number + self
        return self + other

    def __rmul__(self, other):  # number * self
        return self * other

    def tanh(self):
        t = math.tanh(self.data)
        res = Value(t, (self,), "tanh")

        def _backward():
            self.grad += (1.0 - t * t) * res.grad

        res._backward = _backward
        return res

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        # put everybody's savings aside, run the call alone, give the leaves theirs back
        savings = [(node, node.grad) for node in topo if not node._prev]
        for node in topo:
            node.grad = 0.0
        self.grad = 1.0
        for node in reversed(topo):
            node._backward()
        for leaf, saved in savings:
            leaf.grad += saved


def build_topo(v, visited, topo):
    if v not in visited:
        visited.add(v)
        for operand in v._prev:
            build_topo(operand, visited, topo)
        topo.append(v)
