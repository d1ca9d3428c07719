import math

_ZERO, _ONE = 0.0, 1.0


class Value(object):

    def __init__(self, data, _prev=(), _op='', _back=None):
        self.data = data
        self.grad = _ZERO
        self._op = _op
        self._prev = _prev
        self._backward = _back or (lambda out: None)

    def __add__(self, other):
        other = Value._coerce(other)
        def back(out):
            self.grad += out.grad
            other.grad += out.grad
        return Value(self.data + other.data, (self, other), '+', back)

    def __mul__(self, other):
        other = Value._coerce(other)
        def back(out):
            self.grad += out.grad * other.data
            other.grad += out.grad * self.data
        return Value(self.data * other.data, (self, other), '*', back)

    def __truediv__(self, other):
        other = Value._coerce(other)
        def back(out):
            self.grad += out.grad / other.data
            other.grad += -out.grad * out.data / other.data
        return Value(self.data / other.data, (self, other), '/', back)

    def __pow__(self, n):
        def back(out):
            self.grad += out.grad * n * self.data ** (n - 1) if n != 0 else _ZERO
        return Value(self.data ** n, (self,), '**', back)

    def tanh(self):
        def back(out):
            self.grad += out.grad * (_ONE - out.data * out.data)
        return Value(math.tanh(self.data), (self,), 'tanh', back)

    def exp(self):
        def back(out):
            self.grad += out.grad * out.data
        return Value(math.exp(self.data), (self,), 'exp', back)

    def relu(self):
        def back(out):
            self.grad += out.grad if self.data > _ZERO else _ZERO
        return Value(max(_ZERO, self.data), (self,), 'relu', back)

    @staticmethod
    def _coerce(x):
        return x if isinstance(x, Value) else Value(float(x))

    def __neg__(self):
        return self * -_ONE

    def __sub__(self, other):
        return self + -Value._coerce(other)

    def __radd__(self, other):
        return Value._coerce(other) + self

    def __rsub__(self, other):
        return Value._coerce(other) + -self

    def __rmul__(self, other):
        return Value._coerce(other) * self

    def __rtruediv__(self, other):
        return Value._coerce(other) / self

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for n in topo:
            n.grad = _ZERO if n._prev else n.grad
        self.grad += _ONE
        for n in reversed(topo):
            n._backward(n)


def build_topo(v, visited, topo):
    stack = [(v, False)]
    while stack:
        node, expanded = stack.pop()
        if expanded:
            topo.append(node)
            continue
        stack.append((node, True))
        for child in node._prev:
            if child not in visited:
                visited.add(child)
                stack.append((child, False))


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for n in topo:
        n.grad = _ZERO
