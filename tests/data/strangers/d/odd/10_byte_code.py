"""backward() compiles the graph to byte code for a little machine with registers, runs the code
from the back, and writes the registers home."""
import math

LEAF, ADD, SUB, MUL, DIV, NEG, POW, TANH, EXP, RELU = range(10)


class Value:
    def __init__(self, data, _backward=LEAF, _prev=(), immediate=0.0):
        self.data = float(data)
        self.grad = 0.0
        self._backward = _backward
        self._prev = _prev
        self.immediate = immediate

    def backward(self):
        nodes = []
        build_topo(self, set(), nodes)
        register = {id(node): r for r, node in enumerate(nodes)}
        code = bytes(node._backward for node in nodes)
        arguments = [tuple(register[id(p)] for p in node._prev) for node in nodes]
        v = [node.data for node in nodes]
        g = run_backwards(code, arguments, [node.immediate for node in nodes], v)
        for r, node in enumerate(nodes):
            if code[r] == LEAF:
                node.grad += g[r]
            else:
                node.grad = g[r]

    def __add__(self, o): return emit(ADD, self, o)
    def __radd__(self, o): return emit(ADD, o, self)
    def __sub__(self, o): return emit(SUB, self, o)
    def __rsub__(self, o): return emit(SUB, o, self)
    def __mul__(self, o): return emit(MUL, self, o)
    def __rmul__(self, o): return emit(MUL, o, self)
    def __truediv__(self, o): return emit(DIV, self, o)
    def __rtruediv__(self, o): return emit(DIV, o, self)
    def __neg__(self): return emit(NEG, self)
    def __pow__(self, n): return Value(self.data**n, POW, (self,), n)
    def tanh(self): return emit(TANH, self)
    def exp(self): return emit(EXP, self)
    def relu(self): return emit(RELU, self)


FORWARD = {
    ADD: lambda x, y: x + y,
    SUB: lambda x, y: x - y,
    MUL: lambda x, y: x * y,
    DIV: lambda x, y: x / y,
    NEG: lambda x: -x,
    TANH: math.tanh,
    EXP: math.exp,
    RELU: lambda x: max(x, 0.0),
}


def emit(opcode, *inputs):
    inputs = tuple(x if isinstance(x, Value) else Value(x) for x in inputs)
    return Value(FORWARD[opcode](*[x.data for x in inputs]), opcode, inputs)


def run_backwards(code, arguments, immediates, v):
    g = [0.0] * len(code)
    g[-1] = 1.0
    for r in range(len(code) - 1, -1, -1):
        match code[r], arguments[r]:
            case 0, _:
                pass
            case 1, (i, j):
                g[i] += g[r]
                g[j] += g[r]
            case 2, (i, j):
                g[i] += g[r]
                g[j] -= g[r]
            case 3, (i, j):
                g[i] += g[r] * v[j]
                g[j] += g[r] * v[i]
            case 4, (i, j):
                g[i] += g[r] / v[j]
                g[j] -= g[r] * v[r] / v[j]
            case 5, (i,):
                g[i] -= g[r]
            case 6, (i,):
                n = immediates[r]
                if n != 0:
                    g[i] += g[r] * n * v[i] ** (n - 1)
            case 7, (i,):
                g[i] += g[r] * (1.0 - v[r] ** 2)
            case 8, (i,):
                g[i] += g[r] * v[r]
            case 9, (i,):
                if v[i] > 0:
                    g[i] += g[r]
    return g


def build_topo(v, visited, topo):
    stack = [(v, False)]
    while stack:
        node, closed = stack.pop()
        if closed:
            topo.append(node)
            continue
        if node in visited:
            continue
        visited.add(node)
        stack.append((node, True))
        stack.extend((p, False) for p in node._prev)


def zero_grad(root):
    nodes = []
    build_topo(root, set(), nodes)
    for node in nodes:
        node.grad = 0.0
