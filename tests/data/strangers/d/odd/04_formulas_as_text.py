"""The rules are text. An operation is a formula in a, b, n and its derivatives are formulas in
a, b, n, z (the result); each text is compiled once."""
import math

FORMULAS = """
a + b        : 1          : 1
a - b        : 1          : -1
a * b        : b          : a
a / b        : 1 / b      : -z / b
-a           : -1
a ** n       : n * a ** (n - 1) if n else 0
tanh(a)      : 1 - z ** 2
exp(a)       : z
max(a, 0)    : a > 0
"""

LIBRARY = {"tanh": math.tanh, "exp": math.exp, "max": max, "__builtins__": {}}
COMPILED = {}
DERIVATIVES = {}
for _line in FORMULAS.strip().splitlines():
    _formula, *_derivatives = (part.strip() for part in _line.split(":"))
    DERIVATIVES[_formula] = _derivatives
    for _text in (_formula, *_derivatives):
        COMPILED[_text] = compile(_text, "<rule>", "eval")


class Value:
    def __init__(self, data):
        self.data = float(data)
        self.grad = 0.0
        self._prev = ()
        self._backward = ()
        self._n = None

    def _names(self):
        return {"z": self.data, "n": self._n, **dict(zip("ab", [p.data for p in self._prev]))}

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for v in topo:
            if v._backward:
                v.grad = 0.0
        self.grad += 1.0
        for v in reversed(topo):
            names = v._names()
            for p, text in zip(v._prev, v._backward):
                p.grad += eval(COMPILED[text], LIBRARY, names) * v.grad

    def __neg__(self): return formula("-a", self)
    def __pow__(self, n): return formula("a ** n", self, n=n)
    def tanh(self): return formula("tanh(a)", self)
    def exp(self): return formula("exp(a)", self)
    def relu(self): return formula("max(a, 0)", self)


def formula(text, *inputs, n=None):
    inputs = [x if isinstance(x, Value) else Value(x) for x in inputs]
    names = {"n": n, **dict(zip("ab", [x.data for x in inputs]))}
    out = Value(eval(COMPILED[text], LIBRARY, names))
    out._prev, out._backward, out._n = inputs, DERIVATIVES[text], n
    return out


for _name, _sign in (("add", "+"), ("sub", "-"), ("mul", "*"), ("truediv", "/")):
    exec(
        f"def left(a, b): return formula('a {_sign} b', a, b)\n"
        f"def right(b, a): return formula('a {_sign} b', a, b)\n"
        f"Value.__{_name}__, Value.__r{_name}__ = left, right"
    )


def build_topo(v, visited, topo):
    stack = [v]
    while stack:
        node = stack.pop()
        if node in visited:
            continue
        missing = [p for p in node._prev if p not in visited]
        if missing:
            stack.append(node)
            stack.extend(missing)
        else:
            visited.add(node)
            topo.append(node)


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for v in topo:
        v.grad = 0.0
