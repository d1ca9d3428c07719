"""Nothing is worked out before somebody reads it."""

import math

UNKNOWN = object()


class Value:
    def __init__(self, data=UNKNOWN, formula=None, inputs=()):
        self._number = data
        self._formula = formula
        self._prev = inputs
        # A leaf's number may be changed later on; this node goes by what it is now.
        self._known = [i._number for i in inputs]
        self._slopes = None
        self.grad = 0.0

    @property
    def data(self):
        if self._number is UNKNOWN:
            work_out(self)
        return self._number

    @data.setter
    def data(self, number):
        self._number = number

    def _backward(self):
        for inp, slope in zip(self._prev, self._slopes):
            inp.grad += slope * self.grad

    def backward(self):
        order = []
        build_topo(self, set(), order)
        inner = [n for n in order if n._formula]
        for n in inner:
            n.data
            n.grad = 0.0
        self.grad += 1.0
        while inner:
            inner.pop()._backward()


def work_out(node):
    todo = [node]
    while todo:
        n = todo[-1]
        if n._number is not UNKNOWN:
            todo.pop()
            continue
        missing = False
        for k, inp in enumerate(n._prev):
            if n._known[k] is UNKNOWN:
                if inp._number is UNKNOWN:
                    todo.append(inp)
                    missing = True
                else:
                    n._known[k] = inp._number
        if not missing:
            number, *n._slopes = n._formula(*n._known)
            n._number = number
            todo.pop()


def later(formula, swap=False):
    def method(self, *others):
        nodes = [self]
        for x in others:
            nodes.append(x if isinstance(x, Value) else Value(float(x)))
        if swap:
            nodes.reverse()
        return Value(UNKNOWN, formula, tuple(nodes))

    return method


def add(x, y):
    return x + y, 1.0, 1.0


def sub(x, y):
    return x - y, 1.0, -1.0


def mul(x, y):
    return x * y, y, x


def div(x, y):
    return x / y, 1.0 / y, -(x / y) / y


def neg(x):
    return -x, -1.0


def tanh(x):
    t = math.tanh(x)
    return t, 1.0 - t * t


def exp(x):
    e = math.exp(x)
    return e, e


def relu(x):
    return (x, 1.0) if x > 0 else (0.0, 0.0)


def power(self, n):
    return Value(UNKNOWN, lambda x: (x**n, n * x ** (n - 1) if n else 0.0), (self,))


for name, formula in {"add": add, "sub": sub, "mul": mul, "truediv": div}.items():
    setattr(Value, f"__{name}__", later(formula))
    setattr(Value, f"__r{name}__", later(formula, swap=True))
Value.__neg__ = later(neg)
Value.__pow__ = power
Value.tanh, Value.exp, Value.relu = later(tanh), later(exp), later(relu)


def build_topo(v, visited, topo):
    stack = [(v, iter(v._prev))]
    visited.add(v)
    while stack:
        n, inputs = stack[-1]
        for inp in inputs:
            if inp not in visited:
                visited.add(inp)
                stack.append((inp, iter(inp._prev)))
                break
        else:
            topo.append(n)
            stack.pop()


def zero_grad(root):
    order = []
    build_topo(root, set(), order)
    for n in order:
        n.grad = 0.0
