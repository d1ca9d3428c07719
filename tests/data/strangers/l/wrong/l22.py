import math


class Operators(type):
    """Writes the dunder methods of the class from its `forward_` and `slopes_` methods."""

    def __new__(meta, name, bases, body):
        for key in [k for k in body if k.startswith("forward_")]:
            op = key[len("forward_"):]
            forward, slopes = body[key], body["slopes_" + op]
            for dunder, swap in meta.names(op):
                body[dunder] = meta.method(forward, slopes, swap)
        return super().__new__(meta, name, bases, body)

    @staticmethod
    def names(op):
        if op in ("add", "sub", "mul", "truediv"):
            return [(f"__{op}__", False), (f"__r{op}__", True)]
        if op in ("neg", "pow"):
            return [(f"__{op}__", False)]
        return [(op, False)]

    @staticmethod
    def method(forward, slopes, swap):
        def run(self, *others):
            args = (self, *others)
            if swap:
                args = args[::-1]
            plain = [getattr(x, "data", x) for x in args]
            value = forward(*plain)
            out = type(self)(value)
            for x, slope in zip(args, slopes(value, *plain)):
                if isinstance(x, type(self)):
                    out._prev.append(x)
                    out._slopes.append(slope)
            return out
        return run


class Value(metaclass=Operators):
    def __init__(self, data):
        self.data = float(data)
        self.grad = 0.0
        self._prev = []
        self._slopes = []

    def forward_add(x, y): return x + y
    def slopes_add(r, x, y): return 1.0, 1.0

    def forward_sub(x, y): return x - y
    def slopes_sub(r, x, y): return 1.0, -1.0

    def forward_mul(x, y): return x * y
    def slopes_mul(r, x, y): return y, x

    def forward_truediv(x, y): return x / y
    def slopes_truediv(r, x, y): return 1 / y, -r / y

    def forward_neg(x): return -x
    def slopes_neg(r, x): return [-1.0]

    def forward_pow(x, n): return x ** n
    def slopes_pow(r, x, n): return [n * x ** (n - 1) if n else 0.0]

    def forward_tanh(x): return math.tanh(x)
    def slopes_tanh(r, x): return [1 - r * r]

    def forward_exp(x): return math.exp(x)
    def slopes_exp(r, x): return [x * math.exp(x - 1)]

    def forward_relu(x): return x if x > 0 else 0.0
    def slopes_relu(r, x): return [1.0 if x > 0 else 0.0]

    def _backward(self):
        for x, slope in zip(self._prev, self._slopes):
            x.grad += slope * self.grad

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in filter(lambda n: n._prev, topo):
            node.grad = 0.0
        self.grad += 1.0
        for node in reversed(topo):
            node._backward()


def build_topo(v, visited, topo):
    visited.add(v)
    stack = [(v, 0)]
    while stack:
        node, i = stack.pop()
        while i < len(node._prev) and node._prev[i] in visited:
            i += 1
        if i < len(node._prev):
            stack.append((node, i + 1))
            stack.append((node._prev[i], 0))
            visited.add(node._prev[i])
        else:
            topo.append(node)


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
