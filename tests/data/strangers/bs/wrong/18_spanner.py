import math

# name -> (number from the inputs' numbers, slopes from the inputs' numbers and the result)
RULES = {
    "add": (lambda k, a, b: a + b, lambda k, y, a, b: (1.0, 1.0)),
    "sub": (lambda k, a, b: a - b, lambda k, y, a, b: (1.0, -1.0)),
    "mul": (lambda k, a, b: a * b, lambda k, y, a, b: (b, a)),
    "div": (lambda k, a, b: a / b, lambda k, y, a, b: (1.0 / b, -a / b**2)),
    "neg": (lambda k, a: -a, lambda k, y, a: (-1.0,)),
    "pow": (lambda k, a: a**k, lambda k, y, a: (k * a ** (k - 1) if k else 0.0,)),
    "tanh": (lambda k, a: math.tanh(a), lambda k, y, a: (1.0 - y**2,)),
    "exp": (lambda k, a: math.exp(a), lambda k, y, a: (y,)),
    "relu": (lambda k, a: max(a, 0.0), lambda k, y, a: (1.0 if a > 0.0 else 0.0,)),
}


def make(name, *inputs, k=None):
    inputs = tuple(x if isinstance(x, Value) else Value(x) for x in inputs)
    numbers = [x.data for x in inputs]
    number, slopes = RULES[name]
    out = Value(number(k, *numbers), inputs, name)

    def push():
        for x, slope in zip(inputs, slopes(k, out.data, *numbers)):
            x.grad += slope * out.grad

    out._backward = push
    return out


class Value:
    def __init__(self, data, _prev=(), _op="leaf"):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self._backward = None

    def __repr__(self):
        return f"<{self._op} {self.data:.4g}, grad {self.grad:.4g}>"

    def __add__(self, other):
        return make("add", self, other)

    def __radd__(self, other):
        return make("add", other, self)

    def __sub__(self, other):
        return make("sub", self, other)

    def __rsub__(self, other):
        return make("sub", other, self)

    def __mul__(self, other):
        return make("mul", self, other)

    def __rmul__(self, other):
        return make("mul", other, self)

    def __truediv__(self, other):
        return make("div", self, other)

    def __rtruediv__(self, other):
        return make("div", other, self)

    def __neg__(self):
        return make("neg", self)

    def __pow__(self, n):
        return make("pow", self, k=n)

    def tanh(self):
        return make("tanh", self)

    def exp(self):
        return make("exp", self)

    def relu(self):
        return make("relu", self)

    def is_leaf(self):
        return self._backward is None

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        inner = [node for node in topo if not node.is_leaf()]
        for node in inner:
            node.grad = 0.0
        self.grad += 1.0
        while inner:
            inner.pop()._backward()


def build_topo(v, visited, topo):
    visited.add(v)
    path = [(v, iter(v._prev))]
    while path:
        node, inputs = path[-1]
        for x in inputs:
            if x not in visited:
                visited.add(x)
                path.append((x, iter(x._prev)))
                break
        else:
            topo.append(node)
            path.pop()


def zero_grad(root):
    seen = set()
    todo = [root]
    while todo:
        node = todo.pop()
        if node in seen or node.grad == 0.0:
            continue
        seen.add(node)
        node.grad = 0.0
        todo.extend(node._prev)
