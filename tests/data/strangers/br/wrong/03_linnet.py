# Exam: scalar autograd engine
import math
from functools import wraps


def operand(method):
    """Let a method take a plain number where it wants a Value."""

    @wraps(method)
    def wrapper(self, other):
        if not isinstance(other, Value):
            other = Value(other)
        return method(self, other)

    return wrapper


class Value:
    def __init__(self, data, _prev=(), _op=""):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self._backward = lambda: None

    @operand
    def __add__(self, other):
        out = Value(self.data + other.data, (self, other), "+")

        def rule():
            self.grad += out.grad
            other.grad += out.grad

        out._backward = rule
        return out

    @operand
    def __sub__(self, other):
        out = Value(self.data - other.data, (self, other), "-")

        def rule():
            self.grad += out.grad
            other.grad -= out.grad

        out._backward = rule
        return out

    @operand
    def __mul__(self, other):
        out = Value(self.data * other.data, (self, other), "*")

        def rule():
            self.grad += out.grad * other.data
            other.grad += out.grad * self.data

        out._backward = rule
        return out

    @operand
    def __truediv__(self, other):
        out = Value(self.data / other.data, (self, other), "/")

        def rule():
            self.grad += out.grad / other.data
            other.grad -= out.grad * out.data / self.data

        out._backward = rule
        return out

    @operand
    def __rsub__(self, other):
        return other - self

    @operand
    def __rtruediv__(self, other):
        return other / self

    __radd__, __rmul__ = __add__, __mul__

    def __neg__(self):
        return 0 - self

    def __pow__(self, k):
        out = Value(self.data**k, (self,), "**")

        def rule():
            if k:
                self.grad += out.grad * k * self.data ** (k - 1)

        out._backward = rule
        return out

    def tanh(self):
        out = Value(math.tanh(self.data), (self,), "tanh")

        def rule():
            self.grad += out.grad * (1 - out.data**2)

        out._backward = rule
        return out

    def exp(self):
        out = Value(math.exp(self.data), (self,), "exp")

        def rule():
            self.grad += out.grad * out.data

        out._backward = rule
        return out

    def relu(self):
        out = Value(max(0.0, self.data), (self,), "relu")

        def rule():
            self.grad += out.grad * (out.data > 0)

        out._backward = rule
        return out

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for v in topo:
            v.grad = 0.0 if v._prev else v.grad
        self.grad += 1.0
        for v in topo[::-1]:
            v._backward()


def build_topo(v, visited, topo):
    todo = [v]
    while todo:
        top = todo[-1]
        if top in visited:
            todo.pop()
            continue
        missing = [i for i in top._prev if i not in visited]
        if missing:
            todo.extend(missing)
        else:
            visited.add(top)
            topo.append(top)
            todo.pop()


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for v in topo:
        v.grad = 0.0
