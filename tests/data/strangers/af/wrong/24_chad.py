import math


class Value:
    def __init__(self, data, _prev=(), _op=""):
        self.data = data
        self.grad = None
        self._prev = _prev
        self._op = _op
        self._backward = lambda: None

    def _take(self, share):
        self.grad = share if self.grad is None else self.grad + share

    @staticmethod
    def _of(x):
        return x if isinstance(x, Value) else Value(x)

    def __add__(self, other):
        other = Value._of(other)
        out = Value(self.data + other.data, (self, other), "+")
        out._backward = lambda: (self._take(out.grad), other._take(out.grad))
        return out

    def __mul__(self, other):
        other = Value._of(other)
        out = Value(self.data * other.data, (self, other), "*")
        out._backward = lambda: (
            self._take(other.data * out.grad),
            other._take(self.data * out.grad),
        )
        return out

    def __truediv__(self, other):
        other = Value._of(other)
        out = Value(self.data / other.data, (self, other), "/")
        out._backward = lambda: (
            self._take(out.grad / other.data),
            other._take(-out.grad * out.data / other.data),
        )
        return out

    def __pow__(self, n):
        out = Value(self.data**n, (self,), "**")
        out._backward = lambda: self._take(n * self.data ** (n - 1) * out.grad if n else 0.0)
        return out

    def __neg__(self):
        return self * -1.0

    def __sub__(self, other):
        return self + -Value._of(other)

    def __radd__(self, other):
        return Value(other) + self

    def __rsub__(self, other):
        return Value(other) - self

    def __rmul__(self, other):
        return Value(other) * self

    def __rtruediv__(self, other):
        return Value(other) / self

    def tanh(self):
        out = Value(math.tanh(self.data), (self,), "tanh")
        out._backward = lambda: self._take((1 - out.data * out.data) * out.grad)
        return out

    def exp(self):
        out = Value(math.exp(self.data), (self,), "exp")
        out._backward = lambda: self._take(out.data * out.grad)
        return out

    def relu(self):
        out = Value(max(0.0, self.data), (self,), "relu")
        out._backward = lambda: self._take(out.grad if out.data > 0 else 0.0)
        return out

    def backward(self):
        order = []
        build_topo(self, set(), order)
        for node in order:
            if node._prev or node.grad is None:
                node.grad = 0.0
        self._take(1.0)
        for node in reversed(order):
            node._backward()


def build_topo(v, visited, topo):
    stack = [v]
    while stack:
        node = stack.pop()
        if node is None:
            topo.append(stack.pop())
        elif node not in visited:
            visited.add(node)
            stack += [node, None, *node._prev]


def zero_grad(root):
    order = []
    build_topo(root, set(), order)
    for node in order:
        node.grad = 0.0
