import math
from dataclasses import dataclass, field


@dataclass(unsafe_hash=True)
class Value:
    data: float
    grad: float = field(default=0.0, compare=False)
    _prev: tuple = field(default=(), compare=False, repr=False)
    _slopes: tuple = field(default=(), compare=False, repr=False)

    def _backward(self):
        for node, slope in zip(self._prev, self._slopes):
            node.grad += slope * self.grad

    def __add__(self, other):
        other = as_node(other)
        return Value(self.data + other.data, _prev=(self, other), _slopes=(1.0, 1.0))

    def __sub__(self, other):
        other = as_node(other)
        return Value(self.data - other.data, _prev=(self, other), _slopes=(1.0, -1.0))

    def __mul__(self, other):
        other = as_node(other)
        return Value(self.data * other.data, _prev=(self, other),
                     _slopes=(other.data, self.data))

    def __truediv__(self, other):
        other = as_node(other)
        return Value(self.data / other.data, _prev=(self, other),
                     _slopes=(1.0 / other.data, -self.data / other.data ** 2))

    def __neg__(self):
        return Value(-self.data, _prev=(self,), _slopes=(-1.0,))

    def __pow__(self, n):
        slope = n * self.data ** (n - 1) if n != 0 else 0.0
        return Value(self.data ** n, _prev=(self,), _slopes=(slope,))

    def __radd__(self, other):
        return as_node(other).__add__(self)

    def __rsub__(self, other):
        return as_node(other).__sub__(self)

    def __rmul__(self, other):
        return as_node(other).__mul__(self)

    def __rtruediv__(self, other):
        return as_node(other).__truediv__(self)

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, _prev=(self,), _slopes=(1.0 - t * t,))

    def exp(self):
        e = math.exp(self.data)
        return Value(e, _prev=(self,), _slopes=(e,))

    def relu(self):
        if self.data > 0:
            return Value(self.data, _prev=(self,), _slopes=(1.0,))
        return Value(0.0, _prev=(self,), _slopes=(0.0,))

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(topo):
            node._backward()


def as_node(x):
    return x if isinstance(x, Value) else Value(float(x))


def build_topo(v, visited, topo):
    stack = [(v, False)]
    while stack:
        node, expanded = stack.pop()
        if expanded:
            topo.append(node)
        elif node not in visited:
            visited.add(node)
            stack.append((node, True))
            stack.extend((child, False) for child in node._prev)


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
