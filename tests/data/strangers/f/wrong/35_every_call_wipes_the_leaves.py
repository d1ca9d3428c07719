import math


class Operators(type):
    """Metaclass: turns `op_xyz` functions of the class body, which give a value and the
    local derivatives, into methods that make nodes."""

    REFLECTED = {"add", "sub", "mul", "truediv"}

    def __new__(meta, name, bases, body):
        extra = {}
        for key, fn in body.items():
            if not key.startswith("op_"):
                continue
            op = key[3:]
            if op in meta.REFLECTED:
                extra[f"__{op}__"] = meta.two_sided(fn, False)
                extra[f"__r{op}__"] = meta.two_sided(fn, True)
            elif op in ("neg",):
                extra[f"__{op}__"] = meta.one_sided(fn)
            else:
                extra[op] = meta.one_sided(fn)
        return super().__new__(meta, name, bases, {**body, **extra})

    @staticmethod
    def two_sided(fn, reflected):
        def method(self, other):
            other = other if isinstance(other, Value) else Value(float(other))
            pair = (other, self) if reflected else (self, other)
            return Value(*fn(pair[0].data, pair[1].data), pair)
        return method

    @staticmethod
    def one_sided(fn):
        def method(self):
            return Value(*fn(self.data), (self,))
        return method


class Value(metaclass=Operators):
    def __init__(self, data, slopes=(), inputs=()):
        self.data = data
        self.slopes = slopes
        self._prev = inputs
        self.grad = 0.0

    def op_add(x, y):
        return x + y, (1.0, 1.0)

    def op_sub(x, y):
        return x - y, (1.0, -1.0)

    def op_mul(x, y):
        return x * y, (y, x)

    def op_truediv(x, y):
        return x / y, (1.0 / y, -(x / y) / y)

    def op_neg(x):
        return -x, (-1.0,)

    def op_tanh(x):
        t = math.tanh(x)
        return t, (1.0 - t * t,)

    def op_exp(x):
        e = math.exp(x)
        return e, (e,)

    def op_relu(x):
        return (x, (1.0,)) if x > 0 else (0.0, (0.0,))

    def __pow__(self, n):
        if n == 0:
            slope = 0.0
        elif n < 1 and self.data == 0:
            slope = math.inf
        else:
            slope = n * self.data ** (n - 1)
        return Value(self.data ** n, (slope,), (self,))

    def _backward(self):
        for node, slope in zip(self._prev, self.slopes):
            node.grad += slope * self.grad

    def backward(self):
        nodes = []
        build_topo(self, set(), nodes)
        for node in nodes:
            node.grad = 0.0
        self.grad += 1.0
        for node in nodes[::-1]:
            node._backward()


def build_topo(v, visited, topo):
    stack = [v]
    opened = set()
    while stack:
        node = stack.pop()
        if node in visited:
            continue
        if node in opened:
            visited.add(node)
            topo.append(node)
            continue
        opened.add(node)
        stack.append(node)
        stack.extend(p for p in node._prev if p not in visited)


def zero_grad(root):
    nodes = []
    build_topo(root, set(), nodes)
    for node in nodes:
        node.grad = 0.0
