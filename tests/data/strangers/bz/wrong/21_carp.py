"""Exercise 13: an engine with local rules as methods, chosen by the name of the operation.

exp and tanh are by far the most expensive operations here, so a node keeps the result.
"""

import math


class Value:
    """A number in a graph."""

    def __init__(self, data, _prev=(), _op="leaf", _n=None):
        self.data = float(data)
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self._n = _n
        self._known = {}

    # -- making nodes -------------------------------------------------------

    def _with(self, other, op, value):
        return Value(value, (self, other), op)

    def _once(self, op, function):
        """The node for `function` of this one; computed the first time it is asked for."""
        if op not in self._known:
            self._known[op] = Value(function(self.data), (self,), op)
        return self._known[op]

    def __add__(self, other):
        other = Value.of(other)
        return self._with(other, "add", self.data + other.data)

    def __sub__(self, other):
        other = Value.of(other)
        return self._with(other, "sub", self.data - other.data)

    def __mul__(self, other):
        other = Value.of(other)
        return self._with(other, "mul", self.data * other.data)

    def __truediv__(self, other):
        other = Value.of(other)
        return self._with(other, "div", self.data / other.data)

    def __pow__(self, n):
        return Value(self.data**n, (self,), "pow", n)

    def __neg__(self):
        return Value(-self.data, (self,), "neg")

    def __radd__(self, other):
        return Value.of(other) + self

    def __rsub__(self, other):
        return Value.of(other) - self

    def __rmul__(self, other):
        return Value.of(other) * self

    def __rtruediv__(self, other):
        return Value.of(other) / self

    def tanh(self):
        return self._once("tanh", math.tanh)

    def exp(self):
        return self._once("exp", math.exp)

    def relu(self):
        return Value(self.data if self.data > 0 else 0.0, (self,), "relu")

    @staticmethod
    def of(x):
        return x if isinstance(x, Value) else Value(x)

    # -- local rules --------------------------------------------------------

    def _back_leaf(self):
        pass

    def _back_add(self):
        for p in self._prev:
            p.grad += self.grad

    def _back_sub(self):
        left, right = self._prev
        left.grad += self.grad
        right.grad -= self.grad

    def _back_mul(self):
        left, right = self._prev
        left.grad += right.data * self.grad
        right.grad += left.data * self.grad

    def _back_div(self):
        left, right = self._prev
        share = self.grad / right.data
        left.grad += share
        right.grad -= share * self.data

    def _back_pow(self):
        (base,) = self._prev
        if self._n != 0:
            base.grad += self._n * base.data ** (self._n - 1) * self.grad

    def _back_neg(self):
        self._prev[0].grad -= self.grad

    def _back_tanh(self):
        self._prev[0].grad += (1.0 - self.data**2) * self.grad

    def _back_exp(self):
        self._prev[0].grad += self.data * self.grad

    def _back_relu(self):
        if self._prev[0].data > 0:
            self._prev[0].grad += self.grad

    def _backward(self):
        getattr(self, "_back_" + self._op)()

    # -- all of them --------------------------------------------------------

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._op != "leaf":
                node.grad = 0.0
        self.grad += 1.0
        for node in topo[::-1]:
            node._backward()


def build_topo(v, visited, topo):
    """Append to `topo` every node reachable from `v`, each once, inputs first."""
    work = [(v, "enter")]
    while work:
        node, what = work.pop()
        if what == "leave":
            topo.append(node)
        elif node not in visited:
            visited.add(node)
            work.append((node, "leave"))
            work.extend((p, "enter") for p in node._prev)


def zero_grad(root):
    """Set the gradient of every node reachable from `root` to 0.0."""
    seen = {root}
    todo = [root]
    while todo:
        node = todo.pop()
        node.grad = 0.0
        for p in node._prev:
            if p not in seen:
                seen.add(p)
                todo.append(p)


if __name__ == "__main__":
    x1, x2, w1, w2, b = (Value(v) for v in (2.0, 0.0, -3.0, 1.0, 6.8813735870195432))
    (x1 * w1 + x2 * w2 + b).tanh().backward()
    print([round(v.grad, 6) for v in (x1, w1, x2, w2)], "expected -1.5, 1, 0.5, 0")
    a = Value(1000.0)
    a.tanh().backward()
    print(a.grad, "expected 0")
