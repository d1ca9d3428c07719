import math


class Value:
    """Keeps the order of its graph after it was asked for once: a graph never changes."""

    def __init__(self, data, parents=(), rule=None):
        self.data = float(data)
        self.grad = 0.0
        self._prev = parents
        self._backward = rule if rule is not None else (lambda node: None)
        self._order = None

    def graph(self):
        if self._order is None:
            self._order = []
            build_topo(self, set(), self._order)
        return self._order

    def __add__(self, other):
        return Value(self.data + num(other), pick(self, other), add_rule)

    def __mul__(self, other):
        if not isinstance(other, Value):
            return Value(self.data * other, (self,), scale_rule(other))
        return Value(self.data * other.data, (self, other), mul_rule)

    def __pow__(self, n):
        return Value(self.data ** n, (self,), pow_rule(n))

    def __neg__(self):
        return self * -1.0

    def __sub__(self, other):
        return self + -other

    def __rsub__(self, other):
        return -self + other

    def __truediv__(self, other):
        return self * other ** -1.0

    def __rtruediv__(self, other):
        return self ** -1.0 * other

    __radd__ = __add__
    __rmul__ = __mul__

    def tanh(self):
        return Value(math.tanh(self.data), (self,), tanh_rule)

    def exp(self):
        return Value(math.exp(self.data), (self,), exp_rule)

    def relu(self):
        return Value(self.data if self.data > 0 else 0.0, (self,), relu_rule)

    def backward(self):
        todo = self.graph()
        for node in todo:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        while todo:
            node = todo.pop()
            node._backward(node)


def num(x):
    return x.data if isinstance(x, Value) else x


def pick(*things):
    return tuple(t for t in things if isinstance(t, Value))


def add_rule(node):
    for p in node._prev:
        p.grad += node.grad


def mul_rule(node):
    a, b = node._prev
    a.grad += node.grad * b.data
    b.grad += node.grad * a.data


def scale_rule(k):
    def rule(node):
        node._prev[0].grad += node.grad * k
    return rule


def pow_rule(n):
    def rule(node):
        (a,) = node._prev
        if n != 0:
            a.grad += node.grad * n * a.data ** (n - 1)
    return rule


def tanh_rule(node):
    node._prev[0].grad += node.grad * (1 - node.data ** 2)


def exp_rule(node):
    node._prev[0].grad += node.grad * node.data


def relu_rule(node):
    node._prev[0].grad += node.grad if node.data > 0 else 0.0


def build_topo(v, visited, topo):
    visited.add(v)
    stack = [(v, iter(v._prev))]
    while stack:
        node, kids = stack[-1]
        kid = next(kids, None)
        if kid is None:
            stack.pop()
            topo.append(node)
        elif kid not in visited:
            visited.add(kid)
            stack.append((kid, iter(kid._prev)))


def zero_grad(root):
    for node in root.graph():
        node.grad = 0.0
