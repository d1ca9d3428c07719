"""One endless tape of numbers. What came later on the tape cannot be an input of what came
earlier, so a heap of positions is all the order that backward() needs."""

import math
from array import array
from heapq import heapify, heappop, heappush

DATA = array("d")
GRAD = array("d")
CODE = []  # the name of the operation
ARGS = []  # positions of the inputs
SLOT = []  # an exponent, or None
FACE = []  # the Value that stands for the position


def put(code, number, args=(), slot=None, face=None):
    DATA.append(number)
    GRAD.append(0.0)
    CODE.append(code)
    ARGS.append(args)
    SLOT.append(slot)
    if face is None:
        face = object.__new__(Value)
    face._at = len(FACE)
    FACE.append(face)
    return face


def position(thing):
    return (thing if isinstance(thing, Value) else Value(thing))._at


class Value:
    __slots__ = ("_at", "__weakref__")

    def __init__(self, data):
        put("", data, face=self)

    def __repr__(self):
        return f"[{self._at}] {CODE[self._at]} {self.data}"

    def _get_data(self):
        return DATA[self._at]

    def _set_data(self, number):
        DATA[self._at] = number

    def _get_grad(self):
        return GRAD[self._at]

    def _set_grad(self, number):
        GRAD[self._at] = number

    data = property(_get_data, _set_data)
    grad = property(_get_grad, _set_grad)

    @property
    def _prev(self):
        return tuple(FACE[k] for k in ARGS[self._at])

    @property
    def _backward(self):
        return lambda: step_back(self._at)

    def backward(self):
        top = self._at
        if ARGS[top]:
            GRAD[top] = 0.0
        GRAD[top] += 1.0
        known, heap = {top}, [-top]
        while heap:
            k = -heappop(heap)
            for j in ARGS[k]:
                if j not in known:
                    known.add(j)
                    heappush(heap, -j)
                    if ARGS[j]:
                        GRAD[j] = 0.0
            FACE[k]._backward()

    def __neg__(self):
        return put("neg", -self.data, (self._at,))

    def __pow__(self, n):
        return put("pow", self.data**n, (self._at,), n)

    def tanh(self):
        return put("tanh", math.tanh(self.data), (self._at,))

    def exp(self):
        return put("exp", math.exp(self.data), (self._at,))

    def relu(self):
        return put("relu", self.data if self.data > 0.0 else 0.0, (self._at,))


def two(code, work):
    def straight(self, other):
        i, j = self._at, position(other)
        return put(code, work(DATA[i], DATA[j]), (i, j))

    def reflected(self, other):
        i, j = position(other), self._at
        return put(code, work(DATA[i], DATA[j]), (i, j))

    setattr(Value, f"__{code}__", straight)
    setattr(Value, f"__r{code}__", reflected)


two("add", lambda x, y: x + y)
two("sub", lambda x, y: x - y)
two("mul", lambda x, y: x * y)
two("truediv", lambda x, y: x / y)


def step_back(k):
    g, code, args = GRAD[k], CODE[k], ARGS[k]
    if len(args) == 2:
        i, j = args
        if code == "add":
            GRAD[i] += g
            GRAD[j] += g
        elif code == "sub":
            GRAD[i] += g
            GRAD[j] -= g
        elif code == "mul":
            to_i, to_j = g * DATA[j], g * DATA[i]
            GRAD[i] += to_i
            GRAD[j] += to_j
        else:
            GRAD[i] += g / DATA[j]
            GRAD[j] -= g * DATA[k] / DATA[j]
    elif len(args) == 1:
        i = args[0]
        if code == "neg":
            GRAD[i] -= g
        elif code == "pow":
            n = SLOT[k]
            GRAD[i] += g * n * DATA[i] ** (n - 1) if n else 0.0
        elif code == "tanh":
            GRAD[i] += g * (1.0 - DATA[k] ** 2)
        elif code == "exp":
            GRAD[i] += g * DATA[k]
        elif DATA[k] > 0.0:
            GRAD[i] += g


def below(k):
    found, todo = {k}, [k]
    while todo:
        for j in ARGS[todo.pop()]:
            if j not in found:
                found.add(j)
                todo.append(j)
    return found


def build_topo(v, visited, topo):
    heap = list(below(v._at))
    heapify(heap)
    while heap:
        topo.append(FACE[heappop(heap)])


def zero_grad(root):
    for k in below(root._at):
        GRAD[k] = 0.0
