import math
import weakref


class Value:
    everything = weakref.WeakSet()

    def __init__(self, data, _prev=(), _slopes=()):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._slopes = _slopes
        self._number = len(Value.everything)
        Value.everything.add(self)

    def _backward(self):
        for node, slope in zip(self._prev, self._slopes):
            node.grad += self.grad * slope

    def __add__(self, other):
        other = node(other)
        return Value(self.data + other.data, (self, other), (1.0, 1.0))

    def __sub__(self, other):
        other = node(other)
        return Value(self.data - other.data, (self, other), (1.0, -1.0))

    def __mul__(self, other):
        other = node(other)
        return Value(self.data * other.data, (self, other), (other.data, self.data))

    def __truediv__(self, other):
        other = node(other)
        result = self.data / other.data
        return Value(result, (self, other), (1.0 / other.data, -result / other.data))

    def __radd__(self, other):
        return node(other) + self

    def __rsub__(self, other):
        return node(other) - self

    def __rmul__(self, other):
        return node(other) * self

    def __rtruediv__(self, other):
        return node(other) / self

    def __neg__(self):
        return Value(-self.data, (self,), (-1.0,))

    def __pow__(self, n):
        return Value(self.data**n, (self,), (n * self.data ** (n - 1) if n else 0.0,))

    def tanh(self):
        result = math.tanh(self.data)
        return Value(result, (self,), (1.0 - result**2,))

    def exp(self):
        result = math.exp(self.data)
        return Value(result, (self,), (result,))

    def relu(self):
        return Value(max(self.data, 0.0), (self,), (1.0 if self.data > 0 else 0.0,))

    def backward(self):
        nodes = sorted(collect(self), key=lambda n: n._number, reverse=True)
        for n in nodes:
            if n._prev:
                n.grad = 0.0
        self.grad += 1.0
        for n in nodes:
            n._backward()


def node(x):
    return x if isinstance(x, Value) else Value(x)


def collect(root):
    found = {root}
    layer = [root]
    while layer:
        layer = [s for n in layer for s in n._prev if not (s in found or found.add(s))]
    return found


def build_topo(v, visited, topo):
    stack = [(v, False)]
    while stack:
        n, second = stack.pop()
        if second:
            topo.append(n)
        elif n not in visited:
            visited.add(n)
            stack.append((n, True))
            stack.extend((s, False) for s in n._prev)


def zero_grad(root):
    for n in collect(root):
        n.grad = 0.0
