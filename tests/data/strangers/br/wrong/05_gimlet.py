import math


class Value:
    """Nodes keep a list of (input, slope) pairs. The rule is the same for all of them."""

    def __init__(self, data, pairs=()):
        self.data = data
        self.grad = 0.0
        self._pairs = list(pairs)

    @property
    def _prev(self):
        return tuple(inp for inp, _ in self._pairs)

    def _backward(self):
        for inp, slope in self._pairs:
            inp.grad += slope * self.grad

    def __add__(self, other):
        other = to_value(other)
        return Value(self.data + other.data, [(self, 1.0), (other, 1.0)])

    def __radd__(self, other):
        return to_value(other) + self

    def __sub__(self, other):
        other = to_value(other)
        return Value(self.data - other.data, [(self, 1.0), (other, -1.0)])

    def __rsub__(self, other):
        return to_value(other) - self

    def __mul__(self, other):
        other = to_value(other)
        return Value(self.data * other.data, [(self, other.data), (other, self.data)])

    def __rmul__(self, other):
        return to_value(other) * self

    def __truediv__(self, other):
        other = to_value(other)
        q = self.data / other.data
        return Value(q, [(self, 1.0 / other.data), (other, -q / other.data)])

    def __rtruediv__(self, other):
        return to_value(other) / self

    def __neg__(self):
        return Value(-self.data, [(self, -1.0)])

    def __pow__(self, n):
        if n == 0:
            return Value(1.0, [(self, 0.0)])
        return Value(self.data**n, [(self, n * self.data ** (n - 1))])

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for v in topo:
            if v._pairs:
                v.grad = 0.0
        self.grad += 1.0
        for v in reversed(topo):
            v._backward()


def to_value(x):
    if isinstance(x, Value):
        return x
    return Value(x)


# name, f(x), and the slope written with y = f(x)
FUNCTIONS = [
    ("tanh", math.tanh, lambda y: 1.0 - y * y),
    ("exp", math.exp, lambda y: y),
    ("relu", lambda x: x if x > 0 else 0.0, lambda y: 1.0 if y > 0 else 0.0),
]

for name, f, slope in FUNCTIONS:

    def method(self, f=f):
        y = f(self.data)
        return Value(y, [(self, slope(y))])

    method.__name__ = name
    setattr(Value, name, method)


def build_topo(v, visited, topo):
    stack = [v]
    opened = set()
    while stack:
        node = stack[-1]
        if node in visited:
            stack.pop()
        elif node in opened:
            visited.add(node)
            topo.append(node)
            stack.pop()
        else:
            opened.add(node)
            for inp, _ in node._pairs:
                if inp not in visited:
                    stack.append(inp)


def zero_grad(root):
    everything = []
    build_topo(root, set(), everything)
    for v in everything:
        v.grad = 0.0
