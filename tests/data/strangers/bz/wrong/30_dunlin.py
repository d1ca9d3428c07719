"""Exercise 13: an engine that adds up at the end.

A gradient is often a sum of many parts. The parts are kept in a list and added with
math.fsum when somebody looks, which is both quicker and more exact than += each time.
"""

import math


class Value:
    """One number, its gradient, and how it was made."""

    __slots__ = ("data", "_total", "_parts", "_prev", "_op", "_arg")

    def __init__(self, data, _prev=(), _op=None, _arg=None):
        self.data = float(data)
        self._total = 0.0
        self._parts = []
        self._prev = _prev
        self._op = _op
        self._arg = _arg

    # ---- the gradient ----

    @property
    def grad(self):
        if self._parts:
            self._parts.append(self._total)
            self._total = math.fsum(self._parts)
            self._parts.clear()
        return self._total

    @grad.setter
    def grad(self, number):
        self._total = float(number)

    def _restart(self):
        self._total = 0.0
        self._parts.clear()

    def _backward(self):
        """Hand the gradient on to the inputs, as the operation says."""
        if self._op is None:
            return
        g = self.grad
        match self._op:
            case "add":
                a, b = self._prev
                a._parts.append(g)
                b._parts.append(g)
            case "sub":
                a, b = self._prev
                a._parts.append(g)
                b._parts.append(-g)
            case "mul":
                a, b = self._prev
                a._parts.append(g * b.data)
                b._parts.append(g * a.data)
            case "div":
                a, b = self._prev
                a._parts.append(g / b.data)
                b._parts.append(-g * self.data / b.data)
            case "neg":
                self._prev[0]._parts.append(-g)
            case "pow":
                (a,), n = self._prev, self._arg
                if n != 0:
                    a._parts.append(g * n * a.data ** (n - 1))
            case "tanh":
                self._prev[0]._parts.append(g * (1.0 - self.data * self.data))
            case "exp":
                self._prev[0]._parts.append(g * self.data)
            case "relu":
                (a,) = self._prev
                if a.data > 0:
                    a._parts.append(g)

    # ---- making nodes ----

    def __add__(self, other):
        other = _value(other)
        return Value(self.data + other.data, (self, other), "add")

    def __sub__(self, other):
        other = _value(other)
        return Value(self.data - other.data, (self, other), "sub")

    def __mul__(self, other):
        other = _value(other)
        return Value(self.data * other.data, (self, other), "mul")

    def __truediv__(self, other):
        other = _value(other)
        return Value(self.data / other.data, (self, other), "div")

    def __pow__(self, n):
        return Value(self.data**n, (self,), "pow", n)

    def __neg__(self):
        return Value(-self.data, (self,), "neg")

    def __radd__(self, other):
        return _value(other) + self

    def __rsub__(self, other):
        return _value(other) - self

    def __rmul__(self, other):
        return _value(other) * self

    def __rtruediv__(self, other):
        return _value(other) / self

    def tanh(self):
        return Value(math.tanh(self.data), (self,), "tanh")

    def exp(self):
        return Value(math.exp(self.data), (self,), "exp")

    def relu(self):
        return Value(self.data if self.data > 0 else 0.0, (self,), "relu")

    # ---- the whole graph ----

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._op is not None:
                node._restart()
        self._parts.append(1.0)
        for node in reversed(topo):
            node._backward()

    def __repr__(self):
        return f"Value({self.data}, op={self._op}, grad={self.grad})"


def _value(x):
    return x if isinstance(x, Value) else Value(x)


def _below(node, visited):
    """The inputs of `node` that have not been visited; they are from now on."""
    for source in node._prev:
        if source not in visited:
            visited.add(source)
            yield source


def build_topo(v, visited, topo):
    """Append to `topo` every node reachable from `v`, each once, inputs first."""
    visited.add(v)
    nodes, coming = [v], [_below(v, visited)]
    while nodes:
        source = next(coming[-1], None)
        if source is not None:
            nodes.append(source)
            coming.append(_below(source, visited))
        else:
            topo.append(nodes.pop())
            coming.pop()


def zero_grad(root):
    """Set the gradient of every node reachable from `root` to 0.0."""
    visited, todo = {root}, [root]
    while todo:
        node = todo.pop()
        node._restart()
        todo.extend(_below(node, visited))


if __name__ == "__main__":
    a, b, c = Value(2.0), Value(3.0), Value(1.0)
    L = (a * b + c) * (a + b)
    L.backward()
    print(a.grad, b.grad, c.grad, "expected 22 17 5")
    L.backward()
    print(a.grad, b.grad, c.grad, "expected 44 34 10")
    zero_grad(L)
    print(a.grad, b.grad, c.grad, L.grad, "expected 0 0 0 0")
    p = Value(5.0)
    for _ in range(100):
        loss = (p - 2) ** 2
        loss.backward()
        p.data -= 0.1 * p.grad
        p.grad = 0
    print(round(p.data, 6), "expected 2")
