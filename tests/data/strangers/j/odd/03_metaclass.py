"""A metaclass turns a table of formulas, written as text, into methods."""
import math

BINARY = {
    "add": ("x + y", "1.0", "1.0"),
    "sub": ("x - y", "1.0", "-1.0"),
    "mul": ("x * y", "y", "x"),
    "truediv": ("x / y", "1.0 / y", "-z / y"),
}
UNARY = {
    "__neg__": ("-x", "-1.0"),
    "tanh": ("math.tanh(x)", "1.0 - z * z"),
    "exp": ("math.exp(x)", "z"),
    "relu": ("x if x > 0 else 0.0", "1.0 if x > 0 else 0.0"),
}


def formula(text, names):
    return eval(f"lambda {names}: {text}", {"math": math})


class Formulas(type):
    def __new__(meta, name, bases, space):
        for word, (value, *slopes) in BINARY.items():
            plain, mirrored = meta.pair(formula(value, "x, y"),
                                        [formula(s, "x, y, z") for s in slopes])
            space[f"__{word}__"], space[f"__r{word}__"] = plain, mirrored
        for word, (value, slope) in UNARY.items():
            space[word] = meta.single(formula(value, "x"), [formula(slope, "x, z")])
        return super().__new__(meta, name, bases, space)

    @staticmethod
    def pair(value, slopes):
        return (lambda self, other: self.make(value, slopes, self, other),
                lambda self, other: self.make(value, slopes, other, self))

    @staticmethod
    def single(value, slopes):
        return lambda self: self.make(value, slopes, self)


class Value(metaclass=Formulas):
    def __init__(self, data):
        self.data = float(data)
        self.grad = 0.0
        self._prev = ()
        self._backward = lambda: None

    @classmethod
    def make(cls, value, slopes, *args):
        nodes = tuple(a if isinstance(a, cls) else cls(a) for a in args)
        xs = tuple(n.data for n in nodes)
        out = cls(value(*xs))
        out._prev = nodes

        def local():
            for n, slope in zip(nodes, slopes):
                n.grad += slope(*xs, out.data) * out.grad
        out._backward = local
        return out

    def __pow__(self, n):
        slope = (lambda x, z: n * x ** (n - 1)) if n != 0 else (lambda x, z: 0.0)
        return self.make(lambda x: x ** n, [slope], self)

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for v in topo:
            if v._prev:
                v.grad = 0.0
        self.grad += 1.0
        for v in topo[::-1]:
            v._backward()


def build_topo(v, visited, topo):
    consumers, found = {v: 0}, [v]
    for node in found:
        for p in node._prev:
            if p not in consumers:
                consumers[p] = 0
                found.append(p)
            consumers[p] += 1
    ready = [v]
    while ready:
        node = ready.pop()
        topo.insert(len(topo), node)
        visited.add(node)
        for p in node._prev:
            consumers[p] -= 1
            if not consumers[p]:
                ready.append(p)
    topo.reverse()


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for v in topo:
        v.grad = 0.0
