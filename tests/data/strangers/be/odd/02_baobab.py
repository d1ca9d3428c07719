"""The operators are not written down but made from a table of formulas, as text."""

import math

# name, arguments, value, derivatives; z is the value itself
FORMULAS = """
add   x y   x + y            1.0                                  1.0
sub   x y   x - y            1.0                                  -1.0
mul   x y   x * y            y                                    x
truediv x y x / y            1.0 / y                              -z / y
neg   x     -x               -1.0
tanh  x     math.tanh(x)     (1.0 - z) * (1.0 + z)
exp   x     math.exp(x)      z
relu  x     (x if x > 0 else 0.0)   (1.0 if x > 0 else 0.0)
"""


class Value:
    def __init__(self, data, _prev=(), _op=""):
        vars(self).update(data=data, grad=0.0, _prev=_prev, _op=_op, _backward=None)

    def __pow__(self, n):
        x, out = self.data, Value(self.data**n, [self], f"**{n}")
        out._backward = lambda: (0.0 if n == 0 else n * x ** (n - 1),)
        return out

    def backward(self, *, only_reset=False):
        order = []
        build_topo(self, set(), order)
        for node in order:
            if node._prev or only_reset:
                node.grad = 0.0
        if only_reset:
            return
        self.grad += 1.0
        while order:
            node = order.pop()
            if node._prev:
                for i, slope in zip(node._prev, node._backward()):
                    i.grad = i.grad + slope * node.grad


def grown(name, arguments, value, slopes):
    body = [f"def {name}(self, other=None):"]
    if "y" in arguments:
        body += ["    if not isinstance(other, Value): other = Value(other)", "    y = other.data"]
    nodes = "self, other" if "y" in arguments else "self"
    body += [
        "    x = self.data",
        f"    z = {value}",
        f"    out = Value(z, [{nodes}], {name!r})",
        f"    out._backward = lambda: ({', '.join(slopes)},)",
        "    return out",
    ]
    space = {"Value": Value, "math": math}
    exec("\n".join(body), space)
    return space[name]


def plant():
    for line in FORMULAS.strip().splitlines():
        name, *rest = line.split()
        arguments = [word for word in rest[:2] if word in ("x", "y")]
        cells = [cell.strip() for cell in line.split("  ") if cell.strip()]
        cells = cells[-len(arguments) - 1 :]
        value = cells[0]
        while value.split()[0] in ("x", "y") and value.split()[1:2] in (["y"], ["x"]):
            value = value.split(None, 1)[1]
        if name == "truediv":
            value = "x / y"
        method = grown(name, arguments, value, cells[1:])
        plain = name in ("tanh", "exp", "relu")
        setattr(Value, name if plain else f"__{name}__", method)
        if len(arguments) == 2:
            setattr(
                Value,
                f"__r{name}__",
                lambda self, number, method=method: method(Value(number), self),
            )


plant()


def build_topo(v, visited, topo):
    stack = [v]
    while stack:
        node = stack.pop()
        if node.__class__ is list:
            topo += node
        elif node not in visited:
            visited.add(node)
            stack.append([node])
            stack += node._prev


def zero_grad(root):
    root.backward(only_reset=True)
