import math


class Value(object):
    def __init__(self, data, _prev=(), _op=None):
        self.data = float(data)
        self.grad = 0.0
        self._prev = _prev
        self._op = _op

    @property
    def is_leaf(self):
        return not self._prev

    def __add__(self, other):
        return Binary.ADD(self, other)

    def __radd__(self, other):
        return Binary.ADD(other, self)

    def __sub__(self, other):
        return Binary.SUB(self, other)

    def __rsub__(self, other):
        return Binary.SUB(other, self)

    def __mul__(self, other):
        return Binary.MUL(self, other)

    def __rmul__(self, other):
        return Binary.MUL(other, self)

    def __truediv__(self, other):
        return Binary.DIV(self, other)

    def __rtruediv__(self, other):
        return Binary.DIV(other, self)

    def __neg__(self):
        return NEG(self)

    def __pow__(self, n):
        return Unary(lambda x: x**n, lambda x, y: n * x ** (n - 1) if n != 0 else 0.0)(self)

    def tanh(self):
        return TANH(self)

    def exp(self):
        return EXP(self)

    def relu(self):
        return RELU(self)

    def _backward(self):
        if self._op is not None:
            for node, share in zip(self._prev, self._op.shares(self)):
                node.grad += share

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        start(self, topo)
        for node in reversed(topo):
            node._backward()


class Unary:
    def __init__(self, value, slope):
        self.value = value
        self.slope = slope

    def __call__(self, a):
        return Value(self.value(a.data), (a,), self)

    def shares(self, out):
        (a,) = out._prev
        return [out.grad * self.slope(a.data, out.data)]


class Binary:
    def __init__(self, value, left, right):
        self.value = value
        self.left = left
        self.right = right

    def __call__(self, a, b):
        a = a if isinstance(a, Value) else Value(a)
        b = b if isinstance(b, Value) else Value(b)
        return Value(self.value(a.data, b.data), (a, b), self)

    def shares(self, out):
        a, b = out._prev
        return [out.grad * self.left(a.data, b.data), out.grad * self.right(a.data, b.data)]


Binary.ADD = Binary(lambda x, y: x + y, lambda x, y: 1.0, lambda x, y: 1.0)
Binary.SUB = Binary(lambda x, y: x - y, lambda x, y: 1.0, lambda x, y: -1.0)
Binary.MUL = Binary(lambda x, y: x * y, lambda x, y: y, lambda x, y: x)
Binary.DIV = Binary(lambda x, y: x / y, lambda x, y: 1.0 / y, lambda x, y: -x / y**2)
NEG = Unary(lambda x: -x, lambda x, y: -1.0)
TANH = Unary(math.tanh, lambda x, y: 1.0 - y * y)
EXP = Unary(math.exp, lambda x, y: y)
RELU = Unary(lambda x: max(x, 0.0), lambda x, y: 1.0 if x > 0 else 0.0)


def start(root, nodes):
    """Inner nodes begin at zero, leaves keep what they have, and the root gets its seed."""
    for node in nodes:
        if not node.is_leaf:
            node.grad = 0.0
    root.grad = 1.0


def build_topo(v, visited, topo):
    stack = [(v, 0)]
    while stack:
        node, step = stack.pop()
        if step == 1:
            topo.append(node)
        elif node not in visited:
            visited.add(node)
            stack.append((node, 1))
            stack.extend((child, 0) for child in node._prev if child not in visited)


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
