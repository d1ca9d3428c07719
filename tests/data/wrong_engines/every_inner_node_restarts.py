import math
import weakref

TAPE = []  # weak references to all inner nodes, oldest first


class Value:
    def __init__(self, data, _prev=(), slopes=()):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._backward = slopes
        if _prev:
            TAPE.append(weakref.ref(self))

    def __add__(self, o):
        o = lift(o)
        return Value(self.data + o.data, (self, o), (1.0, 1.0))

    def __mul__(self, o):
        o = lift(o)
        return Value(self.data * o.data, (self, o), (o.data, self.data))

    def __sub__(self, o):
        o = lift(o)
        return Value(self.data - o.data, (self, o), (1.0, -1.0))

    def __truediv__(self, o):
        o = lift(o)
        q = self.data / o.data
        return Value(q, (self, o), (1 / o.data, -q / o.data))

    def __neg__(self):
        return lift(0.0) - self

    def __pow__(self, n):
        return Value(self.data**n, (self,), (n * self.data ** (n - 1) if n else 0.0,))

    def __radd__(self, o):
        return lift(o) + self

    def __rsub__(self, o):
        return lift(o) - self

    def __rmul__(self, o):
        return lift(o) * self

    def __rtruediv__(self, o):
        return lift(o) / self

    def tanh(self):
        y = math.tanh(self.data)
        return Value(y, (self,), (1 - y * y,))

    def exp(self):
        y = math.exp(self.data)
        return Value(y, (self,), (y,))

    def relu(self):
        return Value(max(self.data, 0.0), (self,), (1.0 if self.data > 0 else 0.0,))

    def backward(self):
        needed = set()
        build_topo(self, needed, [])
        tape = [node for node in playback() if node in needed]
        for node in playback():
            node.grad = 0.0
        self.grad += 1.0
        for node in reversed(tape):
            for p, slope in zip(node._prev, node._backward):
                p.grad += slope * node.grad


def lift(x):
    return x if isinstance(x, Value) else Value(x)


def playback():
    """The nodes on the tape that still live."""
    alive = [(ref, ref()) for ref in TAPE]
    TAPE[:] = [ref for ref, node in alive if node is not None]
    return [node for _, node in alive if node is not None]


def build_topo(v, visited, topo):
    stack = [v]
    while stack:
        node = stack.pop()
        if node is None:
            topo.append(stack.pop())
        elif node not in visited:
            visited.add(node)
            stack += [node, None, *node._prev]


def zero_grad(root):
    reached = set()
    build_topo(root, reached, [])
    for node in reached:
        node.grad = 0.0
