import math as m


class Value(object):

    def __init__(self, data, _prev=(), _op=''):
        self.data = data
        self.grad = 0.0
        self._prev = set(_prev)
        self._op = _op        # '' for a leaf
        self._backward = lambda: None

    def __repr__(self):
        return '<%s %g>' % (self._op or 'leaf', self.data)

    # local rules ------------------------------------------------------

    def __add__(self, other):
        if not isinstance(other, Value): other = Value(other)
        out = Value(self.data + other.data, (self, other), 'add')
        def bw():
            self.grad += out.grad
            other.grad += out.grad
        out._backward = bw
        return out

    def __sub__(self, other):
        if not isinstance(other, Value): other = Value(other)
        out = Value(self.data - other.data, (self, other), 'sub')
        def bw():
            self.grad += out.grad
            other.grad -= out.grad
        out._backward = bw
        return out

    def __mul__(self, other):
        if not isinstance(other, Value): other = Value(other)
        out = Value(self.data * other.data, (self, other), 'mul')
        def bw():
            self.grad += out.grad * other.data
            other.grad += out.grad * self.data
        out._backward = bw
        return out

    def __truediv__(self, other):
        if not isinstance(other, Value): other = Value(other)
        out = Value(self.data / other.data, (self, other), 'div')
        def bw():
            self.grad += out.grad / other.data
            other.grad -= out.grad * self.data / (other.data * other.data)
        out._backward = bw
        return out

    def __pow__(self, n):
        out = Value(self.data ** n, (self,), 'pow')
        def bw():
            self.grad += out.grad * (n * self.data ** (n - 1) if n else 0.0)
        out._backward = bw
        return out

    def tanh(self):
        out = Value(m.tanh(self.data), (self,), 'tanh')
        def bw():
            self.grad += out.grad * (1 - out.data ** 2)
        out._backward = bw
        return out

    def exp(self):
        out = Value(m.exp(self.data), (self,), 'exp')
        def bw():
            self.grad += out.grad * out.data
        out._backward = bw
        return out

    def relu(self):
        out = Value(self.data if self.data > 0 else 0.0, (self,))
        def bw():
            self.grad += out.grad * (1.0 if self.data > 0 else 0.0)
        out._backward = bw
        return out

    # the rest, from the above ----------------------------------------

    __neg__ = lambda self: self * -1
    __radd__ = lambda self, other: Value(other) + self
    __rsub__ = lambda self, other: Value(other) - self
    __rmul__ = lambda self, other: Value(other) * self
    __rtruediv__ = lambda self, other: Value(other) / self

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for v in topo:
            if v._op:
                v.grad = 0.0
        self.grad = 1.0 if self._op else self.grad + 1.0
        for v in reversed(topo):
            v._backward()


def build_topo(v, visited, topo):
    stack = [(v, False)]
    while stack:
        u, closing = stack.pop()
        if closing:
            topo.append(u)
            continue
        if u in visited:
            continue
        visited.add(u)
        stack.append((u, True))
        for w in u._prev:
            stack.append((w, False))


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for v in topo:
        v.grad = 0.0
