import math

NUMBERS = (int, float)


class Value:
    def __init__(self, data, inputs=None):
        self.data = float(data)
        self.grad = 0.0
        self._prev = [] if inputs is None else inputs
        self._backward = None

    def __add__(self, other):
        if isinstance(other, NUMBERS):
            out = Value(self.data + other, [self])

            def _backward():
                self.grad += out.grad
        else:
            out = Value(self.data + other.data, [self, other])

            def _backward():
                self.grad += out.grad
                other.grad += out.grad

        out._backward = _backward
        return out

    def __mul__(self, other):
        if isinstance(other, NUMBERS):
            out = Value(self.data * other, [self])

            def _backward():
                self.grad += other * out.grad
        else:
            out = Value(self.data * other.data, [self, other])

            def _backward():
                self.grad += other.data * out.grad
                other.grad += self.data * out.grad

        out._backward = _backward
        return out

    def __pow__(self, n):
        assert isinstance(n, NUMBERS)
        out = Value(self.data**n, [self])

        def _backward():
            if n != 0:
                self.grad += n * self.data ** (n - 1) * out.grad

        out._backward = _backward
        return out

    def relu(self):
        out = Value(self.data if self.data > 0 else 0.0, [self])

        def _backward():
            self.grad += out.grad * (1.0 if self.data > 0 else 0.0)

        out._backward = _backward
        return out

    def tanh(self):
        t = math.tanh(self.data)
        out = Value(t, [self])

        def _backward():
            self.grad += out.grad * (1.0 - t * t)

        out._backward = _backward
        return out

    def exp(self):
        e = math.exp(self.data)
        out = Value(e)

        def _backward():
            self.grad += out.grad * e

        out._backward = _backward
        return out

    def __neg__(self):
        return self * -1

    def __radd__(self, other):
        return self + other

    def __rmul__(self, other):
        return self * other

    def __sub__(self, other):
        return self + -other

    def __rsub__(self, other):
        return -self + other

    def __truediv__(self, other):
        if isinstance(other, NUMBERS):
            return self * (1.0 / other)
        return self * other**-1

    def __rtruediv__(self, other):
        return self**-1 * other

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for v in topo:
            if v._prev:
                v.grad = 0.0
        self.grad += 1.0
        for v in reversed(topo):
            if v._backward is not None:
                v._backward()


def build_topo(v, visited, topo):
    stack = [v]
    while stack:
        node = stack[-1]
        if node not in visited:
            visited.add(node)
            stack.extend(p for p in node._prev if p not in visited)
        else:
            stack.pop()
            if id(node) not in visited:
                visited.add(id(node))
                topo.append(node)


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for v in topo:
        v.grad = 0.0
