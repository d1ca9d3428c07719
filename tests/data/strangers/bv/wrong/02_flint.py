from math import exp, tanh


class Function:
    """Base of all operations: forward gives the number, backward the gradients."""

    def __init__(self, saved={}):
        self.saved = saved

    @classmethod
    def apply(cls, *inputs, **options):
        fn = cls()
        for key, option in options.items():
            setattr(fn, key, option)
        numbers = [i.data for i in inputs]
        out = Value(fn.forward(*numbers))
        out._prev = inputs
        out._backward = fn
        return out

    def forward(self, *numbers):
        raise NotImplementedError

    def backward(self, g, *numbers):
        raise NotImplementedError


class Add(Function):
    def forward(self, x, y):
        return x + y

    def backward(self, g, x, y):
        return g, g


class Sub(Function):
    def forward(self, x, y):
        return x - y

    def backward(self, g, x, y):
        return g, -g


class Mul(Function):
    def forward(self, x, y):
        return x * y

    def backward(self, g, x, y):
        return g * y, g * x


class Div(Function):
    def forward(self, x, y):
        return x / y

    def backward(self, g, x, y):
        return g / y, -g * x / (y * y)


class Pow(Function):
    n = 1

    def forward(self, x):
        return x ** self.n

    def backward(self, g, x):
        return (g * self.n * x ** (self.n - 1) if self.n else 0.0,)


class Tanh(Function):
    def forward(self, x):
        self.saved["out"] = tanh(x)
        return self.saved["out"]

    def backward(self, g, x):
        return (g * (1.0 - self.saved["out"] ** 2),)


class Exp(Function):
    def forward(self, x):
        self.saved["out"] = exp(x)
        return self.saved["out"]

    def backward(self, g, x):
        return (g * self.saved["out"],)


class Relu(Function):
    def forward(self, x):
        return max(x, 0.0)

    def backward(self, g, x):
        return (g if x > 0 else 0.0,)


def V(x):
    return x if isinstance(x, Value) else Value(x)


class Value:
    def __init__(self, data):
        self.data = data
        self.grad = 0.0
        self._prev = ()
        self._backward = None

    def __add__(self, o): return Add.apply(self, V(o))
    def __radd__(self, o): return Add.apply(V(o), self)
    def __sub__(self, o): return Sub.apply(self, V(o))
    def __rsub__(self, o): return Sub.apply(V(o), self)
    def __mul__(self, o): return Mul.apply(self, V(o))
    def __rmul__(self, o): return Mul.apply(V(o), self)
    def __truediv__(self, o): return Div.apply(self, V(o))
    def __rtruediv__(self, o): return Div.apply(V(o), self)
    def __neg__(self): return Mul.apply(self, V(-1.0))
    def __pow__(self, n): return Pow.apply(self, n=n)
    def tanh(self): return Tanh.apply(self)
    def exp(self): return Exp.apply(self)
    def relu(self): return Relu.apply(self)

    def backward(self):
        order = []
        build_topo(self, set(), order)
        for v in order:
            if v._backward is not None:
                v.grad = 0.0
        self.grad += 1.0
        for v in reversed(order):
            if v._backward is None:
                continue
            grads = v._backward.backward(v.grad, *[p.data for p in v._prev])
            for p, g in zip(v._prev, grads):
                p.grad += g


def build_topo(v, visited, topo):
    if v in visited:
        return
    visited.add(v)
    path = [(v, iter(v._prev))]
    while path:
        node, rest = path[-1]
        for p in rest:
            if p not in visited:
                visited.add(p)
                path.append((p, iter(p._prev)))
                break
        else:
            topo.append(node)
            path.pop()


def zero_grad(root):
    seen, todo = {root}, [root]
    while todo:
        v = todo.pop()
        v.grad = 0.0
        for p in v._prev:
            if p not in seen:
                seen.add(p)
                todo.append(p)
