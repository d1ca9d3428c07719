"""Each operation is a small class of its own."""
import math

class Op:
    def __init__(self, *inputs):
        self.inputs = inputs
    def slopes(self, out):
        raise NotImplementedError

class Add(Op):
    def value(self):
        return self.inputs[0].data + self.inputs[1].data
    def slopes(self, out):
        return 1.0, 1.0

class Mul(Op):
    def value(self):
        return self.inputs[0].data * self.inputs[1].data
    def slopes(self, out):
        a, b = self.inputs
        return b.data, b.data

class Pow(Op):
    def __init__(self, base, n):
        super().__init__(base)
        self.n = n
    def value(self):
        return self.inputs[0].data ** self.n
    def slopes(self, out):
        if self.n == 0:
            return (0.0,)
        return (self.n * self.inputs[0].data ** (self.n - 1),)

class Scale(Op):
    def __init__(self, a, factor):
        super().__init__(a)
        self.factor = factor
    def value(self):
        return self.inputs[0].data * self.factor
    def slopes(self, out):
        return (self.factor,)

class Tanh(Op):
    def value(self):
        return math.tanh(self.inputs[0].data)
    def slopes(self, out):
        return (1.0 - out * out,)

class Exp(Op):
    def value(self):
        return math.exp(self.inputs[0].data)
    def slopes(self, out):
        return (out,)

class Relu(Op):
    def value(self):
        return max(0.0, self.inputs[0].data)
    def slopes(self, out):
        return (1.0 if self.inputs[0].data > 0 else 0.0,)

class Value:
    def __init__(self, data, op=None):
        self.data = float(data)
        self.grad = 0.0
        self.op = op
        self._prev = op.inputs if op else ()
    def _backward(self):
        if self.op:
            for node, slope in zip(self._prev, self.op.slopes(self.data)):
                node.grad += slope * self.grad
    def __add__(self, other): return make(Add(self, lift(other)))
    def __mul__(self, other): return make(Mul(self, lift(other)))
    def __neg__(self): return make(Scale(self, -1.0))
    def __sub__(self, other): return self + -lift(other)
    def __rsub__(self, other): return lift(other) + -self
    def __truediv__(self, other): return self * lift(other) ** -1
    def __rtruediv__(self, other): return lift(other) / self
    def __pow__(self, n): return make(Pow(self, n))
    def tanh(self): return make(Tanh(self))
    def exp(self): return make(Exp(self))
    def relu(self): return make(Relu(self))
    __radd__ = __add__
    def __rmul__(self, other): return lift(other) * self
    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node.op:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(topo):
            node._backward()

def make(op): return Value(op.value(), op)
def lift(x): return x if isinstance(x, Value) else Value(x)

def build_topo(v, visited, topo):
    stack = [(v, False)]
    while stack:
        node, ready = stack.pop()
        if ready:
            topo.append(node)
        elif node not in visited:
            visited.add(node)
            stack.append((node, True))
            stack.extend((p, False) for p in node._prev)

def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
