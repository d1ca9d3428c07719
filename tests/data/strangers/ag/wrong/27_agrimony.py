import math


class Value:
    __slots__ = ["data", "grad", "_prev", "_backward", "__weakref__"]

    def __init__(self, data, _prev=None):
        self.data = float(data)
        self.grad = 0.0
        self._prev = _prev or []
        self._backward = nothing

    def _restart(self):
        if len(self._prev) > 1:
            self.grad = 0.0

    def __add__(self, other):
        if not isinstance(other, Value):
            other = Value(other)
        out = Value(self.data + other.data, [self, other])

        def back(s=self, o=other, out=out):
            s.grad += out.grad
            o.grad += out.grad

        out._backward = back
        return out

    def __mul__(self, other):
        if not isinstance(other, Value):
            other = Value(other)
        out = Value(self.data * other.data, [self, other])

        def back(s=self, o=other, out=out, ds=other.data, do=self.data):
            s.grad += ds * out.grad
            o.grad += do * out.grad

        out._backward = back
        return out

    def __neg__(self):
        out = Value(-self.data, [self])

        def back(s=self, out=out):
            s.grad -= out.grad

        out._backward = back
        return out

    def __pow__(self, n):
        out = Value(self.data ** n, [self])
        slope = n * self.data ** (n - 1) if n != 0 else 0.0

        def back(s=self, out=out, slope=slope):
            s.grad += slope * out.grad

        out._backward = back
        return out

    def tanh(self):
        out = Value(math.tanh(self.data), [self])

        def back(s=self, out=out):
            s.grad += (1.0 - out.data ** 2) * out.grad

        out._backward = back
        return out

    def exp(self):
        out = Value(math.exp(self.data), [self])

        def back(s=self, out=out):
            s.grad += out.data * out.grad

        out._backward = back
        return out

    def relu(self):
        out = Value(self.data if self.data > 0 else 0.0, [self])

        def back(s=self, out=out):
            s.grad += out.grad if out.data > 0 else 0.0

        out._backward = back
        return out

    def __sub__(self, other):
        return self + (-other)

    def __truediv__(self, other):
        return self * (other ** -1)

    def __radd__(self, other):
        return self + other

    def __rsub__(self, other):
        return (-self) + other

    def __rmul__(self, other):
        return self * other

    def __rtruediv__(self, other):
        return (self ** -1) * other

    def backward(self):
        schedule = []
        build_topo(self, set(), schedule)
        for node in schedule:
            node._restart()
        self.grad += 1.0
        while schedule:
            schedule.pop()._backward()


def nothing():
    pass


def build_topo(v, visited, topo):
    parents = [v]
    while parents:
        node = parents.pop()
        if node is None:
            topo.append(parents.pop())
            continue
        if node in visited:
            continue
        visited.add(node)
        parents.append(node)
        parents.append(None)
        for inp in node._prev:
            if inp not in visited:
                parents.append(inp)


def zero_grad(root):
    reachable = []
    build_topo(root, set(), reachable)
    for node in reachable:
        node.grad = 0.0
