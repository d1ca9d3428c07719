"""Exam: the rules as formulas, in a table of text, compiled when the module is loaded.

In a formula x and y are the inputs, z is the result, g its gradient; other names are arguments.
"""

import numpy as np

FORMULAS = """
__add__(x, y)                    | x + y                            | g                          | g
__sub__(x, y)                    | x - y                            | g                          | -g
__mul__(x, y)                    | x * y                            | g * y                      | g * x
__truediv__(x, y)                | x / y                            | g / y                      | -g * z / y
__matmul__(x, y)                 | x @ y                            | left(g, x, y)              | right(g, x, y)
__neg__(x)                       | -x                               | -g
__pow__(x, n)                    | x ** n                           | g * n * x ** (n - (n != 0))
__getitem__(x, index)            | x[index]                         | put(x, index, g)
sum(x, axis=None, keepdims=False)  | x.sum(axis, keepdims=keepdims)   | np.ones_like(x) * g.reshape(kept(x, axis))
mean(x, axis=None, keepdims=False) | x.mean(axis, keepdims=keepdims)  | np.ones_like(x) * g.reshape(kept(x, axis)) * (z.size / x.size)
reshape(x, *shape)               | x.reshape(*shape)                | g.reshape(x.shape)
transpose(x, axes=None)          | x.transpose(axes)                | g.transpose(inverse(axes))
relu(x)                          | np.maximum(x, 0)                 | g * (x > 0)
exp(x)                           | np.exp(x)                        | g * z
log(x)                           | np.log(x)                        | g / x
tanh(x)                          | np.tanh(x)                       | g * (1 - z * z)
log_softmax(x, axis=-1)          | x - logsumexp(x, axis)           | g - np.exp(z) * g.sum(axis, keepdims=True)
"""


def unbroadcast(grad, shape):
    """Stretched axes first, by their number from the end, then what is left in front."""
    for i in range(-len(shape), 0):
        if shape[i] == 1 and grad.shape[i] != 1:
            grad = grad.sum(i, keepdims=True)
    return np.reshape(grad.reshape(-1, *shape).sum(0), shape)


# ---- what the formulas use ----


def matrices(g, x, y):
    x = x[None, :] if x.ndim == 1 else x
    y = y[:, None] if y.ndim == 1 else y
    return g.reshape((x @ y).shape), x, y


def left(g, x, y):
    g, X, Y = matrices(g, x, y)
    return unbroadcast(g @ Y.swapaxes(-1, -2), X.shape).reshape(x.shape)


def right(g, x, y):
    g, X, Y = matrices(g, x, y)
    return unbroadcast(X.swapaxes(-1, -2) @ g, Y.shape).reshape(y.shape)


def put(x, index, g):
    full = np.zeros_like(x)
    np.add.at(full, index, g)
    return full


def kept(x, axis):
    return x.sum(axis, keepdims=True).shape


def inverse(axes):
    return None if axes is None else np.argsort([range(len(axes))[a] for a in axes])


def logsumexp(x, axis):
    top = x.max(axis, keepdims=True)
    return top + np.log(np.exp(x - top).sum(axis, keepdims=True))


# ---- the tensors ----


class Tensor:
    __array_ufunc__ = None

    def __init__(self, data, sources=(), send=None):
        self.data = np.array(data, dtype=np.float64)
        self.grad = np.zeros_like(self.data)
        self.sources, self.send = sources, send

    @property
    def T(self):
        return self.transpose()

    def family(self):
        """All tensors that this one was made of, each once and after its consumers; with itself."""
        users, found = {id(self): 0}, [self]
        for t in found:
            for s in t.sources:
                if id(s) not in users:
                    users[id(s)] = 0
                    found.append(s)
                users[id(s)] += 1
        free = [self]
        for t in free:
            for s in t.sources:
                users[id(s)] -= 1
                if not users[id(s)]:
                    free.append(s)
        return free

    def backward(self):
        family = self.family()
        for t in family:
            if t.send:
                t.grad = np.zeros_like(t.data)
        self.grad += 1.0
        for t in family:
            if t.send:
                for s, g in zip(t.sources, t.send(t.grad, t.data)):
                    s.grad += unbroadcast(g, s.data.shape)


def define(line):
    head, formula, *backs = [part.strip() for part in line.split("|")]
    name, arguments = head[:-1].split("(", 1)
    count = len(backs)
    code = f"lambda {arguments}: ({formula}, lambda g, z: ({', '.join(backs)},))"
    compute = eval(code, globals())

    def method(*args, **kwargs):
        sources = [a if isinstance(a, Tensor) else Tensor(a) for a in args[:count]]
        data, send = compute(*[s.data for s in sources], *args[count:], **kwargs)
        return Tensor(data, sources, send)

    setattr(Tensor, name, method)
    if count == 2:
        setattr(Tensor, "__r" + name[2:], lambda self, other: method(other, self))


for _line in FORMULAS.strip().splitlines():
    define(_line)


def cross_entropy(logits, labels):
    index = np.arange(len(labels)), np.asarray(labels)
    return -logits.log_softmax(axis=-1)[index].mean()


def zero_grad(root):
    for t in root.family():
        t.grad = np.zeros_like(t.data)
