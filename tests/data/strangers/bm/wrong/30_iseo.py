import math

# name: (value, partials); z is the value
TWO = {
    "add": (lambda x, y: x + y, lambda x, y, z: (1.0, 1.0)),
    "sub": (lambda x, y: x - y, lambda x, y, z: (1.0, -1.0)),
    "mul": (lambda x, y: x * y, lambda x, y, z: (y, x)),
    "truediv": (lambda x, y: x / y, lambda x, y, z: (1.0 / y, -z / y)),
}
ONE = {
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


def combine(name, left, right):
    value, partials = TWO[name]
    left = left if isinstance(left, Value) else Value(left)
    right = right if isinstance(right, Value) else Value(right)
    return Value(value(left.data, right.data), (left, right), partials)


for name in TWO:

    def direct(self, other, name=name):
        return combine(name, self, other)

    def reflected(self, other, name=name):
        return combine(name, other, self)

    def in_place(self, other, name=name):
        self.__dict__.update(vars(combine(name, self, other)))
        return self

    setattr(Value, f"__i{name}__", in_place)
    setattr(Value, f"__{name}__", direct)
    setattr(Value, f"__r{name}__", reflected)

for name, (value, slope) in ONE.items():

    def function(self, value=value, slope=slope):
        return Value(value(self.data), (self,), lambda x, z: (slope(x, z),))

    setattr(Value, name, function)


def build_topo(v, visited, topo):
    if v in visited:
        return
    visited.add(v)
    trail = [(v, iter(v._prev))]
    while trail:
        node, inputs = trail[-1]
        for p in inputs:
            if p not in visited:
                visited.add(p)
                trail.append((p, iter(p._prev)))
                break
        else:
            topo.append(node)
            trail.pop()


def zero_grad(root):
    order = []
    build_topo(root, set(), order)
    for node in order:
        node.grad = 0.0
