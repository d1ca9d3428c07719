import math


class Value:
    round = 1

    def __init__(self, data, _prev=(), _op=""):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self._seen = 0
        self._backward = lambda: None

    # ---- the order: a node that carries the number of this round has been met in it

    def _order(self):
        order = []
        stack = [(self, 0)]
        while stack:
            node, back = stack.pop()
            if back:
                order.append(node)
            elif node._seen != Value.round:
                node._seen = Value.round
                stack.append((node, 1))
                for below in node._prev:
                    stack.append((below, 0))
        return order

    def backward(self):
        Value.round += 1
        order = self._order()
        for node in order:
            if node._prev:
                node.grad = 0.0
        self.grad = self.grad + 1.0
        for node in order[::-1]:
            node._backward()

    # ---- two inputs

    def __add__(self, other):
        other = lift(other)
        out = Value(self.data + other.data, (self, other), "+")

        def _backward():
            self.grad += out.grad
            other.grad += out.grad

        out._backward = _backward
        return out

    def __mul__(self, other):
        other = lift(other)
        out = Value(self.data * other.data, (self, other), "*")

        def _backward():
            self.grad += out.grad * other.data
            other.grad += out.grad * self.data

        out._backward = _backward
        return out

    def __truediv__(self, other):
        other = lift(other)
        out = Value(self.data / other.data, (self, other), "/")

        def _backward():
            self.grad += out.grad / other.data
            other.grad -= out.grad * out.data / other.data

        out._backward = _backward
        return out

    def __sub__(self, other):
        return self + -lift(other)

    def __radd__(self, other):
        return lift(other) + self

    def __rmul__(self, other):
        return lift(other) * self

    def __rsub__(self, other):
        return lift(other) - self

    def __rtruediv__(self, other):
        return lift(other) / self

    # ---- one input

    def _unary(self, number, slope, op):
        out = Value(number, (self,), op)

        def _backward():
            self.grad += slope * out.grad

        out._backward = _backward
        return out

    def __neg__(self):
        return self._unary(-self.data, -1.0, "neg")

    def __pow__(self, n):
        return self._unary(self.data**n, n * self.data ** (n - 1) if n != 0 else 0.0, "**")

    def tanh(self):
        t = math.tanh(self.data)
        return self._unary(t, 1.0 - t * t, "tanh")

    def exp(self):
        e = math.exp(self.data)
        return self._unary(e, e, "exp")

    def relu(self):
        return self._unary(max(self.data, 0.0), 1.0 if self.data > 0 else 0.0, "relu")


def lift(x):
    return x if isinstance(x, Value) else Value(x)


def build_topo(v, visited, topo):
    topo.extend(v._order())
    Value.round += 1


def zero_grad(root):
    Value.round += 1
    for node in root._order():
        node.grad = 0.0
