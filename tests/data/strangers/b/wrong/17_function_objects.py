import math

class Function:
    """Like torch.autograd.Function: forward saves what backward needs."""

    def __call__(self, *inputs):
        inputs = [x if isinstance(x, Value) else Value(x) for x in inputs]
        out = Value(self.forward(*(x.data for x in inputs)))
        out._prev = inputs
        out._backward = self.backward
        return out

class Add(Function):
    def forward(self, x, y): return x + y
    def backward(self, g): return g, g

class Mul(Function):
    def forward(self, x, y):
        self.saved = x, y
        return x * y

    def backward(self, g):
        x, y = self.saved
        return g * y, g * x

class Pow(Function):
    def __init__(self, n): self.n = n

    def forward(self, x):
        self.saved = x
        return x**self.n

    def backward(self, g):
        if self.n == 0:
            return (0.0,)
        return (g * self.n * self.saved ** (self.n - 1),)

class Tanh(Function):
    def forward(self, x):
        self.saved = math.tanh(x)
        return self.saved

    def backward(self, g): return (g * (1 - self.saved**2),)

class Exp(Function):
    def forward(self, x):
        self.saved = math.exp(x)
        return self.saved

    def backward(self, g): return (g * self.saved,)

class Relu(Function):
    def forward(self, x):
        self.saved = x > 0
        return x if x > 0 else 0.0

    def backward(self, g): return (g * self.saved,)

class Value:
    def __init__(self, data):
        self.data, self.grad, self._prev, self._backward = data, 0.0, [], None

    def __add__(self, o): return Add()(self, o)
    def __radd__(self, o): return Add()(o, self)
    def __mul__(self, o): return Mul()(self, o)
    def __rmul__(self, o): return Mul()(o, self)
    def __neg__(self): return Mul()(-1.0, self)
    def __sub__(self, o): return self + Mul()(-1.0, o)
    def __rsub__(self, o): return o + -self
    def __truediv__(self, o): return self * (o**-1 if isinstance(o, Value) else 1 / o)
    def __rtruediv__(self, o): return o * self**-1
    def __pow__(self, n): return Pow(n)(self)
    def tanh(self): return Tanh()(self)
    def exp(self): return Exp()(self)
    def relu(self): return Relu()(self)

    def backward(self):
        order, seen = [self], {self}
        for node in order:  # grows while we walk
            for p in node._prev:
                if p not in seen:
                    seen.add(p)
                    order.append(p)
        for node in order:
            node.grad = node.grad if node._backward is None else 0.0
        self.grad += 1.0
        for node in order:
            if node._backward:
                for p, g in zip(node._prev, node._backward(node.grad)):
                    p.grad += g

def build_topo(v, visited, topo):
    stack = [(v, 1)]
    while stack:
        node, opening = stack.pop()
        if not opening:
            topo.append(node)
        elif node not in visited:
            visited.add(node)
            stack += [(node, 0), *((p, 1) for p in node._prev)]
    return topo

def zero_grad(root):
    for node in build_topo(root, set(), []):
        node.grad = 0.0
