import math


class Value:
    def __init__(self, data, _prev=(), _pull=None):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._backward = _pull
        self._inverse = None

    def inverse(self):
        if self._inverse is None:
            self._inverse = 1.0 / self.data
        return self._inverse

    def __add__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        return Value(self.data + other.data, (self, other), lambda g: (g, g))

    def __sub__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        return Value(self.data - other.data, (self, other), lambda g: (g, -g))

    def __mul__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        x, y = self.data, other.data
        return Value(x * y, (self, other), lambda g: (g * y, g * x))

    def __truediv__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        i = other.inverse()
        result = self.data * i
        return Value(result, (self, other), lambda g: (g * i, -g * result * i))

    def __radd__(self, other):
        return Value(other) + self

    def __rsub__(self, other):
        return Value(other) - self

    def __rmul__(self, other):
        return Value(other) * self

    def __rtruediv__(self, other):
        return Value(other) / self

    def __neg__(self):
        return Value(-self.data, (self,), lambda g: (-g,))

    def __pow__(self, n):
        x = self.data
        return Value(x**n, (self,), lambda g: (g * n * x ** (n - 1) if n else 0.0,))

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, (self,), lambda g: (g * (1 - t * t),))

    def exp(self):
        e = math.exp(self.data)
        return Value(e, (self,), lambda g: (g * e,))

    def relu(self):
        x = self.data
        return Value(x if x > 0 else 0.0, (self,), lambda g: (g if x > 0 else 0.0,))

    def backward(self):
        waits = {}
        todo = [self]
        while todo:
            node = todo.pop()
            if node._prev:
                node.grad = 0.0
            for source in node._prev:
                if source not in waits:
                    waits[source] = 0
                    todo.append(source)
                waits[source] += 1
        self.grad += 1.0
        todo.append(self)
        while todo:
            node = todo.pop()
            if node._prev:
                for source, part in zip(node._prev, node._backward(node.grad)):
                    source.grad += part
                    waits[source] -= 1
                    if waits[source] == 0:
                        todo.append(source)


def build_topo(v, visited, topo):
    stack = [(v, False)]
    while stack:
        node, leaving = stack.pop()
        if leaving:
            topo.append(node)
        elif node not in visited:
            visited.add(node)
            stack.append((node, True))
            stack.extend((source, False) for source in node._prev)


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
