import math
from functools import partial


class Value:
    def __init__(self, data, _prev=(), _backward=None):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._backward = partial(_backward, self) if _backward else None

    def __add__(self, other):
        o = wrap(other)
        return binary(add_rule, self.data + o.data, self, o)

    def __mul__(self, other):
        o = wrap(other)
        return binary(mul_rule, self.data * o.data, self, o)

    def __truediv__(self, other):
        o = wrap(other)
        return binary(div_rule, self.data / o.data, self, o)

    def __sub__(self, other):
        o = wrap(other)
        return binary(sub_rule, self.data - o.data, self, o)

    def __radd__(self, other): return wrap(other) + self
    def __rmul__(self, other): return wrap(other) * self
    def __rsub__(self, other): return wrap(other) - self
    def __rtruediv__(self, other): return wrap(other) / self
    def __neg__(self): return unary(-self.data, self, -1.0)

    def __pow__(self, n):
        return unary(self.data ** n, self, n * self.data ** (n - 1) if n != 0 else 0.0)

    def tanh(self):
        t = math.tanh(self.data)
        return unary(t, self, 1 - t * t)

    def exp(self):
        e = math.exp(self.data)
        return unary(e, self, e)

    def relu(self):
        return unary(self.data, self, 1.0) if self.data > 0 else unary(0.0, self, 0.0)

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(topo):
            if node._backward:
                node._backward()


def wrap(x):
    return x if isinstance(x, Value) else Value(x)


def binary(rule, data, a, b):
    return Value(data, (a, b), rule)


def unary(data, a, slope):
    return Value(data, (a,), partial(slope_rule, slope))


def slope_rule(slope, out):
    out._prev[0].grad += slope * out.grad


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
    b.grad -= a.data / b.data ** 2 * out.grad


def build_topo(v, visited, topo):
    stack = [(v, False)]
    while stack:
        node, ready = stack.pop()
        if ready:
            topo.append(node)
        elif node not in visited:
            visited.add(node)
            stack.append((node, True))
            stack.extend((p, False) for p in node._prev)


def zero_grad(root):
    seen = {root}
    stack = [root]
    while stack:
        node = stack.pop()
        node.grad = 0.0
        stack.extend(node._prev)
        seen.update(node._prev)
