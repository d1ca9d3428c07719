import math

CONSTANTS = {}


def constant(number):
    """Plain numbers come up again and again: one node for each is enough."""
    key = hash(number)
    if key not in CONSTANTS:
        CONSTANTS[key] = Value(number)
    return CONSTANTS[key]


def operand(thing):
    return thing if isinstance(thing, Value) else constant(thing)


class Value:
    def __init__(self, data, _prev=(), _backward=None):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._backward = _backward

    @staticmethod
    def _join(number, *parts):
        def _backward():
            for node, slope in parts:
                node.grad += slope * out.grad

        out = Value(number, [node for node, _ in parts], _backward)
        return out

    def __add__(self, other):
        other = operand(other)
        return Value._join(self.data + other.data, (self, 1.0), (other, 1.0))

    def __sub__(self, other):
        other = operand(other)
        return Value._join(self.data - other.data, (self, 1.0), (other, -1.0))

    def __mul__(self, other):
        other = operand(other)
        return Value._join(self.data * other.data, (self, other.data), (other, self.data))

    def __truediv__(self, other):
        other = operand(other)
        q = self.data / other.data
        return Value._join(q, (self, 1.0 / other.data), (other, -q / other.data))

    def __radd__(self, other):
        return operand(other) + self

    def __rsub__(self, other):
        return operand(other) - self

    def __rmul__(self, other):
        return operand(other) * self

    def __rtruediv__(self, other):
        return operand(other) / self

    def __neg__(self):
        return Value._join(-self.data, (self, -1.0))

    def __pow__(self, n):
        return Value._join(self.data**n, (self, 0.0 if n == 0 else n * self.data ** (n - 1)))

    def tanh(self):
        t = math.tanh(self.data)
        return Value._join(t, (self, 1.0 - t * t))

    def exp(self):
        e = math.exp(self.data)
        return Value._join(e, (self, e))

    def relu(self):
        return Value._join(max(0.0, self.data), (self, 1.0 if self.data > 0 else 0.0))

    def backward(self):
        order = []
        build_topo(self, set(), order)
        for node in order:
            if node._backward:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(order):
            if node._backward:
                node._backward()


def build_topo(v, visited, topo):
    stack = [(v, False)]
    while stack:
        node, done = stack.pop()
        if done:
            topo.append(node)
        elif node not in visited:
            visited.add(node)
            stack.append((node, True))
            stack += [(below, False) for below in node._prev]


def zero_grad(root):
    order = []
    build_topo(root, set(), order)
    for node in order:
        node.grad = 0.0
