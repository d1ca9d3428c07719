import math


class Value:
    """A leaf. The results of operations are the subclasses below."""

    _prev = ()

    def __init__(self, data):
        self.data = data
        self.grad = 0.0

    def _backward(self):
        pass

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

    def __pow__(self, n):
        return Pow(self, n)

    def __neg__(self):
        return Sub(0.0, self)

    def tanh(self):
        return Tanh(self)

    def exp(self):
        return Exp(self)

    def relu(self):
        return Relu(self)

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(topo):
            node._backward()


class Two(Value):
    def __init__(self, left, right):
        self.left = left if isinstance(left, Value) else Value(left)
        self.right = right if isinstance(right, Value) else Value(right)
        super().__init__(self.compute(self.left.data, self.right.data))
        self._prev = (self.left, self.right)


class Add(Two):
    def compute(self, x, y):
        return x + y

    def _backward(self):
        self.left.grad += self.grad
        self.right.grad += self.grad


class Sub(Two):
    def compute(self, x, y):
        return x - y

    def _backward(self):
        self.left.grad += self.grad
        self.right.grad -= self.grad


class Mul(Two):
    def compute(self, x, y):
        return x * y

    def _backward(self):
        self.left.grad += self.right.data * self.grad
        self.right.grad = self.left.data * self.grad


class Div(Two):
    def compute(self, x, y):
        return x / y

    def _backward(self):
        self.left.grad += self.grad / self.right.data
        self.right.grad -= self.data / self.right.data * self.grad


class One(Value):
    def __init__(self, x):
        super().__init__(self.compute(x.data))
        self.x = x
        self._prev = (x,)


class Pow(One):
    def __init__(self, x, n):
        self.n = n
        super().__init__(x)

    def compute(self, x):
        return x**self.n

    def _backward(self):
        if self.n != 0:
            self.x.grad += self.n * self.x.data ** (self.n - 1) * self.grad


class Tanh(One):
    def compute(self, x):
        return math.tanh(x)

    def _backward(self):
        self.x.grad += (1.0 - self.data * self.data) * self.grad


class Exp(One):
    def compute(self, x):
        return math.exp(x)

    def _backward(self):
        self.x.grad += self.data * self.grad


class Relu(One):
    def compute(self, x):
        return x if x > 0 else 0.0

    def _backward(self):
        if self.data > 0:
            self.x.grad += self.grad


def build_topo(v, visited, topo):
    stack = [(v, False)]
    while stack:
        node, inputs_done = stack.pop()
        if inputs_done:
            topo.append(node)
            continue
        if node in visited:
            continue
        visited.add(node)
        stack.append((node, True))
        for i in node._prev:
            if i not in visited:
                stack.append((i, False))


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
