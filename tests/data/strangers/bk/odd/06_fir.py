"""The rules are short texts that are compiled once; operators are put on the class in a loop."""

import math

TABLE = """
add      a + b          1.0             1.0
sub      a - b          1.0             -1.0
mul      a * b          b               a
truediv  a / b          1.0 / b         -o / b
neg      -a             -1.0
tanh     tanh(a)        1.0 - o * o
exp      exp(a)         o
relu     a*(a>0)        (a>0)*1.0
"""


class Value:
    def __init__(self, data, _prev=(), _op=""):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self._backward = lambda: None

    def __pow__(self, n):
        base = self.data
        out = Value(base**n, (self,), "pow")

        def rule():
            if n != 0:
                self.grad += out.grad * n * base ** (n - 1)

        out._backward = rule
        return out

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for n in filter(lambda n: n._prev, topo):
            n.grad = 0.0
        self.grad += 1.0
        for n in reversed(topo):
            n._backward()


def _install(name, number, *slopes):
    names = {"tanh": math.tanh, "exp": math.exp}
    args = "a, b" if len(slopes) == 2 else "a"
    forward = eval(f"lambda {args}: {number}", names)
    slope = eval(f"lambda o, {args}: ({', '.join(slopes)},)", names)

    def operator(*inputs):
        inputs = tuple(i if isinstance(i, Value) else Value(i) for i in inputs)
        numbers = tuple(i.data for i in inputs)
        out = Value(forward(*numbers), inputs, name)
        amounts = slope(out.data, *numbers)

        def rule():
            for i, amount in zip(inputs, amounts):
                i.grad += amount * out.grad

        out._backward = rule
        return out

    if len(slopes) == 2:
        setattr(Value, f"__{name}__", lambda self, other: operator(self, other))
        setattr(Value, f"__r{name}__", lambda self, other: operator(other, self))
    else:
        known = f"__{name}__" if name == "neg" else name
        setattr(Value, known, lambda self: operator(self))


for _line in TABLE.strip().splitlines():
    _install(*[part.strip() for part in _line.split("  ") if part.strip()])


def build_topo(v, visited, topo):
    before, todo = [], [v]
    count = {v: 0}
    while todo:
        for p in todo.pop()._prev:
            if p in count:
                count[p] += 1
            else:
                count[p] = 1
                todo.append(p)
    todo = [v]
    while todo:
        n = todo.pop()
        before.append(n)
        visited.add(n)
        for p in n._prev:
            count[p] -= 1
            if not count[p]:
                todo.append(p)
    topo[:] = before[::-1]


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for n in topo:
        n.grad = 0.0
