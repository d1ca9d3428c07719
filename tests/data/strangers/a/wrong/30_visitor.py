import math


class Visitor:
    def visit(self, node):
        return getattr(self, "visit_" + node.kind)(node, *node._prev)


class Evaluate(Visitor):
    """The number of a node from the numbers of its inputs."""

    def visit_add(self, node, x, y): return x.data + y.data
    def visit_sub(self, node, x, y): return x.data - y.data
    def visit_mul(self, node, x, y): return x.data * y.data
    def visit_truediv(self, node, x, y): return x.data / y.data
    def visit_pow(self, node, x): return x.data ** node.param
    def visit_neg(self, node, x): return -x.data
    def visit_tanh(self, node, x): return math.tanh(x.data)
    def visit_exp(self, node, x): return math.exp(x.data)
    def visit_relu(self, node, x): return x.data if x.data > 0 else 0.0


class Propagate(Visitor):
    """The gradient of a node, sent on to its inputs."""

    def visit_leaf(self, node):
        pass

    def visit_add(self, node, x, y):
        x.grad += node.grad
        y.grad += node.grad

    def visit_sub(self, node, x, y):
        x.grad += node.grad
        y.grad -= node.grad

    def visit_mul(self, node, x, y):
        x.grad += node.grad * y.data
        y.grad += node.grad * x.data

    def visit_truediv(self, node, x, y):
        x.grad += node.grad / y.data
        y.grad -= node.grad * node.data / y.data

    def visit_pow(self, node, x):
        if node.param != 0:
            x.grad += node.grad * node.param * x.data ** (node.param - 1)

    def visit_neg(self, node, x):
        x.grad -= node.grad

    def visit_tanh(self, node, x):
        x.grad += node.grad * (1 - node.data ** 2)

    def visit_exp(self, node, x):
        x.grad += node.grad * x.data * math.exp(x.data - 1)

    def visit_relu(self, node, x):
        if x.data > 0:
            x.grad += node.grad


class Zero(Visitor):
    def visit(self, node):
        node.grad = 0.0


class ZeroInner(Zero):
    def visit(self, node):
        if node.kind != "leaf":
            super().visit(node)


EVALUATE, PROPAGATE, ZERO, ZERO_INNER = Evaluate(), Propagate(), Zero(), ZeroInner()


class Value:
    def __init__(self, data, kind="leaf", inputs=(), param=None):
        self.kind = kind
        self._prev = tuple(inputs)
        self.param = param
        self.grad = 0.0
        self.data = EVALUATE.visit(self) if data is None else data

    def accept(self, visitor):
        visitor.visit(self)

    def _backward(self):
        self.accept(PROPAGATE)

    def __add__(self, o): return Value(None, "add", (self, W(o)))
    def __sub__(self, o): return Value(None, "sub", (self, W(o)))
    def __mul__(self, o): return Value(None, "mul", (self, W(o)))
    def __truediv__(self, o): return Value(None, "truediv", (self, W(o)))
    def __radd__(self, o): return Value(None, "add", (W(o), self))
    def __rsub__(self, o): return Value(None, "sub", (W(o), self))
    def __rmul__(self, o): return Value(None, "mul", (W(o), self))
    def __rtruediv__(self, o): return Value(None, "truediv", (W(o), self))
    def __pow__(self, n): return Value(None, "pow", (self,), n)
    def __neg__(self): return Value(None, "neg", (self,))
    def tanh(self): return Value(None, "tanh", (self,))
    def exp(self): return Value(None, "exp", (self,))
    def relu(self): return Value(None, "relu", (self,))

    def backward(self):
        order = []
        build_topo(self, set(), order)
        for node in order:
            node.accept(ZERO_INNER)
        self.grad += 1.0
        for node in reversed(order):
            node._backward()


def W(o):
    return o if isinstance(o, Value) else Value(o)


def build_topo(v, visited, topo):
    stack = [(v, True)]
    while stack:
        node, opening = stack.pop()
        if not opening:
            topo.append(node)
            continue
        if node in visited:
            continue
        visited.add(node)
        stack.append((node, False))
        for p in node._prev:
            stack.append((p, True))


def zero_grad(root):
    order = []
    build_topo(root, set(), order)
    for node in order:
        node.accept(ZERO)
