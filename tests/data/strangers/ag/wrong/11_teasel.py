import math


def constant(x):
    return x if isinstance(x, Value) else Value(x)


class Value:
    __slots__ = "data", "grad", "_prev", "_backward", "_needs", "_got"

    def __init__(self, data, _prev=()):
        self.data, self.grad = float(data), 0.0
        self._prev = _prev
        self._backward = None
        self._needs = self._got = 0

    def __add__(self, other):
        other = constant(other)
        out = Value(self.data + other.data, (self, other))

        def _backward():
            self.grad += out.grad
            other.grad += out.grad

        out._backward = _backward
        return out

    def __sub__(self, other):
        other = constant(other)
        out = Value(self.data - other.data, (self, other))

        def _backward():
            self.grad += out.grad
            other.grad -= out.grad

        out._backward = _backward
        return out

    def __mul__(self, other):
        other = constant(other)
        a, b = self.data, other.data
        out = Value(a * b, (self, other))

        def _backward():
            self.grad += out.grad * b
            other.grad += out.grad * a

        out._backward = _backward
        return out

    def __truediv__(self, other):
        other = constant(other)
        a, b = self.data, other.data
        out = Value(a / b, (self, other))

        def _backward():
            self.grad += out.grad / b
            other.grad -= out.grad * a / (b * b)

        out._backward = _backward
        return out

    def __pow__(self, n):
        a = self.data
        out = Value(a**n, (self,))

        def _backward():
            if n:
                self.grad += out.grad * n * a ** (n - 1)

        out._backward = _backward
        return out

    def tanh(self):
        out = Value(math.tanh(self.data), (self,))

        def _backward():
            self.grad += out.grad * (1.0 - out.data * out.data)

        out._backward = _backward
        return out

    def exp(self):
        out = Value(math.exp(self.data), (self,))

        def _backward():
            self.grad += out.grad * out.data

        out._backward = _backward
        return out

    def relu(self):
        out = Value(self.data if self.data > 0 else 0.0, (self,))

        def _backward():
            if out.data > 0:
                self.grad += out.grad

        out._backward = _backward
        return out

    def __neg__(self):
        return 0.0 - self

    def __radd__(self, other):
        return constant(other) + self

    def __rsub__(self, other):
        return constant(other) - self

    def __rmul__(self, other):
        return constant(other) * self

    def __rtruediv__(self, other):
        return constant(other) / self

    def backward(self):
        inner = [v for v in reachable(self) if v._prev]
        for v in inner:
            v.grad = 0.0
            v._needs = v._got = 0
        for v in inner:
            for p in v._prev:
                p._needs += 1
        self.grad += 1.0
        ready = inner and [self]
        while ready:
            v = ready.pop()
            v._backward()
            for p in v._prev:
                p._got += 1
                if p._prev and p._got is p._needs:
                    ready.append(p)


def reachable(root):
    known = {id(root)}
    line = [root]
    for v in line:
        for p in v._prev:
            if id(p) not in known:
                known.add(id(p))
                line.append(p)
    return line


def build_topo(v, visited, topo):
    work = [v]
    while work:
        u = work.pop()
        if type(u) is tuple:
            topo.append(u[0])
        elif u not in visited:
            visited.add(u)
            work.append((u,))
            work.extend(u._prev)


def zero_grad(root):
    for v in reachable(root):
        v.grad = 0.0
