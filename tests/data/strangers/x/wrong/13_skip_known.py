import math

# a rule is a list of (input, slope); slopes are worked out on the way forward


class Value:
    def __init__(self, data, rule=()):
        self.data = data
        self.grad = 0.0
        self._backward = rule
        self._prev = tuple(inp for inp, _ in rule)

    def __add__(self, other):
        other = to_value(other)
        return Value(self.data + other.data, [(self, 1.0), (other, 1.0)])

    def __mul__(self, other):
        other = to_value(other)
        return Value(self.data * other.data, [(self, other.data), (other, self.data)])

    def __sub__(self, other):
        other = to_value(other)
        return Value(self.data - other.data, [(self, 1.0), (other, -1.0)])

    def __truediv__(self, other):
        other = to_value(other)
        inv = 1.0 / other.data
        return Value(self.data / other.data, [(self, inv), (other, -self.data * inv * inv)])

    def __radd__(self, other):
        return to_value(other) + self

    def __rmul__(self, other):
        return to_value(other) * self

    def __rsub__(self, other):
        return to_value(other) - self

    def __rtruediv__(self, other):
        return to_value(other) / self

    def __neg__(self):
        return Value(-self.data, [(self, -1.0)])

    def __pow__(self, n):
        slope = n * self.data ** (n - 1) if n != 0 else 0.0
        return Value(self.data ** n, [(self, slope)])

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, [(self, (1 - t) * (1 + t))])

    def exp(self):
        e = math.exp(self.data)
        return Value(e, [(self, e)])

    def relu(self):
        return Value(max(0.0, self.data), [(self, float(self.data > 0))])

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in topo[::-1]:
            for inp, slope in node._backward:
                inp.grad += slope * node.grad


def to_value(x):
    return x if isinstance(x, Value) else Value(x)


def build_topo(v, visited, topo):
    DOWN, UP = 0, 1
    stack = [(DOWN, v)]
    while stack:
        phase, node = stack.pop()
        if phase == UP:
            topo.append(node)
            continue
        if node in visited:
            continue
        visited.add(node)
        stack.append((UP, node))
        for inp in node._prev:
            if inp in visited:
                break  # been there
            stack.append((DOWN, inp))


def zero_grad(root):
    seen = set()
    todo = [root]
    while todo:
        node = todo.pop()
        if node not in seen:
            seen.add(node)
            node.grad = 0.0
            todo.extend(node._prev)
