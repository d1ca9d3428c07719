import math


class Value:
    _order = None

    def __init__(self, data, _prev=(), _op="", _rule=None):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self._backward = _rule

    def order(self):
        """Inputs first; kept, as the graph below a node never changes."""
        if self._order is None:
            self._order = []
            build_topo(self, set(), self._order)
        return self._order

    def backward(self):
        for node in self.order():
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(self.order()):
            if node._backward:
                node._backward(node)

    def __add__(self, other):
        return Value(*add(self, lift(other)))

    def __mul__(self, other):
        return Value(*mul(self, lift(other)))

    def __truediv__(self, other):
        return Value(*div(self, lift(other)))

    def __neg__(self):
        return Value(*mul(self, Value(-1.0)))

    def __sub__(self, other):
        return self + -lift(other)

    def __pow__(self, n):
        def back(out):
            self.grad += out.grad * n * self.data ** (n - 1)

        return Value(self.data**n, (self,), "**", back if n != 0 else None)

    def __radd__(self, other):
        return Value(*add(lift(other), self))

    def __rmul__(self, other):
        return Value(*mul(lift(other), self))

    def __rtruediv__(self, other):
        return Value(*div(lift(other), self))

    def __rsub__(self, other):
        return lift(other) - self

    def tanh(self):
        def back(out):
            self.grad += out.grad * (1 - out.data * out.data)

        return Value(math.tanh(self.data), (self,), "tanh", back)

    def exp(self):
        def back(out):
            self.grad += out.grad * out.data

        return Value(math.exp(self.data), (self,), "exp", back)

    def relu(self):
        def back(out):
            self.grad += out.grad * (1.0 if out.data > 0 else 0.0)

        return Value(max(0.0, self.data), (self,), "relu", back)


def lift(x):
    return x if isinstance(x, Value) else Value(x)


def add(a, b):
    def back(out):
        a.grad += out.grad
        b.grad += out.grad

    return a.data + b.data, (a, b), "+", back


def mul(a, b):
    def back(out):
        a.grad += out.grad * b.data
        b.grad += out.grad * a.data

    return a.data * b.data, (a, b), "*", back


def div(a, b):
    def back(out):
        a.grad += out.grad / b.data
        b.grad -= out.grad * out.data / b.data

    return a.data / b.data, (a, b), "/", back


def build_topo(v, visited, topo):
    stack = [(v, None)]
    while stack:
        node, inputs = stack.pop()
        if inputs is None:
            if node in visited:
                continue
            visited.add(node)
            inputs = list(node._prev)
        if inputs:
            nxt = inputs.pop()
            stack.append((node, inputs))
            stack.append((nxt, None))
        else:
            topo.append(node)


def zero_grad(root):
    for node in root._order or [root]:
        node.grad = 0.0
