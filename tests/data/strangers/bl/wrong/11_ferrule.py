import math


class Value:
    __slots__ = ("data", "grad", "_prev", "_backward")

    def __init__(self, data):
        self.data = data
        self.grad = 0.0
        self._prev = ()
        self._backward = ()

    def __repr__(self):
        return f"Value(data={self.data}, grad={self.grad})"

    def __add__(self, other):
        other = as_value(other)
        return result(self.data + other.data, (self, 1.0), (other, 1.0))

    def __sub__(self, other):
        other = as_value(other)
        return result(self.data - other.data, (self, 1.0), (other, -1.0))

    def __mul__(self, other):
        other = as_value(other)
        return result(self.data * other.data, (self, other.data), (other, self.data))

    def __truediv__(self, other):
        other = as_value(other)
        q = self.data / other.data
        return result(q, (self, 1 / other.data), (other, -q / other.data))

    def __neg__(self):
        return result(-self.data, (self, -1.0))

    def __pow__(self, n):
        if n == 0:
            return result(1.0, (self, 0.0))
        return result(self.data**n, (self, n * self.data ** (n - 1)))

    def tanh(self):
        t = math.tanh(self.data)
        return result(t, (self, 1 - t * t))

    def exp(self):
        e = math.exp(self.data)
        return result(e, (self, e))

    def relu(self):
        if self.data > 0:
            return result(self.data, (self, 1.0))
        return result(0.0, (self, 0.0))

    def __radd__(self, other):
        return as_value(other) + self

    def __rsub__(self, other):
        return as_value(other) - self

    def __rmul__(self, other):
        return as_value(other) * self

    def __rtruediv__(self, other):
        return as_value(other) / self

    def backward(self):
        order = []
        build_topo(self, set(), order)
        for node in order:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in order[::-1]:
            for inp in node._prev:
                slope = node._backward[node._prev.index(inp)]
                inp.grad += slope * node.grad


def as_value(x):
    if isinstance(x, Value):
        return x
    return Value(float(x))


def result(data, *inputs_and_slopes):
    out = Value(data)
    out._prev, out._backward = zip(*inputs_and_slopes)
    return out


def build_topo(v, visited, topo):
    ENTER, LEAVE = 0, 1
    agenda = [(ENTER, v)]
    while agenda:
        step, node = agenda.pop()
        if step == LEAVE:
            topo.append(node)
            continue
        if node in visited:
            continue
        visited.add(node)
        agenda.append((LEAVE, node))
        agenda += [(ENTER, inp) for inp in node._prev if inp not in visited]


def zero_grad(root):
    order = []
    build_topo(root, set(), order)
    for node in order:
        node.grad = 0.0
