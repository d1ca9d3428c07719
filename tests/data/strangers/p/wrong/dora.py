import math
from typing import Union

Number = Union[int, float]


class Value:
    """A number that knows, for each of its inputs, the slope towards it."""

    __slots__ = ("data", "grad", "_prev", "_slopes", "__weakref__")

    def __init__(self, data: float, _prev: tuple = (), _slopes: tuple = ()) -> None:
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._slopes = _slopes

    def _backward(self) -> None:
        for parent, slope in zip(self._prev, self._slopes):
            parent.grad += self.grad * slope

    def __add__(self, other: "Value | Number") -> "Value":
        o = lift(other)
        return Value(self.data + o.data, (self, o), (1.0, 1.0))

    def __mul__(self, other: "Value | Number") -> "Value":
        o = lift(other)
        return Value(self.data * o.data, (self, o), (o.data, self.data))

    def __neg__(self) -> "Value":
        return Value(-self.data, (self,), (1.0,))

    def __sub__(self, other: "Value | Number") -> "Value":
        o = lift(other)
        return Value(self.data - o.data, (self, o), (1.0, -1.0))

    def __truediv__(self, other: "Value | Number") -> "Value":
        o = lift(other)
        q = self.data / o.data
        return Value(q, (self, o), (1 / o.data, -q / o.data))

    __radd__ = __add__
    __rmul__ = __mul__

    def __rsub__(self, other: Number) -> "Value":
        return lift(other) - self

    def __rtruediv__(self, other: Number) -> "Value":
        return lift(other) / self

    def __pow__(self, n: Number) -> "Value":
        slope = n * self.data ** (n - 1) if n else 0.0
        return Value(self.data**n, (self,), (slope,))

    def tanh(self) -> "Value":
        t = math.tanh(self.data)
        return Value(t, (self,), (1 - t**2,))

    def exp(self) -> "Value":
        e = math.exp(self.data)
        return Value(e, (self,), (e,))

    def relu(self) -> "Value":
        on = self.data > 0
        return Value(self.data if on else 0.0, (self,), (float(on),))

    def backward(self) -> None:
        order = topological(self)
        for node in order:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(order):
            node._backward()


def lift(x: "Value | Number") -> Value:
    return x if isinstance(x, Value) else Value(x)


def topological(root: Value) -> list:
    done: set = set()
    order: list = []
    stack = [root]
    while stack:
        node = stack[-1]
        if node in done:
            stack.pop()
            continue
        missing = [p for p in node._prev if p not in done]
        if missing:
            stack.extend(missing)
        else:
            stack.pop()
            done.add(node)
            order.append(node)
    return order


def build_topo(v: Value, visited: set, topo: list) -> None:
    for node in topological(v):
        visited.add(node)
        topo.append(node)


def zero_grad(root: Value) -> None:
    for node in topological(root):
        node.grad = 0.0


if __name__ == "__main__":
    x, y = Value(2.0), Value(3.0)
    z = x * y + x
    z.backward()
    print(z.data, x.grad, y.grad)
