"""Operations are objects with a forward and a slopes method; a node points to its operation."""

import math


def power(x, n):
    """x to the n, from the size and the sign of x."""
    size = abs(x) ** n
    odd = isinstance(n, int) and n % 2 == 1
    return -size if x < 0 and odd else size


class Op:
    name = ""

    def value(self, *xs):
        raise NotImplementedError

    def slopes(self, y, *xs):
        raise NotImplementedError


class Add(Op):
    name = "+"

    def value(self, x, y):
        return x + y

    def slopes(self, out, x, y):
        return 1.0, 1.0


class Sub(Op):
    name = "-"

    def value(self, x, y):
        return x - y

    def slopes(self, out, x, y):
        return 1.0, -1.0


class Mul(Op):
    name = "*"

    def value(self, x, y):
        return x * y

    def slopes(self, out, x, y):
        return y, x


class Div(Op):
    name = "/"

    def value(self, x, y):
        return x / y

    def slopes(self, out, x, y):
        return 1.0 / y, -out / y


class Pow(Op):
    name = "**"

    def __init__(self, n):
        self.n = n

    def value(self, x):
        return power(x, self.n)

    def slopes(self, out, x):
        if self.n == 0:
            return (0.0,)
        return (self.n * power(x, self.n - 1),)


class Tanh(Op):
    name = "tanh"

    def value(self, x):
        return math.tanh(x)

    def slopes(self, out, x):
        return (1.0 - out * out,)


class Exp(Op):
    name = "exp"

    def value(self, x):
        return math.exp(x)

    def slopes(self, out, x):
        return (out,)


class Relu(Op):
    name = "relu"

    def value(self, x):
        return max(0.0, x)

    def slopes(self, out, x):
        return (1.0 if out > 0 else 0.0,)


class Value:
    def __init__(self, data, _prev=(), _op="", _backward=None):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self._backward = _backward or (lambda: None)

    @classmethod
    def of(cls, x):
        return x if isinstance(x, cls) else cls(x)

    @classmethod
    def apply(cls, op, *args):
        nodes = tuple(map(cls.of, args))
        xs = [node.data for node in nodes]
        out = cls(op.value(*xs), nodes, op.name)

        def rule():
            for node, slope in zip(nodes, op.slopes(out.data, *xs)):
                node.grad += slope * out.grad

        out._backward = rule
        return out

    def __add__(self, other):
        return Value.apply(Add(), self, other)

    def __radd__(self, other):
        return Value.apply(Add(), other, self)

    def __sub__(self, other):
        return Value.apply(Sub(), self, other)

    def __rsub__(self, other):
        return Value.apply(Sub(), other, self)

    def __mul__(self, other):
        return Value.apply(Mul(), self, other)

    def __rmul__(self, other):
        return Value.apply(Mul(), other, self)

    def __truediv__(self, other):
        return Value.apply(Div(), self, other)

    def __rtruediv__(self, other):
        return Value.apply(Div(), other, self)

    def __neg__(self):
        return Value.apply(Mul(), self, -1.0)

    def __pow__(self, n):
        return Value.apply(Pow(n), self)

    def tanh(self):
        return Value.apply(Tanh(), self)

    def exp(self):
        return Value.apply(Exp(), self)

    def relu(self):
        return Value.apply(Relu(), self)

    def backward(self):
        order = []
        build_topo(self, set(), order)
        for node in order:
            node.grad *= not node._prev
        self.grad += 1.0
        for node in reversed(order):
            node._backward()


def build_topo(v, visited, topo):
    visited.add(v)
    path = [(v, iter(v._prev))]
    while path:
        node, inputs = path[-1]
        for one in inputs:
            if one not in visited:
                visited.add(one)
                path.append((one, iter(one._prev)))
                break
        else:
            topo.append(node)
            path.pop()


def zero_grad(root):
    seen = {root}
    todo = [root]
    while todo:
        node = todo.pop()
        node.grad = 0.0
        fresh = [one for one in node._prev if one not in seen]
        seen.update(fresh)
        todo.extend(fresh)
