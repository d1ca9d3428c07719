import math


class Rule:
    """What a node does when its gradient is complete. Called like a function."""

    def __init__(self, out, *inputs):
        self.out = out
        self.inputs = []
        for x in inputs:
            self.inputs.append(x)

    def slopes(self):
        raise NotImplementedError

    def __call__(self):
        for x, slope in zip(self.inputs, self.slopes()):
            x.grad += slope * self.out.grad


class AddRule(Rule):
    def slopes(self):
        return 1.0, 1.0


class MulRule(Rule):
    def slopes(self):
        a, b = self.inputs
        return b.data, a.data


class DivRule(Rule):
    def slopes(self):
        a, b = self.inputs
        return 1.0 / b.data, -a.data / b.data**2


class NegRule(Rule):
    def slopes(self):
        return (-1.0,)


class PowRule(Rule):
    def __init__(self, out, a, n):
        super().__init__(out, a)
        self.n = n

    def slopes(self):
        if self.n == 0:
            return (0.0,)
        return (self.n * self.inputs[0].data ** (self.n - 1),)


class TanhRule(Rule):
    def slopes(self):
        return (1.0 - self.out.data**2,)


class ExpRule(Rule):
    def slopes(self):
        return (self.out.data,)


class ReluRule(Rule):
    def slopes(self):
        return (1.0 if self.out.data > 0 else 0.0,)


class Value:
    def __init__(self, data, _prev=(), _op=""):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self._backward = None

    def __add__(self, other):
        other = wrapped(other)
        out = Value(self.data + other.data, (self, other), "+")
        out._backward = AddRule(out, self, other)
        return out

    def __mul__(self, other):
        other = wrapped(other)
        out = Value(self.data * other.data, (self, other), "*")
        out._backward = MulRule(out, self, other)
        return out

    def __truediv__(self, other):
        other = wrapped(other)
        out = Value(self.data / other.data, (self, other), "/")
        out._backward = DivRule(out, self, other)
        return out

    def __neg__(self):
        out = Value(-self.data, (self,), "neg")
        out._backward = NegRule(out, self)
        return out

    def __pow__(self, n):
        out = Value(self.data**n, (self,), "**")
        out._backward = PowRule(out, self, n)
        return out

    def tanh(self):
        out = Value(math.tanh(self.data), (self,), "tanh")
        self._backward = TanhRule(out, self)
        return out

    def exp(self):
        out = Value(math.exp(self.data), (self,), "exp")
        out._backward = ExpRule(out, self)
        return out

    def relu(self):
        out = Value(max(0.0, self.data), (self,), "relu")
        out._backward = ReluRule(out, self)
        return out

    def __sub__(self, other):
        return self + -wrapped(other)

    def __radd__(self, other):
        return wrapped(other) + self

    def __rsub__(self, other):
        return wrapped(other) - self

    def __rmul__(self, other):
        return wrapped(other) * self

    def __rtruediv__(self, other):
        return wrapped(other) / self

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(topo):
            if node._backward is not None:
                node._backward()


def wrapped(x):
    return x if isinstance(x, Value) else Value(x)


def build_topo(v, visited, topo):
    stack = [v]
    while stack:
        node = stack[-1]
        fresh = [x for x in node._prev if x not in visited]
        if fresh:
            stack.append(fresh[0])
            continue
        stack.pop()
        if node not in visited:
            visited.add(node)
            topo.append(node)


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
