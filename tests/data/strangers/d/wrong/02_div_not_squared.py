"""One subclass for each operation; the rule is a method of the subclass."""
import math


def build_topo(v, visited, topo):
    todo = [v]
    while todo:
        n = todo[-1]
        if n in visited:
            todo.pop()
            continue
        missing = [p for p in n._prev if p not in visited]
        if missing:
            todo += missing
        else:
            visited.add(n)
            topo.append(n)
            todo.pop()


def zero_grad(root):
    order = []
    build_topo(root, set(), order)
    for n in order:
        n.grad = 0.0


class Value:
    def __init__(self, data, _prev=()):
        self.data = float(data)
        self.grad = 0.0
        self._prev = _prev

    def _backward(self):
        pass

    def backward(self):
        order = []
        build_topo(self, set(), order)
        for n in order:
            if n._prev:
                n.grad = 0.0
        self.grad += 1.0
        while order:
            order.pop()._backward()

    def __add__(self, o):
        return Add(self, wrap(o))

    def __radd__(self, o):
        return Add(wrap(o), self)

    def __sub__(self, o):
        return Sub(self, wrap(o))

    def __rsub__(self, o):
        return Sub(wrap(o), self)

    def __mul__(self, o):
        return Mul(self, wrap(o))

    def __rmul__(self, o):
        return Mul(wrap(o), self)

    def __truediv__(self, o):
        return Div(self, wrap(o))

    def __rtruediv__(self, o):
        return Div(wrap(o), self)

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


def wrap(o):
    return o if isinstance(o, Value) else Value(o)


class Binary(Value):
    def __init__(self, a, b):
        self.a, self.b = a, b
        super().__init__(self.forward(a.data, b.data), (a, b))


class Unary(Value):
    def __init__(self, a):
        self.a = a
        super().__init__(self.forward(a.data), (a,))


class Add(Binary):
    def forward(self, x, y):
        return x + y

    def _backward(self):
        self.a.grad += self.grad
        self.b.grad += self.grad


class Sub(Binary):
    def forward(self, x, y):
        return x - y

    def _backward(self):
        self.a.grad += self.grad
        self.b.grad -= self.grad


class Mul(Binary):
    def forward(self, x, y):
        return x * y

    def _backward(self):
        self.a.grad += self.b.data * self.grad
        self.b.grad += self.a.data * self.grad


class Div(Binary):
    def forward(self, x, y):
        return x / y

    def _backward(self):
        self.a.grad += self.grad / self.b.data
        self.b.grad -= self.grad * self.a.data / self.b.data


class Neg(Unary):
    def forward(self, x):
        return -x

    def _backward(self):
        self.a.grad -= self.grad


class Pow(Unary):
    def __init__(self, a, n):
        self.n = n
        super().__init__(a)

    def forward(self, x):
        return x**self.n

    def _backward(self):
        if self.n:
            self.a.grad += self.grad * self.n * self.a.data ** (self.n - 1)


class Tanh(Unary):
    def forward(self, x):
        return math.tanh(x)

    def _backward(self):
        self.a.grad += self.grad * (1.0 - self.data**2)


class Exp(Unary):
    def forward(self, x):
        return math.exp(x)

    def _backward(self):
        self.a.grad += self.grad * self.data


class Relu(Unary):
    def forward(self, x):
        return max(0.0, x)

    def _backward(self):
        if self.a.data > 0:
            self.a.grad += self.grad
