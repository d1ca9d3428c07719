import math


def engine(what, *args):
    """One function does it all. `what` says which job."""
    if what == "order":
        root, seen, out = args
        stack = [(root, 0)]
        seen.add(id(root))
        while stack:
            n, i = stack.pop()
            if i == len(n._prev):
                out.append(n)
                continue
            stack.append((n, i + 1))
            m = n._prev[i]
            if id(m) not in seen:
                seen.add(id(m))
                stack.append((m, 0))
        return out
    if what == "zero":
        for n in engine("order", args[0], set(), []):
            n.grad = 0.0
        return None
    if what == "backward":
        order = engine("order", args[0], set(), [])
        for n in order:
            if n._prev:
                n.grad = 0.0
        args[0].grad += 1.0
        for n in order[::-1]:
            for m, s in zip(n._prev, n._backward):
                m.grad += s * n.grad
        return None
    if what == "pow":
        a, k = args
        y, prev = a.data ** k, (a,)
        slopes = (k * a.data ** (k - 1) if k != 0 else 0.0,)
    else:
        prev = tuple(x if isinstance(x, Value) else Value(x) for x in args)
        x = prev[0].data
        z = prev[-1].data
        if what == "add":
            y, slopes = x + z, (1.0, 1.0)
        elif what == "sub":
            y, slopes = x - z, (1.0, -1.0)
        elif what == "mul":
            y, slopes = x * z, (z, x)
        elif what == "div":
            y, slopes = x / z, (1 / z, -x / z ** 2)
        elif what == "neg":
            y, slopes = -x, (-1.0,)
        elif what == "exp":
            y = math.exp(x)
            slopes = (y,)
        elif what == "tanh":
            y = (math.exp(2 * x) - 1) / (math.exp(2 * x) + 1)
            slopes = (1 - y * y,)
        elif what == "relu":
            y, slopes = (x, (1.0,)) if x > 0 else (0.0, (0.0,))
        else:
            raise ValueError(what)
    out = Value(y)
    out._prev = prev
    out._backward = slopes
    return out


class Value:
    def __init__(self, data):
        self.data = float(data)
        self.grad = 0.0
        self._prev = ()
        self._backward = ()

    def __add__(self, o): return engine("add", self, o)
    def __radd__(self, o): return engine("add", o, self)
    def __sub__(self, o): return engine("sub", self, o)
    def __rsub__(self, o): return engine("sub", o, self)
    def __mul__(self, o): return engine("mul", self, o)
    def __rmul__(self, o): return engine("mul", o, self)
    def __truediv__(self, o): return engine("div", self, o)
    def __rtruediv__(self, o): return engine("div", o, self)
    def __pow__(self, k): return engine("pow", self, k)
    def __neg__(self): return engine("neg", self)
    def tanh(self): return engine("tanh", self)
    def exp(self): return engine("exp", self)
    def relu(self): return engine("relu", self)
    def backward(self): return engine("backward", self)


def build_topo(v, visited, topo):
    return engine("order", v, visited, topo)


def zero_grad(root):
    return engine("zero", root)
