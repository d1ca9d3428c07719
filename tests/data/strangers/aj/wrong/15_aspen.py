"""The graph and what is done to it are apart: visitors walk, nodes only remember."""
import math


class Value:
    kind = "leaf"

    def __init__(self, data):
        self.data = float(data)
        self.grad = 0.0
        self._prev = ()
        self._extra = None

    def _derive(self, kind, data, *inputs, extra=None):
        out = Value(data)
        out.kind = kind
        out._prev = inputs
        out._extra = extra
        return out

    def _backward(self):
        Contribute().visit(self)

    def __add__(self, other):
        other = ensure(other)
        return self._derive("add", self.data + other.data, self, other)

    def __sub__(self, other):
        other = ensure(other)
        return self._derive("sub", self.data - other.data, self, other)

    def __mul__(self, other):
        other = ensure(other)
        return self._derive("mul", self.data * other.data, self, other)

    def __truediv__(self, other):
        other = ensure(other)
        return self._derive("div", self.data / other.data, self, other)

    def __pow__(self, n):
        return self._derive("pow", self.data**n, self, extra=n)

    def __neg__(self):
        return self._derive("neg", -self.data, self)

    def __radd__(self, other):
        return ensure(other) + self

    def __rsub__(self, other):
        return ensure(other) - self

    def __rmul__(self, other):
        return ensure(other) * self

    def __rtruediv__(self, other):
        return ensure(other) / self

    def tanh(self):
        return self._derive("tanh", math.tanh(self.data), self)

    def exp(self):
        return self._derive("exp", math.exp(self.data), self)

    def relu(self):
        return self._derive("relu", max(self.data, 0.0), self)

    def backward(self):
        Sweep().run(self)


def ensure(x):
    return x if isinstance(x, Value) else Value(x)


class Visitor:
    def visit(self, node):
        getattr(self, "visit_" + node.kind, self.default)(node, *node._prev)

    def default(self, node, *inputs):
        pass


class Contribute(Visitor):
    def visit_add(self, node, l, r):
        l.grad += node.grad
        r.grad += node.grad

    def visit_sub(self, node, l, r):
        l.grad += node.grad
        r.grad -= node.grad

    def visit_mul(self, node, l, r):
        l.grad += node.grad * r.data
        r.grad += node.grad * l.data

    def visit_div(self, node, l, r):
        l.grad += node.grad / r.data
        r.grad -= node.grad * l.data / (r.data * r.data)

    def visit_pow(self, node, x):
        n = node._extra
        if n != 0:
            x.grad += node.grad * n * x.data ** (n - 1)

    def visit_neg(self, node, x):
        x.grad -= node.grad

    def visit_tanh(self, node, x):
        x.grad += node.grad * (1.0 - node.data * node.data)

    def visit_exp(self, node, x):
        x.grad += node.grad * node.data

    def visit_relu(self, node, x):
        if x.data > 0:
            x.grad += node.grad


class Sweep:
    """From the root down: inner nodes restart, then every rule once."""

    def run(self, root):
        order = []
        build_topo(root, set(), order)
        order.reverse()
        if root._prev:
            root.grad = 1.0
        else:
            root.grad += 1.0
        for node in order:
            self.restart_inputs(node)
            node._backward()

    def restart_inputs(self, node):
        for p in node._prev:
            if p._prev:
                p.grad = 0.0


class Zero(Visitor):
    def default(self, node, *inputs):
        node.grad = 0.0


def build_topo(v, visited, topo):
    stack = [(v, False)]
    while stack:
        node, is_done = stack.pop()
        if is_done:
            topo.append(node)
        elif node not in visited:
            visited.add(node)
            stack.append((node, True))
            for p in reversed(node._prev):
                stack.append((p, False))


def zero_grad(root):
    order = []
    build_topo(root, set(), order)
    zero = Zero()
    for node in order:
        zero.visit(node)
