import math

RULES = {
    "+": lambda a, b, y, k: (1.0, 1.0),
    "-": lambda a, b, y, k: (1.0, -1.0),
    "*": lambda a, b, y, k: (b, a),
    "/": lambda a, b, y, k: (1.0 / b, -y / b),
    "scale": lambda a, y, k: (k,),
    "**": lambda a, y, k: (k * a ** (k - 1) if k != 0 else 0.0,),
    "tanh": lambda a, y, k: (1.0 - y * y,),
    "exp": lambda a, y, k: (y,),
    "relu": lambda a, y, k: (1.0 if a > 0 else 0.0,),
}


class Value:
    def __init__(self, data, *prev, rule=None, name="", k=None):
        self.data = data
        self.grad = 0.0
        self._prev = prev
        self._name = name
        self._k = k
        self._rule = rule or RULES.get(name)

    def _backward(self):
        if self._prev:
            numbers = [p.data for p in self._prev]
            for p, slope in zip(self._prev, self._rule(*numbers, self.data, self._k)):
                p.grad += slope * self.grad

    def __add__(self, other):
        other = made(other)
        return Value(self.data + other.data, self, other, name="+")

    def __sub__(self, other):
        other = made(other)
        return Value(self.data - other.data, self, other, name="-")

    def __mul__(self, other):
        other = made(other)
        return Value(self.data * other.data, self, other, name="*")

    def __truediv__(self, other):
        other = made(other)
        return Value(self.data / other.data, self, other, name="/")

    def __radd__(self, other):
        return made(other) + self

    def __rsub__(self, other):
        return made(other) - self

    def __rmul__(self, other):
        return made(other) * self

    def __rtruediv__(self, other):
        return made(other) / self

    def __neg__(self):
        return Value(-self.data, self, rule=RULES["scale"], k=-1.0)

    def __pow__(self, n):
        return Value(self.data**n, self, name="**", k=n)

    def tanh(self):
        return Value(math.tanh(self.data), self, name="tanh")

    def exp(self):
        return Value(math.exp(self.data), self, name="exp")

    def relu(self):
        return Value(self.data if self.data > 0 else 0.0, self, name="relu")

    def backward(self):
        order = []
        build_topo(self, set(), order)
        for node in order:
            if node._name:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(order):
            node._backward()


def made(x):
    return x if isinstance(x, Value) else Value(x)


def build_topo(v, visited, topo):
    waiting = [(v, False)]
    while waiting:
        node, expanded = waiting.pop()
        if expanded:
            topo.append(node)
        elif node not in visited:
            visited.add(node)
            waiting.append((node, True))
            for p in node._prev:
                waiting.append((p, False))


def zero_grad(root):
    order = []
    build_topo(root, set(), order)
    for node in order:
        node.grad = 0.0
