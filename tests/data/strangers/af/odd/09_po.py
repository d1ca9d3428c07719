import math

TAPE = []  # of each cell: what was done, the numbers of the input cells, the handle


class Value:
    def __init__(self, data, op="leaf", inputs=(), more=None):
        self.data, self.grad = data, 0.0
        self.cell = len(TAPE)
        TAPE.append((op, tuple(n.cell for n in inputs), self, more))

    @property
    def _prev(self):
        return [TAPE[cell][2] for cell in TAPE[self.cell][1]]

    def _backward(self):
        op, _, _, more = TAPE[self.cell]
        nodes = self._prev
        for node, slope in zip(nodes, SLOPES[op](self.data, more, *[n.data for n in nodes])):
            node.grad += slope * self.grad

    def backward(self):
        cells = below(self)
        for cell in cells:
            if TAPE[cell][1]:
                TAPE[cell][2].grad = 0.0
        self.grad += 1.0
        for cell in cells:
            TAPE[cell][2]._backward()

    def __pow__(self, n):
        return Value(self.data**n, "pow", (self,), n)

    def __neg__(self):
        return Value(-self.data, "neg", (self,))

    def tanh(self):
        return Value(math.tanh(self.data), "tanh", (self,))

    def exp(self):
        return Value(math.exp(self.data), "exp", (self,))

    def relu(self):
        return Value(self.data if self.data > 0 else 0.0, "relu", (self,))


SLOPES = {
    "leaf": lambda r, n: (),
    "add": lambda r, n, a, b: (1.0, 1.0),
    "sub": lambda r, n, a, b: (1.0, -1.0),
    "mul": lambda r, n, a, b: (b, a),
    "truediv": lambda r, n, a, b: (1.0 / b, -a / b / b),
    "pow": lambda r, n, a: (n * a ** (n - 1) if n else 0.0,),
    "neg": lambda r, n, a: (-1.0,),
    "tanh": lambda r, n, a: (1.0 - r * r,),
    "exp": lambda r, n, a: (r,),
    "relu": lambda r, n, a: (1.0 if r > 0 else 0.0,),
}

METHODS = """
def __{name}__(a, b):
    b = b if isinstance(b, Value) else Value(b)
    return Value(a.data {sign} b.data, "{name}", (a, b))

def __r{name}__(b, a):
    return Value(a).__{name}__(b)
"""
for name, sign in zip("add sub mul truediv".split(), "+-*/"):
    made = {"Value": Value}
    exec(METHODS.format(name=name, sign=sign), made)
    for key in f"__{name}__", f"__r{name}__":
        setattr(Value, key, made[key])


def below(root):
    """The numbers of all cells that root needs, backwards."""
    needed = bytearray(root.cell + 1)
    needed[root.cell] = 1
    found = []
    for cell in range(root.cell, -1, -1):
        if needed[cell]:
            found.append(cell)
            for i in TAPE[cell][1]:
                needed[i] = 1
    return found


def build_topo(v, visited, topo):
    for cell in reversed(below(v)):
        topo.append(TAPE[cell][2])


def zero_grad(root):
    for cell in below(root):
        TAPE[cell][2].grad = 0.0
