"""Exercise 6: each operator is a row of a table, and no operator is made of another.

A row has the function and, for each input, the slope. A slope gets the numbers of the inputs
and the number of the result.
"""

ROWS = {
    "+": (lambda a, b: a + b, (lambda a, b, y: 1.0, lambda a, b, y: 1.0)),
    "-": (lambda a, b: a - b, (lambda a, b, y: 1.0, lambda a, b, y: -1.0)),
    "*": (lambda a, b: a * b, (lambda a, b, y: b, lambda a, b, y: a)),
    "/": (lambda a, b: a / b, (lambda a, b, y: 1.0 / b, lambda a, b, y: -y / b)),
    "neg": (lambda a: -a, (lambda a, y: -1.0,)),
}


def power(a, n):
    """a**n, and infinity where that is too large for a float."""
    try:
        return a**n
    except OverflowError:
        return float("-inf" if a < 0 and n % 2 else "inf")


def power_row(n):
    """The exponent is no node, so every exponent has a row of its own."""
    if n == 0:
        return lambda a: 1.0, (lambda a, y: 0.0,)
    return lambda a: power(a, n), (lambda a, y: n * power(a, n - 1),)


def make(row, op, *inputs):
    inputs = tuple(x if isinstance(x, Value) else Value(x) for x in inputs)
    function, slopes = row
    out = Value(function(*[x.data for x in inputs]), inputs, op)

    def _backward():
        numbers = [x.data for x in inputs] + [out.data]
        shares = [slope(*numbers) * out.grad for slope in slopes]
        for x, share in zip(inputs, shares):
            x.grad += share

    out._backward = _backward
    return out


class Value:
    """One number, its gradient, and how it was made."""

    def __init__(self, data, _prev=(), _op=""):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self._backward = lambda: None

    def __repr__(self):
        return f"Value(data={self.data}, grad={self.grad})"

    def __neg__(self):
        return make(ROWS["neg"], "neg", self)

    def __pow__(self, exponent):
        return make(power_row(exponent), f"**{exponent}", self)

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        self.grad = 1.0
        for node in reversed(topo):
            node._backward()


def install(op, name):
    """Give Value the operator, and its reflected twin with the sides changed."""

    def plain(self, other):
        return make(ROWS[op], op, self, other)

    def reflected(self, other):
        return make(ROWS[op], op, other, self)

    setattr(Value, f"__{name}__", plain)
    setattr(Value, f"__r{name}__", reflected)


for _op, _name in zip("+-*/", "add sub mul truediv".split()):
    install(_op, _name)


def build_topo(v, visited, topo):
    if v not in visited:
        visited.add(v)
        for input_node in v._prev:
            build_topo(input_node, visited, topo)
        topo.append(v)
