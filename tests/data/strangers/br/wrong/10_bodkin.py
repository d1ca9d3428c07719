import math

# For each operation: the value, and the slope towards each input. y is the value.
VALUE = {
    "add": lambda a, b: a + b,
    "sub": lambda a, b: a - b,
    "mul": lambda a, b: a * b,
    "div": lambda a, b: a / b,
    "neg": lambda a: -a,
    "tanh": math.tanh,
    "exp": math.exp,
    "relu": lambda a: a if a > 0 else 0.0,
}
SLOPES = {
    "add": lambda y, a, b: (1.0, 1.0),
    "sub": lambda y, a, b: (1.0, -1.0),
    "mul": lambda y, a, b: (b, a),
    "div": lambda y, a, b: (1 / b, -y / b),
    "neg": lambda y, a: (-1.0,),
    "tanh": lambda y, a: (1.0 - y * y,),
    "exp": lambda y, a: (y,),
    "relu": lambda y, a: (1.0 if y > 0 else 0.0,),
}


class Value:
    def __init__(self, data, _prev=(), _slopes=None):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._slopes = _slopes

    @classmethod
    def of(cls, x):
        return x if isinstance(x, cls) else cls(x)

    def _backward(self):
        if not self._prev:
            return
        slopes = self._slopes(self.data, *[n.data for n in self._prev])
        for n, slope in zip(self._prev, slopes):
            n.grad += slope * self.grad

    def __add__(self, other):
        return perform("add", self, other)

    def __radd__(self, other):
        return perform("add", other, self)

    def __sub__(self, other):
        return perform("sub", self, other)

    def __rsub__(self, other):
        return perform("sub", other, self)

    def __mul__(self, other):
        return perform("mul", self, other)

    def __rmul__(self, other):
        return perform("mul", other, self)

    def __truediv__(self, other):
        return perform("div", self, other)

    def __rtruediv__(self, other):
        return perform("div", other, self)

    def __neg__(self):
        return perform("neg", self)

    def __pow__(self, n):
        def slopes(y, a):
            return (n * a ** (n - 1) if n else 0.0,)

        return Value(self.data**n, (self,), slopes)

    def tanh(self):
        return perform("tanh", self)

    def exp(self):
        return perform("exp", self)

    def relu(self):
        return perform("relu", self)

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        # inner nodes restart, leaves keep their sum
        for node in topo[:-1]:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(topo):
            node._backward()


def perform(op, *operands):
    inputs = tuple(Value.of(x) for x in operands)
    return Value(VALUE[op](*[n.data for n in inputs]), inputs, SLOPES[op])


def build_topo(v, visited, topo):
    agenda = [v]
    while agenda:
        node = agenda.pop()
        if isinstance(node, tuple):
            topo.append(node[0])
        elif node not in visited:
            visited.add(node)
            agenda.append((node,))
            agenda.extend(node._prev)


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
