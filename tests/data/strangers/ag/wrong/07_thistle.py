import math
from functools import partialmethod


def derivative_of_power(x, n):
    return 0.0 if n == 0 else n * x ** (n - 1)


TABLE = {
    # name: (value, derivatives by the inputs), from the numbers that go in
    "+": (lambda x, y: x + y, lambda x, y: (1.0, 1.0)),
    "-": (lambda x, y: x - y, lambda x, y: (1.0, -1.0)),
    "*": (lambda x, y: x * y, lambda x, y: (y, x)),
    "/": (lambda x, y: x / y, lambda x, y: (1.0 / y, -x / (y * y))),
    "neg": (lambda x: -x, lambda x: (-1.0,)),
    "tanh": (math.tanh, lambda x: (1.0 - math.tanh(x) ** 2,)),
    "exp": (math.exp, lambda x: (math.exp(x),)),
    "relu": (lambda x: x if x > 0 else 0.0, lambda x: (1.0 if x > 0 else 0.0,)),
}


class Value:
    def __init__(self, data):
        self.data = float(data)
        self.grad = 0.0
        self._prev = ()
        self._local = ()

    def _backward(self):
        for v, d in zip(self._prev, self._local):
            v.grad += d * self.grad

    def _apply(self, name, *others, swap=False):
        inputs = [self, *(o if isinstance(o, Value) else Value(o) for o in others)]
        if swap:
            inputs.reverse()
        numbers = [v.data for v in inputs]
        value, derivatives = TABLE[name]
        out = Value(value(*numbers))
        out._prev, out._local = tuple(inputs), derivatives(*numbers)
        return out

    def _method(name, swap=False):
        def method(self, *others):
            return self._apply(name, *others, swap=swap)
        return method

    __add__, __radd__ = _method("+"), _method("+", swap=True)
    __sub__, __rsub__ = _method("-"), _method("-", swap=True)
    __mul__, __rmul__ = _method("*"), _method("*", swap=True)
    __truediv__, __rtruediv__ = _method("/"), _method("/", swap=True)
    __neg__ = _method("neg")
    tanh = partialmethod(_apply, "tanh")
    exp = partialmethod(_apply, "exp")
    relu = partialmethod(_apply, "relu")
    del _method

    def __pow__(self, n):
        out = Value(self.data ** n)
        out._prev, out._local = (self,), (derivative_of_power(self.data, n),)
        return out

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for v in topo:
            if v._local:
                v.grad = 0.0
        self.grad += 1.0
        for v in topo[::-1]:
            v._backward()


def build_topo(v, visited, topo):
    agenda = [("enter", v)]
    while agenda:
        step, u = agenda.pop()
        if step == "leave":
            topo.append(u)
        elif u not in visited:
            visited.add(u)
            agenda.append(("leave", u))
            agenda.extend(("enter", w) for w in u._prev)


def zero_grad(root):
    agenda = [root]
    while agenda:
        u = agenda.pop()
        u.grad = 0.0
        agenda.extend(u._prev)
