"""My engine for the exam (needs Python 3.10 for match)."""

import math


class Value:
    """One number, its gradient, and how it was made."""

    def __init__(self, data, _prev=(), _op=("leaf",)):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._op = _op

    @staticmethod
    def cast(x):
        match x:
            case Value():
                return x
            case _:
                return Value(x)

    def _backward(self):
        g = self.grad
        match (self._op, self._prev):
            case (("add",), (a, b)):
                a.grad += g
                b.grad += g
            case (("sub",), (a, b)):
                a.grad += g
                b.grad -= g
            case (("mul",), (a, b)):
                a.grad += g * b.data
                b.grad += g * a.data
            case (("div",), (a, b)):
                a.grad += g / b.data
                b.grad -= g * self.data / b.data
            case (("pow", 0), _):
                pass
            case (("pow", n), (a,)):
                a.grad += g * n * a.data ** (n - 1)
            case (("tanh",), (a,)):
                a.grad += g * (1 - self.data**2)
            case (("exp",), (a,)):
                a.grad += g * self.data
            case (("relu",), (a,)):
                a.grad += g if a.data > 0 else 0.0
            case (("leaf",), _):
                pass
            case (op, _):
                raise TypeError(f"no rule for {op}")

    def __add__(self, other):
        other = Value.cast(other)
        return Value(self.data + other.data, (self, other), ("add",))

    def __sub__(self, other):
        other = Value.cast(other)
        return Value(self.data - other.data, (self, other), ("sub",))

    def __mul__(self, other):
        other = Value.cast(other)
        return Value(self.data * other.data, (self, other), ("mul",))

    def __truediv__(self, other):
        other = Value.cast(other)
        return Value(self.data / other.data, (self, other), ("div",))

    def __pow__(self, n):
        return Value(self.data**n, (self,), ("pow", n))

    def __neg__(self):
        return Value.cast(0) - self

    def __radd__(self, other):
        return Value.cast(other) + self

    def __rsub__(self, other):
        return Value.cast(other) - self

    def __rmul__(self, other):
        return Value.cast(other) * self

    def __rtruediv__(self, other):
        return Value.cast(other) / self

    def tanh(self):
        return Value(math.tanh(self.data), (self,), ("tanh",))

    def exp(self):
        return Value(math.exp(self.data), (self,), ("exp",))

    def relu(self):
        return Value(max(self.data, 0.0), (self,), ("relu",))

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in topo:
            node._backward()


def build_topo(v, visited, topo):
    """Append to `topo` every node reachable from `v`, each once, inputs first."""
    for node in postorder(v, visited):
        topo.append(node)


def postorder(v, visited):
    stack = [("enter", v)]
    while stack:
        match stack.pop():
            case ("leave", node):
                yield node
            case ("enter", node) if node not in visited:
                visited.add(node)
                stack.append(("leave", node))
                stack.extend(("enter", p) for p in node._prev)


def zero_grad(root):
    """Set the gradient of every node reachable from `root` to 0.0."""
    for node in postorder(root, set()):
        node.grad = 0.0


if __name__ == "__main__":
    a, b, c = Value(2.0), Value(3.0), Value(1.0)
    L = (a * b + c) * (a + b)
    L.backward()
    print(L.data, a.grad, b.grad, c.grad)
