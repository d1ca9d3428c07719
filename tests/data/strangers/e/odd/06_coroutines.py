"""Each rule is a generator function: it is started, told the gradient, and yields what goes to
each input. A fresh one is started in every call."""
import math


class Value:
    def __init__(self, data, _prev=(), _backward=None):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._backward = _backward

    def __add__(self, other):
        other = lift(other)

        def rule():
            g = yield
            yield g
            yield g
        return Value(self.data + other.data, (self, other), rule)

    def __sub__(self, other):
        other = lift(other)

        def rule():
            g = yield
            yield g
            yield -g
        return Value(self.data - other.data, (self, other), rule)

    def __mul__(self, other):
        other = lift(other)
        x, y = self.data, other.data

        def rule():
            g = yield
            yield g * y
            yield g * x
        return Value(x * y, (self, other), rule)

    def __truediv__(self, other):
        other = lift(other)
        x, y = self.data, other.data

        def rule():
            g = yield
            yield g / y
            yield -g * x / y ** 2
        return Value(x / y, (self, other), rule)

    def _one(self, y, slope):
        def rule():
            yield slope * (yield)
        return Value(y, (self,), rule)

    def __pow__(self, n): return self._one(self.data ** n, n * self.data ** (n - 1) if n != 0 else 0.0)
    def __neg__(self): return self._one(-self.data, -1.0)
    def tanh(self): return self._one(math.tanh(self.data), 1 - math.tanh(self.data) ** 2)
    def exp(self): return self._one(math.exp(self.data), math.exp(self.data))
    def relu(self): return self._one(max(0.0, self.data), 1.0 * (self.data > 0))
    def __radd__(self, other): return lift(other) + self
    def __rsub__(self, other): return lift(other) - self
    def __rmul__(self, other): return lift(other) * self
    def __rtruediv__(self, other): return lift(other) / self

    def backward(self):
        order = []
        build_topo(self, set(), order)
        total = {node: 0.0 for node in order}
        total[self] = 1.0
        while order:
            node = order.pop()
            g = total.pop(node)
            if not node._prev:
                node.grad += g
                continue
            node.grad = g
            rule = node._backward()
            next(rule)
            share = rule.send(g)
            for p in node._prev:
                total[p] += share
                share = next(rule, None)
        return self


def lift(x):
    return x if isinstance(x, Value) else Value(x)


def walker(v, visited):
    """A trampoline: the generators hand the next one out instead of calling it."""
    def enter(node):
        visited.add(node)
        for p in node._prev:
            if p not in visited:
                yield "call", p
        yield "done", node
    stack = [enter(v)]
    while stack:
        for what, node in stack[-1]:
            if what == "call":
                if node in visited:
                    continue
                stack.append(enter(node))
                break
            yield node
        else:
            stack.pop()


def build_topo(v, visited, topo):
    topo.extend(walker(v, visited))


def zero_grad(root):
    for node in walker(root, set()):
        node.grad = 0.0
