"""No separate pass clears the inner nodes: the first contribution of a call overwrites."""

import math


class Value:
    turn = False

    def __init__(self, data, _prev=(), _op=""):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self._backward = None
        self._turn = None

    def receive(self, amount):
        if self._prev and self._turn is not Value.turn:
            self._turn = Value.turn
            self.grad = amount
        else:
            self.grad += amount

    def __add__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        out = Value(self.data + other.data, (self, other), "+")

        def _backward():
            self.receive(out.grad)
            other.receive(out.grad)

        out._backward = _backward
        return out

    def __mul__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        out = Value(self.data * other.data, (self, other), "*")

        def _backward():
            self.receive(other.data * out.grad)
            other.receive(self.data * out.grad)

        out._backward = _backward
        return out

    def __pow__(self, n):
        out = Value(self.data**n, (self,), "**")

        def _backward():
            slope = n * self.data ** (n - 1) if n else 0.0
            self.receive(slope * out.grad)

        out._backward = _backward
        return out

    def tanh(self):
        out = Value(math.tanh(self.data), (self,), "tanh")

        def _backward():
            self.receive((1.0 - out.data**2) * out.grad)

        out._backward = _backward
        return out

    def exp(self):
        out = Value(math.exp(self.data), (self,), "exp")

        def _backward():
            self.receive(out.data * out.grad)

        out._backward = _backward
        return out

    def relu(self):
        out = Value(max(0.0, self.data), (self,), "relu")

        def _backward():
            self.receive(out.grad if out.data > 0 else 0.0)

        out._backward = _backward
        return out

    def __neg__(self):
        return self * -1

    def __sub__(self, other):
        return self + (-other)

    def __truediv__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        return self * other**-1

    def __radd__(self, other):
        return self + other

    def __rmul__(self, other):
        return self * other

    def __rsub__(self, other):
        return -self + other

    def __rtruediv__(self, other):
        return self**-1 * other

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        Value.turn = not Value.turn
        self._turn = None
        self.receive(1.0)
        for node in reversed(topo):
            if node._prev:
                node._backward()


def build_topo(v, visited, topo):
    stack = [(v, False)]
    while stack:
        node, inputs_done = stack.pop()
        if inputs_done:
            topo.append(node)
        elif node not in visited:
            visited.add(node)
            stack.append((node, True))
            stack.extend((input_node, False) for input_node in node._prev)


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
