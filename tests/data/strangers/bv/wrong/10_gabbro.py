import math


def _rule_add(g, out, a, b):
    a.grad += g
    b.grad += g


def _rule_mul(g, out, a, b):
    a.grad += g * b.data
    b.grad += g * a.data


def _rule_inv(g, out, a):
    a.grad -= g * out.data * out.data


def _rule_neg(g, out, a):
    a.grad -= g


def _rule_tanh(g, out, a):
    a.grad += g * (1.0 - out.data * out.data)


def _rule_exp(g, out, a):
    a.grad += g * out.data


def _rule_relu(g, out, a):
    if out.data > 0.0:
        a.grad += g


def _rule_pow(n):
    def rule(g, out, a):
        if n != 0:
            a.grad += g * n * math.pow(a.data, n - 1)

    return rule


def _new(data, rule, *inputs):
    out = Value(data)
    out._prev = inputs
    out._backward = rule
    return out


def _wrap(x):
    if isinstance(x, Value):
        return x
    return Value(float(x))


class Value:
    def __init__(self, data):
        self.data, self.grad = data, 0.0
        self._prev, self._backward = (), None

    def __add__(self, other):
        other = _wrap(other)
        return _new(self.data + other.data, _rule_add, self, other)

    def __mul__(self, other):
        other = _wrap(other)
        return _new(self.data * other.data, _rule_mul, self, other)

    def __neg__(self):
        return _new(-self.data, _rule_neg, self)

    def _inverse(self):
        return _new(1.0 / self.data, _rule_inv, self)

    def __pow__(self, n):
        return _new(self.data ** n, _rule_pow(n), self)

    def __sub__(self, other):
        return self + (-_wrap(other))

    def __truediv__(self, other):
        return self * _wrap(other)._inverse()

    def __radd__(self, other):
        return _wrap(other) + self

    def __rsub__(self, other):
        return _wrap(other) - self

    def __rmul__(self, other):
        return _wrap(other) * self

    def __rtruediv__(self, other):
        return _wrap(other) / self

    def tanh(self):
        return _new(math.tanh(self.data), _rule_tanh, self)

    def exp(self):
        return _new(math.exp(self.data), _rule_exp, self)

    def relu(self):
        return _new(self.data if self.data > 0.0 else 0.0, _rule_relu, self)

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(topo):
            if node._prev:
                node._backward(node.grad, node, *node._prev)


def build_topo(v, visited, topo):
    """Depth first with a stack of (node, inputs still to do)."""
    visited.add(v)
    stack = [(v, list(v._prev))]
    while stack:
        node, todo = stack[-1]
        if not todo:
            topo.append(node)
            stack.pop()
            continue
        nxt = todo.pop()
        if nxt in visited:
            continue
        visited.add(nxt)
        stack.append((nxt, list(nxt._prev)))


def zero_grad(root):
    seen = set()
    todo = [root]
    while todo:
        node = todo.pop()
        if node in seen or node.grad == 0.0:
            continue
        seen.add(node)
        node.grad = 0.0
        todo.extend(node._prev)
