import math


class Value:
    """Scalar node. `_prev` are the inputs, `_fn` turns a gradient into contributions."""

    __slots__ = ["data", "grad", "_prev", "_fn", "__weakref__"]

    def __init__(self, data, _prev=(), _fn=None):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._fn = _fn

    def _backward(self):
        if self._fn is not None:
            self._fn(self)

    def __add__(self, other):
        other = num(other)
        return Value(self.data + other.data, (self, other), _add)

    def __mul__(self, other):
        other = num(other)
        return Value(self.data * other.data, (self, other), _mul)

    def __truediv__(self, other):
        other = num(other)
        return Value(self.data / other.data, (self, other), _div)

    def __pow__(self, n):
        return Value(self.data**n, (self,), _Pow(n))

    def __neg__(self):
        return Value(-self.data, (self,), _neg)

    def __sub__(self, other):
        return self + (-num(other))

    def tanh(self):
        return Value(math.tanh(self.data), (self,), _tanh)

    def exp(self):
        return Value(math.exp(self.data), (self,), _exp)

    def relu(self):
        return Value(self.data if self.data > 0 else 0.0, (self,), _relu)

    def __radd__(self, other):
        return num(other) + self

    def __rmul__(self, other):
        return num(other) * self

    def __rsub__(self, other):
        return num(other) - self

    def __rtruediv__(self, other):
        return num(other) / self

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(topo):
            node._backward()


def num(x):
    return x if isinstance(x, Value) else Value(x)


def _add(out):
    a, b = out._prev
    a.grad += out.grad
    b.grad += out.grad


def _neg(out):
    (a,) = out._prev
    a.grad -= out.grad


def _mul(out):
    # Each factor gets the product without itself.
    product = out.data * out.grad
    a, b = out._prev
    to_a = product / a.data if a.data else b.data * out.grad
    to_b = product / b.data if b.data else a.data * out.grad
    a.grad += to_a
    b.grad += to_b


def _div(out):
    a, b = out._prev
    a.grad += out.grad / b.data
    b.grad -= out.grad * out.data / b.data


def _tanh(out):
    (a,) = out._prev
    a.grad += (1.0 - out.data * out.data) * out.grad


def _exp(out):
    (a,) = out._prev
    a.grad += out.data * out.grad


def _relu(out):
    (a,) = out._prev
    if out.data > 0:
        a.grad += out.grad


class _Pow:
    def __init__(self, n):
        self.n = n

    def __call__(self, out):
        (a,) = out._prev
        if self.n:
            a.grad += self.n * a.data ** (self.n - 1) * out.grad


def build_topo(v, visited, topo):
    stack = [v]
    while stack:
        node = stack.pop()
        if node is None:
            topo.append(stack.pop())
            continue
        if node in visited:
            continue
        visited.add(node)
        stack.append(node)
        stack.append(None)
        stack.extend(node._prev)


def zero_grad(root):
    seen = {root}
    queue = [root]
    for node in queue:
        node.grad = 0.0
        for kid in node._prev:
            if kid not in seen:
                seen.add(kid)
                queue.append(kid)
