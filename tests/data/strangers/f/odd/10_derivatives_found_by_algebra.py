"""No derivative is written down for any operation of the class. Each operation is a formula in
nested tuples; a small differentiator derives it by symbols, once, and a small interpreter
works the formulas out. `_backward` is the tuple of the derived formulas. The order is found by
peeling: each round takes all nodes that have no consumers left."""
import math

X, Y = "x", "y"

FORMULAS = {
    "add": ("+", X, Y),
    "sub": ("-", X, Y),
    "mul": ("*", X, Y),
    "truediv": ("/", X, Y),
    "neg": ("-", 0.0, X),
    "tanh": ("tanh", X),
    "exp": ("exp", X),
    "relu": ("relu", X),
}


def simple(f):
    match f:
        case ("+", 0.0, u) | ("+", u, 0.0) | ("-", u, 0.0) | ("*", 1.0, u) | ("*", u, 1.0):
            return u
        case ("*", 0.0, _) | ("*", _, 0.0) | ("/", 0.0, _):
            return 0.0
        case ("-", 0.0, float(u)):
            return -u
    return f


def derive(f, name):
    if isinstance(f, float):
        return 0.0
    if isinstance(f, str):
        return 1.0 if f == name else 0.0
    op, u, *rest = f
    du = derive(u, name)
    match op, *rest:
        case ("+" | "-") as op, v:
            return simple((op, du, derive(v, name)))
        case "*", v:
            return simple(("+", simple(("*", du, v)), simple(("*", u, derive(v, name)))))
        case "/", v:
            return simple(("/", simple(("-", du, simple(("*", f, derive(v, name))))), v))
        case "**", n:
            if n == 0:
                return 0.0
            return simple(("*", ("*", float(n), u if n == 2 else ("**", u, n - 1)), du))
        case ("tanh",):
            return simple(("*", ("-", 1.0, ("*", f, f)), du))
        case ("exp",):
            return simple(("*", f, du))
        case ("relu",):
            return simple(("*", ("step", u), du))
    raise ValueError(f)


def work_out(f, x, y=None):
    if isinstance(f, float):
        return f
    if isinstance(f, str):
        return x if f == X else y
    op, u, *rest = f
    u = work_out(u, x, y)
    if op == "**":
        return math.inf if u == 0 and rest[0] < 0 else u ** rest[0]
    if rest:
        v = work_out(rest[0], x, y)
        return u + v if op == "+" else u - v if op == "-" else u * v if op == "*" else u / v
    if op == "tanh":
        return math.tanh(u)
    if op == "exp":
        return math.exp(u)
    return max(u, 0.0) if op == "relu" else 1.0 if u > 0 else 0.0


class Value:
    def __init__(self, data, _prev=(), _backward=()):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._backward = _backward

    def __pow__(self, n):
        f = ("**", X, n)
        return Value(self.data ** n, (self,), (derive(f, X),))

    def backward(self):
        order = list(peel(self))
        for node in order:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in order:
            numbers = [inp.data for inp in node._prev]
            for inp, formula in zip(node._prev, node._backward):
                inp.grad += node.grad * work_out(formula, *numbers)


def method(formula, two, turned=False):
    derived = (derive(formula, X), derive(formula, Y))[: 2 if two else 1]

    def unary(self):
        return Value(work_out(formula, self.data), (self,), derived)

    def binary(self, other):
        other = other if isinstance(other, Value) else Value(float(other))
        pair = (other, self) if turned else (self, other)
        return Value(work_out(formula, pair[0].data, pair[1].data), pair, derived)

    return binary if two else unary


for _name, _formula in FORMULAS.items():
    if Y in _formula:
        setattr(Value, f"__{_name}__", method(_formula, True))
        setattr(Value, f"__r{_name}__", method(_formula, True, turned=True))
    else:
        setattr(Value, "__neg__" if _name == "neg" else _name, method(_formula, False))


def peel(root):
    consumers = {root: 0}
    todo = [root]
    while todo:
        for inp in todo.pop()._prev:
            if inp not in consumers:
                consumers[inp] = 0
                todo.append(inp)
            consumers[inp] += 1
    skin = [root]
    while skin:
        beneath = []
        for node in skin:
            yield node
            for inp in node._prev:
                consumers[inp] -= 1
                if consumers[inp] == 0:
                    beneath.append(inp)
        skin = beneath


def build_topo(v, visited, topo):
    topo += [*peel(v)][::-1]


def zero_grad(root):
    for node in peel(root):
        node.grad = 0.0
