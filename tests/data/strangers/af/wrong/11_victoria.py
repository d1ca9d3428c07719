import math


def _nothing():
    pass


def promote(x):
    return x if isinstance(x, Value) else Value(x)


def build_topo(v, visited, topo):
    stack = [v]
    opened = set()
    while stack:
        node = stack[-1]
        if node in visited:
            stack.pop()
        elif node in opened:
            stack.pop()
            visited.add(node)
            topo.append(node)
        else:
            opened.add(node)
            stack.extend(n for n in node._prev if n not in visited)


def zero_grad(root):
    for node in root._order:
        node.grad = 0.0


class Value:
    def __init__(self, data, _prev=(), _op=""):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self._backward = _nothing
        self._order = [self]

    def __rmul__(self, other):
        return self * other

    def __rtruediv__(self, other):
        return Value(other) / self

    def __truediv__(self, other):
        other = promote(other)
        out = Value(self.data / other.data, (self, other), "/")

        def push():
            self.grad += out.grad / other.data
            other.grad -= out.grad * (out.data / other.data)

        out._backward = push
        return out

    def __rsub__(self, other):
        return Value(other) - self

    def relu(self):
        out = Value(self.data if self.data > 0 else 0.0, (self,), "relu")

        def push():
            if out.data > 0:
                self.grad += out.grad

        out._backward = push
        return out

    def exp(self):
        out = Value(math.exp(self.data), (self,), "exp")

        def push():
            self.grad += out.data * out.grad

        out._backward = push
        return out

    def __sub__(self, other):
        return self + -(promote(other))

    def __add__(self, other):
        other = promote(other)
        out = Value(self.data + other.data, (self, other), "+")

        def push():
            self.grad += out.grad
            other.grad += out.grad

        out._backward = push
        return out

    def __radd__(self, other):
        return self + other

    def tanh(self):
        out = Value(math.tanh(self.data), (self,), "tanh")

        def push():
            self.grad += (1 - out.data**2) * out.grad

        out._backward = push
        return out

    def __neg__(self):
        return self * -1

    def __mul__(self, other):
        other = promote(other)
        out = Value(self.data * other.data, (self, other), "*")

        def push():
            self.grad += other.data * out.grad
            other.grad += self.data * out.grad

        out._backward = push
        return out

    def __pow__(self, n):
        out = Value(self.data**n, (self,), "**")

        def push():
            if n != 0:
                self.grad += n * self.data ** (n - 1) * out.grad

        out._backward = push
        return out

    def backward(self):
        self._order = []
        build_topo(self, set(), self._order)
        for node in self._order:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(self._order):
            node._backward()
