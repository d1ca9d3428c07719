"""A little stack machine: operands are pushed, an instruction takes them and leaves a node."""

import math

FORWARD = {
    "add": lambda x: x[0] + x[1],
    "sub": lambda x: x[0] - x[1],
    "mul": lambda x: x[0] * x[1],
    "div": lambda x: x[0] / x[1],
    "neg": lambda x: -x[0],
    "tanh": lambda x: math.tanh(x[0]),
    "exp": lambda x: math.exp(x[0]),
    "relu": lambda x: max(0.0, x[0]),
}
SLOPES = {
    "add": lambda y, x: (1.0, 1.0),
    "sub": lambda y, x: (1.0, -1.0),
    "mul": lambda y, x: (x[1], x[0]),
    "div": lambda y, x: (1.0 / x[1], -y / x[1]),
    "neg": lambda y, x: (-1.0,),
    "tanh": lambda y, x: (1.0 - y * y,),
    "exp": lambda y, x: (y,),
    "relu": lambda y, x: (1.0 if y > 0.0 else 0.0,),
}


class Machine:
    def __init__(self):
        self.operands = []

    def push(self, *operands):
        for x in operands:
            self.operands.append(x if isinstance(x, Value) else Value(float(x)))

    def take(self):
        taken, self.operands = self.operands, []
        return tuple(taken)


MACHINE = Machine()


class Value:
    def __init__(self, data, _prev=(), _op=""):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._op = _op

    def _backward(self):
        if not self._prev:
            return
        if isinstance(self._op, str):
            slopes = SLOPES[self._op](self.data, [p.data for p in self._prev])
        else:
            n = self._op
            slopes = (n * self._prev[0].data ** (n - 1) if n != 0 else 0.0,)
        for p, slope in zip(self._prev, slopes):
            p.grad += slope * self.grad

    def __add__(self, other):
        return run("add", self, other)

    def __radd__(self, other):
        return run("add", other, self)

    def __sub__(self, other):
        return run("sub", self, other)

    def __rsub__(self, other):
        return run("sub", other, self)

    def __mul__(self, other):
        return run("mul", self, other)

    def __rmul__(self, other):
        return run("mul", other, self)

    def __truediv__(self, other):
        return run("div", self, other)

    def __rtruediv__(self, other):
        return run("div", other, self)

    def __neg__(self):
        return run("neg", self)

    def __pow__(self, n):
        return Value(self.data**n, (self,), n)

    def tanh(self):
        return run("tanh", self)

    def exp(self):
        return run("exp", self)

    def relu(self):
        return run("relu", self)

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(topo):
            node._backward()


def run(instruction, *operands):
    MACHINE.push(*operands)
    inputs = MACHINE.take()
    return Value(FORWARD[instruction]([p.data for p in inputs]), inputs, instruction)


def build_topo(v, visited, topo):
    stack = [(v, False)]
    while stack:
        node, closing = stack.pop()
        if closing:
            topo.append(node)
        elif node not in visited:
            visited.add(node)
            stack.append((node, True))
            stack.extend([(p, False) for p in node._prev if p not in visited])


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
