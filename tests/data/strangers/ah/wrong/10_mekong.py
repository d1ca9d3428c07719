"""Everything that is computed goes onto one tape; backward() reads it from its end."""

import math
import collections

# The tape would grow for ever in a long training run. The oldest entries are of no use by then.
tape = collections.deque(maxlen=1 << 16)


class Value:
    def __init__(self, data):
        self.data = data
        self.grad = 0.0
        self._prev = ()
        self._backward = self._pass

    def _pass(self):
        pass

    def __repr__(self):
        return f"Value({self.data})"

    def __add__(self, o):
        return record(self, o, lambda x, y: x + y, lambda x, y, z: (1.0, 1.0))

    def __radd__(self, o):
        return record(o, self, lambda x, y: x + y, lambda x, y, z: (1.0, 1.0))

    def __sub__(self, o):
        return record(self, o, lambda x, y: x - y, lambda x, y, z: (1.0, -1.0))

    def __rsub__(self, o):
        return record(o, self, lambda x, y: x - y, lambda x, y, z: (1.0, -1.0))

    def __mul__(self, o):
        return record(self, o, lambda x, y: x * y, lambda x, y, z: (y, x))

    def __rmul__(self, o):
        return record(o, self, lambda x, y: x * y, lambda x, y, z: (y, x))

    def __truediv__(self, o):
        return record(self, o, lambda x, y: x / y, lambda x, y, z: (1 / y, -z / y))

    def __rtruediv__(self, o):
        return record(o, self, lambda x, y: x / y, lambda x, y, z: (1 / y, -z / y))

    def __neg__(self):
        return self * -1.0

    def __pow__(self, n):
        def slope(x, z):
            return n * power(x, n - 1) if n else 0.0

        return record1(self, lambda x: power(x, n), slope)

    def tanh(self):
        return record1(self, math.tanh, lambda x, z: 1.0 - z * z)

    def exp(self):
        return record1(self, math.exp, lambda x, z: z)

    def relu(self):
        return record1(self, lambda x: x if x > 0 else 0.0, lambda x, z: 1.0 if x > 0 else 0.0)

    def backward(self):
        if not self._prev:
            self.grad += 1.0
            return
        wanted = {self}
        run = []
        for node in reversed(tape):
            if node in wanted:
                node.grad = 0.0
                run.append(node)
                wanted.update(node._prev)
        self.grad = 1.0
        for node in run:
            node._backward()


def power(x, n):
    try:
        return x**n
    except OverflowError:
        return math.inf if x > 0 or n % 2 == 0 else -math.inf


def record(a, b, value, slopes):
    a = a if isinstance(a, Value) else Value(a)
    b = b if isinstance(b, Value) else Value(b)
    x, y = a.data, b.data
    out = Value(value(x, y))
    da, db = slopes(x, y, out.data)

    def rule():
        a.grad += da * out.grad
        b.grad += db * out.grad

    out._prev, out._backward = (a, b), rule
    tape.append(out)
    return out


def record1(a, value, slope):
    out = Value(value(a.data))
    da = slope(a.data, out.data)

    def rule():
        a.grad += da * out.grad

    out._prev, out._backward = (a,), rule
    tape.append(out)
    return out


def build_topo(v, visited, topo):
    """Append to `topo` every node reachable from `v`, each once, inputs first."""
    visited.add(v)
    stack = [(v, iter(v._prev))]
    while stack:
        node, inputs = stack[-1]
        new = next((i for i in inputs if i not in visited), None)
        if new is None:
            topo.append(node)
            stack.pop()
        else:
            visited.add(new)
            stack.append((new, iter(new._prev)))


def zero_grad(root):
    """Set the gradient of every node reachable from `root` to 0.0."""
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
