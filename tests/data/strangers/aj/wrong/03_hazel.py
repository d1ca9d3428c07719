# Function classes in the manner of torch.autograd.Function
import math


class Function:
    """forward(): numbers in, number out.   slopes(): one for every input."""

    @classmethod
    def apply(cls, *inputs):
        inputs = [i if isinstance(i, Value) else Value(i) for i in inputs]
        numbers = [i.data for i in inputs]
        out = Value(cls.forward(*numbers))
        out._prev = tuple(inputs)

        def _backward():
            for i, slope in zip(inputs, cls.slopes(*numbers)):
                i.grad += slope * out.grad

        out._backward = _backward
        return out


class Add(Function):
    @staticmethod
    def forward(x, y):
        return x + y

    @staticmethod
    def slopes(x, y):
        return 1.0, 1.0


class Sub(Function):
    @staticmethod
    def forward(x, y):
        return x - y

    @staticmethod
    def slopes(x, y):
        return 1.0, -1.0


class Mul(Function):
    @staticmethod
    def forward(x, y):
        return x * y

    @staticmethod
    def slopes(x, y):
        return y, x


class Div(Function):
    @staticmethod
    def forward(x, y):
        return x / y

    @staticmethod
    def slopes(x, y):
        return 1 / y, -x / y**2


class Curve(Function):
    """A function of one number: the slope may be read off the result."""

    result = None

    @classmethod
    def apply(cls, x, *extra):
        cls.result = cls.forward(x.data, *extra)
        out = Value(cls.result)
        out._prev = (x,)

        def _backward():
            x.grad += cls.slope(x.data, cls.result, *extra) * out.grad

        out._backward = _backward
        return out


class Neg(Curve):
    @staticmethod
    def forward(x):
        return -x

    @staticmethod
    def slope(x, y):
        return -1.0


class Tanh(Curve):
    forward = math.tanh

    @staticmethod
    def slope(x, y):
        return 1.0 - y * y


class Exp(Curve):
    forward = math.exp

    @staticmethod
    def slope(x, y):
        return y


class Relu(Curve):
    @staticmethod
    def forward(x):
        return x if x > 0 else 0.0

    @staticmethod
    def slope(x, y):
        return 1.0 if x > 0 else 0.0


class Pow(Curve):
    @staticmethod
    def forward(x, n):
        return x**n

    @staticmethod
    def slope(x, y, n):
        if n == 0:
            return 0.0
        return n * x ** (n - 1)


class Value:
    def __init__(self, data):
        self.data = float(data)
        self.grad = 0.0
        self._prev = ()
        self._backward = lambda: None

    def __add__(self, other):
        return Add.apply(self, other)

    def __radd__(self, other):
        return Add.apply(other, self)

    def __sub__(self, other):
        return Sub.apply(self, other)

    def __rsub__(self, other):
        return Sub.apply(other, self)

    def __mul__(self, other):
        return Mul.apply(self, other)

    def __rmul__(self, other):
        return Mul.apply(other, self)

    def __truediv__(self, other):
        return Div.apply(self, other)

    def __rtruediv__(self, other):
        return Div.apply(other, self)

    def __pow__(self, n):
        return Pow.apply(self, n)

    def __neg__(self):
        return Neg.apply(self)

    def tanh(self):
        return Tanh.apply(self)

    def exp(self):
        return Exp.apply(self)

    def relu(self):
        return Relu.apply(self)

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in topo[::-1]:
            node._backward()


def build_topo(v, visited, topo):
    open_nodes = [v]
    while open_nodes:
        node = open_nodes[-1]
        if node in visited:
            open_nodes.pop()
            continue
        missing = [p for p in node._prev if p not in visited]
        if missing:
            open_nodes.extend(missing)
        else:
            visited.add(node)
            topo.append(node)
            open_nodes.pop()


def zero_grad(root):
    seen = {root}
    todo = [root]
    while todo:
        node = todo.pop()
        node.grad = 0.0
        for p in node._prev:
            if p not in seen:
                seen.add(p)
                todo.append(p)
