import math


class Value:
    """x.data, x.grad; after root.backward() the leaves know d root / d leaf."""

    def __init__(self, data, _prev=(), op=None):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self.op = op

    # The rule of each kind of node, chosen by its op. `g` is what arrived here.

    def _backward(self):
        g = self.grad
        if self.op is None:
            return
        if self.op == "+":
            l, r = self._prev
            l.grad += g
            r.grad += g
        elif self.op == "*":
            l, r = self._prev
            l.grad += g * r.data
            r.grad = g * l.data
        elif self.op == "inv":
            (l,) = self._prev
            l.grad += g * -self.data * self.data
        elif self.op == "neg":
            (l,) = self._prev
            l.grad -= g
        elif self.op == "tanh":
            (l,) = self._prev
            l.grad += g * (1 - self.data**2)
        elif self.op == "exp":
            (l,) = self._prev
            l.grad += g * self.data
        elif self.op == "relu":
            (l,) = self._prev
            l.grad += g if self.data > 0 else 0.0
        else:
            kind, n = self.op
            assert kind == "pow"
            (l,) = self._prev
            if n != 0:
                l.grad += g * n * l.data ** (n - 1)

    @classmethod
    def of(cls, x):
        return x if isinstance(x, cls) else cls(float(x))

    def __add__(self, other):
        other = Value.of(other)
        return Value(self.data + other.data, (self, other), "+")

    def __mul__(self, other):
        other = Value.of(other)
        return Value(self.data * other.data, (self, other), "*")

    def __neg__(self):
        return Value(-self.data, (self,), "neg")

    def _inv(self):
        return Value(1.0 / self.data, (self,), "inv")

    def __pow__(self, n):
        return Value(self.data**n, (self,), ("pow", n))

    def __sub__(self, other):
        return self + -Value.of(other)

    def __truediv__(self, other):
        return self * Value.of(other)._inv()

    def __radd__(self, other):
        return Value.of(other) + self

    def __rmul__(self, other):
        return Value.of(other) * self

    def __rsub__(self, other):
        return Value.of(other) + -self

    def __rtruediv__(self, other):
        return Value.of(other) * self._inv()

    def tanh(self):
        return Value(math.tanh(self.data), (self,), "tanh")

    def exp(self):
        return Value(math.exp(self.data), (self,), "exp")

    def relu(self):
        return Value(max(self.data, 0.0), (self,), "relu")

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node.op is not None:
                node.grad = 0.0
        self.grad += 1.0
        for node in topo[::-1]:
            node._backward()


def build_topo(v, visited, topo):
    stack = [(v, 0)]
    visited.add(v)
    while stack:
        node, i = stack.pop()
        if i == len(node._prev):
            topo.append(node)
            continue
        stack.append((node, i + 1))
        child = node._prev[i]
        if child not in visited:
            visited.add(child)
            stack.append((child, 0))


def zero_grad(root):
    seen = {root}
    todo = [root]
    while todo:
        node = todo.pop()
        node.grad = 0.0
        for child in node._prev:
            if child not in seen:
                seen.add(child)
                todo.append(child)
