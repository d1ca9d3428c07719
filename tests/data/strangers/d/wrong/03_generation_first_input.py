# Like DeZero: every variable has a generation, a heap gives the youngest first.
import heapq
import itertools
import math

_ticket = itertools.count()


class Value:
    def __init__(self, data, creator=None, inputs=()):
        self.data = float(data)
        self.grad = 0.0
        self.creator = creator
        self._prev = tuple(inputs)
        if inputs:
            self.generation = inputs[0].generation + 1
        else:
            self.generation = 0

    def _backward(self):
        if self.creator is None:
            return
        gs = self.creator(self.grad, self.data, *[x.data for x in self._prev])
        for x, g in zip(self._prev, gs):
            x.grad += g

    def backward(self):
        nodes = reachable(self)
        for n in nodes:
            if n._prev:
                n.grad = 0.0
        self.grad += 1.0
        heap = [(-self.generation, next(_ticket), self)]
        queued = {id(self)}
        while heap:
            _, _, node = heapq.heappop(heap)
            node._backward()
            for x in node._prev:
                if id(x) not in queued:
                    queued.add(id(x))
                    heapq.heappush(heap, (-x.generation, next(_ticket), x))

    def __add__(self, other):
        return op(lambda x, y: x + y, lambda g, z, x, y: (g, g), self, other)

    __radd__ = __add__

    def __mul__(self, other):
        return op(lambda x, y: x * y, lambda g, z, x, y: (g * y, g * x), self, other)

    __rmul__ = __mul__

    def __sub__(self, other):
        return op(lambda x, y: x - y, lambda g, z, x, y: (g, -g), self, other)

    def __rsub__(self, other):
        return Value(other) - self

    def __truediv__(self, other):
        return op(lambda x, y: x / y, lambda g, z, x, y: (g / y, -g * z / y), self, other)

    def __rtruediv__(self, other):
        return Value(other) / self

    def __neg__(self):
        return op(lambda x: -x, lambda g, z, x: (-g,), self)

    def __pow__(self, n):
        return op(lambda x: x**n, lambda g, z, x: (g * n * x ** (n - 1) if n else 0.0,), self)

    def tanh(self):
        return op(math.tanh, lambda g, z, x: (g * (1 - z * z),), self)

    def exp(self):
        return op(math.exp, lambda g, z, x: (g * z,), self)

    def relu(self):
        return op(lambda x: x if x > 0 else 0.0, lambda g, z, x: (g if x > 0 else 0.0,), self)


def op(forward, creator, *inputs):
    inputs = [x if isinstance(x, Value) else Value(x) for x in inputs]
    return Value(forward(*[x.data for x in inputs]), creator, inputs)


def reachable(root):
    seen = {id(root): root}
    work = [root]
    for n in work:
        for x in n._prev:
            if id(x) not in seen:
                seen[id(x)] = x
                work.append(x)
    return work


def zero_grad(root):
    for n in reachable(root):
        n.grad = 0.0


def build_topo(v, visited, topo):
    # a postorder with a stack of its own
    stack = [(v, False)]
    while stack:
        n, inputs_done = stack.pop()
        if inputs_done:
            topo.append(n)
        elif n not in visited:
            visited.add(n)
            stack.append((n, True))
            stack.extend((x, False) for x in n._prev)
