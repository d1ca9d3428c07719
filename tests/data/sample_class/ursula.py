import math


class Value:
    def __init__(self, data, _prev=(), _op=''):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self._backward = lambda: None

    # ---- sorting is the node's own business ----

    def visit(self, visited, topo):
        if self in visited:
            return
        visited.add(self)
        self.visit_inputs(visited, topo)
        topo.append(self)

    def visit_inputs(self, visited, topo):
        for p in self._prev:
            p.visit(visited, topo)

    def backward(self):
        topo = []
        self.visit(set(), topo)
        for node in topo:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(topo):
            node._backward()

    # ---- operators ----

    def __add__(self, other):
        other = Value.cast(other)
        out = Value(self.data + other.data, (self, other), '+')
        def _backward():
            self.grad += out.grad
            other.grad += out.grad
        out._backward = _backward
        return out

    def __mul__(self, other):
        other = Value.cast(other)
        out = Value(self.data * other.data, (self, other), '*')
        def _backward():
            self.grad += other.data * out.grad
            other.grad += self.data * out.grad
        out._backward = _backward
        return out

    def __pow__(self, n):
        out = Value(self.data ** n, (self,), '**')
        def _backward():
            if n != 0:
                self.grad += n * self.data ** (n - 1) * out.grad
        out._backward = _backward
        return out

    def tanh(self):
        out = Value(math.tanh(self.data), (self,), 'tanh')
        def _backward():
            self.grad += (1.0 - out.data ** 2) * out.grad
        out._backward = _backward
        return out

    def exp(self):
        out = Value(math.exp(self.data), (self,), 'exp')
        def _backward():
            self.grad += out.data * out.grad
        out._backward = _backward
        return out

    def relu(self):
        out = Value(max(0.0, self.data), (self,), 'relu')
        def _backward():
            if out.data > 0.0:
                self.grad += out.grad
        out._backward = _backward
        return out

    @classmethod
    def cast(cls, x):
        return x if isinstance(x, cls) else cls(float(x))

    def __neg__(self):
        return self * -1

    def __sub__(self, other):
        return self + -Value.cast(other)

    def __truediv__(self, other):
        return self * Value.cast(other) ** -1

    def __radd__(self, other):
        return Value.cast(other) + self

    def __rmul__(self, other):
        return Value.cast(other) * self

    def __rsub__(self, other):
        return Value.cast(other) - self

    def __rtruediv__(self, other):
        return Value.cast(other) / self


def build_topo(v, visited, topo):
    v.visit(visited, topo)


def zero_grad(root):
    topo = []
    root.visit(set(), topo)
    for node in topo:
        node.grad = 0.0
