"""An instruction set: a node holds an opcode, a little machine knows how to run it both ways."""
import enum
import math


class Code(enum.IntEnum):
    LOAD, ADD, SUB, MUL, DIV, NEG, POW, TANH, EXP, RELU = range(10)


class Machine:
    @staticmethod
    def run(code, x=0.0, y=0.0):
        if code <= Code.DIV:
            return (x + y, x - y, x * y)[code - 1] if code < Code.DIV else x / y
        if code == Code.POW:
            return x ** y
        if code == Code.TANH:
            return math.tanh(x)
        if code == Code.EXP:
            return math.exp(x)
        return -x if code == Code.NEG else (x if x > 0 else 0.0)

    @staticmethod
    def reverse(code, g, z, x=0.0, y=0.0):
        if code == Code.ADD: return g, g
        if code == Code.SUB: return g, -g
        if code == Code.MUL: return g * y, g * x
        if code == Code.DIV: return g / y, -g * z / y
        if code == Code.NEG: return (-g,)
        if code == Code.POW: return (g * y * x ** (y - 1) if y != 0 else 0.0,)
        if code == Code.TANH: return (g * (1 - z * z),)
        if code == Code.EXP: return (g * z,)
        if code == Code.RELU: return (g if x > 0 else 0.0,)
        return ()


class Value:
    def __init__(self, data, code=Code.LOAD, prev=(), arguments=()):
        self.data, self.grad = float(data), 0.0
        self.code, self._prev, self.arguments = code, prev, arguments

    def _backward(self):
        shares = Machine.reverse(self.code, self.grad, self.data, *self.arguments)
        for p, share in zip(self._prev, shares):
            p.grad += share

    def __add__(a, b): return emit(Code.ADD, a, b)
    def __radd__(a, b): return emit(Code.ADD, b, a)
    def __sub__(a, b): return emit(Code.SUB, a, b)
    def __rsub__(a, b): return emit(Code.SUB, b, a)
    def __mul__(a, b): return emit(Code.MUL, a, b)
    def __rmul__(a, b): return emit(Code.MUL, b, a)
    def __truediv__(a, b): return emit(Code.DIV, a, b)
    def __rtruediv__(a, b): return emit(Code.DIV, b, a)
    def __neg__(a): return emit(Code.NEG, a)
    def __pow__(a, n): return Value(Machine.run(Code.POW, a.data, n), Code.POW, (a,), (a.data, n))
    def tanh(a): return emit(Code.TANH, a)
    def exp(a): return emit(Code.EXP, a)
    def relu(a): return emit(Code.RELU, a)

    def backward(self):
        program = []
        build_topo(self, set(), program)
        for v in program:
            v.grad *= v.code == Code.LOAD
        self.grad += 1.0
        for v in reversed(program):
            v._backward()


def emit(code, *args):
    nodes = tuple(x if isinstance(x, Value) else Value(x) for x in args)
    numbers = tuple(v.data for v in nodes)
    return Value(Machine.run(code, *numbers), code, nodes, numbers)


def build_topo(v, visited, topo):
    stack = [v]
    while stack:
        node = stack.pop()
        if isinstance(node, tuple):
            topo.append(node[0])
        elif node not in visited:
            visited.add(node)
            stack.append((node,))
            stack.extend(node._prev)


def zero_grad(root):
    program = []
    build_topo(root, set(), program)
    for v in program:
        v.grad = 0.0
