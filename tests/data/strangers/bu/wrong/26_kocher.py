import math
import operator


def div_slopes(a, b, y):
    return 1 / b, -y / b


def pow_slope(x, n):
    if x == 0:
        return 0.0
    return n * x ** (n - 1)


# op: (value from the inputs, slopes from the inputs and the value)
RULES = {
    "+": (operator.add, lambda a, b, y: (1.0, 1.0)),
    "-": (operator.sub, lambda a, b, y: (1.0, -1.0)),
    "*": (operator.mul, lambda a, b, y: (b, a)),
    "/": (operator.truediv, div_slopes),
    "neg": (operator.neg, lambda a, y: (-1.0,)),
    "tanh": (math.tanh, lambda a, y: (1 - y * y,)),
    "exp": (math.exp, lambda a, y: (y,)),
    "relu": (lambda a: max(a, 0.0), lambda a, y: (1.0 if y > 0 else 0.0,)),
}


class Value:
    def __init__(self, data, op=None, prev=(), exponent=None):
        self.data = float(data)
        self.grad = 0.0
        self.op = op
        self._prev = prev
        self.exponent = exponent

    def _backward(self):
        if self.op is None:
            return
        numbers = [p.data for p in self._prev]
        if self.op == "**":
            slopes = (pow_slope(numbers[0], self.exponent),)
        else:
            slopes = RULES[self.op][1](*numbers, self.data)
        for p, s in zip(self._prev, slopes):
            p.grad += self.grad * s

    def __pow__(self, n):
        return Value(self.data ** n, "**", (self,), exponent=n)

    def backward(self):
        todo = []
        build_topo(self, set(), todo)
        for node in todo:
            if node.op is not None:
                node.grad = 0.0
        self.grad += 1.0
        while todo:
            todo.pop()._backward()


def apply(op, *inputs):
    inputs = tuple(i if isinstance(i, Value) else Value(i) for i in inputs)
    function, _ = RULES[op]
    return Value(function(*(i.data for i in inputs)), op, inputs)


def _install(op, name, reflected=None):
    def method(*args):
        return apply(op, *args)
    setattr(Value, name, method)
    if reflected:
        def swapped(self, other):
            return apply(op, other, self)
        setattr(Value, reflected, swapped)


_install("+", "__add__", "__radd__")
_install("-", "__sub__", "__rsub__")
_install("*", "__mul__", "__rmul__")
_install("/", "__truediv__", "__rtruediv__")
_install("neg", "__neg__")
for _name in ("tanh", "exp", "relu"):
    _install(_name, _name)


def build_topo(v, visited, topo):
    """Root first, inputs after: then turned round."""
    uses = {v: 0}
    queue = [v]
    for node in queue:
        for p in node._prev:
            if p not in uses:
                uses[p] = 0
                queue.append(p)
            uses[p] += 1
    free = [v]
    for node in free:
        for p in node._prev:
            uses[p] -= 1
            if not uses[p]:
                free.append(p)
    visited.update(free)
    topo.extend(reversed(free))


def zero_grad(root):
    nodes = []
    build_topo(root, set(), nodes)
    for node in nodes:
        node.grad = 0.0
