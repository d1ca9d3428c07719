import math


class Value:
    __slots__ = ("data", "grad", "_prev", "_local")

    def __init__(self, data, _prev=(), _local=()):
        self.data, self.grad = data, 0.0
        self._prev, self._local = _prev, _local

    def __repr__(self):
        return "Value(%g)" % self.data

    def _backward(self):
        g = self.grad
        for p, d in zip(self._prev, self._local):
            p.grad += g * d

    def __add__(self, other):
        if not isinstance(other, Value):
            return Value(self.data + other, (self,), (1.0,))
        return Value(self.data + other.data, (self, other), (1.0, 1.0))

    def __sub__(self, other):
        if not isinstance(other, Value):
            return Value(self.data - other, (self,), (1.0,))
        return Value(self.data - other.data, (self, other), (1.0, -1.0))

    def __rsub__(self, number):
        return Value(number - self.data, (self,), (-1.0,))

    def __mul__(self, other):
        if not isinstance(other, Value):
            return Value(self.data * other, (self,), (other,))
        return Value(self.data * other.data, (self, other), (other.data, self.data))

    def __truediv__(self, other):
        if not isinstance(other, Value):
            return Value(self.data / other, (self,), (1.0 / other,))
        x, y = self.data, other.data
        return Value(x / y, (self, other), (1.0 / y, -x / (y * y)))

    def __rtruediv__(self, number):
        x = self.data
        return Value(number / x, (self,), (-number / (x * x),))

    def __neg__(self):
        return Value(-self.data, (self,), (-1.0,))

    __radd__ = __add__
    __rmul__ = __mul__

    def __pow__(self, n):
        x = self.data
        # 0 ** -1 would raise
        slope = 0.0 if x == 0 else n * x ** (n - 1)
        return Value(x**n, (self,), (slope,))

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, (self,), (1.0 - t * t,))

    def exp(self):
        e = math.exp(self.data)
        return Value(e, (self,), (e,))

    def relu(self):
        if self.data > 0:
            return Value(self.data, (self,), (1.0,))
        return Value(0.0, (self,), (0.0,))

    def backward(self):
        topo = build_topo(self, set(), [])
        for node in topo:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for i in range(len(topo) - 1, -1, -1):
            topo[i]._backward()


def build_topo(v, visited, topo):
    path, position = [v], [0]
    visited.add(v)
    while path:
        node, i = path[-1], position[-1]
        if i == len(node._prev):
            topo.append(node)
            path.pop()
            position.pop()
            continue
        position[-1] += 1
        child = node._prev[i]
        if child not in visited:
            visited.add(child)
            path.append(child)
            position.append(0)
    return topo


def zero_grad(root):
    for node in build_topo(root, set(), []):
        node.grad = 0.0
