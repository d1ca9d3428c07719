import math


class Value:
    """A node. The order of a graph never changes, so a root looks for it only once."""

    _order = []

    def __init__(self, data, _prev=(), _rule=None):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._rule = _rule

    def _backward(self):
        if self._rule is not None:
            self._rule(self)

    def __add__(self, other):
        other = num(other)
        return Value(self.data + other.data, (self, other), add_rule)

    def __mul__(self, other):
        other = num(other)
        return Value(self.data * other.data, (self, other), mul_rule)

    def __sub__(self, other):
        other = num(other)
        return Value(self.data - other.data, (self, other), sub_rule)

    def __truediv__(self, other):
        other = num(other)
        return Value(self.data / other.data, (self, other), div_rule)

    def __pow__(self, n):
        out = Value(self.data**n, (self,), pow_rule)
        out.n = n
        return out

    def __neg__(self):
        return Value(-self.data, (self,), neg_rule)

    def __radd__(self, other):
        return num(other) + self

    def __rmul__(self, other):
        return num(other) * self

    def __rsub__(self, other):
        return num(other) - self

    def __rtruediv__(self, other):
        return num(other) / self

    def tanh(self):
        return Value(math.tanh(self.data), (self,), tanh_rule)

    def exp(self):
        return Value(math.exp(self.data), (self,), exp_rule)

    def relu(self):
        return Value(max(self.data, 0.0), (self,), relu_rule)

    def backward(self):
        if not self._order:
            build_topo(self, set(), self._order)
        for node in self._order:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(self._order):
            node._backward()


def num(x):
    return x if isinstance(x, Value) else Value(x)


# The rules. Each gets the node it belongs to.


def add_rule(out):
    a, b = out._prev
    a.grad += out.grad
    b.grad += out.grad


def sub_rule(out):
    a, b = out._prev
    a.grad += out.grad
    b.grad -= out.grad


def mul_rule(out):
    a, b = out._prev
    a.grad += b.data * out.grad
    b.grad += a.data * out.grad


def div_rule(out):
    a, b = out._prev
    a.grad += out.grad / b.data
    b.grad -= out.grad * out.data / b.data


def neg_rule(out):
    out._prev[0].grad -= out.grad


def pow_rule(out):
    (a,) = out._prev
    if out.n != 0:
        a.grad += out.n * a.data ** (out.n - 1) * out.grad


def tanh_rule(out):
    out._prev[0].grad += (1.0 - out.data * out.data) * out.grad


def exp_rule(out):
    out._prev[0].grad += out.data * out.grad


def relu_rule(out):
    if out.data > 0:
        out._prev[0].grad += out.grad


def build_topo(v, visited, topo):
    stack = [(v, False)]
    while stack:
        node, again = stack.pop()
        if again:
            topo.append(node)
            continue
        if node in visited:
            continue
        visited.add(node)
        stack.append((node, True))
        for p in node._prev:
            stack.append((p, False))


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
