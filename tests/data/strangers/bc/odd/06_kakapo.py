"""Every operation is a subclass that signs itself up; nodes are filed in floors of a house."""

import math
from collections import defaultdict


class Value:
    kinds = {}
    floor = 0
    _op = ""
    _prev = ()

    def __init__(self, data, _prev=(), _op=""):
        self.data = data
        self.grad = 0.0
        if _prev:
            self._prev = tuple(_prev)
            self.floor = 1 + max(node.floor for node in self._prev)
        if _op:
            self._op = _op

    def __init_subclass__(cls, methods=(), arity=1, **rest):
        super().__init_subclass__(**rest)
        for method in methods:
            Value.kinds[method] = cls
            setattr(Value, method, cls.as_method(method.startswith("__r"), arity))

    @classmethod
    def as_method(cls, swapped, arity):
        def two(self, other):
            other = other if isinstance(other, Value) else Value(other)
            return cls.of(other, self) if swapped else cls.of(self, other)

        def one(self):
            return cls.of(self)

        return two if arity == 2 else one

    @classmethod
    def of(cls, *inputs, **details):
        out = cls.__new__(cls)
        vars(out).update(details)
        number = out.forward(*(node.data for node in inputs))
        Value.__init__(out, number, inputs, cls.__name__)
        return out

    def slopes(self):
        return ()

    def _backward(self):
        for node, slope in zip(self._prev, self.slopes()):
            node.grad += slope * self.grad

    def __pow__(self, n):
        return Power.of(self, n=n)

    def backward(self):
        house = floors(self)
        for floor in house:
            for node in floor:
                if node._prev:
                    node.grad = 0.0
        self.grad += 1.0
        for floor in reversed(house):
            for node in floor:
                node._backward()


class Add(Value, methods=("__add__", "__radd__"), arity=2):
    def forward(self, x, y):
        return x + y

    def slopes(self):
        return 1.0, 1.0


class Sub(Value, methods=("__sub__", "__rsub__"), arity=2):
    def forward(self, x, y):
        return x - y

    def slopes(self):
        return 1.0, -1.0


class Mul(Value, methods=("__mul__", "__rmul__"), arity=2):
    def forward(self, x, y):
        self.x, self.y = x, y
        return x * y

    def slopes(self):
        return self.y, self.x


class Div(Value, methods=("__truediv__", "__rtruediv__"), arity=2):
    def forward(self, x, y):
        self.y = y
        return x / y

    def slopes(self):
        return 1.0 / self.y, -self.data / self.y


class Neg(Value, methods=("__neg__",)):
    def forward(self, x):
        return -x

    def slopes(self):
        return (-1.0,)


class Power(Value):
    def forward(self, x):
        self.x = x
        return x**self.n

    def slopes(self):
        return (self.n * self.x ** (self.n - 1) if self.n else 0.0,)


class Tanh(Value, methods=("tanh",)):
    def forward(self, x):
        return math.tanh(x)

    def slopes(self):
        return (1.0 - self.data**2,)


class Exp(Value, methods=("exp",)):
    def forward(self, x):
        return math.exp(x)

    def slopes(self):
        return (self.data,)


class Relu(Value, methods=("relu",)):
    def forward(self, x):
        return x if x > 0 else 0.0

    def slopes(self):
        return (1.0 if self.data > 0 else 0.0,)


def floors(root):
    """The nodes below root, ground floor first. Nobody consumes a node of the same floor."""
    house = defaultdict(list)
    seen = {root}
    todo = [root]
    while todo:
        node = todo.pop()
        house[node.floor].append(node)
        for below in node._prev:
            if below not in seen:
                seen.add(below)
                todo.append(below)
    return [house[number] for number in sorted(house)]


def build_topo(v, visited, topo):
    for floor in floors(v):
        visited.update(floor)
        topo.extend(floor)


def zero_grad(root):
    for floor in floors(root):
        for node in floor:
            node.grad = 0.0
