import functools
import math

CURVES = {
    "tanh": (math.tanh, lambda x, y: 1.0 - y**2),
    "exp": (math.exp, lambda x, y: y),
    "relu": (lambda x: x if x > 0 else 0.0, lambda x, y: 1.0 if x > 0 else 0.0),
}


def _push(out, slope_of_input):
    for node, slope in slope_of_input:
        node.grad += slope * out.grad


def _node(number, *edges):
    """Make a node; edges are pairs (input, slope)."""
    out = Value(number)
    out._prev = tuple(node for node, _ in edges)
    out._backward = functools.partial(_push, out, edges)
    return out


@functools.lru_cache(maxsize=None)
def _curve(x, name):
    f, slope = CURVES[name]
    y = f(x.data)
    return _node(y, (x, slope(x.data, y)))


def _operands(method):
    """Let an operator take plain numbers, too."""

    @functools.wraps(method)
    def wrapped(self, other):
        return method(self, other if isinstance(other, Value) else Value(other))

    return wrapped


class Value:
    def __init__(self, data):
        self.data = float(data)
        self.grad = 0.0
        self._prev = ()
        self._backward = lambda: None

    @_operands
    def __add__(self, other):
        return _node(self.data + other.data, (self, 1.0), (other, 1.0))

    @_operands
    def __sub__(self, other):
        return _node(self.data - other.data, (self, 1.0), (other, -1.0))

    @_operands
    def __mul__(self, other):
        return _node(self.data * other.data, (self, other.data), (other, self.data))

    @_operands
    def __truediv__(self, other):
        q = self.data / other.data
        return _node(q, (self, 1.0 / other.data), (other, -q / other.data))

    @_operands
    def __radd__(self, other):
        return other + self

    @_operands
    def __rsub__(self, other):
        return other - self

    @_operands
    def __rmul__(self, other):
        return other * self

    @_operands
    def __rtruediv__(self, other):
        return other / self

    def __neg__(self):
        return _node(-self.data, (self, -1.0))

    def __pow__(self, n):
        slope = 0.0 if n == 0 else n * self.data ** (n - 1)
        return _node(self.data**n, (self, slope))

    def tanh(self):
        return _curve(self, "tanh")

    def exp(self):
        return _curve(self, "exp")

    def relu(self):
        return _curve(self, "relu")

    def backward(self):
        order = []
        build_topo(self, set(), order)
        for node in order:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(order):
            node._backward()


def build_topo(v, visited, topo):
    todo = [(v, False)]
    while todo:
        node, finished = todo.pop()
        if finished:
            topo.append(node)
        elif node not in visited:
            visited.add(node)
            todo.append((node, True))
            todo.extend((p, False) for p in node._prev if p not in visited)


def zero_grad(root):
    order = []
    build_topo(root, set(), order)
    for node in order:
        node.grad = 0.0
