import math
from collections import deque

history = deque(maxlen=1000)


class Value:
    def __init__(self, data, _prev=(), _op=""):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self._call = 0
        self._backward = lambda: None

    def __repr__(self):
        return f"Value({self.data}, grad {self.grad}, call {self._call})"

    def backward(self):
        history.append(self.data)
        call = len(history)
        order = []
        build_topo(self, set(), order)
        for node in order:
            if node._prev and node._call != call:
                node._call = call
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(order):
            node._backward()

    def __add__(self, other):
        other = _value(other)
        out = Value(self.data + other.data, (self, other), "+")

        def _backward():
            self.grad += out.grad
            other.grad += out.grad

        out._backward = _backward
        return out

    def __mul__(self, other):
        other = _value(other)
        out = Value(self.data * other.data, (self, other), "*")

        def _backward():
            self.grad += other.data * out.grad
            other.grad += self.data * out.grad

        out._backward = _backward
        return out

    def __truediv__(self, other):
        other = _value(other)
        out = Value(self.data / other.data, (self, other), "/")

        def _backward():
            self.grad += out.grad / other.data
            other.grad += -out.grad * out.data / other.data

        out._backward = _backward
        return out

    def __pow__(self, n):
        out = Value(self.data**n, (self,), "**")

        def _backward():
            if n == 0:
                return
            self.grad += n * self.data ** (n - 1) * out.grad

        out._backward = _backward
        return out

    def __neg__(self):
        out = Value(-self.data, (self,), "neg")

        def _backward():
            self.grad += -out.grad

        out._backward = _backward
        return out

    def tanh(self):
        out = Value(math.tanh(self.data), (self,), "tanh")

        def _backward():
            self.grad += (1 - out.data * out.data) * out.grad

        out._backward = _backward
        return out

    def exp(self):
        out = Value(math.exp(self.data), (self,), "exp")

        def _backward():
            self.grad += out.data * out.grad

        out._backward = _backward
        return out

    def relu(self):
        out = Value(max(self.data, 0.0), (self,), "relu")

        def _backward():
            if self.data > 0:
                self.grad += out.grad

        out._backward = _backward
        return out

    def __radd__(self, other):
        return _value(other) + self

    def __sub__(self, other):
        return self + (-_value(other))

    def __rsub__(self, other):
        return _value(other) - self

    def __rmul__(self, other):
        return _value(other) * self

    def __rtruediv__(self, other):
        return _value(other) / self


def _value(x):
    return x if isinstance(x, Value) else Value(x)


def build_topo(v, visited, topo):
    todo = [v]
    while todo:
        node = todo[-1]
        if node in visited:
            todo.pop()
            continue
        open_inputs = [n for n in node._prev if n not in visited]
        if open_inputs:
            todo += open_inputs
        else:
            topo.append(todo.pop())
            visited.add(node)


def zero_grad(root):
    order = []
    build_topo(root, set(), order)
    for node in order:
        node.grad = 0.0
