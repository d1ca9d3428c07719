"""Consumers pull: a node works out its gradient from a list of (consumer, slope) of this run."""
from math import exp, tanh


class Value:
    made = 0

    def __init__(self, data, _prev=[], slopes=[]):
        Value.made = self.id = Value.made + 1
        self.data, self.grad = float(data), 0.0
        self._prev, self.slopes = list(_prev), list(slopes)
        self._inbox = []

    def _backward(self):
        total = sum(slope * consumer.grad for consumer, slope in self._inbox)
        self._inbox = []
        self.grad = total if self._prev else self.grad + total
        for p, slope in zip(self._prev, self.slopes):
            p._inbox.append((self if self._prev else None, slope))

    def backward(self):
        class seed:
            grad = 1.0

        self._inbox = [(seed, 1.0)]
        for v in sorted(below(self), key=lambda v: v.id, reverse=True):
            v._backward()

    def __hash__(self):
        return self.id

    def __add__(self, o):
        if not isinstance(o, Value):
            return Value(self.data + o, [self], [1.0])
        if o is self:
            return Value(2.0 * self.data, [self], [2.0])
        return Value(self.data + o.data, [self, o], [1.0, 1.0])

    def __mul__(self, o):
        if not isinstance(o, Value):
            return Value(self.data * o, [self], [o])
        if o is self:
            return Value(self.data**2, [self], [2.0 * self.data])
        return Value(self.data * o.data, [self, o], [o.data, self.data])

    def __pow__(self, n):
        if n == 0:
            return Value(1, [self], [0])
        if n == 1:
            return Value(self.data, [self], [1])
        return Value(self.data**n, [self], [self.data ** (n - 1) * n])

    __radd__ = __add__
    __rmul__ = __mul__

    def __neg__(self):
        return self * -1

    def __sub__(self, o):
        return self + -o

    def __rsub__(self, o):
        return -(self - o)

    def __truediv__(self, o):
        return self * (o**-1 if isinstance(o, Value) else 1.0 / o)

    def __rtruediv__(self, o):
        return self**-1 * o

    def tanh(self):
        return Value(tanh(self.data), [self], [1 - tanh(self.data) ** 2])

    def exp(self):
        return Value(exp(self.data), [self], [exp(self.data)])

    def relu(self):
        return Value(*((self.data, [self], [1]) if self.data > 0 else (0, [self], [0])))


def below(root):
    seen = {}
    todo = [root]
    while todo:
        v = todo.pop()
        if seen.setdefault(v.id, v) is v and v.id not in (done := seen.setdefault("done", set())):
            done.add(v.id)
            todo += v._prev
    seen.pop("done")
    return list(seen.values())


def build_topo(v, visited, topo):
    topo += sorted(below(v), key=lambda n: n.id)


def zero_grad(root):
    any(setattr(v, "grad", 0.0) for v in below(root))
