"""Engine with levels: a node's level is larger than that of its inputs, so sorting is enough."""
import math

# name -> (value, slopes); slopes get the inputs' numbers first and the result last
RULES = {
    "add": (lambda x, y: x + y, lambda x, y, r: (1.0, 1.0)),
    "sub": (lambda x, y: x - y, lambda x, y, r: (1.0, -1.0)),
    "mul": (lambda x, y: x * y, lambda x, y, r: (y, x)),
    "div": (lambda x, y: x / y, lambda x, y, r: (1.0 / y, -r / y)),
    "neg": (lambda x: -x, lambda x, r: (-1.0,)),
    "tanh": (math.tanh, lambda x, r: (1.0 - r * r,)),
    "exp": (math.exp, lambda x, r: (r,)),
    "relu": (lambda x: max(x, 0.0), lambda x, r: (1.0 if x > 0 else 0.0,)),
}


def as_value(x):
    if isinstance(x, Value):
        return x
    return Value(x)


def two(name, left, right):
    left, right = as_value(left), as_value(right)
    value, slopes = RULES[name]
    result = value(left.data, right.data)
    level = max(left.level, right.level) + 1
    return Value(result, (left, right), slopes(left.data, right.data, result), level)


def one(name, arg):
    value, slopes = RULES[name]
    result = value(arg.data)
    level = arg.level
    return Value(result, (arg,), slopes(arg.data, result), level)


class Value:
    def __init__(self, data, _prev=(), slopes=(), level=0):
        self.data = data
        self.grad = 0.0
        self.level = level
        self.slopes = slopes
        self._prev = _prev

    def _backward(self):
        for node, slope in zip(self._prev, self.slopes):
            node.grad += slope * self.grad

    def __add__(self, o): return two("add", self, o)
    def __radd__(self, o): return two("add", o, self)
    def __sub__(self, o): return two("sub", self, o)
    def __rsub__(self, o): return two("sub", o, self)
    def __mul__(self, o): return two("mul", self, o)
    def __rmul__(self, o): return two("mul", o, self)
    def __truediv__(self, o): return two("div", self, o)
    def __rtruediv__(self, o): return two("div", o, self)
    def __neg__(self): return one("neg", self)
    def tanh(self): return one("tanh", self)
    def exp(self): return one("exp", self)
    def relu(self): return one("relu", self)

    def __pow__(self, n):
        slope = n * self.data ** (n - 1) if n != 0 else 0.0
        return Value(self.data**n, (self,), (slope,), self.level + 1)

    def backward(self):
        nodes = collect(self)
        for node in nodes:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in sorted(nodes, key=lambda n: n.level, reverse=True):
            node._backward()


def collect(root):
    """All nodes below root, in the order in which they are met."""
    seen = {root: None}
    stack = [root]
    while stack:
        for node in stack.pop()._prev:
            if node not in seen:
                seen[node] = None
                stack.append(node)
    return list(seen)


def build_topo(v, visited, topo):
    nodes = collect(v)
    nodes.reverse()
    nodes.sort(key=lambda n: n.level)
    topo += nodes


def zero_grad(root):
    for node in collect(root):
        node.grad = 0.0
