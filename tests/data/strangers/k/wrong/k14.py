"""micro autograd

Each Value keeps three lists in step: its inputs, the slope towards each of them,
and, for the curious, the name of the operation.
"""
import math

NUMBER = (int, float)


class Value:
    def __init__(self, data, name="leaf"):
        self.data = float(data)
        self.grad = 0.0
        self.name = name
        self._prev = []
        self._slopes = []

    # -- building ---------------------------------------------------------

    def _depends_on(self, node, slope):
        self._prev.append(node)
        self._slopes.append(slope)
        return self

    def __add__(self, other):
        if isinstance(other, NUMBER):
            return Value(self.data + other, "+")._depends_on(self, 1.0)
        out = Value(self.data + other.data, "+")
        return out._depends_on(self, 1.0)._depends_on(other, 1.0)

    def __sub__(self, other):
        if isinstance(other, NUMBER):
            return self + (-other)
        out = Value(self.data - other.data, "-")
        return out._depends_on(self, 1.0)._depends_on(other, -1.0)

    def __mul__(self, other):
        if isinstance(other, NUMBER):
            return Value(self.data * other, "*")._depends_on(self, other)
        out = Value(self.data * other.data, "*")
        return out._depends_on(self, other.data)._depends_on(other, self.data)

    def __truediv__(self, other):
        if isinstance(other, NUMBER):
            return Value(self.data / other, "/")._depends_on(self, 1.0 / other)
        q = self.data / other.data
        out = Value(q, "/")
        return out._depends_on(self, 1.0 / other.data)._depends_on(other, -q / other.data)

    def __radd__(self, number):
        return self + number

    def __rmul__(self, number):
        return self * number

    def __rsub__(self, number):
        return Value(number - self.data, "-")._depends_on(self, -1.0)

    def __rtruediv__(self, number):
        q = number / self.data
        return Value(q, "/")._depends_on(self, -q / self.data)

    def __neg__(self):
        return Value(-self.data, "neg")._depends_on(self, -1.0)

    def __pow__(self, n):
        slope = n * self.data ** (n - 1) if n != 0 else 0.0
        return Value(self.data**n, "pow")._depends_on(self, slope)

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, "tanh")._depends_on(self, 1.0 - t * t)

    def exp(self):
        e = math.exp(self.data)
        return Value(e, "exp")._depends_on(self, e)

    def relu(self):
        if self.data > 0.0:
            return Value(self.data, "relu")._depends_on(self, 1.0)
        return Value(0.0, "relu")._depends_on(self, 0.0)

    # -- differentiating --------------------------------------------------

    def _backward(self):
        for i, node in enumerate(self._prev):
            node.grad += self._slopes[i] * self.grad

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node.name != "leaf":
                node.grad = 0.0
        self.grad += 1.0
        for i in range(len(topo) - 1, -1, -1):
            topo[i]._backward()


def build_topo(v, visited, topo):
    stack = [(v, False)]
    while len(stack) > 0:
        node, inputs_done = stack.pop()
        if inputs_done:
            topo.append(node)
            continue
        key = node.data
        if key in visited:
            continue
        visited.add(key)
        stack.append((node, True))
        for child in reversed(node._prev):
            stack.append((child, False))


def zero_grad(root):
    todo = [root]
    seen = set()
    while len(todo) > 0:
        node = todo.pop()
        node.grad = 0.0
        for child in node._prev:
            if child not in seen:
                seen.add(child)
                todo.append(child)
