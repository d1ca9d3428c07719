import math


class Value:
    """`slopes` maps every input to its slope; a*a has one input with slope 2a."""

    def __init__(self, data, slopes=None):
        self.data = data
        self.grad = 0.0
        self._backward = slopes or {}

    @property
    def _prev(self):
        return set(self._backward)

    def _with(self, data, *terms):
        slopes = {}
        for node, slope in terms:
            if isinstance(node, Value):
                slopes[node] = slopes.get(node, 0.0) + slope
        return Value(data, slopes)

    def __add__(self, o):
        return self._with(self.data + num(o), (self, 1.0), (o, 1.0))

    def __sub__(self, o):
        return self._with(self.data - num(o), (self, 1.0), (o, -1.0))

    def __rsub__(self, o):
        return self._with(num(o) - self.data, (o, 1.0), (self, -1.0))

    def __mul__(self, o):
        return self._with(self.data * num(o), (self, num(o)), (o, self.data))

    def __truediv__(self, o):
        y = num(o)
        return self._with(self.data / y, (self, 1 / y), (o, -self.data / y**2))

    def __rtruediv__(self, o):
        x = self.data
        return self._with(num(o) / x, (o, 1 / x), (self, -num(o) / x**2))

    def __neg__(self):
        return self._with(-self.data, (self, -1.0))

    def __pow__(self, n):
        slope = n * self.data ** (n - 1) if n else 0.0
        return self._with(self.data**n, (self, slope))

    __radd__ = __add__
    __rmul__ = __mul__

    # x += y and friends: a new node each time
    def __iadd__(self, o):
        return self.__add__(o)

    def __isub__(self, o):
        return self.__rsub__(o)

    def __imul__(self, o):
        return self.__mul__(o)

    def __itruediv__(self, o):
        return self.__truediv__(o)

    def tanh(self):
        t = math.tanh(self.data)
        return self._with(t, (self, 1 - t * t))

    def exp(self):
        e = math.exp(self.data)
        return self._with(e, (self, e))

    def relu(self):
        return self._with(max(self.data, 0.0), (self, 1.0 * (self.data > 0)))

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._backward:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(topo):
            for p, slope in node._backward.items():
                p.grad += slope * node.grad


def num(x):
    return x.data if isinstance(x, Value) else x


def build_topo(v, visited, topo):
    stack = [(v, False)]
    while stack:
        node, ready = stack.pop()
        if ready:
            topo.append(node)
        elif node not in visited:
            visited.add(node)
            stack.append((node, True))
            for p in node._backward:
                stack.append((p, False))


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
