"""One table of operations; the methods of the class are put in by a loop over the table."""

import operator

import numpy as np

softmax_of = np.exp
S = lambda m: np.swapaxes(m, -1, -2)  # noqa: E731


def _row(g, a, b):
    return np.expand_dims(g, -2)


def _sums(g, y, x, axis=None, keepdims=False):
    return np.expand_dims(g, axis) if axis is not None and not keepdims else g


def _matmul_a(g, y, a, b):
    match a.ndim > 1, b.ndim > 1:
        case True, True:
            return g @ S(b)
        case False, True:
            return (_row(g, a, b) @ S(b)).squeeze(-2)
        case _:
            return np.expand_dims(g, -1) * b


def _matmul_b(g, y, a, b):
    match a.ndim > 1, b.ndim > 1:
        case True, True:
            return S(a) @ g
        case False, True:
            return a[:, None] * _row(g, a, b)
        case True, False:
            return (S(a) @ np.expand_dims(g, -1)).squeeze(-1)
        case _:
            return g * a


def _log_softmax(x, axis=-1):
    x = x - x.max(axis=axis, keepdims=True)
    return x - np.log(np.exp(x).sum(axis=axis, keepdims=True))


def _scattered(g, y, x, index):
    d = np.zeros(x.shape)
    np.add.at(d, index, g)
    return d


def _untransposed(g, y, x, axes=None):
    d = np.empty(x.shape)
    d.transpose(axes)[...] = g
    return d


BINARY = {
    "add": (operator.add, lambda g, y, a, b: g, lambda g, y, a, b: g),
    "sub": (operator.sub, lambda g, y, a, b: g, lambda g, y, a, b: -g),
    "mul": (operator.mul, lambda g, y, a, b: g * b, lambda g, y, a, b: g * a),
    "truediv": (operator.truediv, lambda g, y, a, b: g / b, lambda g, y, a, b: -g * y / b),
    "matmul": (operator.matmul, _matmul_a, _matmul_b),
}

UNARY = {
    "__neg__": (operator.neg, lambda g, y, x: -g),
    "__pow__": (
        lambda x, n: x**n,
        lambda g, y, x, n: g * (n * x ** (n - 1.0)) if n else np.zeros(x.shape),
    ),
    "__getitem__": (operator.getitem, _scattered),
    "relu": (lambda x: (abs(x) + x) / 2, lambda g, y, x: g * (x > 0)),
    "exp": (np.exp, lambda g, y, x: g * y),
    "log": (np.log, lambda g, y, x: g / x),
    "tanh": (np.tanh, lambda g, y, x: g * (1 - y * y)),
    "log_softmax": (
        _log_softmax,
        lambda g, y, x, axis=-1: g - softmax_of(y) * g.sum(axis=axis, keepdims=True),
    ),
    "sum": (lambda x, axis=None, keepdims=False: x.sum(axis=axis, keepdims=keepdims), _sums),
    "mean": (
        lambda x, axis=None, keepdims=False: x.mean(axis=axis, keepdims=keepdims),
        lambda g, y, x, **how: _sums(g * (y.size / x.size), y, x, **how),
    ),
    "reshape": (lambda x, *shape: x.reshape(*shape), lambda g, y, x, *shape: g.reshape(x.shape)),
    "transpose": (lambda x, axes=None: x.transpose(axes), _untransposed),
}

NAMES = {"sum": ("axis", "keepdims"), "mean": ("axis", "keepdims")}


class Tensor:
    __array_ufunc__ = None

    def __init__(self, data, parents=(), pulls=(), extra=((), {})):
        self.data = np.array(data, dtype=np.float64)
        self.grad = np.zeros(self.data.shape)
        self.parents, self.pulls, self.extra = parents, pulls, extra

    @property
    def T(self):
        return self.transpose()

    def visit(self, seen, order):
        if id(self) not in seen:
            seen.add(id(self))
            for p in self.parents:
                p.visit(seen, order)
            order.append(self)
        return order

    def backward(self):
        order = self.visit(set(), [])
        flow = {id(t): np.zeros(t.data.shape) for t in order}
        flow[id(self)] += 1
        for t in reversed(order):
            args, options = t.extra
            arrays = [p.data for p in t.parents]
            for p, pull in zip(t.parents, t.pulls):
                g = pull(flow[id(t)], t.data, *arrays, *args, **options)
                flow[id(p)] += unbroadcast(np.asarray(g), p.data.shape)
        for t in order:
            if t.parents:
                t.grad = flow[id(t)]
            else:
                t.grad += flow[id(t)]


def _install_binary(name, value, *pulls):
    def method(self, other):
        pair = (self, other if isinstance(other, Tensor) else Tensor(other))
        return Tensor(value(pair[0].data, pair[1].data), pair, pulls)

    def reflected(self, other):
        return method(Tensor(other), self)

    setattr(Tensor, f"__{name}__", method)
    setattr(Tensor, f"__r{name}__", reflected)


def _install_unary(name, value, pull):
    def method(self, *args, **options):
        if name in NAMES:
            options = {**dict(zip(NAMES[name], args)), **options}
            args = ()
        return Tensor(value(self.data, *args, **options), (self,), (pull,), (args, options))

    method.__name__ = name
    setattr(Tensor, name, method)


for _name, _rules in BINARY.items():
    _install_binary(_name, *_rules)
for _name, _rules in UNARY.items():
    _install_unary(_name, *_rules)


def unbroadcast(grad, shape):
    # the gradient of a sum that had stretched an operand to a larger shape; smaller ones too
    full = np.broadcast_shapes(grad.shape, shape)
    if grad.shape != full:
        grad = np.broadcast_to(grad, full)
    while grad.ndim > len(shape):
        grad = grad.sum(axis=0)
    return grad.sum(axis=tuple(k for k, n in enumerate(shape) if n == 1), keepdims=True)


def cross_entropy(logits, labels):
    rows = range(len(logits.data))
    return -logits.log_softmax()[list(rows), np.asarray(labels)].mean()


def zero_grad(root):
    for t in root.visit(set(), []):
        t.grad = np.zeros(t.data.shape)
