import math

# One rule for each kind of node: the slopes towards its inputs.
RULES = {
    "+": lambda out, a, b: (1.0, 1.0),
    "-": lambda out, a, b: (1.0, -1.0),
    "*": lambda out, a, b: (b.data, a.data),
    "/": lambda out, a, b: (1.0 / b.data, -a.data / b.data**2),
    "neg": lambda out, a: (-1.0,),
    "exp": lambda out, a: (out.data,),
    "tanh": lambda out, a: (1.0 - out.data**2,),
    "relu": lambda out, a: (1.0 if a.data > 0 else 0.0,),
}


def power_rule(n):
    if n == 0:
        return lambda out, a: (0.0,)
    if isinstance(n, int):
        return lambda out, a: (n * a.data ** (n - 1),)
    return lambda out, a: (n * abs(a.data) ** (n - 1),)


def number(x):
    return Value(x) if isinstance(x, (int, float)) else x


class Value:
    def __init__(self, data, _prev=(), _op="", _backward=None):
        self.data = float(data)
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self._backward = _backward or RULES.get(_op)

    def __add__(self, other):
        other = number(other)
        return Value(self.data + other.data, (self, other), "+")

    def __sub__(self, other):
        other = number(other)
        return Value(self.data - other.data, (self, other), "-")

    def __mul__(self, other):
        other = number(other)
        return Value(self.data * other.data, (self, other), "*")

    def __truediv__(self, other):
        other = number(other)
        return Value(self.data / other.data, (self, other), "/")

    def __radd__(self, other):
        return self + other

    def __rsub__(self, other):
        return -self + other

    def __rmul__(self, other):
        return self * other

    def __rtruediv__(self, other):
        return number(other) / self

    def __neg__(self):
        return Value(-self.data, (self,), "neg")

    def __pow__(self, n):
        return Value(self.data**n, (self,), "**", power_rule(n))

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
            if node._op:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(topo):
            if node._op:
                slopes = node._backward(node, *node._prev)
                for child, slope in zip(node._prev, slopes):
                    child.grad += slope * node.grad


def build_topo(v, visited, topo):
    todo = [v]
    while todo:
        node = todo[-1]
        missing = [child for child in node._prev if child not in visited]
        if node not in visited and missing:
            todo.extend(missing)
            continue
        todo.pop()
        if node not in visited:
            visited.add(node)
            topo.append(node)


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
