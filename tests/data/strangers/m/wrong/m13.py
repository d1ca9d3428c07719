"""Static rules that take the output node as their argument."""
import math


def no_rule(out):
    return None


def add_rule(out):
    left, right = out._prev
    left.grad += out.grad
    right.grad += out.grad


def mul_rule(out):
    left, right = out._prev
    left_data, right_data = out.saved
    left.grad += right_data * out.grad
    right.grad = left_data * out.grad


def div_rule(out):
    top, bottom = out._prev
    t, b = out.saved
    top.grad += out.grad / b
    bottom.grad -= out.grad * t / b**2


def pow_rule(out):
    base = out._prev[0]
    b, n = out.saved
    if n == 0:
        return
    base.grad += out.grad * n * b ** (n - 1)


def tanh_rule(out):
    out._prev[0].grad += out.grad * (1.0 - out.data**2)


def exp_rule(out):
    out._prev[0].grad += out.grad * out.data


def relu_rule(out):
    if out.data > 0.0:
        out._prev[0].grad += out.grad


class Value(object):
    def __init__(self, data, _prev=(), rule=no_rule, saved=()):
        self.data = float(data)
        self.grad = 0.0
        self._prev = tuple(_prev)
        self._backward = rule
        self.saved = saved

    def __add__(self, other):
        other = node_of(other)
        return Value(self.data + other.data, [self, other], add_rule)

    def __mul__(self, other):
        other = node_of(other)
        both = (self.data, other.data)
        return Value(self.data * other.data, [self, other], mul_rule, both)

    def __truediv__(self, other):
        other = node_of(other)
        both = (self.data, other.data)
        return Value(self.data / other.data, [self, other], div_rule, both)

    def __pow__(self, n):
        return Value(self.data**n, [self], pow_rule, (self.data, n))

    def __neg__(self):
        return -1.0 * self

    def __sub__(self, other):
        return self + -node_of(other)

    def __radd__(self, other):
        return node_of(other) + self

    def __rmul__(self, other):
        return node_of(other) * self

    def __rsub__(self, other):
        return node_of(other) - self

    def __rtruediv__(self, other):
        return node_of(other) / self

    def tanh(self):
        return Value(math.tanh(self.data), [self], tanh_rule)

    def exp(self):
        return Value(math.exp(self.data), [self], exp_rule)

    def relu(self):
        return Value(self.data if self.data > 0.0 else 0.0, [self], relu_rule)

    def backward(self):
        order = ordered(self)
        for node in order:
            if node._backward is not no_rule:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(order):
            node._backward(node)


def node_of(x):
    return x if isinstance(x, Value) else Value(x)


def ordered(root):
    topo = []
    build_topo(root, set(), topo)
    return topo


def build_topo(v, visited, topo):
    stack = [(v, iter(v._prev))]
    visited.add(id(v))
    while stack:
        node, inputs = stack[-1]
        p = next(inputs, None)
        if p is None:
            stack.pop()
            topo.append(node)
        elif id(p) not in visited:
            visited.add(id(p))
            stack.append((p, iter(p._prev)))


def zero_grad(root):
    for node in ordered(root):
        node.grad = 0.0
