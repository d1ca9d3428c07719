import math


class Rule:
    """What a node does with its gradient: pairs of (input, slope)."""

    def __init__(self, owner, *pairs):
        self.owner = owner
        self.pairs = pairs

    def __call__(self):
        g = self.owner.grad
        for node, slope in self.pairs:
            node.grad = node.grad + slope * g


class Value:
    def __init__(self, data, *pairs):
        self.data = data
        self.grad = 0.0
        self._prev = [node for node, slope in pairs]
        self._backward = Rule(self, *pairs)

    def __add__(self, other):
        x, y = self, node(other)
        return Value(x.data + y.data, (x, 1.0), (y, 1.0))

    __radd__ = __add__

    def __mul__(self, other):
        x, y = self, node(other)
        return Value(x.data * y.data, (x, y.data), (y, x.data))

    __rmul__ = __mul__

    def __neg__(self):
        return Value(-self.data, (self, -1.0))

    def __sub__(self, other):
        return self + -node(other)

    def __rsub__(self, other):
        return node(other) + -self

    def __truediv__(self, other):
        x, y = self, node(other)
        return Value(x.data / y.data, (x, 1 / y.data), (y, -x.data / y.data / y.data))

    def __rtruediv__(self, other):
        return node(other) / self

    def __pow__(self, n):
        x = self.data
        power = x**n
        slope = n * power / x if x else 0.0
        return Value(power, (self, slope))

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, (self, 1 - t * t))

    def exp(self):
        e = math.exp(self.data)
        return Value(e, (self, e))

    def relu(self):
        gate = 1.0 if self.data > 0 else 0.0
        return Value(gate * self.data if gate else 0.0, (self, gate))

    def backward(self):
        order = []
        build_topo(self, set(), order)
        for n in order:
            if n._prev:
                n.grad = 0.0
        self.grad = self.grad + 1.0
        for n in reversed(order):
            n._backward()


def node(x):
    return x if isinstance(x, Value) else Value(x)


def build_topo(v, visited, topo):
    ENTER, LEAVE = 0, 1
    jobs = [(ENTER, v)]
    while jobs:
        job, n = jobs.pop()
        if job == LEAVE:
            topo.append(n)
            continue
        if n in visited:
            continue
        visited.add(n)
        jobs.append((LEAVE, n))
        for i in reversed(n._prev):
            jobs.append((ENTER, i))


def zero_grad(root):
    seen, todo = set(), [root]
    while todo:
        n = todo.pop()
        if n in seen:
            continue
        seen.add(n)
        n.grad = 0.0
        todo.extend(n._prev)
