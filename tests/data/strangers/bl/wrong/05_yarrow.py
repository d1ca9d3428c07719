import math

# name: (value, slopes). The slopes get the inputs' numbers and then the result's.
RULES = {
    "add": (lambda x, y: x + y, lambda x, y, z: (1.0, 1.0)),
    "sub": (lambda x, y: x - y, lambda x, y, z: (1.0, -1.0)),
    "mul": (lambda x, y: x * y, lambda x, y, z: (y, x)),
    "div": (lambda x, y: x / y, lambda x, y, z: (1.0 / y, -z / y)),
    "neg": (lambda x: -x, lambda x, z: (-1.0,)),
    "tanh": (math.tanh, lambda x, z: (1.0 - z * z,)),
    "exp": (math.exp, lambda x, z: (z,)),
    "relu": (lambda x: x if x > 0 else 0.0, lambda x, z: (1.0 if x > 0 else 0.0,)),
}


class Value:
    def __init__(self, data):
        self.data = data
        self.grad = 0.0
        self._prev = []
        self._backward = None

    @classmethod
    def make(cls, rule, *inputs):
        inputs = [i if isinstance(i, Value) else Value(float(i)) for i in inputs]
        value, slopes = RULES[rule] if isinstance(rule, str) else rule
        numbers = [i.data for i in inputs]
        out = cls(value(*numbers))
        out._prev = inputs
        numbers.append(out.data)

        def _backward():
            for i, slope in zip(inputs, slopes(*numbers)):
                i.grad += slope * out.grad

        out._backward = _backward
        return out

    def __add__(self, other):
        return self.make("add", self, other)

    def __radd__(self, other):
        return self.make("add", other, self)

    def __sub__(self, other):
        return self.make("sub", self, other)

    def __rsub__(self, other):
        return self.make("sub", other, self)

    def __mul__(self, other):
        return self.make("mul", self, other)

    def __rmul__(self, other):
        return self.make("mul", other, self)

    def __truediv__(self, other):
        return self.make("div", self, other)

    def __rtruediv__(self, other):
        return self.make("div", other, self)

    def __neg__(self):
        return self.make("neg", self)

    def __pow__(self, n):
        slope = (lambda x, z: (n * x ** (n - 1),)) if n else (lambda x, z: (0.0,))
        return self.make((lambda x: x**n, slope), self)

    def tanh(self):
        return self.make("tanh", self)

    def exp(self):
        return self.make("exp", self)

    def relu(self):
        return self.make("relu", self)

    def backward(self):
        order = []
        build_topo(self, set(), order)
        inner = [node for node in order if node._backward]
        for node in inner:
            node.grad = 0.0
        self.grad += 1.0
        for node in reversed(inner):
            node._backward()


def build_topo(v, visited, topo):
    stack = [v]
    while stack:
        node = stack[-1]
        if node in visited:
            stack.pop()
            continue
        missing = [i for i in node._prev if i not in visited]
        if missing:
            stack.extend(missing)
        else:
            visited.add(node)
            topo.append(node)
            stack.pop()


def zero_grad(root):
    stack = [root]
    while stack:
        node = stack.pop()
        if node.grad != 0.0:
            node.grad = 0.0
            stack.extend(node._prev)
