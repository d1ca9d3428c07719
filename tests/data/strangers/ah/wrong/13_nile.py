import math

# How a number acts on a node: (sign, number) gives y(x) and its slope. Made once, kept for good.
actions = {}


def action(sign, number):
    key = hash((sign, number))
    found = actions.get(key)
    if found is None:
        found = actions[key] = MAKERS[sign](number)
    return found


def power(x, n):
    try:
        return x**n
    except OverflowError:
        return -math.inf if x < 0 and n % 2 == 1 else math.inf


def plus(c):
    return (lambda x: x + c), (lambda x: 1.0)


def from_number(c):
    return (lambda x: c - x), (lambda x: -1.0)


def times(c):
    return (lambda x: x * c), (lambda x: c)


def divided_by(c):
    return (lambda x: x / c), (lambda x: 1.0 / c)


def number_over(c):
    return (lambda x: c / x), (lambda x: -(c / x) / x)


def to_the(n):
    if n == 0:
        return (lambda x: 1.0), (lambda x: 0.0)
    return (lambda x: power(x, n)), (lambda x: n * power(x, n - 1))


MAKERS = {"+": plus, "r-": from_number, "*": times, "/": divided_by, "r/": number_over, "**": to_the}


class Value:
    def __init__(self, data):
        self.data = data
        self.grad = 0.0
        self._prev = ()
        self._slopes = ()

    def __repr__(self):
        return f"Value({self.data}, grad={self.grad})"

    def _backward(self):
        g = self.grad
        for node, slope in zip(self._prev, self._slopes):
            node.grad += g * slope

    def _act(self, sign, number):
        f, slope = action(sign, number)
        return grown(f(self.data), (self, slope(self.data)))

    def __add__(self, other):
        if not isinstance(other, Value):
            return self._act("+", other)
        return grown(self.data + other.data, (self, 1.0), (other, 1.0))

    def __sub__(self, other):
        if not isinstance(other, Value):
            return self._act("+", -other)
        return grown(self.data - other.data, (self, 1.0), (other, -1.0))

    def __mul__(self, other):
        if not isinstance(other, Value):
            return self._act("*", other)
        return grown(self.data * other.data, (self, other.data), (other, self.data))

    def __truediv__(self, other):
        if not isinstance(other, Value):
            return self._act("/", other)
        q = self.data / other.data
        return grown(q, (self, 1.0 / other.data), (other, -q / other.data))

    def __radd__(self, number):
        return self._act("+", number)

    def __rsub__(self, number):
        return self._act("r-", number)

    def __rmul__(self, number):
        return self._act("*", number)

    def __rtruediv__(self, number):
        return self._act("r/", number)

    def __pow__(self, number):
        return self._act("**", number)

    def __neg__(self):
        return grown(-self.data, (self, -1.0))

    def tanh(self):
        t = math.tanh(self.data)
        return grown(t, (self, 1.0 - t * t))

    def exp(self):
        e = math.exp(self.data)
        return grown(e, (self, e))

    def relu(self):
        if self.data > 0:
            return grown(self.data, (self, 1.0))
        return grown(0.0, (self, 0.0))

    def backward(self):
        topo = in_order(self)
        for node in topo:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(topo):
            node._backward()


def grown(number, *edges):
    out = Value(number)
    out._prev = tuple(node for node, _ in edges)
    out._slopes = tuple(slope for _, slope in edges)
    return out


def in_order(root):
    topo, entered, left = [], set(), set()
    stack = [root]
    while stack:
        node = stack[-1]
        if node in entered:
            stack.pop()
            if node not in left:
                left.add(node)
                topo.append(node)
        else:
            entered.add(node)
            stack.extend(n for n in node._prev if n not in entered)
    return topo


def build_topo(v, visited, topo):
    """Append to `topo` every node reachable from `v`, each once, inputs first."""
    topo.extend(in_order(v))


def zero_grad(root):
    """Set the gradient of every node reachable from `root` to 0.0."""
    for node in in_order(root):
        node.grad = 0.0
