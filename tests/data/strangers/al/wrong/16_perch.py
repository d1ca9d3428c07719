import math


class Value:
    """Holds a number; the work is done by the functions below."""

    def __init__(self, data, _prev=(), _pull=None):
        self.data = float(data)
        self.grad = 0.0
        self._prev = _prev
        self._pull = _pull

    def _backward(self):
        if self._pull:
            self._pull(self, *self._prev)

    def backward(self):
        run_backwards(self)


def pull_sum(out, a, b):
    a.grad += out.grad
    b.grad += out.grad


def pull_product(out, a, b):
    new_a = a.grad + b.data * out.grad
    new_b = b.grad + a.data * out.grad
    a.grad, b.grad = new_a, new_b


def pull_negative(out, a):
    a.grad -= out.grad


def pull_inverse(out, a):
    a.grad -= out.grad * out.data * out.data


def pull_tanh(out, a):
    a.grad += (1.0 - out.data * out.data) * out.grad


def pull_exp(out, a):
    a.grad += out.data * out.grad


def pull_relu(out, a):
    a.grad += out.grad if out.data > 0 else 0.0


def make_power(n):
    def pull_power(out, a):
        slope = n * a.data ** (n - 1) if n else 0.0
        a.grad += slope * out.grad

    return pull_power


def up(x):
    return x if isinstance(x, Value) else Value(x)


def add(a, b):
    a, b = up(a), up(b)
    return Value(a.data + b.data, (a, b), pull_sum)


def mul(a, b):
    a, b = up(a), up(b)
    return Value(a.data * b.data, (a, b), pull_product)


def neg(a):
    a = up(a)
    return Value(-a.data, (a,), pull_negative)


def inv(a):
    a = up(a)
    return Value(1.0 / a.data, (a,), pull_inverse)


Value.__add__ = add
Value.__radd__ = lambda b, a: add(a, b)
Value.__mul__ = mul
Value.__rmul__ = lambda b, a: mul(a, b)
Value.__neg__ = neg
Value.__sub__ = lambda a, b: add(a, neg(b))
Value.__rsub__ = lambda b, a: add(a, neg(b))
Value.__truediv__ = lambda a, b: mul(a, inv(b))
Value.__rtruediv__ = lambda b, a: mul(a, inv(b))
Value.__pow__ = lambda a, n: Value(a.data**n, (a,), make_power(n))
Value.tanh = lambda a: Value(math.tanh(a.data), (a,), pull_tanh)
Value.exp = lambda a: Value(math.exp(a.data), (a,), pull_exp)
Value.relu = lambda a: Value(max(a.data, 0.0), (a,), pull_relu)


def run_backwards(root):
    order = []
    build_topo(root, set(), order)
    for node in order:
        if node._prev:
            node.grad = 0.0
    root.grad += 1.0
    for node in reversed(order):
        node._backward()


def build_topo(v, visited, topo):
    stack = [(v, False)]
    while stack:
        node, inputs_done = stack.pop()
        if inputs_done:
            topo.append(node)
            continue
        if node in visited:
            continue
        visited.add(node)
        stack.append((node, True))
        for p in node._prev:
            stack.append((p, False))


def zero_grad(root):
    order = []
    build_topo(root, set(), order)
    for node in order:
        node.grad = 0.0
