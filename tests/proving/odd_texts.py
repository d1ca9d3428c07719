"""Right engines that are built in quite another way, as texts: rules as a method, a tape."""

from __future__ import annotations

METHOD_RULES = '''
import math


class Value:
    """One rule for all operators, as a method; slopes are worked out when they are needed."""

    def __init__(self, data, inputs=(), op=None):
        self.data = float(data)
        self.grad = 0.0
        self._prev = inputs
        self._op = op

    def _slopes(self):
        x = [node.data for node in self._prev]
        if self._op == "+":
            return 1.0, 1.0
        if self._op == "-":
            return 1.0, -1.0
        if self._op == "*":
            return x[1], x[0]
        if self._op == "/":
            return 1.0 / x[1], -x[0] / x[1] ** 2
        if self._op == "tanh":
            return (1.0 - self.data**2,)
        if self._op == "exp":
            return (self.data,)
        if self._op == "relu":
            return (float(x[0] > 0),)
        return (self._op * x[0] ** (self._op - 1) if self._op else 0.0,)

    def _backward(self):
        for node, slope in zip(self._prev, self._slopes() if self._prev else ()):
            node.grad += slope * self.grad

    def __add__(self, other): return make("+", self, other)
    def __radd__(self, other): return make("+", other, self)
    def __sub__(self, other): return make("-", self, other)
    def __rsub__(self, other): return make("-", other, self)
    def __mul__(self, other): return make("*", self, other)
    def __rmul__(self, other): return make("*", other, self)
    def __truediv__(self, other): return make("/", self, other)
    def __rtruediv__(self, other): return make("/", other, self)
    def __neg__(self): return make("-", 0.0, self)
    def __pow__(self, n): return Value(self.data**n, (self,), n)
    def tanh(self): return Value(math.tanh(self.data), (self,), "tanh")
    def exp(self): return Value(math.exp(self.data), (self,), "exp")
    def relu(self): return Value(max(0.0, self.data), (self,), "relu")

    def backward(self, grad=1):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._prev:
                node.grad = 0.0
        self.grad += grad
        for node in reversed(topo):
            node._backward()
        return self


FORWARD = {
    "+": lambda x, y: x + y, "-": lambda x, y: x - y,
    "*": lambda x, y: x * y, "/": lambda x, y: x / y,
}


def make(op, *operands):
    nodes = tuple(o if isinstance(o, Value) else Value(o) for o in operands)
    return Value(FORWARD[op](*(node.data for node in nodes)), nodes, op)


def build_topo(v, visited, topo):
    """By consumer counts, turned round."""
    waiting, stack = {v: 0}, [v]
    while stack:
        for source in stack.pop()._prev:
            if source not in waiting:
                waiting[source] = 0
                stack.append(source)
            waiting[source] += 1
    ready, order = [v], []
    while ready:
        node = ready.pop(0)
        order.append(node)
        for source in node._prev:
            waiting[source] -= 1
            if not waiting[source]:
                ready.append(source)
    topo.extend(reversed(order))
    return topo


def zero_grad(root):
    topo = []
    for node in build_topo(root, set(), topo):
        node.grad = 0.0
    return topo
'''

TAPE_AND_SLOTS = '''
import math

TAPE = []


class Value:
    """Numbered in the order of creation; gradients in a dict; no rule is kept on a node."""

    __slots__ = ("__weakref__", "data", "grad", "number", "sources")

    def __init__(self, data, sources=()):
        self.data, self.grad, self.sources = data, 0.0, sources
        self.number = len(TAPE)
        TAPE.append(None)

    def __add__(self, other):
        other = lift(other)
        return Value(self.data + other.data, ((self, 1.0), (other, 1.0)))

    def __mul__(self, other):
        other = lift(other)
        return Value(self.data * other.data, ((self, other.data), (other, self.data)))

    def __pow__(self, n):
        slope = n * self.data ** (n - 1) if n else 0.0
        return Value(self.data**n, ((self, slope),))

    def __truediv__(self, other):
        return self * lift(other) ** -1

    def __rtruediv__(self, other):
        return lift(other) / self

    def __neg__(self):
        return Value(-self.data, ((self, -1.0),))

    def __sub__(self, other):
        return self + -lift(other)

    def __rsub__(self, other):
        return lift(other) - self

    __radd__, __rmul__ = __add__, __mul__

    def __iadd__(self, other):
        return self + other

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, ((self, 1 - t**2),))

    def exp(self):
        e = math.exp(self.data)
        return Value(e, ((self, e),))

    def relu(self):
        on = self.data > 0
        return Value(self.data * on, ((self, on),))

    def backward(self):
        pending = {self.number: 1.0}
        for node in reversed(below(self)):
            gradient = pending.pop(node.number)
            if node.sources:
                node.grad = gradient
            else:
                node.grad += gradient
            for source, slope in node.sources:
                pending[source.number] = pending.get(source.number, 0.0) + slope * gradient

    def zero_grad(self):
        for node in below(self):
            node.grad = 0


def lift(item):
    return item if isinstance(item, Value) else Value(item)


def below(root):
    found, stack = {root.number: root}, [root]
    while stack:
        for source, _ in stack.pop().sources:
            if source.number not in found:
                found[source.number] = source
                stack.append(source)
    return [found[number] for number in sorted(found)]


def build_topo(v, visited, topo):
    topo += below(v)
'''

CLASS_PER_OPERATOR = '''
import math


class Value:
    """A class for each operator; the rule is a generator of shares."""

    sources = ()

    def __init__(self, data):
        self.data, self.grad = data, 0.0

    def shares(self):
        yield from ()
    def __add__(self, other): return Sum(self, other)
    def __radd__(self, other): return Sum(other, self)
    def __mul__(self, other): return Product(self, other)
    def __rmul__(self, other): return Product(other, self)
    def __neg__(self): return Product(-1, self)
    def __sub__(self, other): return Sum(self, Product(-1, other))
    def __rsub__(self, other): return Sum(other, -self)
    def __pow__(self, n): return Power(self, n)
    def __truediv__(self, other): return Product(self, Power(node(other), -1))
    def __rtruediv__(self, other): return Product(other, Power(self, -1))
    def tanh(self): return Tanh(self)
    def exp(self): return Exp(self)
    def relu(self): return Relu(self)

    def backward(self):
        order = list(postorder(self))
        for each in order:
            if each.sources:
                each.grad = 0.0
        self.grad += 1.0
        for each in reversed(order):
            for source, share in each.shares():
                source.grad += share
            if each.sources:
                each.grad = 0.0  # handed on, so forgotten

    def zero_grad(self):
        for each in postorder(self):
            each.grad = 0.0


def node(item):
    return item if isinstance(item, Value) else Value(item)


class Operation(Value):
    def __init__(self, *operands):
        self.sources = tuple(map(node, operands))
        super().__init__(self.forward(*(source.data for source in self.sources)))

    def shares(self):
        slopes = self.slopes(*(source.data for source in self.sources))
        for source, slope in zip(self.sources, slopes):
            yield source, slope * self.grad

class Sum(Operation):
    def forward(self, x, y): return x + y
    def slopes(self, x, y): return 1, 1

class Product(Operation):
    def forward(self, x, y): return x * y
    def slopes(self, x, y): return y, x

class Power(Operation):
    def __init__(self, base, n):
        self.n = n
        super().__init__(base)
    def forward(self, x): return x**self.n
    def slopes(self, x): return (self.n * x ** (self.n - 1) if self.n else 0,)

class Tanh(Operation):
    def forward(self, x): return math.tanh(x)
    def slopes(self, x): return (1 - self.data**2,)

class Exp(Operation):
    def forward(self, x): return math.exp(x)
    def slopes(self, x): return (self.data,)

class Relu(Operation):
    def forward(self, x): return max(x, 0)
    def slopes(self, x): return (int(x > 0),)

def postorder(root):
    """A generator of nodes, inputs first."""
    seen, stack = set(), [(root, False)]
    while stack:
        each, done = stack.pop()
        if done:
            yield each
        elif each not in seen:
            seen.add(each)
            stack.append((each, True))
            stack += [(source, False) for source in each.sources]


def build_topo(v, visited, topo):
    topo += postorder(v)
'''
