import math


class Value:
    """One number, its gradient, and how it was made."""

    def __init__(self, data, _prev=(), _op=""):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self._backward = lambda: None

    def __add__(self, other):
        other = self._value(other)
        out = Value(self.data + other.data, (self, other), "+")
        out._backward = lambda: (self._add_grad(out.grad), other._add_grad(out.grad))
        return out

    def __sub__(self, other):
        other = self._value(other)
        out = Value(self.data - other.data, (self, other), "-")
        out._backward = lambda: (self._add_grad(out.grad), other._add_grad(-out.grad))
        return out

    def __mul__(self, other):
        other = self._value(other)
        out = Value(self.data * other.data, (self, other), "*")
        out._backward = lambda: (
            self._add_grad(out.grad * other.data),
            other._add_grad(out.grad * self.data),
        )
        return out

    def __truediv__(self, other):
        other = self._value(other)
        out = Value(self.data / other.data, (self, other), "/")
        out._backward = lambda: (
            self._add_grad(out.grad / other.data),
            other._add_grad(-out.grad * out.data / other.data),
        )
        return out

    def __pow__(self, n):
        out = Value(self.data**n, (self,), "**")
        if n != 0:
            out._backward = lambda: self._add_grad(out.grad * n * self.data ** (n - 1))
        return out

    def __neg__(self):
        out = Value(-self.data, (self,), "neg")
        out._backward = lambda: self._add_grad(-out.grad)
        return out

    def __radd__(self, other):
        return self + other

    def __rsub__(self, other):
        return self._value(other) - self

    def __rmul__(self, other):
        return self * other

    def __rtruediv__(self, other):
        return self._value(other) / self

    def tanh(self):
        out = Value(math.tanh(self.data), (self,), "tanh")
        out._backward = lambda: self._add_grad(out.grad * (1.0 - out.data * out.data))
        return out

    def exp(self):
        out = Value(math.exp(self.data), (self,), "exp")
        out._backward = lambda: self._add_grad(out.grad * out.data)
        return out

    def relu(self):
        out = Value(self.data if self.data > 0 else 0.0, (self,), "relu")
        out._backward = lambda: self._add_grad(out.grad if out.data > 0 else 0.0)
        return out

    def backward(self):
        order = []
        build_topo(self, set(), order)
        for node in order:
            if node._prev and node is not self:
                node.grad = 0.0
        self.grad += 1.0
        for node in order[::-1]:
            node._backward()

    def _add_grad(self, amount):
        self.grad += amount

    @staticmethod
    def _value(x):
        return x if isinstance(x, Value) else Value(x)


def build_topo(v, visited, topo):
    stack = [v]
    while stack:
        node = stack.pop()
        if isinstance(node, list):  # [node]: all its inputs are in the list
            topo.append(node[0])
        elif node not in visited:
            visited.add(node)
            stack.append([node])
            stack.extend(node._prev)


def zero_grad(root):
    order = []
    build_topo(root, set(), order)
    for node in order:
        node.grad = 0.0
