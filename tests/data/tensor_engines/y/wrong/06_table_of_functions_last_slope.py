import numpy as np


def unbroadcast(grad, shape):
    """The gradient, summed over everything that broadcasting from `shape` repeated."""
    grad = np.asarray(grad)
    if grad.shape == tuple(shape):
        return grad
    grad = grad.sum(axis=tuple(range(grad.ndim - len(shape))))
    return grad.sum(axis=tuple(i for i, n in enumerate(shape) if n == 1), keepdims=True)


# ---- the rules: name -> (value, gradients)

BINARY = {
    "add": (lambda x, y: x + y, lambda g, x, y: (g, g)),
    "sub": (lambda x, y: x - y, lambda g, x, y: (g, -g)),
    "mul": (lambda x, y: x * y, lambda g, x, y: (g * y, g * x)),
    "truediv": (lambda x, y: x / y, lambda g, x, y: (g / y, -g * x / y / y)),
}

UNARY = {
    "relu": (lambda x: np.maximum(x, 0.0), lambda x, y: x > 0.0),
    "exp": (np.exp, lambda x, y: y),
    "log": (np.log, lambda x, y: 1.0 / x),
    "tanh": (np.tanh, lambda x, y: 1.0 - y * y),
}


class Tensor:
    """An array, its gradient, the tensors it was made of, and how gradients go back to them."""

    __array_ufunc__ = None

    def __init__(self, data, made_of=(), back=None):
        self.data = np.array(data, dtype=np.float64)
        self.made_of = made_of
        self.back = back
        self.clear()

    def clear(self):
        self.grad = np.zeros(self.data.shape)

    def collect(self, g):
        self.grad = self.grad.__iadd__(unbroadcast(g, self.data.shape))

    def __neg__(self):
        return Tensor(-self.data, (self,), lambda g: (-g,))

    def __pow__(self, n):
        def back(g):
            if n == 0:
                return (np.zeros(g.shape),)
            return (g * (n * np.power(self.data, n - 1)),)

        return Tensor(np.power(self.data, n), (self,), back)

    def __matmul__(self, other):
        return matmul(self, other)

    def __rmatmul__(self, other):
        return matmul(other, self)

    def sum(self, axis=None, keepdims=False):
        def back(g):
            if axis is not None and not keepdims:
                g = np.expand_dims(g, axis)
            return (np.broadcast_to(g, self.data.shape),)

        return Tensor(np.sum(self.data, axis=axis, keepdims=keepdims), (self,), back)

    def mean(self, axis=None, keepdims=False):
        total = self.sum(axis=axis, keepdims=keepdims)
        return total / (self.data.size // total.data.size)

    def reshape(self, *shape):
        return Tensor(self.data.reshape(*shape), (self,), lambda g: (g.reshape(self.data.shape),))

    def transpose(self, axes=None):
        if axes is None:
            return Tensor(self.data.T, (self,), lambda g: (g.T,))
        source = [axis % self.data.ndim for axis in axes]
        return Tensor(
            self.data.transpose(source),
            (self,),
            lambda g: (np.moveaxis(g, range(len(source)), source),),
        )

    @property
    def T(self):
        return self.transpose()

    def __getitem__(self, index):
        def back(g):
            whole = np.zeros(self.data.shape)
            np.add.at(whole, index, g)
            return (whole,)

        return Tensor(self.data[index], (self,), back)

    def log_softmax(self, axis=-1):
        top = self.data.max(axis=axis, keepdims=True)
        weights = np.exp(self.data - top)
        total = weights.sum(axis=axis, keepdims=True)

        def back(g):
            return (g - weights / total * g.sum(axis=axis, keepdims=True),)

        return Tensor(self.data - top - np.log(total), (self,), back)

    def backward(self):
        order = below(self)
        for each in order:
            if each.back:
                each.clear()
        self.collect(np.ones(self.data.shape))
        for each in reversed(order):
            if each.back:
                for source, g in zip(each.made_of, each.back(each.grad)):
                    source.collect(g)


def as_tensor(x):
    return x if isinstance(x, Tensor) else Tensor(x)


def binary(name):
    value, gradients = BINARY[name]

    def operation(a, b):
        a, b = as_tensor(a), as_tensor(b)
        return Tensor(value(a.data, b.data), (a, b), lambda g: gradients(g, a.data, b.data))

    return operation


for name in BINARY:
    setattr(Tensor, f"__{name}__", binary(name))
    setattr(Tensor, f"__r{name}__", lambda self, other, run=binary(name): run(other, self))

for name, (value, slope) in UNARY.items():

    def method(self, value=value):
        out = value(self.data)
        return Tensor(out, (self,), lambda g: (g * slope(self.data, out),))

    method.__name__ = name
    setattr(Tensor, name, method)


def matmul(a, b):
    a, b = as_tensor(a), as_tensor(b)

    def back(g):
        x, y = a.data, b.data
        if x.ndim == 1:
            x = x[None, :]
            g = np.expand_dims(g, -1 if y.ndim == 1 else -2)
        if y.ndim == 1:
            y = y[:, None]
            g = np.expand_dims(g, -1)
        dx = unbroadcast(g @ y.swapaxes(-1, -2), x.shape)
        dy = unbroadcast(x.swapaxes(-1, -2) @ g, y.shape)
        return dx.reshape(a.data.shape), dy.reshape(b.data.shape)

    return Tensor(a.data @ b.data, (a, b), back)


def below(root):
    """All tensors that can be reached, each one after those that it was made of."""
    order, seen, path = [], {root}, [(root, iter(root.made_of))]
    while path:
        node, sources = path[-1]
        for source in sources:
            if source not in seen:
                seen.add(source)
                path.append((source, iter(source.made_of)))
                break
        else:
            order.append(node)
            path.pop()
    return order


def cross_entropy(logits, labels):
    """The mean over all rows of minus the log-probability of the right label."""
    table = logits.log_softmax()
    return -table[np.arange(len(table.data)), np.asarray(labels)].mean()


def zero_grad(root):
    """Give every tensor that can be reached from `root` a gradient of zeros."""
    for each in below(root):
        each.clear()
