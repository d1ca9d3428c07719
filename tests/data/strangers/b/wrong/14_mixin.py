import math


class Arithmetic:
    """All operators, in terms of plus, times and power."""

    def __add__(self, other):
        return self.plus(self.wrap(other))

    def __sub__(self, other):
        return self.plus(self.wrap(other).times(self.wrap(-1.0)))

    def __rsub__(self, other):
        return self.wrap(other).plus(-self)

    def __mul__(self, other):
        return self.times(self.wrap(other))

    def __rmul__(self, other):
        return self.wrap(other).times(self)

    def __truediv__(self, other):
        return self.times(self.wrap(other).power(-1))

    def __rtruediv__(self, other):
        return self.wrap(other).times(self.power(-1))

    def __neg__(self):
        return self.times(self.wrap(-1.0))

    def __pow__(self, n):
        return self.power(n)


class Value(Arithmetic):
    def __init__(self, data):
        self.data = data
        self.grad = 0.0
        self._prev = []
        self._backward = []

    @classmethod
    def wrap(cls, x):
        return x if isinstance(x, cls) else cls(x)

    def child(self, data, *rules):
        """rules: (input, function from the node to the slope)"""
        node = Value(data)
        for inp, slope in rules:
            node._prev.append(inp)
            node._backward.append(slope)
        return node

    def plus(self, o):
        return self.child(self.data + o.data, (self, lambda n: 1.0), (o, lambda n: 1.0))

    def times(self, o):
        return self.child(
            self.data * o.data, (self, lambda n: o.data), (o, lambda n: self.data)
        )

    def power(self, k):
        def slope(n):
            return k * self.data ** (k - 1) if k else 0.0

        return self.child(self.data**k, (self, slope))

    def tanh(self):
        return self.child(math.tanh(self.data), (self, lambda n: 1 - n.data**2))

    def exp(self):
        return self.child(math.exp(self.data), (self, lambda n: n.data))

    def relu(self):
        return self.child(max(0.0, self.data), (self, lambda n: float(n.data > 0)))

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in filter(lambda n: n._prev, topo):
            node.grad = 0.0
        self.grad += 1.0
        for node in reversed(topo):
            for inp, slope in zip(node._prev, node._backward):
                inp.grad += slope(node) * node.grad


def build_topo(v, visited, topo):
    stack = [v]
    while stack:
        node = stack.pop()
        if isinstance(node, tuple):
            topo.append(node[0])
        elif node not in visited:
            visited.add(node)
            stack.append((node,))
            stack.extend(p for p in node._prev if p not in visited)


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
