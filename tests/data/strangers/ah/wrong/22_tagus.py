import math


class Value:
    """A node holds its operation: a function of its inputs, and that function's slopes."""

    function = None

    def __init__(self, data, *inputs):
        self.data = data
        self.grad = 0.0
        self._prev = inputs

    @classmethod
    def of(cls, *inputs):
        inputs = [x if isinstance(x, Value) else Value(x) for x in inputs]
        node = cls(None, *inputs)
        node.data = node.compute()
        return node

    def compute(self):
        return self.data if self.function is None else self.function(*self.numbers())

    def numbers(self):
        return [node.data for node in self._prev]

    def slopes(self):
        return ()

    def _backward(self):
        for node, slope in zip(self._prev, self.slopes()):
            node.grad += slope * self.grad

    def __repr__(self):
        return f"{type(self).__name__}({self.data}, grad={self.grad})"

    def __add__(self, other):
        return Sum.of(self, other)

    def __radd__(self, other):
        return Sum.of(other, self)

    def __sub__(self, other):
        return Difference.of(self, other)

    def __rsub__(self, other):
        return Difference.of(other, self)

    def __mul__(self, other):
        return Product.of(self, other)

    def __rmul__(self, other):
        return Product.of(other, self)

    def __truediv__(self, other):
        return Quotient.of(self, other)

    def __rtruediv__(self, other):
        return Quotient.of(other, self)

    def __neg__(self):
        return Negative.of(self)

    def __pow__(self, n):
        return power_class(n).of(self)

    def tanh(self):
        return Tanh.of(self)

    def exp(self):
        return Exponential.of(self)

    def relu(self):
        return Relu.of(self)

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            node.data = node.compute()
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(topo):
            node._backward()


class Sum(Value):
    function = staticmethod(lambda x, y: x + y)

    def slopes(self):
        return 1.0, 1.0


class Difference(Value):
    function = staticmethod(lambda x, y: x - y)

    def slopes(self):
        return 1.0, -1.0


class Product(Value):
    function = staticmethod(lambda x, y: x * y)

    def slopes(self):
        x, y = self.numbers()
        return y, x


class Quotient(Value):
    function = staticmethod(lambda x, y: x / y)

    def slopes(self):
        x, y = self.numbers()
        return 1.0 / y, -(x / y) / y


class Negative(Value):
    function = staticmethod(lambda x: -x)

    def slopes(self):
        return (-1.0,)


class Tanh(Value):
    function = staticmethod(math.tanh)

    def slopes(self):
        return (1.0 - self.data * self.data,)


class Exponential(Value):
    function = staticmethod(math.exp)

    def slopes(self):
        return (self.data,)


class Relu(Value):
    function = staticmethod(lambda x: x if x > 0 else 0.0)

    def slopes(self):
        return (1.0 if self.data > 0 else 0.0,)


def power_class(n):
    def raised(x, exponent=n):
        try:
            return x**exponent
        except OverflowError:
            return -math.inf if x < 0 and exponent % 2 == 1 else math.inf

    class Power(Value):
        function = staticmethod(raised)

        def slopes(self):
            (x,) = self.numbers()
            return (n * raised(x, n - 1) if n else 0.0,)

    return Power


def build_topo(v, visited, topo):
    """Append to `topo` every node reachable from `v`, each once, inputs first."""
    stack = [v]
    listed = set()
    while stack:
        node = stack[-1]
        if node in visited:
            stack.pop()
            if node not in listed:
                listed.add(node)
                topo.append(node)
        else:
            visited.add(node)
            stack.extend(child for child in node._prev if child not in visited)


def zero_grad(root):
    """Set the gradient of every node reachable from `root` to 0.0."""
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
