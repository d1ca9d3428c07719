import math


class Value:
    _count = 0

    def __init__(self, data, parents=()):
        self.data = data
        self.grad = 0.0
        self._prev = list(parents)
        self._count += 1
        self.number = self._count
        self._backward = None

    def _result(self, data, parents, *rules):
        """A node from its data, parents and one rule for each parent."""
        out = Value(data, parents)

        def _backward():
            for parent, rule in zip(parents, rules):
                parent.grad += rule(out.grad)

        out._backward = _backward
        return out

    def __add__(self, other):
        other = to_value(other)
        return self._result(self.data + other.data, (self, other), lambda g: g, lambda g: g)

    def __sub__(self, other):
        other = to_value(other)
        return self._result(self.data - other.data, (self, other), lambda g: g, lambda g: -g)

    def __mul__(self, other):
        other = to_value(other)
        a, b = self.data, other.data
        return self._result(a * b, (self, other), lambda g: g * b, lambda g: g * a)

    def __truediv__(self, other):
        other = to_value(other)
        a, b = self.data, other.data
        return self._result(a / b, (self, other), lambda g: g / b, lambda g: -g * a / (b * b))

    def __radd__(self, other):
        return to_value(other) + self

    def __rsub__(self, other):
        return to_value(other) - self

    def __rmul__(self, other):
        return to_value(other) * self

    def __rtruediv__(self, other):
        return to_value(other) / self

    def __neg__(self):
        return self._result(-self.data, (self,), lambda g: -g)

    def __pow__(self, n):
        a = self.data
        return self._result(
            a**n, (self,), lambda g: g * n * a ** (n - 1) if n != 0 else 0.0
        )

    def tanh(self):
        t = math.tanh(self.data)
        return self._result(t, (self,), lambda g: g * (1 - t * t))

    def exp(self):
        e = math.exp(self.data)
        return self._result(e, (self,), lambda g: g * e)

    def relu(self):
        a = self.data
        return self._result(max(a, 0.0), (self,), lambda g: g if a > 0 else 0.0)

    def backward(self):
        nodes = collect(self)
        nodes.sort(key=lambda node: -node.number)
        for node in nodes:
            if node._backward:
                node.grad = 0.0
        self.grad += 1.0
        for node in nodes:
            if node._backward:
                node._backward()


def to_value(x):
    return x if isinstance(x, Value) else Value(x)


def collect(root):
    nodes = []
    seen = set()
    todo = [root]
    while todo:
        node = todo.pop()
        if node not in seen:
            seen.add(node)
            nodes.append(node)
            todo.extend(node._prev)
    return nodes


def build_topo(v, visited, topo):
    done = set()
    stack = [v]
    while stack:
        node = stack[-1]
        waiting = [p for p in node._prev if p not in done]
        if waiting:
            stack.append(waiting[0])
        else:
            stack.pop()
            if node not in done:
                done.add(node)
                topo.append(node)
    visited.update(done)


def zero_grad(root):
    for node in collect(root):
        node.grad = 0.0


if __name__ == "__main__":
    x, y = Value(2.0), Value(3.0)
    z = x * y + x
    z.backward()
    print(z.data, x.grad, y.grad)
