"""Engine whose methods are made from tables instead of written one by one."""
import math


class Value:
    def __init__(self, data, _prev=(), _backward=None):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._backward = _backward or (lambda: None)

    def __pow__(self, n):
        out = Value(self.data ** n, (self,))
        def rule():
            self.grad += out.grad * (n * self.data ** (n - 1) if n != 0 else 0.0)
        out._backward = rule
        return out

    def __neg__(self):
        return self * -1.0

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for v in topo:
            if len(v._prev) > 0:
                v.grad = 0.0
        self.grad += 1.0
        for v in reversed(topo):
            v._backward()


# name, value, slope to the left, slope to the right
BINARY = [
    ("add", lambda a, b: a + b, lambda a, b: 1.0, lambda a, b: 1.0),
    ("sub", lambda a, b: a - b, lambda a, b: 1.0, lambda a, b: -1.0),
    ("mul", lambda a, b: a * b, lambda a, b: b, lambda a, b: a),
    ("truediv", lambda a, b: a / b, lambda a, b: 1.0 / b, lambda a, b: -a / b ** 2),
]

# name, value, slope (x is the input, y the value)
UNARY = [
    ("exp", math.exp, lambda x, y: y),
    ("tanh", math.tanh, lambda x, y: 1.0 - y * y),
    ("relu", lambda x: x if x > 0.0 else 0.0, lambda x, y: 1.0 if x > 0.0 else 0.0),
]


def make_binary(f, left, right):
    def compute(a, b):
        a = a if isinstance(a, Value) else Value(a)
        b = b if isinstance(b, Value) else Value(b)
        out = Value(f(a.data, b.data), (a, b))
        def rule():
            a.grad += left(a.data, b.data) * out.grad
            b.grad += right(a.data, b.data) * out.grad
        out._backward = rule
        return out
    return compute


for name, value, left, right in BINARY:
    compute = make_binary(value, left, right)
    setattr(Value, f"__{name}__", compute)
    setattr(Value, f"__r{name}__", lambda self, other, compute=compute: compute(other, self))

for name, value, slope in UNARY:
    def method(self, value=value):
        y = value(self.data)
        out = Value(y, (self,))
        def rule():
            self.grad += slope(self.data, y) * out.grad
        out._backward = rule
        return out
    setattr(Value, name, method)


def build_topo(v, visited, topo):
    stack = [(v, False)]
    while stack:
        w, ready = stack.pop()
        if ready:
            topo.append(w)
            continue
        if w in visited:
            continue
        visited.add(w)
        stack.append((w, True))
        stack.extend((p, False) for p in w._prev)


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for v in topo:
        v.grad = 0.0
