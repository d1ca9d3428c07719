"""The whole engine, written from the outside in: the class knows nothing of derivatives.

`FORWARD` has a function for every operation, `REVERSE` a generator for it that yields the
gradients of the inputs in turn. All methods of the class are made in a loop at the end.
"""

import numpy as np


def unbroadcast(grad, shape):
    """The gradient, summed over everything that broadcasting from `shape` repeated."""
    # A product with ones from the left, axis by axis: what was repeated is contracted.
    letters = "abcdefghij"[: np.ndim(grad)]
    front = len(letters) - len(shape)
    kept = "".join(
        letter
        for i, letter in enumerate(letters)
        if i >= front and not (shape[i - front] == 1)
    )
    return np.einsum(f"{letters}->{kept}", grad).reshape(shape).copy()


class Tensor:
    """An array, its gradient, and the words that say how it was made."""

    __array_ufunc__ = None

    def __init__(self, data, _made=None):
        self.data = np.array(data, dtype=np.float64)
        self.grad = np.zeros_like(self.data)
        self._made = _made  # (operation, tensors, options)

    def __repr__(self):
        word = self._made[0] if self._made else "leaf"
        return f"Tensor({self.data}, {word})"

    @property
    def T(self):
        return self.transpose()

    def backward(self):
        order = _walk(self)
        for t in order:
            if t._made:
                t.grad = np.zeros_like(t.data)
        self.grad = np.asarray(self.grad + np.ones_like(self.data))
        for t in reversed(order):
            if t._made:
                word, tensors, options = t._made
                arrays = [each.data for each in tensors]
                rule = REVERSE[word](t.grad, t.data, *arrays, **options)
                for each, sent in zip(tensors, rule, strict=True):
                    each.grad = np.asarray(each.grad + sent)


def _walk(root):
    """Depth first with an explicit stack: everything comes after what it was made of."""
    order, seen, trail = [], {root}, [(root, iter(root._made[1] if root._made else ()))]
    while trail:
        t, rest = trail[-1]
        following = next((each for each in rest if each not in seen), None)
        if following is None:
            order.append(t)
            trail.pop()
        else:
            seen.add(following)
            trail.append((following, iter(following._made[1] if following._made else ())))
    return order


def _kept(x, axis):
    return np.sum(x, axis=axis, keepdims=True).shape


def _log_softmax(x, axis=-1):
    x = x - np.max(x, axis=axis, keepdims=True)
    return x - np.log(np.sum(np.exp(x), axis=axis, keepdims=True))


FORWARD = {
    "add": lambda a, b: a + b,
    "sub": lambda a, b: a - b,
    "mul": lambda a, b: a * b,
    "truediv": lambda a, b: a / b,
    "matmul": lambda a, b: a @ b,
    "neg": lambda x: -x,
    "pow": lambda x, n: x**n,
    "relu": lambda x: np.where(x > 0, x, 0.0),
    "exp": np.exp,
    "log": np.log,
    "tanh": np.tanh,
    "log_softmax": _log_softmax,
    "sum": lambda x, axis=None, keepdims=False: x.sum(axis=axis, keepdims=keepdims),
    "mean": lambda x, axis=None, keepdims=False: x.mean(axis=axis, keepdims=keepdims),
    "reshape": lambda x, shape: x.reshape(shape),
    "transpose": lambda x, axes=None: x.transpose(axes),
    "getitem": lambda x, index: x[index],
}


class REVERSE_RULES:
    """Not to be made: a drawer of generators."""

    def add(g, y, a, b):
        yield unbroadcast(g, a.shape)
        yield unbroadcast(g, b.shape)

    def sub(g, y, a, b):
        yield unbroadcast(g, a.shape)
        yield -unbroadcast(g, b.shape)

    def mul(g, y, a, b):
        yield unbroadcast(g * b, a.shape)
        yield unbroadcast(g * a, b.shape)

    def truediv(g, y, a, b):
        yield unbroadcast(g / b, a.shape)
        yield unbroadcast(g * a / -(b * b), b.shape)

    def matmul(g, y, a, b):
        # The letters of einsum take care of vectors: a vector lacks a letter, and so does g.
        i = "i" if a.ndim > 1 else ""
        j = "j" if b.ndim > 1 else ""
        s = "..." if max(a.ndim, b.ndim) > 2 else ""
        sa, sb = (s if a.ndim > 1 else ""), (s if b.ndim > 1 else "")
        for_a = np.einsum(f"{s}{i}{j},{sb}k{j}->{s}{i}k", g, b)
        yield unbroadcast(for_a, a.shape)
        for_b = np.einsum(f"{s}{i}{j},{sa}{i}k->{s}k{j}", g, a)
        yield unbroadcast(for_b, b.shape)

    def neg(g, y, x):
        yield -g

    def pow(g, y, x, n):
        yield g * (n * x ** (n - 1)) if n != 0 else np.zeros_like(x)

    def relu(g, y, x):
        yield np.where(x > 0, g, 0.0)

    def exp(g, y, x):
        yield g * y

    def log(g, y, x):
        yield g / x

    def tanh(g, y, x):
        yield g * (1.0 - y * y)

    def log_softmax(g, y, x, axis=-1):
        yield g - np.exp(y) * np.sum(g, axis=axis, keepdims=True)

    def sum(g, y, x, axis=None, keepdims=False):
        yield np.broadcast_to(g.reshape(_kept(x, axis)), x.shape)

    def mean(g, y, x, axis=None, keepdims=False):
        yield np.broadcast_to(g.reshape(_kept(x, axis)) * (y.size / x.size), x.shape)

    def reshape(g, y, x, shape):
        yield g.reshape(x.shape)

    def transpose(g, y, x, axes=None):
        # Send the numbers of the axes the same way and look where each of them has gone.
        order = list(range(x.ndim))[::-1] if axes is None else [k % x.ndim for k in axes]
        yield g.transpose([order.index(k) for k in range(x.ndim)])

    def getitem(g, y, x, index):
        sent = np.zeros_like(x)
        np.add.at(sent, index, g)
        yield sent


REVERSE = {word: rule for word, rule in vars(REVERSE_RULES).items() if word in FORWARD}


def _apply(word, tensors, **options):
    tensors = tuple(t if isinstance(t, Tensor) else Tensor(t) for t in tensors)
    data = FORWARD[word](*[t.data for t in tensors], **options)
    return Tensor(data, (word, tensors, options))


def _attach():
    def method(name, function):
        function.__name__ = name
        setattr(Tensor, name, function)

    for word in ("add", "sub", "mul", "truediv", "matmul"):
        method(f"__{word}__", lambda self, other, word=word: _apply(word, (self, other)))
        method(f"__r{word}__", lambda self, other, word=word: _apply(word, (other, self)))
    for word in ("relu", "exp", "log", "tanh"):
        method(word, lambda self, word=word: _apply(word, (self,)))
    method("__neg__", lambda self: _apply("neg", (self,)))
    method("__pow__", lambda self, n: _apply("pow", (self,), n=n))
    method("__getitem__", lambda self, index: _apply("getitem", (self,), index=index))
    method("log_softmax", lambda self, axis=-1: _apply("log_softmax", (self,), axis=axis))
    method("transpose", lambda self, axes=None: _apply("transpose", (self,), axes=axes))
    for word in ("sum", "mean"):
        method(
            word,
            lambda self, axis=None, keepdims=False, word=word: _apply(
                word, (self,), axis=axis, keepdims=keepdims
            ),
        )

    def reshape(self, *shape):
        if len(shape) == 1 and isinstance(shape[0], (tuple, list)):
            shape = tuple(shape[0])
        return _apply("reshape", (self,), shape=shape)

    method("reshape", reshape)


_attach()


def cross_entropy(logits, labels):
    """The mean over all rows of minus the log-probability of the right label."""
    hot = np.eye(logits.data.shape[-1])[np.asarray(labels)]
    return (logits.log_softmax() * hot).sum() * (-1.0 / len(hot))


def zero_grad(root):
    """Give every tensor that can be reached from `root` a gradient of zeros."""
    for t in _walk(root):
        t.grad = np.zeros_like(t.data)
