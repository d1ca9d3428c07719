import math
import typing


class Pullback(typing.NamedTuple):
    node: "Value"
    weight: float

    def __call__(self, gradient):
        self.node.grad += self.weight * gradient


class Value:
    data: float
    grad: float

    def __init__(self, data, *pullbacks):
        self.data = float(data)
        self.grad = 0.0
        self._backward = pullbacks
        self._prev = tuple(p.node for p in pullbacks)

    def __add__(self, other: "Value | float") -> "Value":
        if not isinstance(other, Value):
            return Value(self.data + other, Pullback(self, 1.0))
        return Value(self.data + other.data, Pullback(self, 1.0), Pullback(other, 1.0))

    def __radd__(self, other: float) -> "Value":
        if other == 0:
            # sum() begins with 0: no need for another node
            return self
        self.__add__(other)

    def __mul__(self, other: "Value | float") -> "Value":
        if not isinstance(other, Value):
            return Value(self.data * other, Pullback(self, other))
        return Value(
            self.data * other.data,
            Pullback(self, other.data),
            Pullback(other, self.data),
        )

    def __rmul__(self, other: float) -> "Value":
        return self.__mul__(other)

    def __neg__(self) -> "Value":
        return self.__mul__(-1.0)

    def __sub__(self, other: "Value | float") -> "Value":
        return self.__add__(-other)

    def __rsub__(self, other: float) -> "Value":
        return self.__neg__().__add__(other)

    def __pow__(self, n: float) -> "Value":
        weight = 0.0 if n == 0 else n * math.pow(self.data, n - 1)
        return Value(math.pow(self.data, n), Pullback(self, weight))

    def __truediv__(self, other: "Value | float") -> "Value":
        if isinstance(other, Value):
            return self * other**-1
        return Value(self.data / other, Pullback(self, 1.0 / other))

    def __rtruediv__(self, other: float) -> "Value":
        return self.__pow__(-1) * other

    def tanh(self) -> "Value":
        t = math.tanh(self.data)
        return Value(t, Pullback(self, 1.0 - t * t))

    def exp(self) -> "Value":
        e = math.exp(self.data)
        return Value(e, Pullback(self, e))

    def relu(self) -> "Value":
        if self.data > 0:
            return Value(self.data, Pullback(self, 1.0))
        return Value(0.0, Pullback(self, 0.0))

    def backward(self) -> None:
        order: list[Value] = []
        build_topo(self, set(), order)
        for node in order:
            if node._backward:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(order):
            for pull in node._backward:
                pull(node.grad)


def build_topo(v: Value, visited: set, topo: list) -> None:
    """Consumers first by counting, then turned round."""
    consumers: dict[Value, int] = {v: 0}
    frontier = [v]
    while frontier:
        node = frontier.pop()
        for p in node._prev:
            if p in consumers:
                consumers[p] += 1
            else:
                consumers[p] = 1
                frontier.append(p)
    done = [v]
    for node in done:
        visited.add(node)
        for p in node._prev:
            consumers[p] -= 1
            if consumers[p] == 0:
                done.append(p)
    topo.extend(reversed(done))


def zero_grad(root: Value) -> None:
    order: list[Value] = []
    build_topo(root, set(), order)
    for node in order:
        node.grad = 0.0
