import math


class Value:
    """Exam. Uses one class method per kind of node so that backward() has no closures to call."""

    def __init__(self, data, _prev=(), _op=None, _number=None):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self._number = _number

    def __add__(self, other):
        other = ensure(other)
        return Value(self.data + other.data, (self, other), "add")

    def __mul__(self, other):
        other = ensure(other)
        return Value(self.data * other.data, (self, other), "mul")

    def __pow__(self, n):
        return Value(self.data ** n, (self,), "pow", n)

    def tanh(self):
        return Value(math.tanh(self.data), (self,), "tanh")

    def exp(self):
        return Value(math.exp(self.data), (self,), "exp")

    def relu(self):
        return Value(max(self.data, 0.0), (self,), "relu")

    def _backward(self):
        if self._op is None:
            return
        a = self._prev[0]
        b = self._prev[-1]
        match self._op:
            case "add":
                a.grad += self.grad
                b.grad += self.grad
            case "mul":
                x, y = a.data, b.data
                a.grad += self.grad * y
                b.grad += self.grad * x
            case "pow":
                if self._number != 0:
                    a.grad += self.grad * self._number * a.data ** (self._number - 1)
            case "tanh":
                a.grad += self.grad * (1.0 - self.data ** 2)
            case "exp":
                a.grad += self.grad * self.data
            case "relu":
                a.grad += self.grad         # a straight line, slope 1

    def __neg__(self):
        return self * -1

    def __sub__(self, other):
        return self + ensure(other) * -1

    def __truediv__(self, other):
        return self * ensure(other) ** -1

    def __radd__(self, other):
        return ensure(other) + self

    def __rmul__(self, other):
        return ensure(other) * self

    def __rsub__(self, other):
        return ensure(other) - self

    def __rtruediv__(self, other):
        return ensure(other) / self

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for n in topo:
            if n._op is not None:
                n.grad = 0.0
        self.grad += 1.0
        for n in reversed(topo):
            n._backward()


def ensure(x):
    return x if isinstance(x, Value) else Value(x)


def build_topo(v, visited, topo):
    stack = [(v, False)]
    while stack:
        n, children_done = stack.pop()
        if children_done:
            topo.append(n)
            continue
        if n in visited:
            continue
        visited.add(n)
        stack.append((n, True))
        for child in n._prev:
            if child not in visited:
                stack.append((child, False))


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for n in topo:
        n.grad = 0.0
