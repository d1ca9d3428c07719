import math


def _nothing():
    pass


def node_of(x):
    return x if isinstance(x, Value) else Value(x)


class Value:
    def __init__(self, data, _prev=(), _op=""):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self._backward = _nothing

    def __rtruediv__(self, other):
        return Value(other) / self

    def __radd__(self, other):
        return self + other

    def __rsub__(self, other):
        return Value(other) - self

    def __mul__(self, other):
        other = node_of(other)
        result = Value(self.data * other.data, (self, other), "*")

        def back():
            self.grad = self.grad + other.data * result.grad
            other.grad = other.grad + self.data * result.grad

        result._backward = back
        return result

    def __truediv__(self, other):
        other = node_of(other)
        result = Value(self.data / other.data, (self, other), "/")

        def back():
            self.grad = self.grad + result.grad / other.data
            other.grad -= result.grad * (result.data / other.data)

        result._backward = back
        return result

    def relu(self):
        result = Value(self.data if self.data > 0 else 0.0, (self,), "relu")

        def back():
            if result.data > 0:
                self.grad = self.grad + result.grad

        result._backward = back
        return result

    def __add__(self, other):
        other = node_of(other)
        result = Value(self.data + other.data, (self, other), "+")

        def back():
            self.grad = self.grad + result.grad
            other.grad = other.grad + result.grad

        result._backward = back
        return result

    def exp(self):
        result = Value(math.exp(self.data), (self,), "exp")

        def back():
            self.grad = self.grad + result.data * result.grad

        result._backward = back
        return result

    def backward(self):
        order = []
        build_topo(self, set(), order)
        if self._prev:
            self.grad = 1.0
        else:
            self.grad = self.grad + 1.0
        order.pop()._backward()
        while order:
            node = order.pop()
            node._backward()
            if node._prev:
                node.grad = 0.0

    def __pow__(self, exponent):
        result = Value(self.data**exponent, (self,), "**")

        def back():
            if exponent != 0:
                self.grad = self.grad + exponent * self.data ** (exponent - 1) * result.grad

        result._backward = back
        return result

    def tanh(self):
        result = Value(math.tanh(self.data), (self,), "tanh")

        def back():
            self.grad = self.grad + (1 - result.data**2) * result.grad

        result._backward = back
        return result

    def __sub__(self, other):
        other = node_of(other)
        result = Value(self.data - other.data, (self, other), "-")

        def back():
            self.grad = self.grad + result.grad
            other.grad -= result.grad

        result._backward = back
        return result

    def __neg__(self):
        return 0 - self

    def __rmul__(self, other):
        return self * other


def build_topo(v, visited, order):
    notes = [v]
    opened = set()
    while notes:
        node = notes[-1]
        if node in visited:
            notes.pop()
        elif node in opened:
            notes.pop()
            visited.add(node)
            order.append(node)
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
