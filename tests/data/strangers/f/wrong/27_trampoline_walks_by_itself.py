import math


def trampoline(task):
    """Run a generator that yields the generators it wants to have run first."""
    stack = [task]
    while stack:
        try:
            stack.append(next(stack[-1]))
        except StopIteration:
            stack.pop()


def walk(v, visited, topo):
    visited.add(v)
    for child in v._prev:
        if child not in visited:
            yield from walk(child, visited, topo)
    topo.append(v)


def build_topo(v, visited, topo):
    trampoline(walk(v, visited, topo))


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for v in topo:
        v.grad = 0.0


def binary(method):
    def wrapper(self, other):
        return method(self, other if isinstance(other, Value) else Value(float(other)))
    return wrapper


class Value:
    def __init__(self, data, _prev=()):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._backward = lambda: None

    @binary
    def __add__(self, other):
        out = Value(self.data + other.data, (self, other))
        def rule():
            self.grad += out.grad
            other.grad += out.grad
        out._backward = rule
        return out

    @binary
    def __sub__(self, other):
        out = Value(self.data - other.data, (self, other))
        def rule():
            self.grad += out.grad
            other.grad -= out.grad
        out._backward = rule
        return out

    @binary
    def __mul__(self, other):
        out = Value(self.data * other.data, (self, other))
        def rule():
            self.grad += other.data * out.grad
            other.grad += self.data * out.grad
        out._backward = rule
        return out

    @binary
    def __truediv__(self, other):
        out = Value(self.data / other.data, (self, other))
        def rule():
            self.grad += out.grad / other.data
            other.grad -= out.grad * out.data / other.data
        out._backward = rule
        return out

    @binary
    def __radd__(self, other):
        return other + self

    @binary
    def __rsub__(self, other):
        return other - self

    @binary
    def __rmul__(self, other):
        return other * self

    @binary
    def __rtruediv__(self, other):
        return other / self

    def __neg__(self):
        out = Value(-self.data, (self,))
        def rule():
            self.grad -= out.grad
        out._backward = rule
        return out

    def __pow__(self, n):
        out = Value(self.data ** n, (self,))
        def rule():
            if n != 0:
                self.grad += n * self.data ** (n - 1) * out.grad
        out._backward = rule
        return out

    def tanh(self):
        out = Value(math.tanh(self.data), (self,))
        def rule():
            self.grad += (1.0 - out.data ** 2) * out.grad
        out._backward = rule
        return out

    def exp(self):
        out = Value(math.exp(self.data), (self,))
        def rule():
            self.grad += out.data * out.grad
        out._backward = rule
        return out

    def relu(self):
        out = Value(self.data if self.data > 0 else 0.0, (self,))
        def rule():
            if self.data > 0:
                self.grad += out.grad
        out._backward = rule
        return out

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for v in topo:
            if v._prev:
                v.grad = 0.0
        self.grad += 1.0
        for v in reversed(topo):
            v._backward()
