import math


class Node:
    """What has to do with the graph. The arithmetic is in Value."""

    def __init__(self, inputs=()):
        self.grad = 0.0
        self._prev = list(inputs)
        self._backward = self.nothing

    @staticmethod
    def nothing():
        return

    @property
    def inner(self):
        return len(self._prev) > 0

    def from_here_down(self):
        """This node and all below it, every node before its inputs."""
        topo = []
        build_topo(self, set(), topo)
        topo.reverse()
        return topo

    def backward(self):
        order = self.from_here_down()
        for node in order[1:]:
            if node.inner:
                node.grad = 0.0
        order[0].grad += 1.0
        for node in order:
            node._backward()


class Value(Node):
    def __init__(self, data, inputs=()):
        super().__init__(inputs)
        self.data = data

    def __str__(self):
        return f"{self.data} (gradient {self.grad})"

    @classmethod
    def combine(cls, data, *pairs):
        """A new node from pairs (input, slope)."""
        out = cls(data, [node for node, _ in pairs])

        def local():
            for node, slope in pairs:
                node.grad += out.grad * slope

        out._backward = local
        return out

    @classmethod
    def wrap(cls, thing):
        return thing if isinstance(thing, cls) else cls(thing)

    def __add__(self, other):
        other = self.wrap(other)
        return self.combine(self.data + other.data, (self, 1.0), (other, 1.0))

    __radd__ = __add__

    def __neg__(self):
        return self.combine(-self.data, (self, -1.0))

    def __sub__(self, other):
        return self + (-self.wrap(other))

    def __rsub__(self, other):
        return self.wrap(other) + (-self)

    def __mul__(self, other):
        other = self.wrap(other)
        return self.combine(self.data * other.data, (self, other.data), (other, self.data))

    __rmul__ = __mul__

    def inverse(self):
        return self.combine(1 / self.data, (self, -1 / self.data**2))

    def __truediv__(self, other):
        return self * self.wrap(other).inverse()

    def __rtruediv__(self, other):
        return self.wrap(other) * self.inverse()

    def __pow__(self, n):
        slope = 0.0 if n == 0 else n * self.data ** (n - 1)
        return self.combine(self.data**n, (self, slope))

    def tanh(self):
        t = math.tanh(self.data)
        return self.combine(t, (self, 1 - t**2))

    def exp(self):
        e = math.exp(self.data)
        return self.combine(e, (self, e))

    def relu(self):
        if self.data > 0:
            return self.combine(self.data, (self, 1.0))
        return self.combine(0.0, (self, 0.0))


def build_topo(v, visited, topo):
    todo = [(v, False)]
    while todo:
        node, finished = todo.pop()
        if finished:
            topo.append(node)
            continue
        if node in visited:
            continue
        visited.add(node)
        todo.append((node, True))
        for i in node._prev:
            todo.append((i, False))


def zero_grad(root):
    for node in root.from_here_down():
        node.grad = 0.0
