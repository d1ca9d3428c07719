"""A little machine: nodes are instructions, one function executes them backwards."""

import math

CONST, ADD, SUB, MUL, DIV, POW, NEG, TANH, EXP, RELU = range(10)


class Value:
    def __init__(self, data, code=CONST, args=(), n=None):
        self.data = data
        self.grad = 0.0
        self.code = code
        self._prev = args
        self.n = n

    def _backward(self):
        if self.code != CONST:
            run_rule(self)

    def __add__(self, other):
        return emit(ADD, self, other)

    def __radd__(self, other):
        return emit(ADD, other, self)

    def __sub__(self, other):
        return emit(SUB, self, other)

    def __rsub__(self, other):
        return emit(SUB, other, self)

    def __mul__(self, other):
        return emit(MUL, self, other)

    def __rmul__(self, other):
        return emit(MUL, other, self)

    def __truediv__(self, other):
        return emit(DIV, self, other)

    def __rtruediv__(self, other):
        return emit(DIV, other, self)

    def __pow__(self, n):
        return Value(self.data ** n, POW, (self,), n)

    def __neg__(self):
        return Value(-self.data, NEG, (self,))

    def tanh(self):
        return Value(math.tanh(self.data), TANH, (self,))

    def exp(self):
        return Value(math.exp(self.data), EXP, (self,))

    def relu(self):
        return Value(self.data if self.data > 0 else 0.0, RELU, (self,))

    def backward(self):
        program = []
        build_topo(self, set(), program)
        for node in program:
            if node.code != CONST:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(program):
            node._backward()


def emit(code, left, right):
    if not isinstance(left, Value):
        left = Value(left)
    if not isinstance(right, Value):
        right = Value(right)
    x = left.data
    y = right.data
    if code == ADD:
        result = x + y
    elif code == SUB:
        result = x - y
    elif code == MUL:
        result = x * y
    else:
        result = x / y
    return Value(result, code, (left, right))


def run_rule(node):
    code = node.code
    g = node.grad
    a = node._prev[0]
    b = node._prev[-1]
    if code == ADD:
        a.grad += g
        b.grad += g
    if code == SUB:
        a.grad += g
        b.grad -= g
    elif code == MUL:
        a.grad += g * b.data
        b.grad += g * a.data
    elif code == DIV:
        a.grad += g / b.data
        b.grad -= g * a.data / (b.data * b.data)
    elif code == POW:
        if node.n != 0:
            a.grad += g * node.n * a.data ** (node.n - 1)
    elif code == NEG:
        a.grad -= g
    elif code == TANH:
        a.grad += g * (1.0 - node.data * node.data)
    elif code == EXP:
        a.grad += g * node.data
    else:
        if a.data > 0:
            a.grad += g


def build_topo(v, visited, topo):
    stack = [v]
    while stack:
        node = stack[-1]
        if node in visited:
            stack.pop()
            continue
        done = True
        for p in node._prev:
            if p not in visited:
                stack.append(p)
                done = False
        if done:
            visited.add(node)
            topo.append(node)
            stack.pop()


def zero_grad(root):
    program = []
    build_topo(root, set(), program)
    for node in program:
        node.grad = 0.0
