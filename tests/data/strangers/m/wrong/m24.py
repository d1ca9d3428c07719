"""The operators are put into the class by a loop over a table of rules."""
import math

BINARY = {
    "mul": lambda a, b: (a * b, b, a),
    "truediv": lambda a, b: (a / b, 1.0 / b, -a / (b * b)),
    "sub": lambda a, b: (a - b, 1.0, -1.0),
    "add": lambda a, b: (a + b, 1.0, 1.0),
}


def slope_of_relu(x):
    return 1.0 if x > 0 else 0.0


def through_tanh(x):
    t = math.tanh(x)
    return t, 1.0 - t * t


def through_exp(x):
    e = math.exp(x)
    return e, e


UNARY = {
    "__neg__": lambda x: (-x, -1.0),
    "tanh": through_tanh,
    "exp": through_exp,
    "relu": lambda x: (max(x, 0.0), slope_of_relu(x)),
}


class Value:
    def __init__(self, data, _prev=(), slopes=()):
        self.data = float(data)
        self.grad = 0.0
        self._prev = _prev
        self.slopes = slopes

    def _backward(self):
        for p, s in zip(self._prev, self.slopes):
            p.grad += s * self.grad

    def __pow__(self, n):
        slope = n * self.data ** (n - 1) if n != 0 else 0.0
        return Value(self.data**n, (self,), (slope,))

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(topo):
            node._backward()


def node(x):
    return x if isinstance(x, Value) else Value(x)


def apply(rule, *args):
    inputs = tuple(map(node, args))
    value, *slopes = rule(*[p.data for p in inputs])
    return Value(value, inputs, slopes)


def install():
    for name, rule in UNARY.items():
        setattr(Value, name, lambda a, rule=rule: apply(rule, a))
    for name, rule in BINARY.items():
        setattr(Value, f"__{name}__", lambda a, b: apply(rule, a, b))
        setattr(Value, f"__r{name}__", lambda a, b, rule=rule: apply(rule, b, a))


install()


def build_topo(v, visited, topo):
    stack = [(v, iter(v._prev))]
    visited.add(v)
    while stack:
        for p in stack[-1][1]:
            if p not in visited:
                visited.add(p)
                stack.append((p, iter(p._prev)))
                break
        else:
            topo.append(stack.pop()[0])


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for v in topo:
        v.grad = 0.0
