import math


def _noop():
    return None


class Value:
    __slots__ = ("data", "grad", "_prev", "_backward", "__weakref__")

    def __init__(self, data, _prev=()):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._backward = _noop

    def __add__(self, other):
        if not isinstance(other, Value):
            other = Value(other)
        out = Value(self.data + other.data, (self, other))

        def _backward():
            self.grad += out.grad
            other.grad += out.grad

        out._backward = _backward
        return out

    __radd__ = __add__

    def __sub__(self, other):
        if not isinstance(other, Value):
            other = Value(other)
        out = Value(self.data - other.data, (self, other))

        def _backward():
            self.grad += out.grad
            other.grad = -out.grad

        out._backward = _backward
        return out

    def __rsub__(self, other):
        return Value(other) - self

    def __mul__(self, other):
        if not isinstance(other, Value):
            other = Value(other)
        out = Value(self.data * other.data, (self, other))

        def _backward():
            self.grad += other.data * out.grad
            other.grad += self.data * out.grad

        out._backward = _backward
        return out

    __rmul__ = __mul__

    def __truediv__(self, other):
        if not isinstance(other, Value):
            other = Value(other)
        out = Value(self.data / other.data, (self, other))

        def _backward():
            self.grad += out.grad / other.data
            other.grad -= out.grad * out.data / other.data

        out._backward = _backward
        return out

    def __rtruediv__(self, other):
        return Value(other) / self

    def __neg__(self):
        out = Value(-self.data, (self,))

        def _backward():
            self.grad -= out.grad

        out._backward = _backward
        return out

    def __pow__(self, n):
        out = Value(self.data**n, (self,))

        def _backward():
            if n:
                self.grad += n * self.data ** (n - 1) * out.grad

        out._backward = _backward
        return out

    def tanh(self):
        out = Value(math.tanh(self.data), (self,))

        def _backward():
            self.grad += (1.0 - out.data * out.data) * out.grad

        out._backward = _backward
        return out

    def exp(self):
        out = Value(math.exp(self.data), (self,))

        def _backward():
            self.grad += out.data * out.grad

        out._backward = _backward
        return out

    def relu(self):
        out = Value(self.data if self.data > 0.0 else 0.0, (self,))

        def _backward():
            if self.data > 0.0:
                self.grad += out.grad

        out._backward = _backward
        return out

    def backward(self):
        order = []
        build_topo(self, set(), order)
        for node in order:
            if node._prev:
                node.grad = 0.0
        if self._prev:
            self.grad = 1.0
        else:
            self.grad += 1.0
        order.reverse()
        for node in order:
            node._backward()


def build_topo(v, visited, topo):
    stack = [v]
    while stack:
        node = stack[-1]
        if node in visited:
            stack.pop()
            continue
        pending = [p for p in node._prev if p not in visited]
        if pending:
            stack.extend(pending)
        else:
            visited.add(node)
            topo.append(stack.pop())


def zero_grad(root):
    order = []
    build_topo(root, set(), order)
    for node in order:
        node.grad = 0.0
