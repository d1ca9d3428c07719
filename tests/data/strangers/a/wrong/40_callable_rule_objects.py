import math


class Rule:
    """Callable: hands the gradient of `out` on to its inputs, weighted with the slopes."""

    __slots__ = ("out", "slopes")

    def __init__(self, out, slopes):
        self.out = out
        self.slopes = slopes

    def __call__(self):
        for inp, slope in zip(self.out._prev, self.slopes):
            inp.grad += slope * self.out.grad

    def __bool__(self):
        return True


class NoRule(Rule):
    def __init__(self):
        super().__init__(None, ())

    def __call__(self):
        pass

    def __bool__(self):
        return False


class Value:
    no_rule = NoRule()

    def __init__(self, data, _prev=(), slopes=()):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._backward = Rule(self, slopes) if _prev else Value.no_rule

    def __add__(self, other):
        if isinstance(other, Value):
            return Value(self.data + other.data, (self, other), (1.0, 1.0))
        return Value(self.data + other, (self,), (1.0,))

    def __sub__(self, other):
        if isinstance(other, Value):
            return Value(self.data - other.data, (self, other), (1.0, -1.0))
        return Value(self.data - other, (self,), (1.0,))

    def __mul__(self, other):
        if isinstance(other, Value):
            return Value(self.data * other.data, (self, other), (other.data, self.data))
        return Value(self.data * other, (self,), (other,))

    def __truediv__(self, other):
        if isinstance(other, Value):
            q = self.data / other.data
            return Value(q, (self, other), (1 / other.data, -q / other.data))
        return Value(self.data / other, (self,), (1 / other,))

    def __pow__(self, n):
        return Value(self.data ** n, (self,), (n * self.data ** (n - 1) if n else 0.0,))

    def __neg__(self):
        return Value(-self.data, (self,), (-1.0,))

    def __radd__(self, number):
        return Value(number + self.data, (self,), (1.0,))

    def __rsub__(self, number):
        return Value(number - self.data, (self,), (-1.0,))

    def __rmul__(self, number):
        return Value(number * self.data)

    def __rtruediv__(self, number):
        return Value(number / self.data, (self,), (-number / self.data ** 2,))

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, (self,), (1 - t * t,))

    def exp(self):
        e = math.exp(self.data)
        return Value(e, (self,), (e,))

    def relu(self):
        if self.data > 0:
            return Value(self.data, (self,), (1.0,))
        return Value(0.0, (self,), (0.0,))

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._backward:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(topo):
            node._backward()


def build_topo(v, visited, topo):
    stack = [(v, list(v._prev))]
    visited.add(v)
    while stack:
        node, rest = stack[-1]
        while rest:
            inp = rest.pop()
            if inp not in visited:
                visited.add(inp)
                stack.append((inp, list(inp._prev)))
                break
        else:
            stack.pop()
            topo.append(node)


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
