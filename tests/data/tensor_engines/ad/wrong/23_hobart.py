"""Exercise 8: values and rules are plain functions; Tensor only ties them to the operators."""

import numpy as np

# Each rule: rule(g, value, *arrays, **options) gives a list, one gradient for each array.
VALUES, RULES = {}, {}


def value_of(name):
    def keep(function):
        VALUES[name] = function
        return function

    return keep


def rule_of(name):
    def keep(function):
        RULES[name] = function
        return function

    return keep


VALUES["add"] = lambda a, b: a + b
RULES["add"] = lambda g, v, a, b: [g, g]
VALUES["sub"] = lambda a, b: a - b
RULES["sub"] = lambda g, v, a, b: [g, -g]
VALUES["mul"] = lambda a, b: a * b
RULES["mul"] = lambda g, v, a, b: [g * b, g * a]
VALUES["div"] = lambda a, b: a / b
RULES["div"] = lambda g, v, a, b: [g / b, -g * v / b]
VALUES["neg"] = lambda a: -a
RULES["neg"] = lambda g, v, a: [-g]
VALUES["exp"] = lambda a: np.exp(a)
RULES["exp"] = lambda g, v, a: [g * v]
VALUES["log"] = lambda a: np.log(a)
RULES["log"] = lambda g, v, a: [g / a]
VALUES["tanh"] = lambda a: np.tanh(a)
RULES["tanh"] = lambda g, v, a: [g * (1.0 - v**2)]
VALUES["relu"] = lambda a: np.maximum(a, 0.0)
RULES["relu"] = lambda g, v, a: [g * (v > 0)]
VALUES["reshape"] = lambda a, shape: a.reshape(*shape)
RULES["reshape"] = lambda g, v, a, shape: [g.reshape(a.shape)]


@value_of("pow")
def _(a, n):
    return a**n


@rule_of("pow")
def _(g, v, a, n):
    return [np.zeros_like(a) if n == 0 else g * n * a ** (n - 1)]


@value_of("matmul")
def _(a, b):
    return a @ b


@rule_of("matmul")
def _(g, v, a, b):
    if a.ndim == 1 and b.ndim == 1:
        return [g * b, g * a]
    if a.ndim == 1:
        return [np.einsum("...n,...kn->...k", g, b), np.einsum("k,...n->...kn", a, g)]
    if b.ndim == 1:
        return [np.einsum("...m,k->...mk", g, b), np.einsum("...m,...mk->...k", g, a)]
    return [np.einsum("...mn,...kn->...mk", g, b), np.einsum("...mk,...mn->...kn", a, g)]


@value_of("sum")
def _(a, axis, keepdims):
    return a.sum(axis=axis, keepdims=keepdims)


@rule_of("sum")
def _(g, v, a, axis, keepdims):
    if axis is not None and not keepdims:
        g = np.expand_dims(g, axis)
    return [g * np.ones(a.shape)]


@value_of("transpose")
def _(a, axes):
    return np.transpose(a, axes)


@rule_of("transpose")
def _(g, v, a, axes):
    if axes is None:
        return [np.transpose(g)]
    return [np.moveaxis(g, list(range(a.ndim)), list(axes))]


@value_of("take")
def _(a, index):
    return a[index]


@rule_of("take")
def _(g, v, a, index):
    back = np.zeros(a.shape)
    np.add.at(back, index, g)
    return [back]


@value_of("log_softmax")
def _(a, axis):
    a = a - a.max(axis=axis, keepdims=True)
    return a - np.log(np.exp(a).sum(axis=axis, keepdims=True))


@rule_of("log_softmax")
def _(g, v, a, axis):
    return [g - np.exp(v) * g.sum(axis=axis, keepdims=True)]


def apply(name, *operands, **options):
    inputs = [x if isinstance(x, Tensor) else Tensor(x) for x in operands]
    out = Tensor(VALUES[name](*[t.data for t in inputs], **options))
    out.recipe = (name, inputs, options)
    return out


def binary(name):
    return lambda self, other: apply(name, self, other)


def reflected(name):
    return lambda self, other: apply(name, other, self)


def unary(name):
    return lambda self: apply(name, self)


class Tensor:
    """An array, its gradient, and the recipe it was made by."""

    __array_ufunc__ = None

    def __init__(self, data):
        self.data = np.array(data, dtype=np.float64)
        self.grad = np.zeros(self.data.shape)
        self.recipe = None

    __add__, __radd__ = binary("add"), reflected("add")
    __sub__, __rsub__ = binary("sub"), reflected("sub")
    __mul__, __rmul__ = binary("mul"), reflected("mul")
    __truediv__, __rtruediv__ = binary("div"), reflected("div")
    __matmul__, __rmatmul__ = binary("matmul"), reflected("matmul")
    __neg__, exp, log, tanh, relu = map(unary, ["neg", "exp", "log", "tanh", "relu"])

    def __pow__(self, n):
        return apply("pow", self, n=n)

    def __getitem__(self, index):
        return apply("take", self, index=index)

    def sum(self, axis=None, keepdims=False):
        return apply("sum", self, axis=axis, keepdims=keepdims)

    def mean(self, axis=None, keepdims=False):
        total = self.sum(axis=axis, keepdims=keepdims)
        return total * (total.data.size / self.data.size)

    def reshape(self, *shape):
        return apply("reshape", self, shape=shape)

    def transpose(self, axes=None):
        return apply("transpose", self, axes=axes)

    @property
    def T(self):
        return self.transpose()

    def log_softmax(self, axis=-1):
        return apply("log_softmax", self, axis=axis)

    def backward(self):
        pot = Pot()
        pot.put(self, np.ones(self.data.shape))
        for t in downhill(self):
            g = pot.get(t)
            if t.recipe is None:
                t.grad = t.grad + g if t.grad.ndim else np.array(t.grad + g)
                continue
            name, inputs, options = t.recipe
            shares = RULES[name](g, t.data, *[x.data for x in inputs], **options)
            for x, share in zip(inputs, shares):
                pot.put(x, unbroadcast(share, x.data.shape))


class Pot:
    """What each tensor has been given so far in this call."""

    def __init__(self):
        self.given = {}

    def put(self, t, g):
        if id(t) in self.given:
            self.given[id(t)] += g
        else:
            self.given[id(t)] = g

    def get(self, t):
        return self.given[id(t)]


def downhill(root):
    marked, order, stack = set(), [], [(root, 0)]
    while stack:
        t, done = stack.pop()
        if done:
            order.insert(0, t)
        elif id(t) not in marked:
            marked.add(id(t))
            stack.append((t, 1))
            if t.recipe is not None:
                stack += [(x, 0) for x in t.recipe[1]]
    return order


def unbroadcast(grad, shape):
    """The gradient, summed over everything that broadcasting from `shape` repeated."""
    if np.shape(grad) == tuple(shape):
        return grad
    front = np.ndim(grad) - len(shape)
    axes = [i for i in range(np.ndim(grad)) if i < front or shape[i - front] == 1]
    return np.sum(grad, axis=tuple(axes)).reshape(shape)


def cross_entropy(logits, labels):
    """The mean over all rows of minus the log-probability of the right label."""
    labels = np.asarray(labels, dtype=int)
    chosen = logits.log_softmax()[np.arange(labels.shape[0]), labels]
    return -chosen.mean()


def zero_grad(root):
    """Give every tensor that can be reached from `root` a gradient of zeros."""
    for t in downhill(root):
        t.grad = np.zeros(t.data.shape)
