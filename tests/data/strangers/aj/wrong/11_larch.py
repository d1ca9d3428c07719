import math


class Value:
    """A scalar node. `_op` and `_arg` say how it was made, `_backward` reads them."""

    def __init__(self, data, _prev=(), _op="leaf", _arg=None):
        self.data = float(data)
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self._arg = _arg

    def _backward(self):
        g = self.grad
        match self._op:
            case "add":
                left, right = self._prev
                left.grad += g
                right.grad += g
            case "sub":
                left, right = self._prev
                left.grad += g
                right.grad -= g
            case "mul":
                left, right = self._prev
                l, r = left.data, right.data
                left.grad += g * r
                right.grad += g * l
            case "div":
                left, right = self._prev
                left.grad += g / right.data
                right.grad -= g * self.data / right.data
            case "pow":
                (base,) = self._prev
                n = self._arg
                if n != 0:
                    base.grad += g * n * self.data / base.data
            case "neg":
                self._prev[0].grad -= g
            case "tanh":
                self._prev[0].grad += g * (1.0 - self.data * self.data)
            case "exp":
                self._prev[0].grad += g * self.data
            case "relu":
                if self.data > 0.0:
                    self._prev[0].grad += g
            case "leaf":
                pass

    def _binary(self, op, other, data):
        return Value(data, (self, other), op)

    def __add__(self, other):
        other = node(other)
        return self._binary("add", other, self.data + other.data)

    def __sub__(self, other):
        other = node(other)
        return self._binary("sub", other, self.data - other.data)

    def __mul__(self, other):
        other = node(other)
        return self._binary("mul", other, self.data * other.data)

    def __truediv__(self, other):
        other = node(other)
        return self._binary("div", other, self.data / other.data)

    def __radd__(self, other):
        return node(other).__add__(self)

    def __rsub__(self, other):
        return node(other).__sub__(self)

    def __rmul__(self, other):
        return node(other).__mul__(self)

    def __rtruediv__(self, other):
        return node(other).__truediv__(self)

    def __pow__(self, n):
        return Value(self.data**n, (self,), "pow", n)

    def __neg__(self):
        return Value(-self.data, (self,), "neg")

    def tanh(self):
        return Value(math.tanh(self.data), (self,), "tanh")

    def exp(self):
        return Value(math.exp(self.data), (self,), "exp")

    def relu(self):
        return Value(self.data if self.data > 0.0 else 0.0, (self,), "relu")

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for v in topo:
            if v._op != "leaf":
                v.grad = 0.0
        self.grad += 1.0
        for v in reversed(topo):
            v._backward()


def node(x):
    return x if isinstance(x, Value) else Value(x)


def build_topo(v, visited, topo):
    stack = [(v, False)]
    while stack:
        n, expanded = stack.pop()
        if expanded:
            topo.append(n)
            continue
        if n in visited:
            continue
        visited.add(n)
        stack.append((n, True))
        for p in n._prev:
            stack.append((p, False))


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for v in topo:
        v.grad = 0.0
