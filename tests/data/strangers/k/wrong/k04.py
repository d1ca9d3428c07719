import math

# name: (value, tuple of the partial derivatives given inputs and output)
TABLE = {
    "add": (lambda x, y: x + y, lambda x, y, out: (1, 1)),
    "sub": (lambda x, y: x - y, lambda x, y, out: (1, -1)),
    "mul": (lambda x, y: x * y, lambda x, y, out: (y, x)),
    "div": (lambda x, y: x / y, lambda x, y, out: (1 / y, -out / y)),
    "neg": (lambda x: -x, lambda x, out: (-1,)),
    "exp": (math.exp, lambda x, out: (out,)),
    "relu": (lambda x: x if x > 0 else 0.0, lambda x, out: (int(x > 0),)),
}


def derivative_of_tanh(x, out):
    return (1 - x * x,)


TABLE["tanh"] = (math.tanh, derivative_of_tanh)


class Value:
    def __init__(self, data):
        self.data = data
        self.grad = 0.0
        self._prev = ()
        self._partials = None

    def _backward(self):
        if self._prev:
            xs = [p.data for p in self._prev]
            for p, d in zip(self._prev, self._partials(*xs, self.data)):
                p.grad += d * self.grad

    def __pow__(self, n):
        def slope(x, out):
            return (0.0 if n == 0 else n * x ** (n - 1),)

        return record(self.data**n, (self,), slope)

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            node.grad = node.grad if not node._prev else 0.0
        self.grad += 1
        for node in topo[::-1]:
            node._backward()


def record(data, inputs, partials):
    node = Value(data)
    node._prev = inputs
    node._partials = partials
    return node


def apply(name, *args):
    args = tuple(a if isinstance(a, Value) else Value(a) for a in args)
    value, partials = TABLE[name]
    return record(value(*[a.data for a in args]), args, partials)


def install():
    for name, magic in [("add", "add"), ("sub", "sub"), ("mul", "mul"), ("div", "truediv")]:
        setattr(Value, f"__{magic}__", lambda a, b, name=name: apply(name, a, b))
        setattr(Value, f"__r{magic}__", lambda a, b, name=name: apply(name, b, a))
    Value.__neg__ = lambda a: apply("neg", a)
    for name in ("tanh", "exp", "relu"):
        setattr(Value, name, lambda a, name=name: apply(name, a))


install()


def build_topo(v, visited, topo):
    stack = [v]
    while stack:
        top = stack[-1]
        waiting = [p for p in top._prev if p not in visited]
        if top in visited or not waiting:
            stack.pop()
            if top not in visited:
                visited.add(top)
                topo.append(top)
        else:
            stack += waiting


def zero_grad(root):
    seen, stack = {root}, [root]
    while stack:
        node = stack.pop()
        node.grad = 0.0
        fresh = set(node._prev) - seen
        seen |= fresh
        stack += fresh
