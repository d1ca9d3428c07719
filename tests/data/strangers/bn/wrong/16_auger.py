import math


class Value:
    def __init__(self, data, _prev=(), edges=()):
        self.data = data
        self.grad = 0.0
        self._prev = list(_prev)
        self._edges = edges

    def _backward(self):
        for source, slope in self._edges:
            source.grad += self.grad * slope

    @classmethod
    def _of(cls, data, sources, slopes):
        return cls(data, sources, tuple(zip(sources, slopes)))

    def __add__(self, other):
        other = promote(other)
        return self._of(self.data + other.data, (self, other), (1.0, 1.0))

    def __sub__(self, other):
        other = promote(other)
        return self._of(self.data - other.data, (self, other), (1.0, -1.0))

    def __mul__(self, other):
        other = promote(other)
        return self._of(self.data * other.data, (self, other), (other.data, self.data))

    def __truediv__(self, other):
        other = promote(other)
        q = self.data / other.data
        return self._of(q, (self, other), (1.0 / other.data, -q / other.data))

    def __radd__(self, number):
        return self._of(number + self.data, (self,), (1.0,))

    def __rsub__(self, number):
        return self._of(number - self.data, (self,), (-1.0,))

    def __rmul__(self, number):
        return self._of(number * self.data, (self,), (number,))

    def __rtruediv__(self, number):
        q = number / self.data
        sources, slopes = (self,), (-q / self.data,)
        return Value(q, sources, zip(sources, slopes))

    def __neg__(self):
        return self._of(-self.data, (self,), (-1.0,))

    def __pow__(self, n):
        slope = n * self.data ** (n - 1) if n else 0.0
        return self._of(self.data**n, (self,), (slope,))

    def tanh(self):
        t = math.tanh(self.data)
        return self._of(t, (self,), (1.0 - t * t,))

    def exp(self):
        e = math.exp(self.data)
        return self._of(e, (self,), (e,))

    def relu(self):
        up = self.data > 0
        return self._of(self.data if up else 0.0, (self,), (1.0 if up else 0.0,))

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in topo[::-1]:
            node._backward()


def promote(x):
    return x if isinstance(x, Value) else Value(x)


def build_topo(v, visited, topo):
    stack = [v]
    opened = visited
    closed = set()
    while stack:
        node = stack[-1]
        if node not in opened:
            opened.add(node)
            stack.extend(n for n in node._prev if n not in opened)
        else:
            stack.pop()
            if node not in closed:
                closed.add(node)
                topo.append(node)


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
