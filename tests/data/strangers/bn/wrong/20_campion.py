import math


class Value:
    def __init__(self, data, _prev=(), _slopes=()):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._slopes = _slopes
        self._route = None

    def _backward(self):
        g = self.grad
        for i, node in enumerate(self._prev):
            node.grad += g * self._slopes[i]

    def __add__(self, other):
        if isinstance(other, Value):
            return Value(self.data + other.data, (self, other), (1.0, 1.0))
        return Value(self.data + other, (self,), (1.0,))

    def __sub__(self, other):
        if isinstance(other, Value):
            return Value(self.data - other.data, (self, other), (1.0, -1.0))
        return Value(self.data - other, (self,), (1.0,))

    def __mul__(self, other):
        if isinstance(other, Value):
            return Value(self.data * other.data, (self, other), (other.data, self.data))
        return Value(self.data * other, (self,), (other,))

    def __truediv__(self, other):
        if isinstance(other, Value):
            y = self.data / other.data
            return Value(y, (self, other), (1.0 / other.data, -y / other.data))
        return Value(self.data / other, (self,), (1.0 / other,))

    def __radd__(self, k):
        return self + k

    def __rmul__(self, k):
        return self * k

    def __rsub__(self, k):
        return Value(k - self.data, (self,), (-1.0,))

    def __rtruediv__(self, k):
        y = k / self.data
        return Value(y, (self,), (-y / self.data,))

    def __neg__(self):
        return Value(-self.data, (self,), (-1.0,))

    def __pow__(self, n):
        return Value(self.data**n, (self,), (n * self.data ** (n - 1) if n else 0.0,))

    def tanh(self):
        y = math.tanh(self.data)
        return Value(y, (self,), (1.0 - y * y,))

    def exp(self):
        y = math.exp(self.data)
        return Value(y, (self,), (y,))

    def relu(self):
        if self.data > 0:
            return Value(self.data, (self,), (1.0,))
        return Value(0.0, (self,), (0.0,))

    def route(self):
        """The nodes of this graph, inputs first; kept, since no graph ever changes."""
        if self._route is None:
            order = []
            build_topo(self, set(), order)
            for length, node in enumerate(order, 1):
                node._route = order, length
        order, length = self._route
        return order[:length]

    def backward(self):
        order = self.route()
        for node in order:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(order):
            node._backward()


def build_topo(v, visited, topo):
    stack = [(v, False)]
    while stack:
        node, complete = stack.pop()
        if complete:
            topo.append(node)
        elif node not in visited:
            visited.add(node)
            stack.append((node, True))
            stack.extend((child, False) for child in node._prev)


def zero_grad(root):
    order = []
    build_topo(root, set(), order)
    for node in order:
        node.grad = 0.0
