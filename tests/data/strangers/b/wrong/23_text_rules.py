import math

# kind: (value, slopes) as text; x, y are the inputs, n the exponent, z the result
TEXT = {
    "add": ("x + y", "1.0, 1.0"),
    "sub": ("x - y", "1.0, -1.0"),
    "mul": ("x * y", "y, x"),
    "div": ("x / y", "1 / y, -x / y**2"),
    "neg": ("-x", "-1.0,"),
    "pow": ("x**n", "(n * x ** (n - 1) if n else 0.0),"),
    "tanh": ("math.tanh(x)", "1 - z * z,"),
    "exp": ("math.exp(x)", "z,"),
    "relu": ("max(x, 0.0)", "float(x > 0),"),
}
RULES = {}
for kind, (forward, slopes) in TEXT.items():
    RULES[kind] = (
        eval(f"lambda x, y, n: {forward}"),
        eval(f"lambda x, y, n, z: ({slopes})"),
    )


def node(kind, *inputs, n=None):
    inputs = [i if isinstance(i, Value) else Value(i) for i in inputs]
    x, y = inputs[0].data, inputs[-1].data
    forward, slopes = RULES[kind]
    z = forward(x, y, n)
    out = Value(z)
    out._prev = inputs
    out._backward = slopes(x, y, n, z)
    return out


class Value:
    def __init__(self, data):
        self.data = data
        self.grad = 0.0
        self._prev = []
        self._backward = ()

    def __add__(self, o): return node("add", self, o)
    def __radd__(self, o): return node("add", o, self)
    def __sub__(self, o): return node("sub", self, o)
    def __rsub__(self, o): return node("sub", o, self)
    def __mul__(self, o): return node("mul", self, o)
    def __rmul__(self, o): return node("mul", o, self)
    def __truediv__(self, o): return node("div", self, o)
    def __rtruediv__(self, o): return node("div", o, self)
    def __neg__(self): return node("neg", self)
    def __pow__(self, n): return node("pow", self, n=n)
    def tanh(self): return node("tanh", self)
    def exp(self): return node("exp", self)
    def relu(self): return node("relu", self)

    def backward(self):
        order = []
        build_topo(self, set(), order)
        for v in order:
            v.grad = 0.0
        self.grad += 1.0
        for v in reversed(order):
            for inp, slope in zip(v._prev, v._backward):
                inp.grad += slope * v.grad


def build_topo(v, visited, topo):
    trail = [v]
    while trail:
        here = trail[-1]
        visited.add(here)
        for inp in here._prev:
            if inp not in visited:
                trail.append(inp)
                break
        else:
            topo.append(trail.pop())


def zero_grad(root):
    order = []
    build_topo(root, set(), order)
    for v in order:
        v.grad = 0.0
