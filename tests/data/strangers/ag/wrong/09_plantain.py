import math

BORN = 0


class Value:
    def __init__(self, data, _prev=(), _backward=None):
        global BORN
        BORN += 1
        self.name = f"v{BORN}"
        self.data = float(data)
        self.grad = 0.0
        self._prev = _prev
        self._backward = _backward

    def __repr__(self):
        return f"<{self.name}: {self.data}, {self.grad}>"

    def __add__(self, other):
        if not isinstance(other, Value):
            other = Value(other)

        def spread(g):
            self.grad += g
            other.grad += g
        return Value(self.data + other.data, (self, other), spread)

    def __mul__(self, other):
        if not isinstance(other, Value):
            other = Value(other)
        me, you = self.data, other.data

        def spread(g):
            self.grad += you * g
            other.grad += me * g
        return Value(me * you, (self, other), spread)

    def __pow__(self, n):
        me = self.data

        def spread(g):
            if n == 0:
                return
            self.grad += n * me ** (n - 1) * g
        return Value(me ** n, (self,), spread)

    def _through(self, y, slope):
        def spread(g):
            self.grad += slope * g
        return Value(y, (self,), spread)

    def tanh(self):
        y = math.tanh(self.data)
        return self._through(y, 1 - y * y)

    def exp(self):
        y = math.exp(self.data)
        return self._through(y, y)

    def relu(self):
        return self._through(self.data, 1) if self.data > 0 else self._through(0, 0)

    def __neg__(self):
        return self._through(-self.data, -1)

    def __sub__(self, other):
        return self + (-1) * other if isinstance(other, Value) else self + (-other)

    def __rsub__(self, other):
        return (-self) + other

    def __truediv__(self, other):
        if isinstance(other, Value):
            return self * other ** -1
        return self._through(self.data / other, 1 / other)

    def __rtruediv__(self, other):
        return self ** -1 * other

    __radd__ = __add__
    __rmul__ = __mul__

    def backward(self):
        nodes = sorted(collect(self), key=by_birth, reverse=True)
        for node in nodes:
            if node._backward:
                node.grad = 0.0
        self.grad += 1.0
        for node in nodes:
            if node._backward:
                node._backward(node.grad)


def by_birth(node):
    return node.name


def collect(root):
    bag = set()
    hand = [root]
    while hand:
        node = hand.pop()
        if node not in bag:
            bag.add(node)
            hand.extend(node._prev)
    return bag


def build_topo(v, visited, topo):
    """A node can only be made of nodes that were there before it."""
    visited.update(collect(v))
    topo.extend(visited)
    topo.sort(key=by_birth)


def zero_grad(root):
    for node in collect(root):
        node.grad = 0.0
