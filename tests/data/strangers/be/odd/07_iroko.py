"""A compiler: the first backward() of a root translates its graph into a program of moves
"cell += factor * cell", and every call runs this program. (A graph does not change any more.)"""

import math


class Value:
    __slots__ = ("data", "grad", "_prev", "_op", "_backward", "_program")

    def __init__(self, data, _prev=(), _op="", _backward=()):
        self.data, self.grad, self._prev = data, 0.0, _prev
        self._op, self._backward, self._program = _op, _backward, None

    def __arith(self, op, other, swapped=False):
        if not isinstance(other, Value):
            other = Value(other)
        left, right = (other, self) if swapped else (self, other)
        x, y = left.data, right.data
        match op:
            case "+":
                z, factors = x + y, (1.0, 1.0)
            case "-":
                z, factors = x - y, (1.0, -1.0)
            case "*":
                z, factors = x * y, (y, x)
            case "/":
                z = x / y
                factors = (1.0 / y, -z / y)
        return Value(z, (left, right), op, factors)

    def __bend(self, op, n=None):
        x = self.data
        match op, n:
            case "**", 0:
                z, factor = 1.0, 0.0
            case "**", _:
                z, factor = x**n, n * x ** (n - 1)
            case "tanh", _:
                z = math.tanh(x)
                factor = 1.0 - z * z
            case "exp", _:
                z = factor = math.exp(x)
            case "relu", _ if x > 0:
                z, factor = x, 1.0
            case "relu", _:
                z, factor = 0.0, 0.0
            case "neg", _:
                z, factor = -x, -1.0
        return Value(z, (self,), op, (factor,))

    def __add__(self, other):
        return self.__arith("+", other)

    def __radd__(self, other):
        return self.__arith("+", other, True)

    def __sub__(self, other):
        return self.__arith("-", other)

    def __rsub__(self, other):
        return self.__arith("-", other, True)

    def __mul__(self, other):
        return self.__arith("*", other)

    def __rmul__(self, other):
        return self.__arith("*", other, True)

    def __truediv__(self, other):
        return self.__arith("/", other)

    def __rtruediv__(self, other):
        return self.__arith("/", other, True)

    def __neg__(self):
        return self.__bend("neg")

    def __pow__(self, n):
        return self.__bend("**", n)

    def tanh(self):
        return self.__bend("tanh")

    def exp(self):
        return self.__bend("exp")

    def relu(self):
        return self.__bend("relu")

    def backward(self):
        size, ports, moves = self._program = self._program or translate(self)
        cells = [0.0] * size
        cells[0] = 1.0
        tape = iter(moves)
        for source, target, factor in zip(tape, tape, tape):
            cells[target] += cells[source] * factor
        for cell, leaf in ports:
            leaf.grad += cells[cell]


def translate(root):
    topo = []
    build_topo(root, set(), topo)
    topo.reverse()
    cell = {node: k for k, node in enumerate(topo)}
    moves = []
    for node in topo:
        for i, factor in zip(node._prev, node._backward):
            moves += (cell[node], cell[i], factor)
    ports = [(k, node) for node, k in cell.items() if not node._prev]
    return len(topo), ports, moves


def build_topo(v, visited, topo):
    position = {v: 0}
    path = [v]
    while path:
        node = path[-1]
        at = position[node]
        if at == len(node._prev):
            topo.append(path.pop())
            continue
        position[node] += 1
        below = node._prev[at]
        if below not in position:
            position[below] = 0
            path.append(below)
    visited.update(position)


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
