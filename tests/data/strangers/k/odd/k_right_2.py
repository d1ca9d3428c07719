# A metaclass writes the operators into the class from a table of formulas.
import math

FORMULAS = {
    # method: (number of inputs, value, slopes given inputs and value)
    "__add__": (2, lambda x, y: x + y, lambda x, y, z: (1.0, 1.0)),
    "__sub__": (2, lambda x, y: x - y, lambda x, y, z: (1.0, -1.0)),
    "__mul__": (2, lambda x, y: x * y, lambda x, y, z: (y, x)),
    "__truediv__": (2, lambda x, y: x / y, lambda x, y, z: (1 / y, -z / y)),
    "__neg__": (1, lambda x: -x, lambda x, z: (-1.0,)),
    "tanh": (1, math.tanh, lambda x, z: (1 - z * z,)),
    "exp": (1, math.exp, lambda x, z: (z,)),
    "relu": (1, lambda x: max(x, 0.0), lambda x, z: (float(x > 0),)),
}


class Engine(type):
    def __new__(meta, name, bases, body):
        for method, (arity, value, slopes) in FORMULAS.items():
            body[method] = meta.method(value, slopes)
            if arity == 2:
                body["__r" + method[2:]] = meta.method(value, slopes, swapped=True)
        return super().__new__(meta, name, bases, body)

    @staticmethod
    def method(value, slopes, swapped=False):
        def work(*operands):
            if swapped:
                operands = operands[::-1]
            operands = [o if isinstance(o, Value) else Value(o) for o in operands]
            return Value.join(value, slopes, *operands)

        return work

    def join(cls, value, slopes, *operands):
        numbers = [o.data for o in operands]
        out = cls(value(*numbers))
        out._prev = operands
        out._slopes = slopes(*numbers, out.data)
        return out


class Value(metaclass=Engine):
    _prev = _slopes = ()

    def __init__(self, data):
        self.data, self.grad = data, 0.0

    def __pow__(self, n):
        d = (lambda x, z: (n * x ** (n - 1),)) if n else (lambda x, z: (0.0,))
        return Value.join(lambda x: x**n, d, self)

    def _backward(self):
        for operand, slope in zip(self._prev, self._slopes):
            operand.grad += slope * self.grad

    def backward(self):
        *rest, me = order = [*walk(self)]
        assert me is self
        for node in order:
            if node._prev:
                node.grad = 0.0
        me.grad += 1.0
        me._backward()
        while rest:
            rest.pop()._backward()


def walk(root):
    """Inputs before consumers, by a stack with a marker above each node to be given out."""
    give = object()
    seen, stack = set(), [root]
    while stack:
        item = stack.pop()
        if item is give:
            yield stack.pop()
        elif item not in seen:
            seen.add(item)
            stack.extend((item, give, *item._prev))


def build_topo(v, visited, topo):
    for node in walk(v):
        visited.add(node)
        topo.append(node)


def zero_grad(root):
    for node in walk(root):
        node.grad = 0.0
