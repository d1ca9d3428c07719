"""Engine for exercise 13.

Every operation is a small class of its own (as in PyTorch's grad_fn), with `forward` and
`backward`. Plain numbers in a formula become constants; those are shared, since the same 2 or
0.5 comes up thousands of times in a training loop.
"""

import math


class Function:
    """One operation: forward on floats, backward gives one slope per input."""

    name = "?"

    def __init__(self, *inputs):
        self.inputs = inputs

    @classmethod
    def of(cls, *inputs):
        fn = cls(*inputs)
        out = Value(fn.forward(*(v.data for v in inputs)))
        out._fn = fn
        out._prev = inputs
        return out

    def spread(self, out):
        for v, slope in zip(self.inputs, self.slopes(out.data, *(v.data for v in self.inputs))):
            v.grad += slope * out.grad


class Add(Function):
    name = "+"

    def forward(self, x, y):
        return x + y

    def slopes(self, out, x, y):
        return 1.0, 1.0


class Mul(Function):
    name = "*"

    def forward(self, x, y):
        return x * y

    def slopes(self, out, x, y):
        return y, x


class Div(Function):
    name = "/"

    def forward(self, x, y):
        return x / y

    def slopes(self, out, x, y):
        return 1.0 / y, -out / y


class Neg(Function):
    name = "neg"

    def forward(self, x):
        return -x

    def slopes(self, out, x):
        return (-1.0,)


class Tanh(Function):
    name = "tanh"

    def forward(self, x):
        return math.tanh(x)

    def slopes(self, out, x):
        return (1.0 - out * out,)


class Exp(Function):
    name = "exp"

    def forward(self, x):
        return math.exp(x)

    def slopes(self, out, x):
        return (out,)


class Relu(Function):
    name = "relu"

    def forward(self, x):
        return max(0.0, x)

    def slopes(self, out, x):
        return (1.0 if x > 0 else 0.0,)


def power(n):
    class Pow(Function):
        name = f"**{n}"

        def forward(self, x):
            return x**n

        def slopes(self, out, x):
            return (n * x ** (n - 1) if n != 0 else 0.0,)

    return Pow


class Value:
    constants = {}

    def __init__(self, data):
        self.data = float(data)
        self.grad = 0.0
        self._prev = ()
        self._fn = None

    @classmethod
    def constant(cls, number):
        """The node for a plain number, made once; its label is what a drawing shows."""
        label = f"{number:g}"
        if label not in cls.constants:
            node = cls(number)
            node.label = label
            cls.constants[label] = node
        return cls.constants[label]

    @staticmethod
    def wrap(x):
        return x if isinstance(x, Value) else Value.constant(x)

    def _backward(self):
        if self._fn:
            self._fn.spread(self)

    def __repr__(self):
        return f"Value({self.data:g}, {self._fn.name if self._fn else 'leaf'})"

    def __add__(self, other):
        return Add.of(self, Value.wrap(other))

    def __mul__(self, other):
        return Mul.of(self, Value.wrap(other))

    def __truediv__(self, other):
        return Div.of(self, Value.wrap(other))

    def __neg__(self):
        return Neg.of(self)

    def __sub__(self, other):
        return self + (-other)

    def __pow__(self, n):
        return power(n).of(self)

    def __rsub__(self, other):
        return (-self) + other

    def __rtruediv__(self, other):
        return Div.of(Value.wrap(other), self)

    __radd__, __rmul__ = __add__, __mul__

    def tanh(self):
        return Tanh.of(self)

    def exp(self):
        return Exp.of(self)

    def relu(self):
        return Relu.of(self)

    def backward(self):
        order = []
        build_topo(self, set(), order)
        for v in order:
            if v._fn:
                v.grad = 0.0
        self.grad = 1.0 if self._fn else self.grad + 1.0
        for v in reversed(order):
            v._backward()


def build_topo(v, visited, topo):
    path = [(v, 0)]
    visited.add(v)
    while path:
        node, i = path.pop()
        if i == len(node._prev):
            topo.append(node)
            continue
        path.append((node, i + 1))
        nxt = node._prev[i]
        if nxt not in visited:
            visited.add(nxt)
            path.append((nxt, 0))


def zero_grad(root):
    order = []
    build_topo(root, set(), order)
    for v in order:
        v.grad = 0.0


if __name__ == "__main__":
    p, q = Value(2.0), Value(4.0)
    r = 5 - p + 6 / p + p / q - sum([p, q]) + 2 * p**3
    r.backward()
    print(p.grad, q.grad, "should be 20.75 -1.125")
