import math


def power(x, n):
    """x to the n by logarithms; whole numbers n also take x <= 0."""
    if n == 0:
        return 1.0
    if x == 0:
        return 0.0 if n > 0 else x**n
    size = math.exp(n * math.log(abs(x)))
    if x < 0 and isinstance(n, int) and n % 2:
        return -size
    return size


class Value:
    def __init__(self, data, _prev=(), _op=""):
        self.data = float(data)
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self._backward = ()

    @staticmethod
    def _new(data, op, *edges):
        out = Value(data, tuple(e[0] for e in edges), op)
        out._backward = edges
        return out

    def __add__(self, other):
        other = to_value(other)
        return Value._new(self.data + other.data, "+", (self, 1.0), (other, 1.0))

    def __radd__(self, other):
        return to_value(other) + self

    def __neg__(self):
        return Value._new(-self.data, "neg", (self, -1.0))

    def __sub__(self, other):
        other = to_value(other)
        return Value._new(self.data - other.data, "-", (self, 1.0), (other, -1.0))

    def __rsub__(self, other):
        return to_value(other) - self

    def __mul__(self, other):
        other = to_value(other)
        return Value._new(self.data * other.data, "*", (self, other.data), (other, self.data))

    def __rmul__(self, other):
        return to_value(other) * self

    def __truediv__(self, other):
        other = to_value(other)
        inverse = 1.0 / other.data
        return Value._new(
            self.data / other.data, "/", (self, inverse), (other, -self.data * inverse * inverse)
        )

    def __rtruediv__(self, other):
        return to_value(other) / self

    def __pow__(self, n):
        return Value._new(power(self.data, n), "**", (self, n * power(self.data, n - 1) if n else 0.0))

    def tanh(self):
        t = math.tanh(self.data)
        return Value._new(t, "tanh", (self, 1.0 - t * t))

    def exp(self):
        e = math.exp(self.data)
        return Value._new(e, "exp", (self, e))

    def relu(self):
        on = float(self.data > 0)
        return Value._new(on * self.data, "relu", (self, on))

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        flow = dict.fromkeys(topo, 0.0)
        flow[self] = 1.0
        for node in reversed(topo):
            g = flow[node]
            for p, slope in node._backward:
                flow[p] += slope * g
        for node in topo:
            node.grad = flow[node] + (0.0 if node._prev else node.grad)


def to_value(x):
    return x if isinstance(x, Value) else Value(x)


def build_topo(v, visited, topo):
    visited.add(v)
    stack = [(v, iter(v._prev))]
    while stack:
        for child in stack[-1][1]:
            if child not in visited:
                visited.add(child)
                stack.append((child, iter(child._prev)))
                break
        else:
            topo.append(stack.pop()[0])


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
