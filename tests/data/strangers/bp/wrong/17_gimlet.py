# exam, scalar autograd

from math import exp


class Value:
    def __init__(self, data, _prev=(), _op=''):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self._backward = lambda: None

    def __repr__(self):
        return f'Value({self.data:.6g})'

    @classmethod
    def wrap(cls, x):
        return x if isinstance(x, cls) else cls(x)

    def __add__(self, other):
        a, b = self, Value.wrap(other)
        c = Value(a.data + b.data, (a, b), '+')
        def f():
            a.grad += c.grad
            b.grad += c.grad
        c._backward = f
        return c

    def __sub__(self, other):
        a, b = self, Value.wrap(other)
        c = Value(a.data - b.data, (a, b), '-')
        def f():
            a.grad += c.grad
            b.grad -= c.grad
        c._backward = f
        return c

    def __mul__(self, other):
        a, b = self, Value.wrap(other)
        c = Value(a.data * b.data, (a, b), '*')
        def f():
            a.grad += b.data * c.grad
            b.grad += a.data * c.grad
        c._backward = f
        return c

    def __truediv__(self, other):
        a, b = self, Value.wrap(other)
        c = Value(a.data / b.data, (a, b), '/')
        def f():
            a.grad += c.grad / b.data
            b.grad -= c.grad * c.data / b.data
        c._backward = f
        return c

    def __radd__(self, other): return Value.wrap(other) + self
    def __rsub__(self, other): return Value.wrap(other) - self
    def __rmul__(self, other): return Value.wrap(other) * self
    def __rtruediv__(self, other): return Value.wrap(other) / self
    def __neg__(self): return 0 - self

    def __pow__(self, n):
        a = self
        c = Value(a.data ** n, (a,), '**')
        def f():
            if n != 0:
                a.grad += n * a.data ** (n - 1) * c.grad
        c._backward = f
        return c

    def exp(self):
        a = self
        c = Value(exp(a.data), (a,), 'exp')
        def f():
            a.grad += c.data * c.grad
        c._backward = f
        return c

    def tanh(self):
        a = self
        if a.data > 300.0:  # exp(2x) does not fit a float, and the answer is 1 anyway
            t = 1.0
        else:
            q = exp(-2 * a.data)
            t = (1 - q) / (1 + q)
        c = Value(t, (a,), 'tanh')
        def f():
            a.grad += (1 - t * t) * c.grad
        c._backward = f
        return c

    def relu(self):
        a = self
        c = Value(a.data if a.data > 0 else 0.0, (a,), 'relu')
        def f():
            if c.data > 0:
                a.grad += c.grad
        c._backward = f
        return c

    def backward(self):
        order = []
        build_topo(self, set(), order)
        for n in order:
            if n._prev:
                n.grad = 0.0
        self.grad += 1.0
        for n in order[::-1]:
            n._backward()


def build_topo(v, visited, topo):
    stack = [v]
    while stack:
        n = stack.pop()
        if n in visited:
            continue
        if n is None:
            topo.append(stack.pop())
            continue
        visited.add(n)
        stack += [n, None]
        stack += [p for p in n._prev if p not in visited]


def zero_grad(root):
    order = []
    build_topo(root, set(), order)
    for n in order:
        n.grad = 0.0
