import math


# ---------------------------------------------------------------- operations


class Op:
    """One application of an operation. `saved` is for what backward needs again."""

    saved = {}

    def forward(self, *numbers):
        raise NotImplementedError

    def backward(self, g, *numbers):
        """Gradients for the inputs, a tuple."""
        raise NotImplementedError

    def __call__(self, *inputs):
        inputs = tuple(lift(i) for i in inputs)
        out = Value(self.forward(*(i.data for i in inputs)))
        out._prev = inputs
        out._op = self
        return out


class Add(Op):
    def forward(self, x, y):
        return x + y

    def backward(self, g, x, y):
        return g, g


class Sub(Op):
    def forward(self, x, y):
        return x - y

    def backward(self, g, x, y):
        return g, -g


class Mul(Op):
    def forward(self, x, y):
        return x * y

    def backward(self, g, x, y):
        return g * y, g * x


class Div(Op):
    def forward(self, x, y):
        return x / y

    def backward(self, g, x, y):
        return g / y, -g * x / (y * y)


class Neg(Op):
    def forward(self, x):
        return -x

    def backward(self, g, x):
        return (-g,)


class Pow(Op):
    def __init__(self, n):
        self.n = n

    def forward(self, x):
        return x**self.n

    def backward(self, g, x):
        if self.n == 0:
            return (0.0,)
        return (g * self.n * x ** (self.n - 1),)


class Tanh(Op):
    def forward(self, x):
        self.saved["t"] = math.tanh(x)
        return self.saved["t"]

    def backward(self, g, x):
        t = self.saved["t"]
        return (g * (1.0 - t * t),)


class Exp(Op):
    def forward(self, x):
        self.saved["e"] = math.exp(x)
        return self.saved["e"]

    def backward(self, g, x):
        return (g * self.saved["e"],)


class Relu(Op):
    def forward(self, x):
        self.saved["open"] = x > 0
        return x if x > 0 else 0.0

    def backward(self, g, x):
        return (g if self.saved["open"] else 0.0,)


# --------------------------------------------------------------------- nodes


class Value:
    def __init__(self, data):
        self.data = float(data)
        self.grad = 0.0
        self._prev = ()
        self._op = None

    def _backward(self):
        if self._op is None:
            return
        parts = self._op.backward(self.grad, *(i.data for i in self._prev))
        for inp, part in zip(self._prev, parts):
            inp.grad += part

    def __add__(self, o): return Add()(self, o)
    def __radd__(self, o): return Add()(o, self)
    def __sub__(self, o): return Sub()(self, o)
    def __rsub__(self, o): return Sub()(o, self)
    def __mul__(self, o): return Mul()(self, o)
    def __rmul__(self, o): return Mul()(o, self)
    def __truediv__(self, o): return Div()(self, o)
    def __rtruediv__(self, o): return Div()(o, self)
    def __neg__(self): return Neg()(self)
    def __pow__(self, n): return Pow(n)(self)
    def tanh(self): return Tanh()(self)
    def exp(self): return Exp()(self)
    def relu(self): return Relu()(self)

    def backward(self):
        order = []
        build_topo(self, set(), order)
        for node in order:
            if node._op is not None:
                node.grad = 0.0
        self.grad += 1.0
        while order:
            order.pop()._backward()


def lift(x):
    if isinstance(x, Value):
        return x
    return Value(x)


def build_topo(v, visited, topo):
    path = [(v, iter(v._prev))]
    visited.add(v)
    while path:
        node, rest = path[-1]
        for child in rest:
            if child not in visited:
                visited.add(child)
                path.append((child, iter(child._prev)))
                break
        else:
            topo.append(node)
            path.pop()


def zero_grad(root):
    nodes = []
    build_topo(root, set(), nodes)
    for n in nodes:
        n.grad = 0.0
