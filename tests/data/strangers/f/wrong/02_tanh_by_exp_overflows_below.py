import math


class Function:
    """Base of all operations: saves what it needs in forward, gives shares in backward."""

    def __init__(self, *inputs):
        self.inputs = inputs

    @classmethod
    def apply(cls, *inputs, **extra):
        inputs = [i if isinstance(i, Value) else Value(float(i)) for i in inputs]
        fn = cls(*inputs)
        out = Value(fn.forward(*(i.data for i in inputs), **extra))
        out._prev = tuple(inputs)
        out._backward = fn.run
        return out

    def run(self, g):
        for node, share in zip(self.inputs, self.backward(g)):
            node.grad += share


class Add(Function):
    def forward(self, x, y):
        return x + y

    def backward(self, g):
        return g, g


class Sub(Function):
    def forward(self, x, y):
        return x - y

    def backward(self, g):
        return g, -g


class Mul(Function):
    def forward(self, x, y):
        self.x, self.y = x, y
        return x * y

    def backward(self, g):
        return g * self.y, g * self.x


class Div(Function):
    def forward(self, x, y):
        self.y, self.q = y, x / y
        return self.q

    def backward(self, g):
        return g / self.y, -g * self.q / self.y


class Neg(Function):
    def forward(self, x):
        return -x

    def backward(self, g):
        return (-g,)


class Pow(Function):
    def forward(self, x, n):
        self.x, self.n = x, n
        return x ** n

    def backward(self, g):
        if self.n == 0:
            return (0.0,)
        return (g * self.n * self.x ** (self.n - 1),)


class Tanh(Function):
    def forward(self, x):
        e = math.exp(-2.0 * x)
        self.y = (1.0 - e) / (1.0 + e)
        return self.y

    def backward(self, g):
        return (g * (1.0 - self.y * self.y),)


class Exp(Function):
    def forward(self, x):
        self.y = math.exp(x)
        return self.y

    def backward(self, g):
        return (g * self.y,)


class ReLU(Function):
    def forward(self, x):
        self.on = x > 0
        return max(x, 0.0)

    def backward(self, g):
        return (g if self.on else 0.0,)


class Value:
    def __init__(self, data):
        self.data = data
        self.grad = 0.0
        self._prev = ()
        self._backward = None

    def __add__(self, other): return Add.apply(self, other)
    def __radd__(self, other): return Add.apply(other, self)
    def __sub__(self, other): return Sub.apply(self, other)
    def __rsub__(self, other): return Sub.apply(other, self)
    def __mul__(self, other): return Mul.apply(self, other)
    def __rmul__(self, other): return Mul.apply(other, self)
    def __truediv__(self, other): return Div.apply(self, other)
    def __rtruediv__(self, other): return Div.apply(other, self)
    def __neg__(self): return Neg.apply(self)
    def __pow__(self, n): return Pow.apply(self, n=n)
    def tanh(self): return Tanh.apply(self)
    def exp(self): return Exp.apply(self)
    def relu(self): return ReLU.apply(self)

    def backward(self):
        order = []
        build_topo(self, set(), order)
        for node in order:
            if node._backward is not None:
                node.grad = 0.0
        self.grad += 1.0
        while order:
            node = order.pop()
            if node._backward is not None:
                node._backward(node.grad)


def build_topo(v, visited, topo):
    agenda = [v]
    while agenda:
        node = agenda[-1]
        if node in visited:
            agenda.pop()
            continue
        missing = [p for p in node._prev if p not in visited]
        if missing:
            agenda.extend(missing)
        else:
            visited.add(node)
            topo.append(node)
            agenda.pop()


def zero_grad(root):
    order = []
    build_topo(root, set(), order)
    for node in order:
        node.grad = 0.0
