"""My engine for the exam."""
import math

_plans = {}


def _power(x, n):
    try:
        return x**n
    except OverflowError:
        return math.inf if x > 0 or n % 2 == 0 else -math.inf


def _nothing(upstream):
    return None


class Value:
    __slots__ = ("data", "grad", "_prev", "_op", "_backward", "__weakref__")

    def __init__(self, data, _prev=(), _op="", _backward=_nothing):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self._backward = _backward

    def __repr__(self):
        return f"Value(data={self.data}, grad={self.grad})"

    @staticmethod
    def lift(x):
        return x if isinstance(x, Value) else Value(float(x))

    def __add__(self, other):
        other = Value.lift(other)

        def rule(upstream):
            self.grad += upstream
            other.grad += upstream

        return Value(self.data + other.data, (self, other), "+", rule)

    def __sub__(self, other):
        other = Value.lift(other)

        def rule(upstream):
            self.grad += upstream
            other.grad -= upstream

        return Value(self.data - other.data, (self, other), "-", rule)

    def __mul__(self, other):
        other = Value.lift(other)
        x, y = self.data, other.data

        def rule(upstream):
            self.grad += y * upstream
            other.grad += x * upstream

        return Value(x * y, (self, other), "*", rule)

    def __truediv__(self, other):
        other = Value.lift(other)
        y = other.data
        q = self.data / y

        def rule(upstream):
            self.grad += upstream / y
            other.grad -= upstream * q / y

        return Value(q, (self, other), "/", rule)

    def __pow__(self, n):
        x = self.data

        def rule(upstream):
            if n != 0:
                self.grad += n * _power(x, n - 1) * upstream

        return Value(_power(x, n), (self,), f"**{n}", rule)

    def __neg__(self):
        def rule(upstream):
            self.grad -= upstream

        return Value(-self.data, (self,), "neg", rule)

    def __radd__(self, other):
        return Value.lift(other) + self

    def __rsub__(self, other):
        return Value.lift(other) - self

    def __rmul__(self, other):
        return Value.lift(other) * self

    def __rtruediv__(self, other):
        return Value.lift(other) / self

    def tanh(self):
        t = math.tanh(self.data)

        def rule(upstream):
            self.grad += (1.0 - t * t) * upstream

        return Value(t, (self,), "tanh", rule)

    def exp(self):
        e = math.exp(self.data)

        def rule(upstream):
            self.grad += e * upstream

        return Value(e, (self,), "exp", rule)

    def relu(self):
        on = self.data > 0

        def rule(upstream):
            if on:
                self.grad += upstream

        return Value(self.data if on else 0.0, (self,), "relu", rule)

    def backward(self):
        if not self._prev:
            self.grad += 1.0
            return
        below = _below(self)
        for node in below:
            node.grad = 0.0
        self.grad = 1.0
        self._backward(1.0)
        for node in below:
            node._backward(node.grad)


def _below(root):
    """The inner nodes below root, each after its consumers; the walk is made only once."""
    below = _plans.get(id(root))
    if below is None:
        topo = []
        build_topo(root, set(), topo)
        topo.pop()
        below = [node for node in reversed(topo) if node._prev]
        _plans[id(root)] = below
    return below


def build_topo(v, visited, topo):
    """Append to `topo` every node reachable from `v`, each once, inputs first."""
    visited.add(v)
    stack = [(v, iter(v._prev))]
    while stack:
        node, rest = stack[-1]
        for child in rest:
            if child not in visited:
                visited.add(child)
                stack.append((child, iter(child._prev)))
                break
        else:
            topo.append(node)
            stack.pop()


def zero_grad(root):
    """Set the gradient of every node reachable from `root` to 0.0."""
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
