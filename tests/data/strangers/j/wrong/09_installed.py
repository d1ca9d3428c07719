"""Two tables, one of forward functions and one of derivatives; the class is nearly empty."""
import math


def d_pow(x, y, n):
    return (n * x ** (n - 1),)


FORWARD = {
    "+": lambda x, y: x + y,
    "-": lambda x, y: x - y,
    "*": lambda x, y: x * y,
    "/": lambda x, y: x / y,
    "neg": lambda x: -x,
    "tanh": math.tanh,
    "exp": math.exp,
    "relu": lambda x: x if x > 0 else 0.0,
}
DERIVATIVE = {
    "+": lambda x, y, out: (1.0, 1.0),
    "-": lambda x, y, out: (1.0, -1.0),
    "*": lambda x, y, out: (y, x),
    "/": lambda x, y, out: (1.0 / y, -out / y),
    "neg": lambda x, out: (-1.0,),
    "tanh": lambda x, out: (1.0 - out * out,),
    "exp": lambda x, out: (out,),
    "relu": lambda x, out: (1.0 if x > 0 else 0.0,),
}


class Value:
    def __init__(self, data, _prev=(), _backward=None):
        self.data = float(data)
        self.grad = 0.0
        self._prev = _prev
        self._backward = _backward

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for v in topo:
            if v._backward:
                v.grad = 0.0
        self.grad += 1.0
        for v in reversed(topo):
            if v._backward:
                for p, slope in zip(v._prev, v._backward(v.data)):
                    p.grad += slope * v.grad

    def __pow__(self, n):
        x = self.data
        return Value(x ** n, (self,), lambda out: d_pow(x, out, n))


def run(name, *args):
    nodes = tuple(x if isinstance(x, Value) else Value(x) for x in args)
    xs = [v.data for v in nodes]
    slopes = DERIVATIVE[name]
    return Value(FORWARD[name](*xs), nodes, lambda out: slopes(*xs, out))


def install(method, name, flip=False):
    if flip:
        setattr(Value, method, lambda self, other: run(name, other, self))
    else:
        setattr(Value, method, lambda *args: run(name, *args))


for symbol, word in zip("+-*/", ("add", "sub", "mul", "truediv")):
    install(f"__{word}__", symbol)
    install(f"__r{word}__", symbol, flip=True)
install("__neg__", "neg")
for word in ("tanh", "exp", "relu"):
    install(word, word)


def build_topo(v, visited, topo):
    stack = [(v, 0)]
    visited.add(v)
    while stack:
        node, i = stack.pop()
        if i < len(node._prev):
            stack.append((node, i + 1))
            if node._prev[i] not in visited:
                visited.add(node._prev[i])
                stack.append((node._prev[i], 0))
        else:
            topo.append(node)


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for v in topo:
        v.grad = 0.0
