"""An interpreter. Nodes are plain records of what was done; one `match` knows what it means."""

import math


class Value:
    __slots__ = ("data", "grad", "deed", "slopes")
    __match_args__ = ("deed",)

    def __init__(self, data, deed=(), slopes=()):
        self.data = data
        self.grad = 0.0
        self.deed = deed
        self.slopes = slopes

    @property
    def _prev(self):
        return tuple(part for part in self.deed if isinstance(part, Value))

    @property
    def _backward(self):
        return lambda: pass_on(self)

    def __repr__(self):
        match self.deed:
            case ():
                return f"Leaf({self.data})"
            case (word, *_):
                return f"{word}({self.data})"

    def __add__(self, other):
        return perform("plus", self, other)

    def __radd__(self, other):
        return perform("plus", other, self)

    def __sub__(self, other):
        return perform("minus", self, other)

    def __rsub__(self, other):
        return perform("minus", other, self)

    def __mul__(self, other):
        return perform("times", self, other)

    def __rmul__(self, other):
        return perform("times", other, self)

    def __truediv__(self, other):
        return perform("over", self, other)

    def __rtruediv__(self, other):
        return perform("over", other, self)

    def __neg__(self):
        return perform("minus", self)

    def __pow__(self, n):
        return perform("power", self, n)

    def tanh(self):
        return perform("tanh", self)

    def exp(self):
        return perform("exp", self)

    def relu(self):
        return perform("relu", self)

    def backward(self):
        order = []
        build_topo(self, set(), order)
        for node in order:
            if node.deed:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(order):
            pass_on(node)


def meaning(word, *xs):
    """The value of an operation and its slopes. A plain number may stand anywhere."""
    match word, xs:
        case "plus", (x, y):
            return x + y, (1.0, 1.0)
        case "minus", (x, y):
            return x - y, (1.0, -1.0)
        case "minus", (x,):
            return -x, (-1.0,)
        case "times", (x, y):
            return x * y, (y, x)
        case "over", (x, y):
            return x / y, (1.0 / y, -(x / y) / y)
        case "power", (x, 0):
            return 1.0, (0.0, 0.0)
        case "power", (x, n):
            return power(x, n), (n * power(x, n - 1), 0.0)
        case "tanh", (x,):
            t = math.tanh(x)
            return t, (1.0 - t * t,)
        case "exp", (x,):
            e = math.exp(x)
            return e, (e,)
        case "relu", (x,) if x > 0:
            return x, (1.0,)
        case "relu", (x,):
            return 0.0, (0.0,)
    raise ValueError(word)


def perform(word, *parts):
    xs = [part.data if isinstance(part, Value) else part for part in parts]
    result, slopes = meaning(word, *xs)
    return Value(float(result), (word, *parts), slopes)


def pass_on(node):
    match node:
        case Value(()):
            pass
        case Value((_, Value() as a)) | Value((_, Value() as a, int() | float())):
            a.grad += node.slopes[0] * node.grad
        case Value((_, int() | float(), Value() as b)):
            b.grad += node.slopes[1] * node.grad
        case Value((_, Value() as a, Value() as b)):
            a.grad += node.slopes[0] * node.grad
            b.grad += node.slopes[1] * node.grad


def power(x, n):
    try:
        return x**n
    except OverflowError:
        return math.inf if x > 0 or n % 2 == 0 else -math.inf


def build_topo(v, visited, topo):
    """Append to `topo` every node reachable from `v`, each once, inputs first."""
    stack = [("enter", v)]
    while stack:
        match stack.pop():
            case "leave", node:
                topo.append(node)
            case "enter", node if node not in visited:
                visited.add(node)
                stack.append(("leave", node))
                stack.extend(("enter", child) for child in node._prev)


def zero_grad(root):
    """Set the gradient of every node reachable from `root` to 0.0."""
    order = []
    build_topo(root, set(), order)
    for node in order:
        node.grad = 0.0
