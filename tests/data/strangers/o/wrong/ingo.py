import math


class Value:
    __slots__ = ("data", "grad", "_prev", "_backward")

    def __init__(self, data, _prev=(), rule=None):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._backward = self._bind(rule)

    def _bind(self, rule):
        if rule is None:
            return lambda: None
        return lambda: rule(self.grad)

    def __add__(self, other):
        other = plain(other)

        def rule(g):
            self.grad += g
            other.grad += g

        return Value(self.data + other.data, (self, other), rule)

    def __radd__(self, other):
        return plain(other) + self

    def __mul__(self, other):
        other = plain(other)

        def rule(g):
            self.grad += g * other.data
            other.grad += g * self.data

        return Value(self.data * other.data, (self, other), rule)

    def __rmul__(self, other):
        return plain(other) * self

    def __sub__(self, other):
        other = plain(other)

        def rule(g):
            self.grad += g
            other.grad -= g

        return Value(self.data - other.data, (self, other), rule)

    def __rsub__(self, other):
        return plain(other) - self

    def __truediv__(self, other):
        other = plain(other)

        def rule(g):
            self.grad += g / other.data
            other.grad -= g * self.data / (other.data * other.data)

        return Value(self.data / other.data, (self, other), rule)

    def __rtruediv__(self, other):
        return plain(other) / self

    def __neg__(self):
        return self * -1

    def __pow__(self, n):
        def rule(g):
            if n != 0:
                self.grad += g * n * self.data ** (n - 1)

        return Value(self.data**n, (self,), rule)

    def tanh(self):
        t = math.tanh(self.data)

        def rule(g):
            self.grad += g * (1 - t * t)

        return Value(t, (self,), rule)

    def exp(self):
        e = math.exp(self.data)

        def rule(g):
            self.grad += g * e

        return Value(e, (self,), rule)

    def relu(self):
        def rule(g):
            if self.data > 0:
                self.grad += g

        return Value(max(0.0, self.data), (self,), rule)

    def backward(self):
        order = []
        build_topo(self, set(), order)
        for v in order:
            if v._prev:
                v.grad = 0.0
        self.grad += 1.0
        for v in reversed(order):
            v._backward()


def plain(x):
    return x if isinstance(x, Value) else Value(x)


def build_topo(v, visited, topo):
    down = [v]
    while down:
        node = down.pop()
        if node is None:
            topo.append(down.pop())
        elif node not in visited:
            visited.add(node)
            down += [node, None]
            down += node._prev


def zero_grad(root):
    seen = set()
    todo = [root]
    while todo:
        node = todo.pop()
        if node in seen or node.grad == 0.0:
            continue
        seen.add(node)
        node.grad = 0.0
        todo.extend(node._prev)


if __name__ == "__main__":
    x, y = Value(2.0), Value(3.0)
    z = x * y + x
    z.backward()
    print(z.data, x.grad, y.grad)
