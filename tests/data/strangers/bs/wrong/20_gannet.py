import math
from dataclasses import dataclass, field
from typing import Callable, Optional, Union

Number = Union[int, float]

_known: dict = {}


def worked_out(f: Callable, x: float) -> float:
    """f(x), and each only once: the training loop asks for the same ones again and again."""
    if x not in _known:
        if len(_known) > 10_000:
            _known.clear()
        _known[x] = f(x)
    return _known[x]


@dataclass(eq=False, repr=False)
class Value:
    data: float
    _prev: tuple = ()
    _backward: Optional[Callable] = None
    grad: float = field(default=0.0, init=False)

    @staticmethod
    def of(x: Union["Value", Number]) -> "Value":
        return x if isinstance(x, Value) else Value(float(x))

    # --- binary -----------------------------------------------------------------

    def __add__(self, other):
        a, b = self, Value.of(other)

        def rule(g):
            a.grad += g
            b.grad += g

        return Value(a.data + b.data, (a, b), rule)

    def __mul__(self, other):
        a, b = self, Value.of(other)

        def rule(g):
            a.grad += g * b.data
            b.grad += g * a.data

        return Value(a.data * b.data, (a, b), rule)

    def __truediv__(self, other):
        a, b = self, Value.of(other)

        def rule(g):
            a.grad += g / b.data
            b.grad -= g * a.data / (b.data * b.data)

        return Value(a.data / b.data, (a, b), rule)

    def __pow__(self, n: Number):
        def rule(g):
            self.grad += 0.0 if n == 0 else g * n * self.data ** (n - 1)

        return Value(self.data**n, (self,), rule)

    def __sub__(self, other):
        return self + -Value.of(other)

    def __neg__(self):
        return self * -1

    def __radd__(self, other):
        return self + other

    def __rmul__(self, other):
        return self * other

    def __rsub__(self, other):
        return Value.of(other) - self

    def __rtruediv__(self, other):
        return Value.of(other) / self

    # --- unary ------------------------------------------------------------------

    def _unary(self, f: Callable, slope: Callable):
        y = worked_out(f, self.data)
        x = self.data

        def rule(g):
            self.grad += g * slope(x, y)

        return Value(y, (self,), rule)

    def tanh(self):
        return self._unary(math.tanh, lambda x, y: 1 - y * y)

    def exp(self):
        return self._unary(math.exp, lambda x, y: y)

    def relu(self):
        return self._unary(_positive_part, lambda x, y: float(x > 0))

    # --- walking ----------------------------------------------------------------

    def backward(self):
        topo: list[Value] = []
        build_topo(self, set(), topo)
        for v in topo:
            if v._backward is not None:
                v.grad = 0.0
        self.grad += 1.0
        for v in reversed(topo):
            if v._backward is not None:
                v._backward(v.grad)


def _positive_part(x: float) -> float:
    return x if x > 0 else 0.0


def build_topo(v, visited, topo):
    stack = [v]
    while stack:
        top = stack[-1]
        missing = [p for p in top._prev if p not in visited]
        if missing:
            stack.extend(missing)
            continue
        stack.pop()
        if top not in visited:
            visited.add(top)
            topo.append(top)


def zero_grad(root):
    topo: list[Value] = []
    build_topo(root, set(), topo)
    for v in topo:
        v.grad = 0.0
