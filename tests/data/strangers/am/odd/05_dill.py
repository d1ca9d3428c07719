from math import exp, tanh


def rule(generator):
    """A rule is written as a generator: first the number, then pairs of input and slope."""

    def method(*operands):
        nodes = tuple(Value.lift(operand) for operand in operands)
        steps = generator(*nodes)
        out = Value(next(steps), nodes)
        out._steps = tuple(steps)
        return out

    return method


def swapped(method):
    return lambda self, other: method(other, self)


class Value:
    _steps = ()

    def __init__(self, data, _prev=()):
        self.data = data
        self.grad = 0.0
        self._prev = _prev

    @property
    def _backward(self):
        return self._run

    def _run(self):
        for node, slope in self._steps:
            node.grad += slope * self.grad

    @staticmethod
    def lift(thing):
        return thing if isinstance(thing, Value) else Value(thing)

    @rule
    def __add__(a, b):
        yield a.data + b.data
        yield a, 1.0
        yield b, 1.0

    @rule
    def __sub__(a, b):
        yield a.data - b.data
        yield a, 1.0
        yield b, -1.0

    @rule
    def __mul__(a, b):
        yield a.data * b.data
        yield a, b.data
        yield b, a.data

    @rule
    def __truediv__(a, b):
        yield a.data / b.data
        yield a, 1.0 / b.data
        yield b, -a.data / b.data / b.data

    @rule
    def __neg__(a):
        yield -a.data
        yield a, -1.0

    @rule
    def tanh(a):
        t = tanh(a.data)
        yield t
        yield a, 1.0 - t * t

    @rule
    def exp(a):
        e = exp(a.data)
        yield e
        yield a, e

    @rule
    def relu(a):
        yield a.data if a.data > 0 else 0.0
        if a.data > 0:
            yield a, 1.0

    def __pow__(self, n):
        @rule
        def power(a):
            yield a.data**n
            if n:
                yield a, n * a.data ** (n - 1)

        return power(self)

    __radd__ = swapped(__add__)
    __rsub__ = swapped(__sub__)
    __rmul__ = swapped(__mul__)
    __rtruediv__ = swapped(__truediv__)

    def backward(self):
        nodes = []
        build_topo(self, set(), nodes)
        sums = {}
        for node in nodes:
            if node._prev:
                node.grad = 0.0
            else:
                sums[node], node.grad = node.grad, 0.0
        self.grad = 1.0
        for node in reversed(nodes):
            node._backward()
        for leaf, earlier in sums.items():
            leaf.grad = earlier + leaf.grad


def build_topo(v, visited, topo):
    down, up = [(v, iter(v._prev))], topo.append
    visited.add(v)
    while down:
        node, rest = down[-1]
        for below in rest:
            if below not in visited:
                visited.add(below)
                down.append((below, iter(below._prev)))
                break
        else:
            up(node)
            down.pop()


def zero_grad(root):
    wave, past = {root}, set()
    while wave:
        past |= wave
        for node in wave:
            node.grad = 0.0
        wave = {below for node in wave for below in node._prev}.difference(past)
