import math


class Value:
    def __init__(self, data):
        self.data = data
        self.grad = 0.0
        self._prev = ()
        self._backward = None
        self.marked = False

    # helper to make the output of an operation
    def _out(self, data, prev):
        o = Value(data)
        o._prev = prev
        return o

    def __add__(self, other):
        if not isinstance(other, Value): other = Value(other)
        o = self._out(self.data + other.data, (self, other))
        def f():
            self.grad = self.grad + o.grad
            other.grad = other.grad + o.grad
        o._backward = f
        return o

    def __mul__(self, other):
        if not isinstance(other, Value): other = Value(other)
        o = self._out(self.data * other.data, (self, other))
        def f():
            self.grad = self.grad + o.grad * other.data
            other.grad = other.grad + o.grad * self.data
        o._backward = f
        return o

    def __sub__(self, other):
        if not isinstance(other, Value): other = Value(other)
        o = self._out(self.data - other.data, (self, other))
        def f():
            self.grad = self.grad + o.grad
            other.grad = other.grad - o.grad
        o._backward = f
        return o

    def __truediv__(self, other):
        if not isinstance(other, Value): other = Value(other)
        o = self._out(self.data / other.data, (self, other))
        def f():
            self.grad = self.grad + o.grad / other.data
            other.grad = other.grad - o.grad * self.data / (other.data * other.data)
        o._backward = f
        return o

    def __pow__(self, n):
        o = self._out(self.data ** n, (self,))
        def f():
            if n != 0:
                self.grad = self.grad + o.grad * n * self.data ** (n - 1)
        o._backward = f
        return o

    def __neg__(self):
        o = self._out(-self.data, (self,))
        def f():
            self.grad = self.grad - o.grad
        o._backward = f
        return o

    def tanh(self):
        o = self._out(math.tanh(self.data), (self,))
        def f():
            self.grad = self.grad + o.grad * (1 - o.data * o.data)
        o._backward = f
        return o

    def exp(self):
        o = self._out(math.exp(self.data), (self,))
        def f():
            self.grad = self.grad + o.grad * o.data
        o._backward = f
        return o

    def relu(self):
        o = self._out(self.data if self.data > 0 else 0.0, (self,))
        def f():
            if self.data > 0:
                self.grad = self.grad + o.grad
        o._backward = f
        return o

    def __radd__(self, other): return Value(other) + self
    def __rsub__(self, other): return Value(other) - self
    def __rmul__(self, other): return Value(other) * self
    def __rtruediv__(self, other): return Value(other) / self

    def backward(self):
        lst = build_topo(self, set(), [])
        for o in lst:
            if o._prev:
                o.grad = 0.0
        if self._prev:
            self.grad = 1.0
        else:
            self.grad = self.grad + 1.0
        for i in range(len(lst) - 1, -1, -1):
            if lst[i]._backward is not None:
                lst[i]._backward()


def build_topo(v, visited, topo):
    # I mark the nodes themselves, `visited` is not needed
    stack = [(v, False)]
    while stack:
        o, done = stack.pop()
        if done:
            topo.append(o)
        elif not o.marked:
            o.marked = True
            stack.append((o, True))
            for p in o._prev:
                stack.append((p, False))
    return topo


def zero_grad(root):
    for o in build_topo(root, set(), []):
        o.grad = 0.0
