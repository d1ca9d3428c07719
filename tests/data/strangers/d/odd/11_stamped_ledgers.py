"""Nothing is ever reset before a call. `grad` is the balance of a ledger; entries carry the
stamp of the call, and the ledger of an inner node starts a new page when a new stamp comes.
There is no function zero_grad: it is a method."""
import math


class Ledger:
    __slots__ = ("balance", "stamp", "keeps")

    def __init__(self, keeps):
        self.balance = 0.0
        self.stamp = None
        self.keeps = keeps  # a leaf keeps its balance from call to call

    def enter(self, amount, stamp):
        if self.stamp is not stamp and not self.keeps:
            self.balance = 0.0
        self.stamp = stamp
        self.balance += amount


class Value:
    """A leaf; the results of operations are of the class below."""

    _prev = ()
    _keeps = True

    def __init__(self, data):
        self.data = float(data)
        self._ledger = Ledger(self._keeps)

    @property
    def grad(self):
        return self._ledger.balance

    @grad.setter
    def grad(self, amount):
        self._ledger.balance = float(amount)

    def _backward(self, stamp):
        pass

    def backward(self):
        stamp = object()
        order = []
        build_topo(self, set(), order)
        self._ledger.enter(1.0, stamp)
        while order:
            order.pop()._backward(stamp)

    def zero_grad(self):
        order = []
        build_topo(self, set(), order)
        for node in order:
            node._ledger.balance = 0.0

    def __add__(self, other):
        other = leaf(other)
        return Inner(self.data + other.data, self, 1.0, other, 1.0)

    def __sub__(self, other):
        other = leaf(other)
        return Inner(self.data - other.data, self, 1.0, other, -1.0)

    def __mul__(self, other):
        other = leaf(other)
        return Inner(self.data * other.data, self, other.data, other, self.data)

    def __truediv__(self, other):
        other = leaf(other)
        q = self.data / other.data
        return Inner(q, self, 1.0 / other.data, other, -q / other.data)

    def __neg__(self):
        return Inner(-self.data, self, -1.0)

    def __pow__(self, n):
        return Inner(self.data**n, self, n * self.data ** (n - 1) if n != 0 else 0.0)

    def tanh(self):
        t = math.tanh(self.data)
        return Inner(t, self, 1.0 - t * t)

    def exp(self):
        e = math.exp(self.data)
        return Inner(e, self, e)

    def relu(self):
        return Inner(self.data if self.data > 0 else 0.0, self, 1.0 if self.data > 0 else 0.0)

    def __radd__(self, other):
        return leaf(other) + self

    def __rsub__(self, other):
        return leaf(other) - self

    def __rmul__(self, other):
        return leaf(other) * self

    def __rtruediv__(self, other):
        return leaf(other) / self


class Inner(Value):
    """A result."""

    _keeps = False

    def __init__(self, data, *inputs_and_slopes):
        super().__init__(data)
        self._prev = inputs_and_slopes[::2]
        self._slopes = inputs_and_slopes[1::2]

    def _backward(self, stamp):
        for node, slope in zip(self._prev, self._slopes):
            node._ledger.enter(slope * self._ledger.balance, stamp)


def leaf(x):
    return x if isinstance(x, Value) else Value(x)


def build_topo(v, visited, topo):
    stack = [v]
    while stack:
        node = stack.pop()
        if node in visited:
            continue
        missing = [p for p in node._prev if p not in visited]
        if missing:
            stack.append(node)
            stack.extend(missing)
        else:
            visited.add(node)
            topo.append(node)
