import math

FORWARD = {
    "+": lambda x, y: x + y,
    "-": lambda x, y: x - y,
    "*": lambda x, y: x * y,
    "/": lambda x, y: x / y,
    "neg": lambda x: -x,
    "tanh": math.tanh,
    "exp": math.exp,
    "relu": lambda x: x if x > 0 else 0.0,
}
SLOPES = {
    "+": lambda z, x, y: (1.0, 1.0),
    "-": lambda z, x, y: (1.0, -1.0),
    "*": lambda z, x, y: (y, x),
    "/": lambda z, x, y: (1.0 / y, -z / y),
    "neg": lambda z, x: (-1.0,),
    "tanh": lambda z, x: (1.0 - z * z,),
    "exp": lambda z, x: (z,),
    "relu": lambda z, x: (1.0 if x > 0 else 0.0,),
}

plans = {}


class Value:
    def __init__(self, data):
        self.data = data
        self.grad = 0.0
        self._op = ""
        self._prev = ()
        self._local = ()

    def _backward(self):
        for inp, slope in zip(self._prev, self._local):
            inp.grad += slope * self.grad

    def __pow__(self, n):
        out = Value(self.data**n)
        out._op, out._prev = "**", (self,)
        out._local = (n * self.data ** (n - 1) if n else 0.0,)
        return out

    def backward(self):
        nodes = flat(self)
        for node in nodes:
            if node._op:
                node.grad = 0.0
        self.grad += 1.0
        for k in reversed(plan(nodes)):
            nodes[k]._backward()


def apply(op, *inputs):
    inputs = tuple(i if isinstance(i, Value) else Value(float(i)) for i in inputs)
    numbers = [i.data for i in inputs]
    out = Value(FORWARD[op](*numbers))
    out._op, out._prev = op, inputs
    out._local = SLOPES[op](out.data, *numbers)
    return out


def install(op, name, reflected=None):
    setattr(Value, name, lambda *inputs: apply(op, *inputs))
    if reflected:
        setattr(Value, reflected, lambda self, other: apply(op, other, self))


install("+", "__add__", "__radd__")
install("-", "__sub__", "__rsub__")
install("*", "__mul__", "__rmul__")
install("/", "__truediv__", "__rtruediv__")
install("neg", "__neg__")
install("tanh", "tanh")
install("exp", "exp")
install("relu", "relu")


def flat(root):
    """All nodes, row after row, as they are met from the root."""
    nodes, seen = [root], {root}
    for node in nodes:
        for inp in node._prev:
            if inp not in seen:
                seen.add(inp)
                nodes.append(inp)
    return nodes


def plan(nodes):
    """The places in `nodes` in a right order, inputs first. Each step of a training loop
    builds the same graph again, so this is worked out once for each kind of graph."""
    kind = tuple(node._op for node in nodes)
    if kind not in plans:
        place = {node: k for k, node in enumerate(nodes)}
        order, done, stack = [], set(), [(0, False)]
        while stack:
            k, ready = stack.pop()
            if ready:
                order.append(k)
            elif k not in done:
                done.add(k)
                stack.append((k, True))
                stack.extend((place[inp], False) for inp in nodes[k]._prev)
        plans[kind] = order
    return plans[kind]


def build_topo(v, visited, topo):
    nodes = flat(v)
    topo.extend(nodes[k] for k in plan(nodes))


def zero_grad(root):
    for node in flat(root):
        node.grad = 0.0
