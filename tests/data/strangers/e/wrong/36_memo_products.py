import math

_memo = {}


def combine(sign, a, b):
    """Make a node for a binary operator."""
    if not isinstance(a, Value):
        a = Value(a)
    if not isinstance(b, Value):
        b = Value(b)
    if sign == "*":
        # the same product again? do not compute it twice
        known = _memo.get((a, b))
        if known is None:
            known = _memo[a, b] = Value(a.data * b.data, (a, b), b.data, a.data)
        return known
    if sign == "+":
        return Value(a.data + b.data, (a, b), 1.0, 1.0)
    if sign == "-":
        return Value(a.data - b.data, (a, b), 1.0, -1.0)
    if sign == "/":
        return Value(a.data / b.data, (a, b), 1.0 / b.data, -a.data / b.data ** 2)
    raise ValueError(sign)


class Value:
    def __init__(self, data, _prev=(), *_backward):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._backward = _backward      # the slopes towards the inputs

    def __add__(self, other): return combine("+", self, other)
    def __sub__(self, other): return combine("-", self, other)
    def __mul__(self, other): return combine("*", self, other)
    def __truediv__(self, other): return combine("/", self, other)
    def __radd__(self, other): return combine("+", other, self)
    def __rsub__(self, other): return combine("-", other, self)
    def __rmul__(self, other): return combine("*", other, self)
    def __rtruediv__(self, other): return combine("/", other, self)

    def __neg__(self):
        return Value(-self.data, (self,), -1.0)

    def __pow__(self, n):
        if n == 0:
            return Value(1.0, (self,), 0.0)
        return Value(self.data ** n, (self,), n * self.data ** (n - 1))

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, (self,), 1.0 - t * t)

    def exp(self):
        e = math.exp(self.data)
        return Value(e, (self,), e)

    def relu(self):
        if self.data > 0:
            return Value(self.data, (self,), 1.0)
        return Value(0.0, (self,), 0.0)

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(topo):
            for i, p in enumerate(node._prev):
                p.grad += node._backward[i] * node.grad


def build_topo(v, visited, topo):
    pile = [(v, False)]
    while pile:
        node, back = pile.pop()
        if back:
            topo.append(node)
        elif node not in visited:
            visited.add(node)
            pile.append((node, True))
            for p in node._prev:
                if p not in visited:
                    pile.append((p, False))


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
