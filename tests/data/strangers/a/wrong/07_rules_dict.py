import math


# ---- one rule per operator name: rule(out, *inputs) -------------------------
def _add(out, a, b):
    a.grad += out.grad
    b.grad += out.grad


def _sub(out, a, b):
    a.grad += out.grad
    b.grad -= out.grad


def _mul(out, a, b):
    a.grad += out.grad * b.data
    b.grad += out.grad * a.data


def _div(out, a, b):
    a.grad += out.grad / b.data
    b.grad -= out.grad * a.data / b.data**2


def _pow(out, a):
    n = out.extra
    if n != 0:
        a.grad += out.grad * n * a.data ** (n - 1)


def _neg(out, a):
    a.grad -= 1.0


def _tanh(out, a):
    a.grad += out.grad * (1 - out.data**2)


def _exp(out, a):
    a.grad += out.grad * out.data


def _relu(out, a):
    if a.data > 0:
        a.grad += out.grad


RULES = {
    '+': _add,
    '-': _sub,
    '*': _mul,
    '/': _div,
    '**': _pow,
    'neg': _neg,
    'tanh': _tanh,
    'exp': _exp,
    'relu': _relu,
}


class Value:
    def __init__(self, data, _prev=(), _op='', extra=None):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self.extra = extra

    def _backward(self):
        if self._op:
            RULES[self._op](self, *self._prev)

    def __add__(self, other):
        other = _val(other)
        return Value(self.data + other.data, (self, other), '+')

    def __sub__(self, other):
        other = _val(other)
        return Value(self.data - other.data, (self, other), '-')

    def __mul__(self, other):
        other = _val(other)
        return Value(self.data * other.data, (self, other), '*')

    def __truediv__(self, other):
        other = _val(other)
        return Value(self.data / other.data, (self, other), '/')

    def __pow__(self, n):
        return Value(self.data**n, (self,), '**', extra=n)

    def __neg__(self):
        return Value(-self.data, (self,), 'neg')

    def __radd__(self, other):
        return _val(other) + self

    def __rsub__(self, other):
        return _val(other) - self

    def __rmul__(self, other):
        return _val(other) * self

    def __rtruediv__(self, other):
        return _val(other) / self

    def tanh(self):
        return Value(math.tanh(self.data), (self,), 'tanh')

    def exp(self):
        return Value(math.exp(self.data), (self,), 'exp')

    def relu(self):
        return Value(max(0.0, self.data), (self,), 'relu')

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._op:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(topo):
            node._backward()


def _val(x):
    return x if isinstance(x, Value) else Value(x)


def build_topo(v, visited, topo):
    stack = [(v, 0)]
    visited.add(v)
    while stack:
        node, i = stack.pop()
        if i < len(node._prev):
            stack.append((node, i + 1))
            child = node._prev[i]
            if child not in visited:
                visited.add(child)
                stack.append((child, 0))
        else:
            topo.append(node)


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
