import math


class Value:
    made = 0

    def __init__(self, data, *_prev):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._backward = None
        Value.made += 1
        self.serial = Value.made

    def _rule(self, rule):
        self._backward = rule
        return self

    def __add__(self, other):
        a, b = self, val(other)
        out = Value(a.data + b.data, a, b)

        def rule():
            a.grad += out.grad
            b.grad += out.grad

        return out._rule(rule)

    def __sub__(self, other):
        a, b = self, val(other)
        out = Value(a.data - b.data, a, b)

        def rule():
            a.grad += out.grad
            b.grad -= out.grad

        return out._rule(rule)

    def __mul__(self, other):
        a, b = self, val(other)
        out = Value(a.data * b.data, a, b)

        def rule():
            a.grad += out.grad * b.data
            b.grad += out.grad * a.data

        return out._rule(rule)

    def __truediv__(self, other):
        a, b = self, val(other)
        out = Value(a.data / b.data, a, b)

        def rule():
            a.grad += out.grad / b.data
            b.grad -= out.grad * out.data / b.data

        return out._rule(rule)

    def __neg__(self):
        return self * -1.0

    def __pow__(self, n):
        out = Value(self.data**n, self)

        def rule():
            if n:
                self.grad += out.grad * n * self.data ** (n - 1)

        return out._rule(rule)

    def tanh(self):
        out = Value(math.tanh(self.data), self)

        def rule():
            self.grad += out.grad * (1.0 - out.data**2)

        return out._rule(rule)

    def exp(self):
        out = Value(math.exp(self.data), self)

        def rule():
            self.grad += out.grad * out.data

        return out._rule(rule)

    def relu(self):
        out = Value(max(self.data, 0.0), self)

        def rule():
            self.grad += out.grad if out.data > 0 else 0.0

        return out._rule(rule)

    def __radd__(self, other):
        return val(other) + self

    def __rsub__(self, other):
        return val(other) - self

    def __rmul__(self, other):
        return val(other) * self

    def __rtruediv__(self, other):
        return val(other) / self

    def backward(self):
        inner = [node for node in reach(self) if node._backward]
        for node in inner:
            node.grad = 0.0
        self.grad += 1.0
        # The younger a node, the nearer to the root.
        for node in sorted(inner, key=lambda node: -node.serial):
            node._backward()


def val(x):
    return x if isinstance(x, Value) else Value(x)


def reach(root):
    seen, todo = {root}, [root]
    while todo:
        node = todo.pop()
        yield node
        for below in node._prev:
            if below not in seen:
                seen.add(below)
                todo.append(below)


def build_topo(v, visited, topo):
    stack = [(v, iter(v._prev))]
    visited.add(v)
    while stack:
        node, inputs = stack.pop()
        for below in inputs:
            if below not in visited:
                visited.add(below)
                stack += [(node, inputs), (below, iter(below._prev))]
                break
        else:
            topo.append(node)


def zero_grad(root):
    for node in reach(root):
        node.grad = 0.0
    Value.made = 0
