import math
from collections import deque

# name -> (value from the inputs, slopes from the result and the inputs)
TABLE = {
    "add": (lambda x, y: x + y, lambda r, x, y: (1.0, 1.0)),
    "sub": (lambda x, y: x - y, lambda r, x, y: (1.0, -1.0)),
    "mul": (lambda x, y: x * y, lambda r, x, y: (y, x)),
    "div": (lambda x, y: x / y, lambda r, x, y: (1.0 / y, -r / y)),
    "neg": (lambda x: -x, lambda r, x: (-1.0,)),
    "tanh": (math.tanh, lambda r, x: (1.0 - r * r,)),
    "exp": (math.exp, lambda r, x: (r,)),
    "relu": (lambda x: x if x > 0 else 0.0, lambda r, x: (1.0 if x > 0 else 0.0,)),
}


def power(n):
    """The same pair, for one exponent."""
    if n == 0:
        return lambda x: 1.0, lambda r, x: (0.0,)
    return lambda x: x**n, lambda r, x: (n * x ** (n - 1),)


def apply(pair, *inputs):
    nodes = [i if isinstance(i, Value) else Value(i) for i in inputs]
    value, slopes = pair
    out = Value(value(*[n.data for n in nodes]))
    out._prev = nodes
    out._slopes = slopes
    return out


class Value:
    def __init__(self, data):
        self.data = float(data)
        self.grad = 0.0
        self._prev = []
        self._slopes = None
        self._open = 0  # consumers still to come, while backward runs

    def __repr__(self):
        return f"<{self.data:.4f} | {self.grad:.4f}>"

    def __add__(self, other):
        return apply(TABLE["add"], self, other)

    def __radd__(self, other):
        return apply(TABLE["add"], other, self)

    def __sub__(self, other):
        return apply(TABLE["sub"], self, other)

    def __rsub__(self, other):
        return apply(TABLE["sub"], other, self)

    def __mul__(self, other):
        return apply(TABLE["mul"], self, other)

    def __rmul__(self, other):
        return apply(TABLE["mul"], other, self)

    def __truediv__(self, other):
        return apply(TABLE["div"], self, other)

    def __rtruediv__(self, other):
        return apply(TABLE["div"], other, self)

    def __neg__(self):
        return apply(TABLE["neg"], self)

    def __pow__(self, n):
        return apply(power(n), self)

    def tanh(self):
        return apply(TABLE["tanh"], self)

    def exp(self):
        return apply(TABLE["exp"], self)

    def relu(self):
        return apply(TABLE["relu"], self)

    def _backward(self):
        if self._prev:
            slopes = self._slopes(self.data, *[p.data for p in self._prev])
            for p, s in zip(self._prev, slopes):
                p.grad += s * self.grad

    def backward(self):
        nodes = everything_below(self)
        for node in nodes:
            node._open = 0
            if node._prev:
                node.grad = 0.0
        for node in nodes:
            for p in node._prev:
                p._open += 1
        self.grad += 1.0
        queue = deque([self])
        while queue:
            node = queue.popleft()
            if node.grad == 0.0:
                continue
            node._backward()
            for p in node._prev:
                p._open -= 1
                if p._open == 0:
                    queue.append(p)


def everything_below(root):
    seen = {root}
    queue = deque([root])
    while queue:
        for p in queue.popleft()._prev:
            if p not in seen:
                seen.add(p)
                queue.append(p)
    return seen


def build_topo(v, visited, topo):
    stack = [v]
    while stack:
        node = stack[-1]
        if node in visited:
            stack.pop()
            continue
        missing = [p for p in node._prev if p not in visited]
        if missing:
            stack.extend(missing)
        else:
            visited.add(node)
            topo.append(node)
            stack.pop()


def zero_grad(root):
    for node in everything_below(root):
        node.grad = 0.0
