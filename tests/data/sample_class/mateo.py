from math import exp, tanh


class Value:
    """Small nodes: no closures. Each node keeps its inputs and the slope towards each of them."""

    __slots__ = ("data", "grad", "_prev", "_slopes")

    def __init__(self, data, _prev=(), _slopes=()):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._slopes = _slopes

    def __add__(self, o):
        if not isinstance(o, Value):
            return Value(self.data + o, (self,), (1.0,))
        return Value(self.data + o.data, (self, o), (1.0, 1.0))

    def __mul__(self, o):
        if not isinstance(o, Value):
            return Value(self.data * o, (self,), (o,))
        return Value(self.data * o.data, (self, o), (o.data, self.data))

    def __sub__(self, o):
        if not isinstance(o, Value):
            return Value(self.data - o, (self,), (1.0,))
        return Value(self.data - o.data, (self, o), (1.0, -1.0))

    def __truediv__(self, o):
        if not isinstance(o, Value):
            return Value(self.data / o, (self,), (1.0 / o,))
        return Value(self.data / o.data, (self, o), (1.0 / o.data, -self.data / o.data**2))

    def __rsub__(self, o):
        return Value(o - self.data, (self,), (-1.0,))

    def __rtruediv__(self, o):
        return Value(o / self.data, (self,), (-o / self.data**2,))

    __radd__, __rmul__ = __add__, __mul__

    def __neg__(self):
        return Value(-self.data, (self,), (-1.0,))

    def __pow__(self, n):
        return Value(self.data**n, (self,), (n * self.data ** (n - 1) if n else 0.0,))

    def tanh(self):
        y = tanh(self.data)
        return Value(y, (self,), (1.0 - y * y,))

    def exp(self):
        y = exp(self.data)
        return Value(y, (self,), (y,))

    def relu(self):
        return Value(self.data, (self,), (1.0,)) if self.data > 0 else Value(0.0, (self,), (0.0,))

    def _backward(self):
        g = self.grad
        for p, s in zip(self._prev, self._slopes):
            p.grad += s * g

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for n in topo:
            if n._prev:
                n.grad = 0.0
        self.grad += 1.0
        while topo:
            topo.pop()._backward()


def build_topo(v, visited, topo):
    todo = [v]
    while todo:
        n = todo[-1]
        if n in visited:
            todo.pop()
            continue
        open_inputs = [p for p in n._prev if p not in visited]
        if open_inputs:
            todo.extend(open_inputs)
        else:
            visited.add(n)
            topo.append(n)
            todo.pop()


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for n in topo:
        n.grad = 0.0
