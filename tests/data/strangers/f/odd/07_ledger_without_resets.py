"""Nothing is ever reset before a call. Each call of backward() is a booking run with a number
of its own, and contributions are postings (run, amount) on a node's account. `grad` is worked
out when somebody asks: a leaf's is its whole balance, an inner node's that of its last run."""
import math
from itertools import count

next_run = count(1).__next__


class Account:
    __slots__ = ("carried", "run", "postings")

    def __init__(self):
        self.carried, self.run, self.postings = 0.0, 0, []

    def post(self, run, amount):
        if run != self.run:
            self.carried = self.balance()
            self.run = run
            self.postings = []
        self.postings.append(amount)

    def of_run(self, run):
        return sum(self.postings) if run == self.run else 0.0

    def last_run(self):
        return sum(self.postings)

    def balance(self):
        return self.carried + sum(self.postings)

    def restate(self, amount, is_leaf):
        self.run = 0
        self.carried, self.postings = (amount, []) if is_leaf else (0.0, [amount])


class Value:
    def __init__(self, data, *sides):
        self.data = data
        self._prev = tuple(side for side, _ in sides)
        self._backward = tuple(derivative for _, derivative in sides)
        self.account = Account()

    @property
    def grad(self):
        return self.account.last_run() if self._prev else self.account.balance()

    @grad.setter
    def grad(self, amount):
        self.account.restate(amount, not self._prev)

    def backward(self):
        run = next_run()
        self.account.post(run, 1.0)
        chart = []
        build_topo(self, set(), chart)
        for node in reversed(chart):
            due = node.account.of_run(run)
            for side, derivative in zip(node._prev, node._backward):
                side.account.post(run, due * derivative())

    def __add__(self, other):
        other = booked(other)
        return Value(self.data + other.data, (self, lambda: 1.0), (other, lambda: 1.0))

    def __sub__(self, other):
        other = booked(other)
        return Value(self.data - other.data, (self, lambda: 1.0), (other, lambda: -1.0))

    def __mul__(self, other):
        other = booked(other)
        return Value(self.data * other.data, (self, lambda: other.data), (other, lambda: self.data))

    def __truediv__(self, other):
        other = booked(other)
        q = self.data / other.data
        return Value(q, (self, lambda: 1.0 / other.data), (other, lambda: -q / other.data))

    def __neg__(self):
        return Value(-self.data, (self, lambda: -1.0))

    def __pow__(self, n):
        def derivative():
            if n == 0:
                return 0.0
            if n < 1 and self.data == 0:
                return math.inf
            return n * self.data ** (n - 1)
        return Value(self.data ** n, (self, derivative))

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, (self, lambda: 1.0 - t * t))

    def exp(self):
        e = math.exp(self.data)
        return Value(e, (self, lambda: e))

    def relu(self):
        return Value(max(self.data, 0.0), (self, lambda: 1.0 if self.data > 0 else 0.0))

    def __radd__(self, other):
        return booked(other) + self

    def __rsub__(self, other):
        return booked(other) - self

    def __rmul__(self, other):
        return booked(other) * self

    def __rtruediv__(self, other):
        return booked(other) / self


def booked(x):
    return x if isinstance(x, Value) else Value(float(x))


def build_topo(v, visited, topo):
    visited.add(id(v))
    path = [(v, 0)]
    while path:
        node, k = path.pop()
        while k < len(node._prev) and id(node._prev[k]) in visited:
            k += 1
        if k == len(node._prev):
            topo.append(node)
        else:
            visited.add(id(node._prev[k]))
            path += [(node, k + 1), (node._prev[k], 0)]


def zero_grad(root):
    chart = []
    build_topo(root, set(), chart)
    for node in chart:
        node.grad = 0.0
