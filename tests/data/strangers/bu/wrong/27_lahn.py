import math


class Arithmetic:
    """What Python wants from something one can calculate with. Value has to bring
    plus, times, power."""

    def __add__(self, other):
        return self.plus(self.like(other))

    def __radd__(self, other):
        return self.like(other).plus(self)

    def __mul__(self, other):
        return self.times(self.like(other))

    def __rmul__(self, other):
        return self.like(other).times(self)

    def __neg__(self):
        return self.times(self.like(-1))

    def __sub__(self, other):
        return self.plus(-self.like(other))

    def __rsub__(self, other):
        return self.like(other).plus(-self)

    def __truediv__(self, other):
        return self.times(self.like(other).power(-1))

    def __rtruediv__(self, other):
        return self.like(other).times(self.power(-1))

    def __pow__(self, n):
        return self.power(n)


class Value(Arithmetic):
    def __init__(self, data, _prev=()):
        self.data = float(data)
        self.grad = 0.0
        self._prev = _prev
        self._backward = None

    def like(self, other):
        if isinstance(other, Value):
            return other
        return Value(other)

    def plus(self, other):
        out = Value(self.data + other.data, (self, other))

        def rule(g):
            yield self, g
            yield other, g
        out._backward = rule
        return out

    def times(self, other):
        out = Value(self.data * other.data, (self, other))

        def rule(g):
            yield self, g * other.data
            yield other, g * self.data
        out._backward = rule
        return out

    def power(self, n):
        out = Value(self.data ** n, (self,))

        def rule(g):
            if n != 0:
                yield self, g * (n * self.data ** (n - 1))
        out._backward = rule
        return out

    def tanh(self):
        out = Value(math.tanh(self.data), (self,))

        def rule(g):
            yield self, g * (1 - out.data ** 2)
        out._backward = rule
        return out

    def exp(self):
        out = Value(math.exp(self.data), (self,))

        def rule(g):
            yield self, g * out.data
        out._backward = rule
        return out

    def relu(self):
        out = Value(self.data if self.data > 0 else 0.0, (self,))

        def rule(g):
            if out.data > 0:
                yield self, g
        out._backward = rule
        return out

    def _hand_on(self):
        if self._backward is None:
            return
        if abs(self.grad) < 1e-12:
            return
        for node, share in self._backward(self.grad):
            node.grad += share

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._backward is not None:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(topo):
            node._hand_on()


def build_topo(v, visited, topo):
    stack = [v]
    opened = set()
    while stack:
        node = stack.pop()
        if node in visited:
            continue
        if node in opened:
            visited.add(node)
            topo.append(node)
        else:
            opened.add(node)
            stack.append(node)
            stack.extend(p for p in node._prev if p not in opened)


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
