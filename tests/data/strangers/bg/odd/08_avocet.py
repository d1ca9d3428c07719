"""Backward built on forward: the slopes of an operation come from dual numbers.

A dual number a + a'e with e*e = 0 carries a slope along. To find the slope of an operation
towards one of its inputs, this input gets the slope 1 and the others 0.
"""

import math


class Dual:
    def __init__(self, real, slope=0.0):
        self.real, self.slope = real, slope

    def plus(self, o):
        return Dual(self.real + o.real, self.slope + o.slope)

    def minus(self, o):
        return Dual(self.real - o.real, self.slope - o.slope)

    def times(self, o):
        # Only one of the two slopes is 1, the other is 0.
        return Dual(self.real * o.real, o.real if self.slope else self.real if o.slope else 0.0)

    def over(self, o):
        q = self.real / o.real
        return Dual(q, 1.0 / o.real if self.slope else -q / o.real if o.slope else 0.0)

    def minus_it(self):
        return Dual(-self.real, -self.slope)

    def to_the(self, n):
        x = float(self.real)

        def raw(k):
            try:
                return x**k
            except OverflowError:
                return math.inf if x > 0 or k % 2 == 0 else -math.inf

        y = raw(n)
        if n == 0 or not self.slope:
            return Dual(y, 0.0)
        return Dual(y, math.inf if x == 0 and n < 1 else n * raw(n - 1))

    def tanh(self):
        t = math.tanh(self.real)
        return Dual(t, self.slope * (1.0 - t * t))

    def exp(self):
        e = math.exp(self.real)
        return Dual(e, e if self.slope else 0.0)

    def relu(self):
        return Dual(self.real, self.slope) if self.real > 0 else Dual(0.0, 0.0)


def slopes(operation, numbers):
    for k in range(len(numbers)):
        duals = [Dual(number, float(i == k)) for i, number in enumerate(numbers)]
        yield operation(*duals).slope


def operator(operation, swap=False):
    def method(self, *others):
        inputs = [self] + [o if isinstance(o, Value) else Value(float(o)) for o in others]
        if swap:
            inputs.reverse()
        return made(operation, *inputs)

    return method


def made(operation, *inputs):
    numbers = [i.data for i in inputs]
    out = Value(operation(*map(Dual, numbers)).real, inputs, operation.__name__)
    out._backward = list(zip(inputs, slopes(operation, numbers)))
    return out


class Value:
    def __init__(self, data, _prev=(), _op=""):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self._backward = []

    __add__, __radd__ = operator(Dual.plus), operator(Dual.plus, swap=True)
    __sub__, __rsub__ = operator(Dual.minus), operator(Dual.minus, swap=True)
    __mul__, __rmul__ = operator(Dual.times), operator(Dual.times, swap=True)
    __truediv__, __rtruediv__ = operator(Dual.over), operator(Dual.over, swap=True)
    __neg__ = operator(Dual.minus_it)
    tanh, exp, relu = map(operator, (Dual.tanh, Dual.exp, Dual.relu))

    def __pow__(self, n):
        def power(x):
            return x.to_the(n)

        return made(power, self)

    def backward(self):
        flow = {self: 1.0}
        order = []
        build_topo(self, set(), order)
        for node in reversed(order):
            g = flow.pop(node, 0.0)
            for source, slope in node._backward:
                flow[source] = flow.get(source, 0.0) + slope * g
            if not node._prev:
                node.grad += g


def build_topo(v, visited, topo):
    agenda = [("see", v)]
    while agenda:
        verb, node = agenda.pop()
        if verb == "write":
            topo.append(node)
        elif node not in visited:
            visited.add(node)
            agenda.append(("write", node))
            agenda.extend(("see", source) for source in node._prev)


def zero_grad(root):
    order = []
    build_topo(root, set(), order)
    for node in order:
        node.grad = 0.0
