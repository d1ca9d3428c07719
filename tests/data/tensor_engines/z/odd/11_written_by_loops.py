"""The methods are compiled from a table of formulas: a column for the value and one for each
gradient. Nothing is written twice."""

import numpy as np

# In the formulas: a, b are the operands' arrays, y the value, g its gradient.
BINARY = """
add      a + b    g                 g
sub      a - b    g                 -g
mul      a * b    g * b             g * a
truediv  a / b    g / b             -g * y / b
matmul   a @ b    dot_left(g, a, b) dot_right(g, a, b)
"""

UNARY = """
def __neg__(a)                              | -a                         | -g
def __pow__(a, n)                           | a**n                       | g * slope(a, n)
def __getitem__(a, index)                   | a[index]                   | put(a, index, g)
def sum(a, axis=None, keepdims=False)       | a.sum(axis, None, None, keepdims) | spread(a, axis, g)
def mean(a, axis=None, keepdims=False)      | a.mean(axis, None, None, keepdims) | spread(a, axis, g) * (y.size / a.size)
def reshape(a, *shape)                      | a.reshape(*shape)          | g.reshape(a.shape)
def transpose(a, axes=None)                 | a.transpose(axes)          | back(axes, g)
def relu(a)                                 | (a + abs(a)) / 2           | g * (a > 0)
def exp(a)                                  | np.exp(a)                  | g * y
def log(a)                                  | np.log(a)                  | g / a
def tanh(a)                                 | np.tanh(a)                 | g * (1 - y * y)
def log_softmax(a, axis=-1)                 | logp(a, axis)              | g - np.exp(y) * g.sum(axis, keepdims=True)
"""


def turn(m):
    return np.swapaxes(m, -1, -2)


def dot_left(g, a, b):
    if b.ndim == 1:
        return np.multiply.outer(g, b)
    return np.squeeze(g[..., None, :] @ turn(b), -2) if a.ndim == 1 else g @ turn(b)


def dot_right(g, a, b):
    if a.ndim == 1:
        return a * g if b.ndim == 1 else np.einsum("k,...m->...km", a, g)
    return np.squeeze(turn(a) @ g[..., None], -1) if b.ndim == 1 else turn(a) @ g


def slope(a, n):
    return n * a ** (n - 1) if n else 0.0


def put(a, index, g):
    z = np.zeros(a.shape)
    np.add.at(z, index, g)
    return z


def spread(a, axis, g):
    return np.ones(a.shape) * g.reshape(a.sum(axis=axis, keepdims=True).shape)


def back(axes, g):
    if axes is None:
        return g.T
    return np.moveaxis(g, range(g.ndim), axes)


def logp(a, axis):
    a = a - a.max(axis, keepdims=True)
    return a - np.log(np.exp(a).sum(axis, keepdims=True))


class Tensor:
    __array_ufunc__ = None

    def __init__(self, data, operands=(), rule=None):
        self.data = np.array(data, dtype=np.float64)
        self.grad = np.zeros_like(self.data)
        self.operands = operands
        self.rule = rule

    @property
    def T(self):
        return self.transpose()

    def backward(self):
        order = sorted_below(self)
        for t in order:
            if t.operands:
                t.grad = np.zeros_like(t.data)
        self.grad = self.grad + np.ones_like(self.data)
        for t in reversed(order):
            if t.operands:
                for each, g in zip(t.operands, t.rule(t.grad)):
                    each.grad = each.grad + unbroadcast(g, each.data.shape)


def tensor(x):
    return x if isinstance(x, Tensor) else Tensor(x)


BINARY_SOURCE = """
def __{name}__(s, t):
    t = tensor(t)
    a, b = s.data, t.data
    y = {value}
    return Tensor(y, (s, t), lambda g: ({left}, {right}))

def __r{name}__(s, t):
    return tensor(t).__{name}__(s)
"""

UNARY_SOURCE = """
{head}:
    t, a = a, a.data
    y = {value}
    return Tensor(y, (t,), lambda g: ({gradient},))
"""


def compiled(source):
    methods = {}
    exec(source, globals(), methods)
    for name, method in methods.items():
        setattr(Tensor, name, method)


for line in BINARY.strip().splitlines():
    name, value, left, right = line[:9].strip(), line[9:18], line[18:36], line[36:]
    compiled(BINARY_SOURCE.format(name=name, value=value.strip(), left=left, right=right))

for line in UNARY.strip().splitlines():
    head, value, gradient = (part.strip() for part in line.split(" | "))
    compiled(UNARY_SOURCE.format(head=head, value=value, gradient=gradient))


def sorted_below(root):
    order, state, stack = [], {}, [root]
    while stack:
        t = stack[-1]
        if t not in state:
            state[t] = "open"
            stack.extend(each for each in t.operands if each not in state)
        else:
            if state[t] == "open":
                state[t] = "done"
                order.append(t)
            stack.pop()
    return order


def unbroadcast(grad, shape):
    grad = np.asarray(grad)
    if grad.shape == tuple(shape):
        return grad
    if grad.ndim > len(shape):
        return unbroadcast(grad.sum(0), shape)
    axis = next(i for i, n in enumerate(shape) if n != grad.shape[i])
    return unbroadcast(grad.sum(axis, keepdims=True), shape)


def cross_entropy(logits, labels):
    return -logits.log_softmax()[np.arange(len(labels)), labels].mean()


def zero_grad(root):
    for t in sorted_below(root):
        t.grad = np.zeros_like(t.data)
