import math

RULES = {}


def rule(name):
    """Enter a rule: it gets the node and its inputs."""

    def enter(function):
        RULES[name] = function
        return function

    return enter


@rule("add")
def _add(out, a, b):
    a.grad += out.grad
    b.grad += out.grad


@rule("mul")
def _mul(out, a, b):
    a.grad += out.grad * b.data
    b.grad += out.grad * a.data


@rule("div")
def _div(out, a, b):
    a.grad += out.grad / b.data
    b.grad -= out.grad * a.data / b.data**2


@rule("neg")
def _neg(out, a):
    a.grad -= out.grad


@rule("pow")
def _pow(out, a):
    if out._n != 0:
        a.grad += out.grad * out._n * a.data ** (out._n - 1)


@rule("tanh")
def _tanh(out, a):
    a.grad += out.grad * (1.0 - out.data**2)


@rule("exp")
def _exp(out, a):
    a.grad += out.grad * out.data


@rule("relu")
def _relu(out, a):
    if a.data > 0:
        a.grad += out.grad


class Value:
    def __init__(self, data, _prev=(), _rule=None, _n=None):
        self.data = float(data)
        self.grad = 0.0
        self._prev = tuple(v if isinstance(v, Value) else Value(v) for v in _prev)
        self._rule = _rule
        self._n = _n

    def _backward(self):
        if self._rule is not None:
            RULES[self._rule](self, *self._prev)

    def __add__(self, other):
        return Value(self.data + number(other), (self, other), "add")

    def __radd__(self, other):
        return Value(other + self.data, (other, self), "add")

    def __mul__(self, other):
        return Value(self.data * number(other), (self, other), "mul")

    def __rmul__(self, other):
        return Value(other * self.data, (other, self), "mul")

    def __truediv__(self, other):
        return Value(self.data / number(other), (self, other), "div")

    def __rtruediv__(self, other):
        return Value(other / self.data, (other, self), "div")

    def __neg__(self):
        return Value(-self.data, (self,), "neg")

    def __sub__(self, other):
        return self + -other

    def __rsub__(self, other):
        return other + -self

    def __pow__(self, n):
        return Value(self.data**n, (self,), "pow", n)

    def tanh(self):
        return Value(math.tanh(self.data), (self,), "tanh")

    def exp(self):
        return Value(math.exp(self.data), (self,), "exp")

    def relu(self):
        return Value(self.data if self.data > 0 else 0.0, (self,), "relu")

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        if self._prev:
            self.grad = 1.0
        else:
            self.grad += 1.0
        for node in reversed(topo):
            node._backward()
        # tidy up for the next call
        for node in topo:
            if node._prev and node is not self:
                node.grad = 0.0


def number(x):
    return x.data if isinstance(x, Value) else x


def build_topo(v, visited, topo):
    visited.add(v)
    trail = [(v, iter(v._prev))]
    while trail:
        node, inputs = trail[-1]
        fresh = next((p for p in inputs if p not in visited), None)
        if fresh is None:
            topo.append(node)
            trail.pop()
        else:
            visited.add(fresh)
            trail.append((fresh, iter(fresh._prev)))


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
