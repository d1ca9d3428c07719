import math


class Value:
    """A node. `_seen` is the number of the last walk that came by, which spares us the sets."""

    _walk = 0

    def __init__(self, data, inputs=(), slopes=()):
        self.data = data
        self.grad = 0.0
        self._prev = list(inputs)
        self._slopes = list(slopes)
        self._seen = 0

    def is_leaf(self):
        return len(self._prev) == 0

    def _backward(self):
        for i in range(len(self._prev)):
            self._prev[i].grad += self._slopes[i] * self.grad

    def _next_walk(self):
        self._walk += 1
        return self._walk

    def _inputs_first(self):
        number = self._next_walk()
        order = []
        stack = [(self, 0)]
        self._seen = number
        while stack:
            node, i = stack.pop()
            if i == len(node._prev):
                order.append(node)
                continue
            stack.append((node, i + 1))
            child = node._prev[i]
            if child._seen != number:
                child._seen = number
                stack.append((child, 0))
        return order

    def backward(self):
        order = self._inputs_first()
        for node in order:
            if not node.is_leaf():
                node.grad = 0.0
        self.grad += 1.0
        while order:
            order.pop()._backward()

    # ------------------------------------------------------------ operators

    def __add__(self, other):
        o = number_or_node(other)
        return Value(self.data + o.data, [self, o], [1.0, 1.0])

    def __radd__(self, other):
        return self + other

    def __neg__(self):
        return Value(-self.data, [self], [-1.0])

    def __sub__(self, other):
        o = number_or_node(other)
        return Value(self.data - o.data, [self, o], [1.0, -1.0])

    def __rsub__(self, other):
        return number_or_node(other) - self

    def __mul__(self, other):
        o = number_or_node(other)
        return Value(self.data * o.data, [self, o], [o.data, self.data])

    def __rmul__(self, other):
        return self * other

    def __truediv__(self, other):
        o = number_or_node(other)
        q = self.data / o.data
        return Value(q, [self, o], [1 / o.data, -q / o.data])

    def __rtruediv__(self, other):
        return number_or_node(other) / self

    def __pow__(self, n):
        if n == 0:
            return Value(1.0, [self], [0.0])
        return Value(self.data**n, [self], [n * self.data ** (n - 1)])

    # ------------------------------------------------------------ functions

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, [self], [(1 - t) * (1 + t)])

    def exp(self):
        e = math.exp(self.data)
        return Value(e, [self], [e])

    def relu(self):
        positive = self.data > 0
        return Value(self.data * positive, [self], [float(positive)])


def number_or_node(x):
    if isinstance(x, Value):
        return x
    return Value(float(x))


def build_topo(v, visited, topo):
    for node in v._inputs_first():
        visited.add(node)
        topo.append(node)


def zero_grad(root):
    todo, seen = [root], {root}
    while todo:
        node = todo.pop()
        node.grad = 0.0
        fresh = set(node._prev) - seen
        seen |= fresh
        todo.extend(fresh)
