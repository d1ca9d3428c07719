import math


class Value:
    """A node has a left and a right input; what has one input only has it on the right."""

    def __init__(self, data, left=None, right=None, rule=None):
        self.data = data
        self.grad = 0.0
        self.left = left
        self.right = right
        self._backward = rule

    def __float__(self):
        return float(self.data)

    def __bool__(self):
        return self.data != 0

    def __repr__(self):
        return f"Value({self.data:g}, grad={self.grad:g})"

    @property
    def _prev(self):
        return tuple(node for node in (self.left, self.right) if node is not None)

    def __add__(self, other):
        return Value._add(self, to_value(other))

    def __radd__(self, other):
        return Value._add(to_value(other), self)

    def __sub__(self, other):
        return Value._sub(self, to_value(other))

    def __rsub__(self, other):
        return Value._sub(to_value(other), self)

    def __mul__(self, other):
        return Value._mul(self, to_value(other))

    def __rmul__(self, other):
        return Value._mul(to_value(other), self)

    def __truediv__(self, other):
        return Value._div(self, to_value(other))

    def __rtruediv__(self, other):
        return Value._div(to_value(other), self)

    def _add(a, b):
        return Value(a.data + b.data, a, b, lambda g: (g, g))

    def _sub(a, b):
        return Value(a.data - b.data, a, b, lambda g: (g, -g))

    def _mul(a, b):
        x, y = a.data, b.data
        return Value(x * y, a, b, lambda g: (g * y, g * x))

    def _div(a, b):
        y = b.data
        q = a.data / y
        return Value(q, a, b, lambda g: (g / y, -g * q / y))

    def __neg__(self):
        return Value(-self.data, None, self, lambda g: (None, -g))

    def __pow__(self, n):
        x = self.data
        y = x**n
        return Value(y, None, self, lambda g: (None, g * n * x ** (n - 1) if n != 0 else 0.0))

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, None, self, lambda g: (None, g * (1 - t * t)))

    def exp(self):
        e = math.exp(self.data)
        return Value(e, None, self, lambda g: (None, g * e))

    def relu(self):
        x = self.data
        return Value(x if x > 0 else 0.0, None, self, lambda g: (None, g if x > 0 else 0.0))

    def backward(self):
        order = []
        build_topo(self, set(), order)
        for node in order:
            if node._backward is not None:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(order):
            if node._backward is not None:
                to_left, to_right = node._backward(node.grad)
                if to_left is not None:
                    node.left.grad += to_left
                node.right.grad += to_right


def to_value(x):
    return x if isinstance(x, Value) else Value(float(x))


def build_topo(v, visited, topo):
    stack = [(v, False)]
    while stack:
        node, finished = stack.pop()
        if finished:
            topo.append(node)
        elif node not in visited:
            visited.add(node)
            stack.append((node, True))
            if node.left:
                stack.append((node.left, False))
            if node.right is not None:
                stack.append((node.right, False))


def zero_grad(root):
    seen = {root}
    stack = [root]
    while stack:
        node = stack.pop()
        node.grad = 0.0
        for inp in node._prev:
            if inp not in seen:
                seen.add(inp)
                stack.append(inp)
