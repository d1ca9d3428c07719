import math

# rules as lambdas. one-input functions: x -> y and (x, y) -> dy/dx
UNARY = dict(
    tanh=(math.tanh, lambda x, y: 1 - y ** 2),
    exp=(math.exp, lambda x, y: y),
    relu=(lambda x: max(x, 0.0), lambda x, y: 1.0 if x >= 0 else 0.0),
    neg=(lambda x: -x, lambda x, y: -1.0),
)
BINARY = dict(
    add=(lambda x, y: x + y, lambda x, y: 1.0, lambda x, y: 1.0),
    sub=(lambda x, y: x - y, lambda x, y: 1.0, lambda x, y: -1.0),
    mul=(lambda x, y: x * y, lambda x, y: y, lambda x, y: x),
    truediv=(lambda x, y: x / y, lambda x, y: 1 / y, lambda x, y: -x / y ** 2),
)


class Value:
    births = 0

    def __init__(self, data, _prev=(), _backward=None):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._backward = _backward or (lambda: None)
        self.birth = Value.births = Value.births + 1

    def __pow__(self, n):
        out = Value(self.data ** n, (self,))
        slope = (lambda x: n * x ** (n - 1)) if n else (lambda x: 0.0)
        out._backward = lambda: self._add(slope(self.data) * out.grad)
        return out

    def _add(self, g):
        self.grad += g

    def backward(self):
        order = []
        build_topo(self, set(), order)
        for node in order:
            node.grad = node.grad if not node._prev else 0.0
        self._add(1.0)
        for node in reversed(order):
            node._backward()


def unary(name):
    f, df = UNARY[name]

    def method(self):
        out = Value(f(self.data), (self,))
        out._backward = lambda: self._add(df(self.data, out.data) * out.grad)
        return out
    return method


def binary(name, swapped):
    f, dx, dy = BINARY[name]

    def method(self, other):
        other = other if isinstance(other, Value) else Value(other)
        a, b = (other, self) if swapped else (self, other)
        out = Value(f(a.data, b.data), (a, b))
        out._backward = lambda: (a._add(dx(a.data, b.data) * out.grad),
                                 b._add(dy(a.data, b.data) * out.grad))
        return out
    return method


for _name in UNARY:
    setattr(Value, "__neg__" if _name == "neg" else _name, unary(_name))
for _name in BINARY:
    setattr(Value, f"__{_name}__", binary(_name, False))
    setattr(Value, f"__r{_name}__", binary(_name, True))


def build_topo(v, visited, topo):
    # whatever was made earlier comes earlier: sort all that can be reached by birth
    visited.add(v)
    new = [v]
    while new:
        node = new.pop()
        topo.append(node)
        for p in node._prev:
            if p not in visited:
                visited.add(p)
                new.append(p)
    topo.sort(key=lambda node: node.birth)


def zero_grad(root):
    reach = []
    build_topo(root, set(), reach)
    for node in reach:
        node.grad = 0.0
