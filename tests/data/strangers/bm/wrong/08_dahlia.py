import math

# name: (value, slopes); z is the value
BINARY = {
    "add": (lambda x, y: x + y, lambda x, y, z: (1.0, 1.0)),
    "sub": (lambda x, y: x - y, lambda x, y, z: (1.0, -1.0)),
    "mul": (lambda x, y: x * y, lambda x, y, z: (y, x)),
    "truediv": (lambda x, y: x / y, lambda x, y, z: (1.0 / y, -z / y)),
}
UNARY = {
    "__neg__": (lambda x: -x, lambda x, z: -1.0),
    "tanh": (math.tanh, lambda x, z: 1.0 - z * z),
    "exp": (math.exp, lambda x, z: z),
    "relu": (lambda x: x if x > 0 else 0.0, lambda x, z: 1.0 if x > 0 else 0.0),
}


class Value:
    def __init__(self, data, _prev=(), _slopes=None):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._slopes = _slopes

    def __repr__(self):
        return f"Value(data={self.data!r}, grad={self.grad!r})"

    def _backward(self):
        if self._slopes is None:
            return
        numbers = [p.data for p in self._prev]
        for p, slope in zip(self._prev, self._slopes(*numbers, self.data)):
            p.grad += slope * self.grad

    def __pow__(self, n):
        return Value(
            self.data**n,
            (self,),
            lambda x, z: (n * x ** (n - 1) if n != 0 else 0.0,),
        )

    def backward(self):
        order = []
        build_topo(self, set(), order)
        for node in order:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        while order:
            order.pop()._backward()


def apply(name, left, right):
    value, slopes = BINARY[name]
    left = left if isinstance(left, Value) else Value(left)
    right = right if isinstance(right, Value) else Value(right)
    return Value(value(left.data, right.data), (left, right), slopes)


for name in BINARY:

    def straight(self, other, name=name):
        return apply(name, self, other)

    def reflected(self, other):
        return apply(name, other, self)

    setattr(Value, f"__{name}__", straight)
    setattr(Value, f"__r{name}__", reflected)

for name, (value, slope) in UNARY.items():

    def function(self, value=value, slope=slope):
        return Value(value(self.data), (self,), lambda x, z: (slope(x, z),))

    setattr(Value, name, function)


def build_topo(v, visited, topo):
    if v in visited:
        return
    visited.add(v)
    path = [(v, iter(v._prev))]
    while path:
        node, inputs = path[-1]
        for p in inputs:
            if p not in visited:
                visited.add(p)
                path.append((p, iter(p._prev)))
                break
        else:
            topo.append(node)
            path.pop()


def zero_grad(root):
    order = []
    build_topo(root, set(), order)
    for node in order:
        node.grad = 0.0
