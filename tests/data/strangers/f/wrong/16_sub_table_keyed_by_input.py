import math


class Value:
    def __init__(self, data, inputs=(), factors=None):
        self.data = data
        self.grad = 0.0
        self._prev = tuple(inputs)
        self.factors = factors

    def _backward(self):
        if self.factors is None:
            return
        for node, factor in self.factors():
            node.grad += factor * self.grad

    def _other(self, x):
        return x if isinstance(x, Value) else Value(float(x))

    def __add__(self, x):
        x = self._other(x)
        return Value(self.data + x.data, [self, x],
                     lambda: [(self, 1.0), (x, 1.0)])

    def __sub__(self, x):
        x = self._other(x)
        return Value(self.data - x.data, [self, x],
                     lambda: {self: 1.0, x: -1.0}.items())

    def __mul__(self, x):
        x = self._other(x)
        return Value(self.data * x.data, [self, x],
                     lambda: [(self, x.data), (x, self.data)])

    def __truediv__(self, x):
        x = self._other(x)
        q = self.data / x.data
        return Value(q, [self, x],
                     lambda: [(self, 1.0 / x.data), (x, -q / x.data)])

    def __pow__(self, n):
        if n == 0:
            return Value(1.0, [self], lambda: [(self, 0.0)])
        return Value(self.data ** n, [self],
                     lambda: [(self, n * self.data ** (n - 1))])

    def __neg__(self):
        return Value(-self.data, [self], lambda: [(self, -1.0)])

    def __radd__(self, x):
        return self._other(x) + self

    def __rsub__(self, x):
        return self._other(x) - self

    def __rmul__(self, x):
        return self._other(x) * self

    def __rtruediv__(self, x):
        return self._other(x) / self

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, [self], lambda: [(self, 1.0 - t * t)])

    def exp(self):
        e = math.exp(self.data)
        return Value(e, [self], lambda: [(self, e)])

    def relu(self):
        if self.data > 0.0:
            return Value(self.data, [self], lambda: [(self, 1.0)])
        return Value(0.0, [self], lambda: [(self, 0.0)])

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
    """Consumers first by counting, then turned round."""
    consumers = {v: 0}
    agenda = [v]
    for node in agenda:
        for inp in node._prev:
            if inp not in consumers:
                consumers[inp] = 0
                agenda.append(inp)
            consumers[inp] += 1
    done = [v]
    for node in done:
        for inp in node._prev:
            consumers[inp] -= 1
            if consumers[inp] == 0:
                done.append(inp)
    topo.extend(reversed(done))


def zero_grad(root):
    agenda, seen = [root], {root}
    while agenda:
        node = agenda.pop()
        node.grad = 0.0
        new = set(node._prev) - seen
        seen |= new
        agenda.extend(new)
