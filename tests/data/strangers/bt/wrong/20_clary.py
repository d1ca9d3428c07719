"""Exercise 13. All the calculus is in one table; a node only knows the name of its rule."""
import math

# name: (value, slopes). Both get the inputs' numbers; slopes get the result as well.
RULES = {
    "add": (lambda a, b: a + b, lambda y, a, b: (1.0, 1.0)),
    "sub": (lambda a, b: a - b, lambda y, a, b: (1.0, -1.0)),
    "mul": (lambda a, b: a * b, lambda y, a, b: (b, a)),
    "div": (lambda a, b: a / b, lambda y, a, b: (1.0 / b, -y / b)),
    "neg": (lambda a: -a, lambda y, a: (-1.0,)),
    "tanh": (math.tanh, lambda y, a: (1.0 - y * y,)),
    "exp": (math.exp, lambda y, a: (y,)),
    "relu": (lambda a: a if a > 0.0 else 0.0, lambda y, a: (1.0 if a > 0.0 else 0.0,)),
}


def power_rule(n):
    def slopes(y, a):
        return (0.0 if n == 0 else n * a ** (n - 1),)

    return (lambda a: a ** n), slopes


def apply(rule, *operands):
    inputs = tuple(x if isinstance(x, Value) else Value(x) for x in operands)
    value, slopes = rule
    out = Value(value(*[p.data for p in inputs]))
    out._prev = inputs
    out._backward = slopes
    return out


class Value:
    def __init__(self, data):
        self.data = data
        self.grad = 0.0
        self._sum = 0.0
        self._prev = ()
        self._backward = None

    def is_leaf(self):
        return self._backward is None

    def __add__(self, other):
        return apply(RULES["add"], self, other)

    def __radd__(self, other):
        return apply(RULES["add"], other, self)

    def __sub__(self, other):
        return apply(RULES["sub"], self, other)

    def __rsub__(self, other):
        return apply(RULES["sub"], other, self)

    def __mul__(self, other):
        return apply(RULES["mul"], self, other)

    def __rmul__(self, other):
        return apply(RULES["mul"], other, self)

    def __truediv__(self, other):
        return apply(RULES["div"], self, other)

    def __rtruediv__(self, other):
        return apply(RULES["div"], other, self)

    def __neg__(self):
        return apply(RULES["neg"], self)

    def __pow__(self, n):
        return apply(power_rule(n), self)

    def tanh(self):
        return apply(RULES["tanh"], self)

    def exp(self):
        return apply(RULES["exp"], self)

    def relu(self):
        return apply(RULES["relu"], self)

    def backward(self):
        order = []
        build_topo(self, set(), order)
        for node in order:
            if not node.is_leaf():
                node._sum = 0.0
        self._sum += 1.0
        for node in reversed(order):
            if not node.is_leaf():
                numbers = [p.data for p in node._prev]
                slopes = node._backward(node.data, *numbers)
                for p, slope in zip(node._prev, slopes):
                    p._sum += slope * node._sum
        for node in order:
            node.grad = node._sum


def build_topo(v, visited, topo):
    path = [(v, iter(v._prev))]
    visited.add(v)
    while path:
        node, rest = path[-1]
        for p in rest:
            if p not in visited:
                visited.add(p)
                path.append((p, iter(p._prev)))
                break
        else:
            topo.append(node)
            path.pop()


def zero_grad(root):
    order = []
    build_topo(root, set(), order)
    for node in order:
        node.grad = node._sum = 0.0
