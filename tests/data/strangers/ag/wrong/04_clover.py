import math
import operator


class Value:
    """Local gradients are pairs (input, slope), kept until backward needs them."""

    def __init__(self, data, pairs=()):
        self.data = data * 1.0
        self.grad = 0.0
        self.pairs = pairs
        self._prev = [p for p, _ in pairs]
        self._backward = self.push

    def push(self):
        g = self.grad
        for p, slope in self.pairs:
            p.grad += slope * g

    def __neg__(self):
        return Value(-self.data, [(self, -1.0)])

    def __pow__(self, n):
        return Value(self.data**n, [(self, n * self.data ** (n - 1) if n != 0 else 0.0)])

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, [(self, 1 - t * t)])

    def exp(self):
        e = math.exp(self.data)
        return Value(e, [(self, e)])

    def relu(self):
        return Value(max(0.0, self.data), [(self, 1.0 if self.data > 0 else 0.0)])

    def backward(self):
        order = linear(self)
        for v in order:
            v.grad = 0.0 if v.pairs else v.grad
        self.grad += 1.0
        for v in order[::-1]:
            v._backward()


def lift(x):
    return x if isinstance(x, Value) else Value(x)


SLOPES = {
    "add": lambda x, y: (1.0, 1.0),
    "sub": lambda x, y: (1.0, -1.0),
    "mul": lambda x, y: (y, x),
    "truediv": lambda x, y: (1 / y, -x / y**2),
}


def straight(word):
    compute, slopes = getattr(operator, word), SLOPES[word]

    def method(self, other):
        other = lift(other)
        left, right = slopes(self.data, other.data)
        return Value(compute(self.data, other.data), [(self, left), (other, right)])

    return method


for word in SLOPES:
    setattr(Value, f"__{word}__", straight(word))

for word in SLOPES:
    def mirrored(self, other):
        return getattr(operator, word)(lift(other), self)

    setattr(Value, f"__r{word}__", mirrored)


def linear(root):
    order, seen, stack = [], set(), [root]
    while stack:
        v = stack.pop()
        if v is None:
            order.append(stack.pop())
        elif id(v) not in seen:
            seen.add(id(v))
            stack += [v, None]
            stack += v._prev
    return order


def build_topo(v, visited, topo):
    topo += linear(v)


def zero_grad(root):
    for v in linear(root):
        v.grad = 0.0
