import math


class Value:
    """One number, its gradient, and how it was made."""

    def __init__(self, data, _prev=(), _op=""):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self._backward = lambda: None

    def __repr__(self):
        return f"Value(data={self.data}, grad={self.grad})"

    def backward(self):
        """Find this call's gradients from zero, then give the leaves back what they had."""
        topo = []
        build_topo(self, set(), topo)
        leaves = [n for n in topo if not n._prev]
        before = [n.grad for n in leaves]
        for n in topo:
            n.grad = 0.0
        self.grad = 1.0
        for n in reversed(topo):
            n._backward()
        for n, old in zip(topo, before):
            n.grad += old

    def __add__(self, other):
        other = as_node(other)
        out = Value(self.data + other.data, (self, other), "+")

        def _backward():
            self.grad += out.grad
            other.grad += out.grad

        out._backward = _backward
        return out

    def __mul__(self, other):
        other = as_node(other)
        out = Value(self.data * other.data, (self, other), "*")

        def _backward():
            self.grad += other.data * out.grad
            other.grad += self.data * out.grad

        out._backward = _backward
        return out

    def __pow__(self, n):
        out = Value(self.data**n, (self,), "**")

        def _backward():
            if n:
                self.grad += n * self.data ** (n - 1) * out.grad

        out._backward = _backward
        return out

    def tanh(self):
        t = math.tanh(self.data)
        out = Value(t, (self,), "tanh")

        def _backward():
            self.grad += (1.0 - t * t) * out.grad

        out._backward = _backward
        return out

    def exp(self):
        out = Value(math.exp(self.data), (self,), "exp")

        def _backward():
            self.grad += out.data * out.grad

        out._backward = _backward
        return out

    def relu(self):
        out = Value(self.data * (self.data > 0), (self,), "relu")

        def _backward():
            self.grad += (out.data > 0) * out.grad

        out._backward = _backward
        return out

    def __neg__(self):
        return self * -1

    def __sub__(self, other):
        return self + (-as_node(other))

    def __truediv__(self, other):
        return self * as_node(other) ** -1

    def __radd__(self, other):
        return self + other

    def __rmul__(self, other):
        return self * other

    def __rsub__(self, other):
        return as_node(other) - self

    def __rtruediv__(self, other):
        return as_node(other) / self


def as_node(x):
    return x if isinstance(x, Value) else Value(x)


def build_topo(v, visited, topo):
    stack = [(v, False)]
    while stack:
        node, inputs_are_in = stack.pop()
        if inputs_are_in:
            topo.append(node)
        elif node not in visited:
            visited.add(node)
            stack.append((node, True))
            for input_node in reversed(node._prev):
                stack.append((input_node, False))


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for n in topo:
        n.grad = 0.0
