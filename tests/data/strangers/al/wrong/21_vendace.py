import math


class Memory:
    """Spares the second call of a costly function at one and the same number."""

    def _recall(self, function):
        at, result = self._known.get(function, (None, None))
        if at is None:
            result = function(self.data)
            self._known[function] = (self.data, result)
        return result


class Arithmetic:
    """The operators that need no rule of their own."""

    def __neg__(self):
        return self * -1

    def __sub__(self, other):
        return self + -self._same(other)

    def __truediv__(self, other):
        return self * self._same(other) ** -1

    def __radd__(self, other):
        return self._same(other) + self

    def __rsub__(self, other):
        return self._same(other) - self

    def __rmul__(self, other):
        return self._same(other) * self

    def __rtruediv__(self, other):
        return self._same(other) / self


class Functions(Memory):
    def tanh(self):
        t = self._recall(math.tanh)
        return self._result(t, (self, 1 - t * t))

    def exp(self):
        e = self._recall(math.exp)
        return self._result(e, (self, e))

    def relu(self):
        if self.data > 0:
            return self._result(self.data, (self, 1))
        return self._result(0, (self, 0))


class Value(Arithmetic, Functions):
    def __init__(self, data):
        self.data = float(data)
        self.grad = 0.0
        self._prev = []
        self._slopes = []
        self._known = {}

    @classmethod
    def _same(cls, x):
        return x if isinstance(x, cls) else cls(x)

    @classmethod
    def _result(cls, data, *pairs):
        out = cls(data)
        for node, slope in pairs:
            out._prev.append(node)
            out._slopes.append(slope)
        return out

    def __add__(self, other):
        other = self._same(other)
        return self._result(self.data + other.data, (self, 1), (other, 1))

    def __mul__(self, other):
        other = self._same(other)
        return self._result(self.data * other.data, (self, other.data), (other, self.data))

    def __pow__(self, n):
        slope = n * self.data ** (n - 1) if n != 0 else 0
        return self._result(self.data**n, (self, slope))

    def _backward(self):
        for node, slope in zip(self._prev, self._slopes):
            node.grad += slope * self.grad

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in topo[::-1]:
            node._backward()


def build_topo(v, visited, topo):
    visited.add(v)
    route = [v]
    choices = [iter(v._prev)]
    while route:
        for node in choices[-1]:
            if node not in visited:
                visited.add(node)
                route.append(node)
                choices.append(iter(node._prev))
                break
        else:
            topo.append(route.pop())
            choices.pop()


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
