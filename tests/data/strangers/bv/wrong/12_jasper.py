import math


class Value:
    """Nodes carry a stamp of the last walk that saw them, so no set is needed."""

    _walks = 0

    def __init__(self, data, _prev=(), _backward=None):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._backward = _backward
        self._stamp = 0

    def _walk(self):
        self._walks += 1
        stamp = self._walks
        self._stamp = stamp
        topo, stack = [], [(self, iter(self._prev))]
        while stack:
            node, inputs = stack[-1]
            for p in inputs:
                if p._stamp != stamp:
                    p._stamp = stamp
                    stack.append((p, iter(p._prev)))
                    break
            else:
                stack.pop()
                topo.append(node)
        return topo

    def backward(self):
        topo = self._walk()
        for v in topo:
            if v._backward is not None:
                v.grad = 0.0
        self.grad += 1.0
        for v in reversed(topo):
            if v._backward is not None:
                v._backward(v)

    def zero_grad(self):
        for v in self._walk():
            v.grad = 0.0

    def __add__(self, other):
        other = wrap(other)

        def back(out):
            self.grad += out.grad
            other.grad += out.grad

        return Value(self.data + other.data, (self, other), back)

    def __sub__(self, other):
        other = wrap(other)

        def back(out):
            self.grad += out.grad
            other.grad -= out.grad

        return Value(self.data - other.data, (self, other), back)

    def __mul__(self, other):
        other = wrap(other)

        def back(out):
            self.grad += other.data * out.grad
            other.grad += self.data * out.grad

        return Value(self.data * other.data, (self, other), back)

    def __truediv__(self, other):
        other = wrap(other)

        def back(out):
            self.grad += out.grad / other.data
            other.grad -= out.grad * out.data / other.data

        return Value(self.data / other.data, (self, other), back)

    def __pow__(self, n):
        def back(out):
            slope = n * self.data ** (n - 1) if n != 0 else 0
            self.grad += slope * out.grad

        return Value(self.data ** n, (self,), back)

    def __neg__(self):
        return 0.0 - self

    def __radd__(self, other):
        return wrap(other) + self

    def __rsub__(self, other):
        return wrap(other) - self

    def __rmul__(self, other):
        return wrap(other) * self

    def __rtruediv__(self, other):
        return wrap(other) / self

    def tanh(self):
        def back(out):
            self.grad += (1 - out.data ** 2) * out.grad

        return Value(math.tanh(self.data), (self,), back)

    def exp(self):
        def back(out):
            self.grad += out.data * out.grad

        return Value(math.exp(self.data), (self,), back)

    def relu(self):
        def back(out):
            self.grad += out.grad if self.data > 0 else 0

        return Value(self.data if self.data > 0 else 0.0, (self,), back)


def wrap(x):
    return x if isinstance(x, Value) else Value(x)


def build_topo(v, visited, topo):
    topo.extend(v._walk())


def zero_grad(root):
    root.zero_grad()
