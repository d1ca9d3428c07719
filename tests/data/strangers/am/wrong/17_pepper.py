import math


class Value:
    def __init__(self, data, _prev=(), _slopes=()):
        self.data = data
        self.grad = 0.0
        self._prev = tuple(_prev)
        self._slopes = _slopes

    def __eq__(self, other):
        return isinstance(other, Value) and self.data == other.data

    __hash__ = object.__hash__

    def _backward(self):
        for node, slope in zip(self._prev, self._slopes):
            node.grad += self.grad * slope

    def __add__(self, other):
        other = self._other(other)
        return Value(self.data + other.data, (self, other), (1.0, 1.0))

    def __sub__(self, other):
        other = self._other(other)
        return Value(self.data - other.data, (self, other), (1.0, -1.0))

    def __mul__(self, other):
        other = self._other(other)
        return Value(self.data * other.data, (self, other), (other.data, self.data))

    def __truediv__(self, other):
        other = self._other(other)
        x, y = self.data, other.data
        return Value(x / y, (self, other), (1.0 / y, -x / y / y))

    def __radd__(self, other):
        return self._other(other) + self

    def __rsub__(self, other):
        return self._other(other) - self

    def __rmul__(self, other):
        return self._other(other) * self

    def __rtruediv__(self, other):
        return self._other(other) / self

    def __neg__(self):
        return Value(-self.data, (self,), (-1.0,))

    def __pow__(self, n):
        slope = 0.0 if n == 0 else n * self.data ** (n - 1)
        return Value(self.data**n, (self,), (slope,))

    @staticmethod
    def _other(thing):
        return thing if isinstance(thing, Value) else Value(thing)

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, (self,), (1.0 - t * t,))

    def exp(self):
        e = math.exp(self.data)
        return Value(e, (self,), (e,))

    def relu(self):
        on = self.data > 0
        return Value(self.data if on else 0.0, (self,), (1.0 if on else 0.0,))

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(topo):
            node._backward()


def build_topo(v, visited, topo):
    stack = [(v, False)]
    met = set()
    while stack:
        node, done = stack.pop()
        if done:
            topo.append(node)
        elif id(node) not in met:
            met.add(id(node))
            stack.append((node, True))
            stack.extend((below, False) for below in node._prev)


def zero_grad(root):
    done = set()
    waiting = [root]
    while waiting:
        node = waiting.pop()
        done.add(id(node))
        node.grad = 0.0
        for below in node._prev:
            if id(below) not in done and below not in waiting:
                waiting.append(below)
