"""Exercise 13, lazily and from a table.

A result is not worked out before somebody reads its `data`. Methods are made from the table
OPS. During backward() gradients travel in a dict; only leaves are written to.
"""

import math
import operator

ZERO, ONE = 0.0, 1.0


def _power(x, n):
    return x**n if n else ONE


# name: (how many inputs are nodes, value, slope for each of these inputs)
OPS = {
    "add": (2, operator.add, (lambda o, x, y: ONE, lambda o, x, y: ONE)),
    "sub": (2, operator.sub, (lambda o, x, y: ONE, lambda o, x, y: -ONE)),
    "mul": (2, operator.mul, (lambda o, x, y: y, lambda o, x, y: x)),
    "truediv": (2, operator.truediv, (lambda o, x, y: ONE / y, lambda o, x, y: -o / y)),
    "neg": (1, operator.neg, (lambda o, x: -ONE,)),
    "pow": (1, _power, (lambda o, x, n: n * x ** (n - 1) if n else ZERO,)),
    "tanh": (1, math.tanh, (lambda o, x: ONE - o * o,)),
    "exp": (1, math.exp, (lambda o, x: o,)),
    "relu": (1, lambda x: x if x > ZERO else ZERO, (lambda o, x: ONE if x > ZERO else ZERO,)),
}


class Value:
    """One number, its gradient, and how it was made."""

    __slots__ = ("_known", "grad", "_prev", "_extra", "_op", "_flow", "__weakref__")

    def __init__(self, data, _prev=(), _op=None, _extra=()):
        self._known = None if _op else float(data)
        self.grad = ZERO
        self._prev = _prev
        self._op = _op
        self._extra = _extra
        self._flow = None

    @property
    def data(self):
        if self._known is None:
            self._work_out()
        return self._known

    @data.setter
    def data(self, number):
        self._known = float(number)

    def _work_out(self):
        """Work out this node and what is missing below it, from the bottom up."""
        waiting = [self]
        while waiting:
            node = waiting[-1]
            missing = [p for p in node._prev if p._known is None]
            if node._known is not None:
                waiting.pop()
            elif missing:
                waiting += missing
            else:
                value = OPS[node._op][1](*(p._known for p in node._prev), *node._extra)
                node._known = float(value)
                waiting.pop()

    def _backward(self):
        """The local rule: hand what has come in the flow on to the inputs."""
        flow = self._flow
        gradient = flow.pop(self, ZERO)
        if self._op is None:
            self.grad += gradient
            return
        numbers = [p.data for p in self._prev]
        for p, slope in zip(self._prev, OPS[self._op][2]):
            flow[p] = flow.get(p, ZERO) + gradient * slope(self.data, *numbers, *self._extra)

    def backward(self):
        flow = {self: ONE}
        topo = []
        build_topo(self, set(), topo)
        while topo:
            node = topo.pop()
            node._flow = flow
            node._backward()
            node._flow = None

    def __repr__(self):
        state = "not worked out" if self._known is None else repr(self._known)
        return f"<Value {state}, {self._op or 'leaf'}>"


def _node(x):
    return x if isinstance(x, Value) else Value(x)


def _method(name, turned):
    arity = OPS[name][0]

    def one(self, *extra):
        return Value(None, (self,), name, extra)

    def two(self, other):
        pair = (self, _node(other))
        return Value(None, pair[::-1] if turned else pair, name)

    made = one if arity == 1 else two
    made.__name__ = f"__{'r' * turned}{name}__"
    return made


for _name, (_arity, *_) in OPS.items():
    if _name in ("tanh", "exp", "relu"):
        setattr(Value, _name, _method(_name, False))
    else:
        setattr(Value, f"__{_name}__", _method(_name, False))
        if _arity == 2:
            setattr(Value, f"__r{_name}__", _method(_name, True))


def build_topo(v, visited, topo):
    """Append to `topo` every node reachable from `v`, each once, inputs first.

    Consumers are counted from the top; the list of what is done grows while it is read, and is
    turned round in place in the end.
    """
    expected = {v: 0}
    for node in (todo := [v]):
        for p in node._prev:
            if p not in expected:
                expected[p] = 0
                todo.append(p)
            expected[p] += 1
    begin = len(topo)
    topo.append(v)
    at = begin
    while at < len(topo):
        for p in topo[at]._prev:
            expected[p] -= 1
            if expected[p] == 0:
                topo.append(p)
        at += 1
    topo[begin:] = topo[begin:][::-1]
    visited.update(expected)


def zero_grad(root):
    """Set the gradient of every node reachable from `root` to 0.0."""
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = ZERO


if __name__ == "__main__":
    a, b = Value(2.0), Value(4.0)
    root = 5 - a + 6 / a + a / b - sum([a, b]) + 2 * a**3
    root.backward()
    print(root, a.grad, b.grad, "expected 20.75 -1.125")
    x = y = Value(1.0)
    for _ in range(20_000):
        y = y + x
    y.backward()
    print(y.data, x.grad, "expected 20001 twice")
