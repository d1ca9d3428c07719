import math


class Value:
    def __init__(self, data, _prev=(), _op=""):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self._backward = lambda: None
        self._kept = None

    def _share(self, amount):
        self.grad += amount

    def __add__(self, other):
        if not isinstance(other, Value):
            return self + Value(other)
        out = Value(self.data + other.data, (self, other), "+")
        out._backward = lambda: [node._share(out.grad) for node in (self, other)]
        return out

    def __mul__(self, other):
        if not isinstance(other, Value):
            return self * Value(other)
        out = Value(self.data * other.data, (self, other), "*")
        pairs = (self, other.data), (other, self.data)
        out._backward = lambda: [node._share(x * out.grad) for node, x in pairs]
        return out

    def __pow__(self, n):
        out = Value(self.data**n, (self,), f"**{n}")
        if n != 0:
            slope = n * self.data ** (n - 1)
            out._backward = lambda: self._share(slope * out.grad)
        return out

    def __truediv__(self, other):
        if not isinstance(other, Value):
            return self / Value(other)
        out = Value(self.data / other.data, (self, other), "/")
        pairs = (self, 1.0 / other.data), (other, -out.data / other.data)
        out._backward = lambda: [node._share(x * out.grad) for node, x in pairs]
        return out

    def __neg__(self):
        return -1 * self

    def __sub__(self, other):
        return self + (-other)

    def __rsub__(self, other):
        return -(self - other)

    def __rtruediv__(self, other):
        return Value(other) / self

    __radd__, __rmul__ = __add__, __mul__

    def tanh(self):
        t = math.tanh(self.data)
        out = Value(t, (self,), "tanh")
        out._backward = lambda: self._share((1 - t**2) * out.grad)
        return out

    def exp(self):
        out = Value(math.exp(self.data), (self,), "exp")
        slope = out.data
        out._backward = lambda: self._share(slope * out.grad)
        return out

    def relu(self):
        out = Value(0.0, (self,), "relu")
        if self.data > 0:
            out = Value(self.data, (self,), "relu")
            out._backward = lambda: self._share(out.grad)
        return out

    def _order(self):
        if self._kept is None:
            kept = []
            build_topo(self, set(), kept)
            kept.pop()
            self._kept = tuple(reversed(kept))
        return (self, *self._kept)

    def backward(self):
        order = self._order()
        inner = [node for node in order if node._prev]
        self._share(1.0)
        try:
            for node in order:
                node._backward()
        finally:
            for node in inner:
                node.grad = 0.0


def build_topo(v, visited, topo):
    path = [v]
    visited.add(v)
    while path:
        for below in path[-1]._prev:
            if below not in visited:
                visited.add(below)
                path.append(below)
                break
        else:
            topo.append(path.pop())


def zero_grad(root):
    for node in root._order():
        node.grad = 0.0
