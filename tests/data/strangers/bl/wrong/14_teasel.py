import math
from dataclasses import dataclass, field


@dataclass(eq=False)
class Value:
    data: float
    grad: float = 0.0
    _prev: tuple = field(default=(), repr=False)
    _backward: object = field(default=None, repr=False)

    def __add__(self, other):
        match other:
            case Value():
                return Value(
                    self.data + other.data, 0.0, (self, other), lambda out: (out.grad, out.grad)
                )
            case _:
                return Value(self.data + other, 0.0, (self,), lambda out: (out.grad,))

    def __mul__(self, other):
        x = self.data
        match other:
            case Value(data=y):
                return Value(
                    x * y, 0.0, (self, other), lambda out: (y * out.grad, x * out.grad)
                )
            case _:
                return Value(x * other, 0.0, (self,), lambda out: (other * out.grad,))

    def __pow__(self, n):
        x = self.data
        y = x**n
        slope = n * y / x if x else 0.0
        return Value(y, 0.0, (self,), lambda out: (slope * out.grad,))

    def __radd__(self, other):
        return self + other

    def __rmul__(self, other):
        return self * other

    def __neg__(self):
        return -1 * self

    def __sub__(self, other):
        return self + -other

    def __rsub__(self, other):
        return -self + other

    def __truediv__(self, other):
        if isinstance(other, Value):
            q, y = self.data / other.data, other.data
            return Value(
                q, 0.0, (self, other), lambda out: (out.grad / y, -out.grad * q / y)
            )
        q = self.data / other
        return Value(q, 0.0, (self,), lambda out: (out.grad / other,))

    def __rtruediv__(self, other):
        x = self.data
        q = other / x
        return Value(q, 0.0, (self,), lambda out: (-out.grad * q / x,))

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, 0.0, (self,), lambda out: ((1.0 - t * t) * out.grad,))

    def exp(self):
        e = math.exp(self.data)
        return Value(e, 0.0, (self,), lambda out: (e * out.grad,))

    def relu(self):
        on = self.data > 0
        return Value(
            self.data if on else 0.0, 0.0, (self,), lambda out: (out.grad if on else 0.0,)
        )

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(topo):
            if node._prev:
                for inp, part in zip(node._prev, node._backward(node)):
                    inp.grad += part


def build_topo(v, visited, topo):
    stack = [(v, False)]
    while stack:
        match stack.pop():
            case (node, True):
                topo.append(node)
            case (node, False) if node not in visited:
                visited.add(node)
                stack.append((node, True))
                stack.extend((inp, False) for inp in node._prev)


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
