import math

Number = (int, float)


def raw(x):
    return x.data if isinstance(x, Value) else float(x)


def node(data, args, weights, op):
    """Make the result. Plain numbers need no gradient and are left out of the graph."""
    out = Value(data, tuple(x for x in args if isinstance(x, Value)), op)
    out._weights = tuple(weights)
    return out


class Value:
    def __init__(self, data, _prev=(), _op=""):
        self.data = float(data)
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self._weights = ()

    def _backward(self):
        for x, w in zip(self._prev, self._weights):
            x.grad += w * self.grad

    def __add__(self, other):
        return _add(self, other)

    def __radd__(self, other):
        return _add(other, self)

    def __sub__(self, other):
        return _sub(self, other)

    def __rsub__(self, other):
        return _sub(other, self)

    def __mul__(self, other):
        return _mul(self, other)

    def __rmul__(self, other):
        return _mul(other, self)

    def __truediv__(self, other):
        return _div(self, other)

    def __rtruediv__(self, other):
        return _div(other, self)

    def __neg__(self):
        return node(-self.data, [self], [-1.0], "neg")

    def __pow__(self, n):
        slope = n * self.data ** (n - 1) if n != 0 else 0.0
        return node(self.data**n, [self], [slope], "pow")

    def tanh(self):
        t = math.tanh(self.data)
        return node(t, [self], [1.0 - t * t], "tanh")

    def exp(self):
        e = math.exp(self.data)
        return node(e, [self], [e], "exp")

    def relu(self):
        on = float(self.data > 0)
        return node(self.data * on, [self], [on], "relu")

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for n in topo:
            if n._prev:
                n.grad = 0.0
        self.grad += 1.0
        for n in topo[::-1]:
            n._backward()


def _add(a, b):
    return node(raw(a) + raw(b), [a, b], [1.0, 1.0], "add")


def _sub(a, b):
    return node(raw(a) - raw(b), [a, b], [1.0, -1.0], "sub")


def _mul(a, b):
    x, y = raw(a), raw(b)
    return node(x * y, [a, b], [y, x], "mul")


def _div(a, b):
    x, y = raw(a), raw(b)
    return node(x / y, [a, b], [1.0 / y, -x / y**2], "div")


def build_topo(v, visited, topo):
    stack = [v, None]
    while stack:
        top = stack.pop()
        if top is None:
            n = stack.pop()
            if n in visited:
                continue
            visited.add(n)
            stack.append(n)
            stack.append(topo)
            for child in n._prev:
                stack.append(child)
                stack.append(None)
        else:
            topo.append(stack.pop())


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for n in topo:
        n.grad = 0.0
