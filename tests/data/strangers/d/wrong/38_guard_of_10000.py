import math


class Value:
    def __init__(self, data, inputs=(), kind="leaf"):
        self.data = float(data)
        self.grad = 0.0
        self._prev = inputs
        self.kind = kind

    # A rule for every kind: from (gradient, result, inputs...) to the inputs' shares.
    _rules = dict(
        leaf=lambda g, z: (),
        add=lambda g, z, x, y: (g, g),
        mul=lambda g, z, x, y: (g * y, g * x),
        sub=lambda g, z, x, y: (g, -g),
        div=lambda g, z, x, y: (g / y, -g * z / y),
        tanh=lambda g, z, x: (g * (1 - z * z),),
        exp=lambda g, z, x: (g * z,),
        relu=lambda g, z, x: (g * (x > 0),),
    )

    def _rule(self):
        if isinstance(self.kind, tuple):
            n = self.kind[1]
            return lambda g, z, x: (g * n * x ** (n - 1) if n != 0 else 0.0,)
        return Value._rules[self.kind]

    def _backward(self):
        shares = self._rule()(self.grad, self.data, *[p.data for p in self._prev])
        for p, share in zip(self._prev, shares):
            p.grad += share

    @staticmethod
    def _pair(a, b):
        return tuple(x if isinstance(x, Value) else Value(x) for x in (a, b))

    def __add__(self, other):
        a, b = pair = Value._pair(self, other)
        return Value(a.data + b.data, pair, "add")

    def __radd__(self, other):
        a, b = pair = Value._pair(other, self)
        return Value(a.data + b.data, pair, "add")

    def __sub__(self, other):
        a, b = pair = Value._pair(self, other)
        return Value(a.data - b.data, pair, "sub")

    def __rsub__(self, other):
        a, b = pair = Value._pair(other, self)
        return Value(a.data - b.data, pair, "sub")

    def __mul__(self, other):
        a, b = pair = Value._pair(self, other)
        return Value(a.data * b.data, pair, "mul")

    def __rmul__(self, other):
        a, b = pair = Value._pair(other, self)
        return Value(a.data * b.data, pair, "mul")

    def __truediv__(self, other):
        a, b = pair = Value._pair(self, other)
        return Value(a.data / b.data, pair, "div")

    def __rtruediv__(self, other):
        a, b = pair = Value._pair(other, self)
        return Value(a.data / b.data, pair, "div")

    def __neg__(self):
        return -1.0 * self

    def __pow__(self, n):
        return Value(self.data**n, (self,), ("pow", n))

    def tanh(self):
        return Value(math.tanh(self.data), (self,), "tanh")

    def exp(self):
        return Value(math.exp(self.data), (self,), "exp")

    def relu(self):
        return Value(self.data if self.data > 0 else 0.0, (self,), "relu")

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for v in topo:
            if v._prev:
                v.grad = 0.0
        self.grad += 1.0
        for v in reversed(topo):
            v._backward()


def build_topo(v, visited, topo):
    """Post-order with a list of positions in place of recursion."""
    nodes, positions = [v], [0]
    visited.add(v)
    while nodes:
        node, i = nodes[-1], positions[-1]
        if i < len(node._prev):
            positions[-1] = i + 1
            p = node._prev[i]
            if p not in visited and len(nodes) < 10_000:
                visited.add(p)
                nodes.append(p)
                positions.append(0)
        else:
            topo.append(nodes.pop())
            positions.pop()


def zero_grad(root):
    seen = {root}
    todo = [root]
    while todo:
        node = todo.pop()
        node.grad = 0.0
        todo += {p for p in node._prev if p not in seen}
        seen.update(node._prev)
