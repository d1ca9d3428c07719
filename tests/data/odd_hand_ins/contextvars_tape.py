from __future__ import annotations

import contextvars
import math
import weakref

# Where the rules of the call that is under way find "their" gradient store.
STORE: contextvars.ContextVar[dict | None] = contextvars.ContextVar("store", default=None)


class Value:
    """During backward() the gradients live in a context variable, afterwards in the nodes."""

    def __init__(self, data: float, _prev: tuple[Value, ...] = (), rule=None) -> None:
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._backward = rule

    @classmethod
    def made(cls, data: float, **slopes: tuple[Value, float]) -> Value:
        pairs = tuple(slopes.values())

        def rule() -> None:
            store = STORE.get()
            here = store[me()]
            for child, slope in pairs:
                store[child] = store.get(child, 0.0) + slope * here

        node = cls(data, tuple(child for child, _ in pairs), rule)
        me = weakref.ref(node)
        return node

    def __add__(self, other: Value | float) -> Value:
        if isinstance(other, Value):
            return Value.made(self.data + other.data, left=(self, 1.0), right=(other, 1.0))
        return Value.made(self.data + other, left=(self, 1.0))

    def __mul__(self, other: Value | float) -> Value:
        if isinstance(other, Value):
            return Value.made(
                self.data * other.data, left=(self, other.data), right=(other, self.data)
            )
        return Value.made(self.data * other, left=(self, other))

    def __pow__(self, n: float) -> Value:
        slope = n and n * self.data ** (n - 1)
        return Value.made(self.data**n, base=(self, slope))

    def __neg__(self) -> Value:
        return self * -1.0

    def __sub__(self, other: Value | float) -> Value:
        return self + -other

    def __rsub__(self, other: float) -> Value:
        return -self + other

    def __truediv__(self, other: Value | float) -> Value:
        if isinstance(other, Value):
            q = self.data / other.data
            return Value.made(q, top=(self, 1 / other.data), under=(other, -q / other.data))
        return Value.made(self.data / other, top=(self, 1 / other))

    def __rtruediv__(self, other: float) -> Value:
        q = other / self.data
        return Value.made(q, under=(self, -q / self.data))

    def tanh(self) -> Value:
        t = math.tanh(self.data)
        return Value.made(t, x=(self, 1 - t * t))

    def exp(self) -> Value:
        e = math.exp(self.data)
        return Value.made(e, x=(self, e))

    def relu(self) -> Value:
        on = self.data > 0
        return Value.made(self.data if on else 0.0, x=(self, 1.0 if on else 0.0))

    __radd__, __rmul__ = __add__, __mul__

    def backward(self) -> None:
        contextvars.copy_context().run(self._run)

    def _run(self) -> None:
        store = {self: 1.0}
        STORE.set(store)
        topo: list[Value] = []
        build_topo(self, set(), topo)
        for node in reversed(topo):
            if node._backward:
                node._backward()
                node.grad = store[node]
            else:
                node.grad += store[node]


def build_topo(v: Value, visited: set, topo: list) -> None:
    stack = [v]
    while stack:
        node = stack.pop()
        if isinstance(node, list):
            topo.extend(node)
        elif node not in visited:
            visited.add(node)
            stack.append([node])
            stack.extend(node._prev)


def zero_grad(root: Value) -> None:
    topo: list[Value] = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
