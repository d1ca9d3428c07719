import math


def tidy(x):
    """Whole numbers are nicer to read without the .0"""
    if isinstance(x, float) and x.is_integer() and abs(x) < 1e15:
        return int(x)
    return x


class Value:
    def __init__(self, data, parents=(), op=None):
        self.data = tidy(data)
        self.grad = 0
        self._prev = parents
        self._op = op
        self._backward = lambda: None

    def add_grad(self, amount):
        self.grad = tidy(self.grad + amount)

    def __add__(self, other):
        if not isinstance(other, Value): other = Value(other)
        out = Value(self.data + other.data, (self, other), "+")
        def _backward():
            self.add_grad(out.grad)
            other.add_grad(out.grad)
        out._backward = _backward
        return out

    def __mul__(self, other):
        if not isinstance(other, Value): other = Value(other)
        out = Value(self.data * other.data, (self, other), "*")
        def _backward():
            self.add_grad(other.data * out.grad)
            other.add_grad(self.data * out.grad)
        out._backward = _backward
        return out

    def __pow__(self, n):
        out = Value(self.data ** n, (self,), "pow")
        def _backward():
            if n != 0:
                self.add_grad(n * self.data ** (n - 1) * out.grad)
        out._backward = _backward
        return out

    def tanh(self):
        out = Value(math.tanh(self.data), (self,), "tanh")
        def _backward():
            self.add_grad((1 - out.data ** 2) * out.grad)
        out._backward = _backward
        return out

    def exp(self):
        out = Value(math.exp(self.data), (self,), "exp")
        def _backward():
            self.add_grad(out.data * out.grad)
        out._backward = _backward
        return out

    def relu(self):
        out = Value(self.data if self.data > 0 else 0, (self,), "relu")
        def _backward():
            if self.data > 0:
                self.add_grad(out.grad)
        out._backward = _backward
        return out

    __radd__ = __add__
    __rmul__ = __mul__
    def __neg__(self): return self * -1
    def __sub__(self, other): return self + (-other)
    def __rsub__(self, other): return -self + other
    def __truediv__(self, other):
        if not isinstance(other, Value): other = Value(other)
        return self * other ** -1
    def __rtruediv__(self, other): return self ** -1 * other

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for n in topo:
            if n._prev != ():
                n.grad = 0
        self.add_grad(1)
        for n in topo[::-1]:
            n._backward()
        return self.grad


def build_topo(v, visited, topo):
    work = [("open", v)]
    while work:
        what, n = work.pop()
        if what == "close":
            topo.append(n)
        elif n not in visited:
            visited.add(n)
            work.append(("close", n))
            work += [("open", p) for p in n._prev]
    return topo


def zero_grad(root):
    for n in build_topo(root, set(), []):
        n.grad = 0
