import math

# name: (value from the numbers of the inputs, slopes from those numbers and the value)
TABLE = {
    "add": (lambda x, y: x + y, lambda v, x, y: (1.0, 1.0)),
    "sub": (lambda x, y: x - y, lambda v, x, y: (1.0, -1.0)),
    "mul": (lambda x, y: x * y, lambda v, x, y: (y, x)),
    "div": (lambda x, y: x / y, lambda v, x, y: (1.0 / y, -v / y)),
    "neg": (lambda x: -x, lambda v, x: (-1.0,)),
    "tanh": (math.tanh, lambda v, x: (1.0 - v * v,)),
    "exp": (math.exp, lambda v, x: (v,)),
    "relu": (lambda x: x if x > 0 else 0.0, lambda v, x: (1.0 if v > 0 else 0.0,)),
}


class Value:
    """One number, its gradient, and how it was made."""

    def __init__(self, data, _prev=(), _op=""):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self._slopes = ()

    def _backward(self):
        for input_node, slope in zip(self._prev, self._slopes):
            input_node.grad += slope * self.grad

    def __repr__(self):
        return f"Value(data={self.data}, grad={self.grad})"

    def __add__(self, other):
        return apply("add", self, other)

    def __radd__(self, other):
        return apply("add", other, self)

    def __sub__(self, other):
        return apply("sub", self, other)

    def __rsub__(self, other):
        return apply("sub", other, self)

    def __mul__(self, other):
        return apply("mul", self, other)

    def __rmul__(self, other):
        return apply("mul", other, self)

    def __truediv__(self, other):
        return apply("div", self, other)

    def __rtruediv__(self, other):
        return apply("div", other, self)

    def __neg__(self):
        return apply("neg", self)

    def __pow__(self, n):
        out = Value(self.data**n, (self,), f"**{n}")
        out._slopes = (n * self.data ** (n - 1) if n else 0.0,)
        return out

    def tanh(self):
        return apply("tanh", self)

    def exp(self):
        return apply("exp", self)

    def relu(self):
        return apply("relu", self)

    def backward(self):
        order = ordered(self)
        for node in order:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(order):
            node._backward()


def apply(name, *operands):
    """A new node: the operation `name` on Values and plain numbers."""
    compute, slopes_of = TABLE[name]
    inputs = tuple(x if isinstance(x, Value) else Value(x) for x in operands)
    numbers = [node.data for node in inputs]
    out = Value(compute(*numbers), inputs, name)
    out._slopes = slopes_of(out.data, *numbers)
    return out


def ordered(root):
    topo = []
    build_topo(root, set(), topo)
    return topo


def build_topo(v, visited, topo):
    """Append to `topo` every node reachable from `v`, each once, inputs first."""
    # Go down to the first leaf in a loop, so that a chain may be as long as it likes.
    spine = []
    while v not in visited:
        visited.add(v)
        spine.append(v)
        if v._prev:
            v = v._prev[0]
    # On the way back up, put in what branches off, then the node itself.
    while spine:
        node = spine.pop()
        for branch in node._prev[1:]:
            build_topo(branch, visited, topo)
        topo.append(node)


def zero_grad(root):
    """Set the gradient of every node reachable from `root` to 0.0."""
    for node in ordered(root):
        node.grad = 0.0
