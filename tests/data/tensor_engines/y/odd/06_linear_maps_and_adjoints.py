"""Close to its operands, every operation is a linear map. This engine writes these maps down, puts
them together, and never writes a rule: a gradient goes back through the adjoint of the map."""

import numpy as np


class Map:
    """A linear map of arrays: `there` applies it, `back` applies its adjoint."""

    def __init__(self, there, back):
        self.there, self.back = there, back

    def __matmul__(self, first):
        return Map(lambda x: self.there(first.there(x)), lambda y: first.back(self.back(y)))

    def __sub__(self, other):
        return Map(lambda x: self.there(x) - other.there(x), lambda y: self.back(y) - other.back(y))

    @property
    def H(self):
        return Map(self.back, self.there)


SAME = Map(lambda x: x, lambda y: y)


def times(factor):
    return Map(lambda x: x * factor, lambda y: y * factor)


def keep(these):
    return Map(lambda x: np.where(these, x, 0.0), lambda y: np.where(these, y, 0.0))


def stretch(short, long):
    """Broadcasting. Its adjoint sums."""
    lead = len(long) - len(short)
    axes = tuple(i for i in range(len(long)) if i < lead or short[i - lead] == 1)
    return Map(
        lambda x: np.broadcast_to(x, long),
        lambda y: np.sum(y, axis=axes).reshape(short),
    )


def reform(old, new):
    return Map(lambda x: x.reshape(new), lambda y: y.reshape(old))


def turn(axes):
    return Map(lambda x: x.transpose(axes), lambda y: np.moveaxis(y, range(y.ndim), axes))


def pick(shape, index):
    def back(y):
        whole = np.zeros(shape)
        np.add.at(whole, index, y)
        return whole

    return Map(lambda x: x[index], back)


def before(matrix):
    """x goes to matrix @ x."""
    return Map(lambda x: matrix @ x, lambda y: matrix.swapaxes(-1, -2) @ y)


def after(matrix):
    """x goes to x @ matrix."""
    return Map(lambda x: x @ matrix, lambda y: y @ matrix.swapaxes(-1, -2))


def unbroadcast(grad, shape):
    """The gradient, summed over everything that broadcasting from `shape` repeated."""
    return stretch(tuple(shape), np.shape(grad)).back(grad)


class Tensor:
    __array_ufunc__ = None

    def __init__(self, data, maps=()):
        self.data = np.array(data, dtype=np.float64)
        self.grad = np.zeros(self.data.shape)
        self.maps = maps  # pairs: an operand, the map from its changes to ours

    def mapped(self, linear):
        """An operation that is linear itself: its value is the map's."""
        return Tensor(linear.there(self.data), ((self, linear),))

    def curved(self, value, slope):
        return Tensor(value, ((self, times(slope)),))

    def with_(self, other, function, slopes):
        other = other if isinstance(other, Tensor) else Tensor(other)
        x, y = self.data, other.data
        value = np.asarray(function(x, y))
        to_x, to_y = slopes(x, y)
        return Tensor(
            value,
            (
                (self, times(to_x) @ stretch(x.shape, value.shape)),
                (other, times(to_y) @ stretch(y.shape, value.shape)),
            ),
        )

    def __add__(self, other):
        return self.with_(other, np.add, lambda x, y: (1, 1))

    def __sub__(self, other):
        return self.with_(other, np.subtract, lambda x, y: (1, -1))

    def __mul__(self, other):
        return self.with_(other, np.multiply, lambda x, y: (y, x))

    def __truediv__(self, other):
        return self.with_(other, np.divide, lambda x, y: (1 / y, -x / y / y))

    def __matmul__(self, other):
        other = other if isinstance(other, Tensor) else Tensor(other)
        x, y = self.data, other.data
        value = x @ y
        as_row = reform(x.shape, (1, *x.shape)) if x.ndim == 1 else SAME
        as_column = reform(y.shape, (*y.shape, 1)) if y.ndim == 1 else SAME
        rows, columns = as_row.there(x), as_column.there(y)
        matrices = rows @ columns
        close = reform(matrices.shape, value.shape)
        stack = matrices.shape[:-2]
        wide = stretch(rows.shape, stack + rows.shape[-2:])
        tall = stretch(columns.shape, stack + columns.shape[-2:])
        return Tensor(
            value,
            (
                (self, close @ after(columns) @ wide @ as_row),
                (other, close @ before(rows) @ tall @ as_column),
            ),
        )

    def __radd__(self, other):
        return Tensor(other) + self

    def __rsub__(self, other):
        return Tensor(other) - self

    def __rmul__(self, other):
        return Tensor(other) * self

    def __rtruediv__(self, other):
        return Tensor(other) / self

    def __rmatmul__(self, other):
        return Tensor(other) @ self

    def __neg__(self):
        return self.mapped(times(-1))

    def __pow__(self, n):
        if n == 0:
            return Tensor(self.data**0, ((self, keep(False)),))
        return self.curved(self.data**n, n * self.data ** (n - 1))

    def adding(self, axis, keepdims):
        kept, out = (self.data.sum(axis=axis, keepdims=k).shape for k in (True, keepdims))
        return reform(kept, out) @ stretch(kept, self.data.shape).H

    def sum(self, axis=None, keepdims=False):
        return self.mapped(self.adding(axis, keepdims))

    def mean(self, axis=None, keepdims=False):
        adding = self.adding(axis, keepdims)
        return self.mapped(times(adding.there(self.data).size / self.data.size) @ adding)

    def reshape(self, *shape):
        return self.mapped(reform(self.data.shape, self.data.reshape(*shape).shape))

    def transpose(self, axes=None):
        return self.mapped(turn(range(self.data.ndim)[::-1] if axes is None else axes))

    @property
    def T(self):
        return self.transpose()

    def __getitem__(self, index):
        return self.mapped(pick(self.data.shape, index))

    def relu(self):
        return self.mapped(keep(self.data > 0))

    def exp(self):
        return self.curved(np.exp(self.data), np.exp(self.data))

    def log(self):
        return self.curved(np.log(self.data), 1 / self.data)

    def tanh(self):
        return self.curved(np.tanh(self.data), 1 - np.tanh(self.data) ** 2)

    def log_softmax(self, axis=-1):
        top = self.data.max(axis=axis, keepdims=True)
        adding = self.adding(axis, True)
        value = self.data - top - np.log(adding.there(np.exp(self.data - top)))
        # A change of x, minus the mean of all changes, weighted with the probabilities.
        return Tensor(value, ((self, SAME - adding.H @ adding @ times(np.exp(value))),))

    def backward(self):
        order = leaves_last(self)
        for node in order:
            if node.maps:
                node.grad = np.zeros(node.data.shape)
        self.grad += 1
        for node in order:
            for operand, linear in node.maps:
                operand.grad += linear.back(node.grad)


def leaves_last(root):
    finished = {}
    stack = [root]
    while stack:
        node = stack.pop()
        if node in finished:
            continue
        open_ones = [operand for operand, _ in node.maps if operand not in finished]
        if open_ones:
            stack += [node, *open_ones]
        else:
            finished[node] = None
    return list(finished)[::-1]


def cross_entropy(logits, labels):
    """The mean over all rows of minus the log-probability of the right label."""
    return -logits.log_softmax()[np.arange(len(labels)), np.asarray(labels)].mean()


def zero_grad(root):
    """Give every tensor that can be reached from `root` a gradient of zeros."""
    for node in leaves_last(root):
        node.grad = np.zeros(node.data.shape)
