import math


class Value:
    side = 0

    def __init__(self, data, parents=(), rule=None):
        self.data = data
        self._prev = parents
        self._backward = rule
        self._pair = [0.0, 0.0] if parents else None
        self._sum = 0.0

    @property
    def grad(self):
        return self._pair[Value.side] if self._pair else self._sum

    @grad.setter
    def grad(self, number):
        if self._pair:
            self._pair[Value.side] = number
        else:
            self._sum = number

    @classmethod
    def of(cls, x):
        return x if isinstance(x, cls) else cls(float(x))

    def __add__(self, other):
        other = Value.of(other)
        return Value(self.data + other.data, (self, other), lambda g: (g, g))

    __radd__ = __add__

    def __neg__(self):
        return Value(-self.data, (self,), lambda g: (-g,))

    def __sub__(self, other):
        other = Value.of(other)
        return Value(self.data - other.data, (self, other), lambda g: (g, -g))

    def __rsub__(self, other):
        return Value.of(other).__sub__(self)

    def __mul__(self, other):
        other = Value.of(other)
        a, b = self.data, other.data
        return Value(a * b, (self, other), lambda g: (g * b, g * a))

    __rmul__ = __mul__

    def __truediv__(self, other):
        other = Value.of(other)
        b = other.data
        q = self.data / b
        return Value(q, (self, other), lambda g: (g / b, -g * q / b))

    def __rtruediv__(self, other):
        return Value.of(other).__truediv__(self)

    def __pow__(self, n):
        a = self.data
        slope = 0.0 if n == 0 else n * a ** (n - 1)
        return Value(a**n, (self,), lambda g: (g * slope,))

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, (self,), lambda g: (g * (1 - t * t),))

    def exp(self):
        e = math.exp(self.data)
        return Value(e, (self,), lambda g: (g * e,))

    def relu(self):
        on = 1.0 if self.data > 0 else 0.0
        return Value(self.data if on else 0.0, (self,), lambda g: (g * on,))

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        Value.side = 1 - Value.side
        self.grad += 1.0
        for node in reversed(topo):
            if node._backward:
                for parent, part in zip(node._prev, node._backward(node.grad)):
                    parent.grad += part
        for node in topo:
            if node._pair:
                node._pair[1 - Value.side] = 0.0


def build_topo(v, visited, topo):
    trail = [v]
    opened = set()
    while trail:
        node = trail.pop()
        if node in visited:
            continue
        if node in opened:
            visited.add(node)
            topo.append(node)
        else:
            opened.add(node)
            trail.append(node)
            trail.extend(p for p in node._prev if p not in opened)


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        if node._pair:
            node._pair[:] = 0.0, 0.0
        else:
            node._sum = 0.0
