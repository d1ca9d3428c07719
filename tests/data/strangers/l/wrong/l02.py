# engine.c, ported to Python
import math

OP_LEAF, OP_ADD, OP_SUB, OP_MUL, OP_DIV, OP_POW, OP_NEG, OP_TANH, OP_EXP, OP_RELU = range(10)


def node_alloc(op, data, a=None, b=None, k=0.0):
    n = Value(data)
    n._backward = op
    n.k = k
    if b is not None:
        n._prev = (a, b)
    elif a is not None:
        n._prev = (a,)
    return n


def node_cast(x):
    if type(x) is Value:
        return x
    return node_alloc(OP_LEAF, x)


def node_step(n):
    """Push the gradient of n one level down."""
    op = n._backward
    g = n.grad
    if op == OP_LEAF:
        return
    a = n._prev[0]
    b = n._prev[1] if len(n._prev) == 2 else None
    if op == OP_ADD:
        a.grad += g
        b.grad += g
    elif op == OP_SUB:
        a.grad += g
        b.grad -= g
    elif op == OP_MUL:
        a.grad += g * b.data
        b.grad += g * a.data
    elif op == OP_DIV:
        a.grad += g / b.data
        b.grad -= g * a.data / b.data * b.data
    elif op == OP_POW:
        if n.k != 0:
            a.grad += g * n.k * a.data ** (n.k - 1)
    elif op == OP_NEG:
        a.grad -= g
    elif op == OP_TANH:
        a.grad += g * (1.0 - n.data * n.data)
    elif op == OP_EXP:
        a.grad += g * n.data
    elif op == OP_RELU:
        if a.data > 0.0:
            a.grad += g


class Value:
    def __init__(self, data):
        self.data = float(data)
        self.grad = 0.0
        self.k = 0.0
        self._prev = ()
        self._backward = OP_LEAF

    def __add__(self, o):
        o = node_cast(o)
        return node_alloc(OP_ADD, self.data + o.data, self, o)

    def __radd__(self, o):
        o = node_cast(o)
        return node_alloc(OP_ADD, o.data + self.data, o, self)

    def __sub__(self, o):
        o = node_cast(o)
        return node_alloc(OP_SUB, self.data - o.data, self, o)

    def __rsub__(self, o):
        o = node_cast(o)
        return node_alloc(OP_SUB, o.data - self.data, o, self)

    def __mul__(self, o):
        o = node_cast(o)
        return node_alloc(OP_MUL, self.data * o.data, self, o)

    def __rmul__(self, o):
        o = node_cast(o)
        return node_alloc(OP_MUL, o.data * self.data, o, self)

    def __truediv__(self, o):
        o = node_cast(o)
        return node_alloc(OP_DIV, self.data / o.data, self, o)

    def __rtruediv__(self, o):
        o = node_cast(o)
        return node_alloc(OP_DIV, o.data / self.data, o, self)

    def __pow__(self, k):
        return node_alloc(OP_POW, self.data ** k, self, None, k)

    def __neg__(self):
        return node_alloc(OP_NEG, -self.data, self)

    def tanh(self):
        return node_alloc(OP_TANH, math.tanh(self.data), self)

    def exp(self):
        return node_alloc(OP_EXP, math.exp(self.data), self)

    def relu(self):
        return node_alloc(OP_RELU, self.data if self.data > 0.0 else 0.0, self)

    def backward(self):
        buf = []
        build_topo(self, set(), buf)
        i = 0
        while i < len(buf):
            if buf[i]._backward != OP_LEAF:
                buf[i].grad = 0.0
            i += 1
        self.grad += 1.0
        i = len(buf) - 1
        while i >= 0:
            node_step(buf[i])
            i -= 1


def build_topo(v, visited, topo):
    stack, idx = [v], [0]
    visited.add(v)
    while stack:
        top = len(stack) - 1
        n = stack[top]
        if idx[top] < len(n._prev):
            child = n._prev[idx[top]]
            idx[top] += 1
            if child not in visited:
                visited.add(child)
                stack.append(child)
                idx.append(0)
        else:
            topo.append(n)
            stack.pop()
            idx.pop()


def zero_grad(root):
    buf = []
    build_topo(root, set(), buf)
    for n in buf:
        n.grad = 0.0
