import math

FORWARD = {
    "add": lambda x, y: x + y,
    "sub": lambda x, y: x - y,
    "mul": lambda x, y: x * y,
    "div": lambda x, y: x / y,
    "pow": lambda x, n: x**n,
    "tanh": math.tanh,
    "exp": math.exp,
    "relu": lambda x: x if x > 0 else 0.0,
}

# name -> slopes towards each input; z is the value of the result
SLOPES = {
    "add": lambda z, x, y: (1.0, 1.0),
    "sub": lambda z, x, y: (1.0, -1.0),
    "mul": lambda z, x, y: (y, x),
    "div": lambda z, x, y: (1.0 / y, -z / y),
    "pow": lambda z, x, n: (n * x**n - 1 if n else 0.0,),
    "tanh": lambda z, x: (1.0 - z * z,),
    "exp": lambda z, x: (z,),
    "relu": lambda z, x: (float(x > 0),),
}


def lift(x):
    return x if isinstance(x, Value) else Value(float(x))


def apply(name, *nodes, extra=()):
    numbers = [n.data for n in nodes] + list(extra)
    out = Value(FORWARD[name](*numbers))
    out._prev = nodes
    out._backward = (SLOPES[name], numbers)
    return out


class Value:
    def __init__(self, data):
        self.data = data
        self.grad = 0.0
        self._prev = ()
        self._backward = None

    __add__ = lambda s, o: apply("add", s, lift(o))
    __radd__ = lambda s, o: apply("add", lift(o), s)
    __sub__ = lambda s, o: apply("sub", s, lift(o))
    __rsub__ = lambda s, o: apply("sub", lift(o), s)
    __mul__ = lambda s, o: apply("mul", s, lift(o))
    __rmul__ = lambda s, o: apply("mul", lift(o), s)
    __truediv__ = lambda s, o: apply("div", s, lift(o))
    __rtruediv__ = lambda s, o: apply("div", lift(o), s)
    __pow__ = lambda s, n: apply("pow", s, extra=(n,))
    __neg__ = lambda s: apply("mul", s, lift(-1.0))
    tanh = lambda s: apply("tanh", s)
    exp = lambda s: apply("exp", s)
    relu = lambda s: apply("relu", s)

    def backward(self):
        everything = reachable(self)
        for node in everything:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(everything):
            if node._backward:
                slopes, numbers = node._backward
                for inp, slope in zip(node._prev, slopes(node.data, *numbers)):
                    inp.grad += slope * node.grad


def reachable(root):
    topo = []
    build_topo(root, set(), topo)
    return topo


def build_topo(v, visited, topo):
    stack = [v]
    while stack:
        top = stack[-1]
        visited.add(id(top))
        fresh = [p for p in top._prev if id(p) not in visited]
        if fresh:
            stack.append(fresh[0])
        else:
            stack.pop()
            topo.append(top)


def zero_grad(root):
    for node in reachable(root):
        node.grad = 0.0
