import math


class Value:
    _operands = []

    def __init__(self, data):
        self.data = data
        self.grad = 0.0
        self._prev = ()
        self._slopes = ()

    def _backward(self):
        for node, slope in zip(self._prev, self._slopes):
            node.grad += slope * self.grad

    @staticmethod
    def take(*things):
        """Put operands down for the node that is about to be made; give their numbers."""
        for thing in things:
            Value._operands.append(thing if isinstance(thing, Value) else Value(thing))
        return [node.data for node in Value._operands[-len(things) :]]

    @staticmethod
    def give(number, *slopes):
        out = Value(number)
        out._prev, out._slopes = tuple(Value._operands), slopes
        Value._operands.clear()
        return out

    def __add__(self, other):
        x, y = Value.take(self, other)
        return Value.give(x + y, 1.0, 1.0)

    def __radd__(self, other):
        x, y = Value.take(other, self)
        return Value.give(x + y, 1.0, 1.0)

    def __sub__(self, other):
        x, y = Value.take(self, other)
        return Value.give(x - y, 1.0, -1.0)

    def __rsub__(self, other):
        x, y = Value.take(other, self)
        return Value.give(x - y, 1.0, -1.0)

    def __mul__(self, other):
        x, y = Value.take(self, other)
        return Value.give(x * y, y, x)

    def __rmul__(self, other):
        x, y = Value.take(other, self)
        return Value.give(x * y, y, x)

    def __truediv__(self, other):
        x, y = Value.take(self, other)
        return Value.give(x / y, 1.0 / y, -x / y / y)

    def __rtruediv__(self, other):
        x, y = Value.take(other, self)
        return Value.give(x / y, 1.0 / y, -x / y / y)

    def __pow__(self, n):
        (x,) = Value.take(self)
        return Value.give(x**n, n * x ** (n - 1) if n else 0.0)

    def __neg__(self):
        (x,) = Value.take(self)
        return Value.give(-x, -1.0)

    def tanh(self):
        (x,) = Value.take(self)
        t = math.tanh(x)
        return Value.give(t, 1.0 - t * t)

    def exp(self):
        (x,) = Value.take(self)
        e = math.exp(x)
        return Value.give(e, e)

    def relu(self):
        (x,) = Value.take(self)
        return Value.give(x, 1.0) if x > 0 else Value.give(0.0, 0.0)

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(topo):
            node._backward()


def build_topo(v, visited, topo):
    agenda = [v]
    while agenda:
        node = agenda[-1]
        if node in visited:
            agenda.pop()
            continue
        missing = [below for below in node._prev if below not in visited]
        if missing:
            agenda.extend(missing)
        else:
            visited.add(node)
            topo.append(node)
            agenda.pop()


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
