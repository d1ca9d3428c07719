import math


class Value:
    """A leaf. Results are of the classes below."""

    def __init__(self, data, _prev=(), _op=""):
        self.data = float(data)
        self.grad = 0.0
        self._prev = _prev
        self._op = _op

    def local(self):
        """The derivative by each input."""
        return ()

    def _backward(self):
        for node, slope in zip(self._prev, self.local()):
            node.grad += slope * self.grad

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if isinstance(node, Result):
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(topo):
            node._backward()

    def __add__(self, other):
        return Add(self, other)

    def __radd__(self, other):
        return Add(other, self)

    def __sub__(self, other):
        return Sub(self, other)

    def __rsub__(self, other):
        return Sub(other, self)

    def __mul__(self, other):
        return Mul(self, other)

    def __rmul__(self, other):
        return Mul(other, self)

    def __truediv__(self, other):
        return Div(self, other)

    def __rtruediv__(self, other):
        return Div(other, self)

    def __neg__(self):
        return Neg(self)

    def __pow__(self, n):
        return Pow(self, n)

    def tanh(self):
        return Tanh(self)

    def exp(self):
        return Exp(self)

    def relu(self):
        return Relu(self)


class Result(Value):
    def __init__(self, *inputs):
        inputs = tuple(x if isinstance(x, Value) else Value(x) for x in inputs)
        data = self.forward(*(x.data for x in inputs))
        super().__init__(data, inputs, type(self).__name__)

    def forward(self, *numbers):
        raise NotImplementedError


class Add(Result):
    def forward(self, x, y):
        return x + y

    def local(self):
        return 1.0, 1.0


class Sub(Add):
    def forward(self, x, y):
        return x - y


class Mul(Result):
    def forward(self, x, y):
        return x * y

    def local(self):
        a, b = self._prev
        return b.data, a.data


class Div(Result):
    def forward(self, x, y):
        return x / y

    def local(self):
        a, b = self._prev
        return 1.0 / b.data, -a.data / b.data**2


class Neg(Result):
    def forward(self, x):
        return -x

    def local(self):
        return (-1.0,)


class Pow(Result):
    def __init__(self, base, n):
        self.n = n
        super().__init__(base)

    def forward(self, x):
        return x**self.n

    def local(self):
        if self.n == 0:
            return (0.0,)
        return (self.n * self._prev[0].data ** (self.n - 1),)


class Tanh(Result):
    def forward(self, x):
        return math.tanh(x)

    def local(self):
        return (1.0 - self.data**2,)


class Exp(Result):
    def forward(self, x):
        return math.exp(x)

    def local(self):
        return (self.data,)


class Relu(Result):
    def forward(self, x):
        return x if x > 0 else 0.0

    def local(self):
        return (1.0 if self._prev[0].data > 0 else 0.0,)


def build_topo(v, visited, topo):
    stack = [v]
    while stack:
        node = stack[-1]
        if node in visited:
            stack.pop()
            continue
        missing = [child for child in node._prev if child not in visited]
        if missing:
            stack.extend(missing)
        else:
            visited.add(node)
            topo.append(node)
            stack.pop()


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
