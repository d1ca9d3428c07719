import math


class Op:
    def __init__(self, forward, slopes):
        self.forward = forward
        self.slopes = slopes

    def __call__(self, *inputs, **const):
        inputs = tuple(x if isinstance(x, Value) else Value(x) for x in inputs)
        out = Value(self.forward(*[x.data for x in inputs], **const))
        out._prev, out._op, out._const = inputs, self, const
        return out


ADD = Op(lambda x, y: x + y, lambda z, x, y: (1.0, 1.0))
SUB = Op(lambda x, y: x - y, lambda z, x, y: (1.0, -1.0))
MUL = Op(lambda x, y: x * y, lambda z, x, y: (y, x))
DIV = Op(lambda x, y: x / y, lambda z, x, y: (1 / y, -z / y))
POW = Op(lambda x, n: x**n, lambda z, x, n: (n * x ** (n - 1) if n else 0.0,))
TANH = Op(math.tanh, lambda z, x: (1 - z * z,))
EXP = Op(math.exp, lambda z, x: (z,))
RELU = Op(lambda x: max(x, 0.0), lambda z, x: (1.0 if x > 0 else 0.0,))


class Value:
    def __init__(self, data):
        self.data = data
        self.grad = 0.0
        self._prev = ()
        self._op = None
        self._const = {}

    def __add__(self, y): return ADD(self, y)
    def __radd__(self, x): return ADD(x, self)
    def __sub__(self, y): return SUB(self, y)
    def __rsub__(self, x): return SUB(x, self)
    def __mul__(self, y): return MUL(self, y)
    def __rmul__(self, x): return MUL(x, self)
    def __truediv__(self, y): return DIV(self, y)
    def __rtruediv__(self, x): return DIV(x, self)
    def __neg__(self): return SUB(0.0, self)
    def __pow__(self, n): return POW(self, n=n)
    def tanh(self): return TANH(self)
    def exp(self): return EXP(self)
    def relu(self): return RELU(self)

    def _backward(self):
        if self._op is None:
            return
        numbers = [p.data for p in self._prev]
        slopes = self._op.slopes(self.data, *numbers, **self._const)
        for p, slope in zip(self._prev, slopes):
            p.grad += slope * self.grad

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._op is not None:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(topo):
            node._backward()


def build_topo(v, visited, topo):
    stack = [(v, False)]
    while stack:
        node, done = stack.pop()
        if done:
            topo.append(node)
            continue
        visited.add(node)
        stack.append((node, True))
        for p in node._prev:
            if p not in visited:
                visited.add(p)
                stack.append((p, False))


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
