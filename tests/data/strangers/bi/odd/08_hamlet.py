"""Operators as data: one class, `match`, and a postman who carries the letters."""

import math


class Value:
    def __init__(self, data, _prev=(), how=("leaf",)):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self.how = how

    def __getattr__(self, name):
        # Asked only for what is not there: _backward is made on demand.
        if name == "_backward":
            return lambda: deliver(self)
        raise AttributeError(name)

    def backward(self):
        route = postman(self)
        for house in route:
            if house.how != ("leaf",):
                house.grad = 0.0
        self.grad += 1.0
        for house in route:
            house._backward()

    def __add__(self, o):
        return make(("+",), self, o)

    def __radd__(self, o):
        return make(("+",), o, self)

    def __sub__(self, o):
        return make(("-",), self, o)

    def __rsub__(self, o):
        return make(("-",), o, self)

    def __mul__(self, o):
        return make(("*",), self, o)

    def __rmul__(self, o):
        return make(("*",), o, self)

    def __truediv__(self, o):
        return make(("/",), self, o)

    def __rtruediv__(self, o):
        return make(("/",), o, self)

    def __neg__(self):
        return make(("*",), self, -1)

    def __pow__(self, n):
        return make(("**", n), self)

    def tanh(self):
        return make(("tanh",), self)

    def exp(self):
        return make(("exp",), self)

    def relu(self):
        return make(("relu",), self)


def make(how, *inputs):
    inputs = tuple(x if isinstance(x, Value) else Value(float(x)) for x in inputs)
    match how, *(x.data for x in inputs):
        case ("+",), a, b:
            y = a + b
        case ("-",), a, b:
            y = a - b
        case ("*",), a, b:
            y = a * b
        case ("/",), a, b:
            y = a / b
        case ("**", n), a:
            y = a**n
        case ("tanh",), a:
            # Odd, and good for large numbers of either sign.
            e = math.exp(-2 * abs(a))
            y = math.copysign((1 - e) / (1 + e), a)
        case ("exp",), a:
            y = math.exp(a)
        case ("relu",), a:
            y = a if a > 0 else 0.0
    return Value(y, inputs, how)


def deliver(out):
    g, y = out.grad, out.data
    match out.how, *out._prev:
        case ("leaf",), *_:
            return
        case ("+",), a, b:
            letters = g, g
        case ("-",), a, b:
            letters = g, -g
        case ("*",), a, b:
            letters = g * b.data, g * a.data
        case ("/",), a, b:
            letters = g / b.data, -g * y / b.data
        case ("**", 0), a:
            letters = (0.0,)
        case ("**", n), a:
            letters = (g * n * a.data ** (n - 1),)
        case ("tanh",), a:
            letters = (g * (1 - y * y),)
        case ("exp",), a:
            letters = (g * y,)
        case ("relu",), a:
            letters = (g if y > 0 else 0.0,)
    for house, letter in zip(out._prev, letters):
        house.grad += letter


def postman(root):
    """A route on which each house comes after all that write to it."""
    writers = {root: []}
    todo = [root]
    while todo:
        house = todo.pop()
        for below in house._prev:
            if below not in writers:
                writers[below] = []
                todo.append(below)
            writers[below].append(house)
    route, open_houses = [], [root]
    while open_houses:
        house = open_houses.pop()
        route.append(house)
        for below in house._prev:
            # Who has written does not matter, only how many have still to write.
            writers[below].pop()
            if not writers[below]:
                open_houses.append(below)
    return route


def build_topo(v, visited, topo):
    for house in reversed(postman(v)):
        topo.append(house)


def zero_grad(root):
    for house in postman(root):
        house.grad = 0.0
