"""The whole engine of three kinds of steps, and a queue that is sorted by age.

Step 1, `scaled`:   entry by entry, with a slope for each operand.
Step 2, `linear`:   a linear map of one array and its adjoint. sum, reshape, transpose, an index
                    and broadcasting are all of this kind.
Step 3, `product`:  the product of two stacks of matrices.

Every tensor has a number, later ones have higher numbers. A tensor is younger than all that it
was made of, so backward takes the youngest tensor that waits, again and again, from a heap.
"""

import heapq
import itertools

import numpy as np

births = itertools.count()


def unbroadcast(grad, shape):
    """The gradient, summed over everything that broadcasting from `shape` repeated."""
    grad = np.asarray(grad)
    surplus = grad.ndim - len(shape)
    for axis in reversed(range(grad.ndim)):
        if axis < surplus:
            grad = np.add.reduce(grad, axis=axis)
        elif shape[axis - surplus] == 1:
            grad = np.add.reduce(grad, axis=axis, keepdims=True)
    return np.array(grad)


class Tensor:
    __array_ufunc__ = None

    def __init__(self, data, *origin):
        self.data = np.array(data, dtype=np.float64)
        self.grad = np.zeros_like(self.data)
        self.born = next(births)
        self.origin = origin  # ((parent, adjoint), ...)

    def __lt__(self, other):  # for the heap: the youngest comes first
        return self.born > other.born

    def __repr__(self):
        return f"Tensor #{self.born}: {self.data}"

    # ---- the three kinds of steps

    @staticmethod
    def scaled(value, *operands):
        def adjoint(tensor, slope):
            return lambda g: unbroadcast(g * slope, tensor.data.shape)

        return Tensor(value, *((t, adjoint(t, slope)) for t, slope in operands))

    def linear(self, there, back):
        return Tensor(there(self.data), (self, back))

    def product(self, other):
        a, b = self.data, other.data
        return Tensor(
            np.matmul(a, b),
            (self, lambda g: unbroadcast(np.matmul(g, np.moveaxis(b, -1, -2)), a.shape)),
            (other, lambda g: unbroadcast(np.matmul(np.moveaxis(a, -1, -2), g), b.shape)),
        )

    # ---- step 1

    def __add__(self, other):
        other = tensor(other)
        return Tensor.scaled(self.data + other.data, (self, 1.0), (other, 1.0))

    def __sub__(self, other):
        other = tensor(other)
        return Tensor.scaled(self.data - other.data, (self, 1.0), (other, -1.0))

    def __mul__(self, other):
        other = tensor(other)
        return Tensor.scaled(self.data * other.data, (self, other.data), (other, self.data))

    def __truediv__(self, other):
        other = tensor(other)
        quotient = self.data / other.data
        return Tensor.scaled(quotient, (self, 1.0 / other.data), (other, -quotient / other.data))

    def __neg__(self):
        return Tensor.scaled(-self.data, (self, -1.0))

    def __pow__(self, n):
        if n == 0:
            return Tensor.scaled(np.ones_like(self.data), (self, 0.0))
        return Tensor.scaled(self.data**n, (self, n * self.data ** (n - 1)))

    def relu(self):
        on = np.greater(self.data, 0.0)
        return Tensor.scaled(np.where(on, self.data, 0.0), (self, on))

    def exp(self):
        e = np.exp(self.data)
        return Tensor.scaled(e, (self, e))

    def log(self):
        return Tensor.scaled(np.log(self.data), (self, np.reciprocal(self.data)))

    def tanh(self):
        t = np.tanh(self.data)
        return Tensor.scaled(t, (self, 1.0 - t * t))

    # ---- step 2

    def sum(self, axis=None, keepdims=False):
        shape = self.data.shape
        kept = np.sum(self.data, axis=axis, keepdims=True).shape
        return self.linear(
            lambda x: np.sum(x, axis=axis, keepdims=keepdims),
            lambda g: np.broadcast_to(np.reshape(g, kept), shape),
        )

    def mean(self, axis=None, keepdims=False):
        total = self.sum(axis, keepdims)
        return total / (self.data.size // total.data.size)

    def reshape(self, *shape):
        old = self.data.shape
        return self.linear(lambda x: x.reshape(*shape), lambda g: g.reshape(old))

    def transpose(self, axes=None):
        if axes is None:
            return self.linear(np.transpose, np.transpose)
        here = range(self.data.ndim)
        return self.linear(
            lambda x: np.moveaxis(x, tuple(axes), here),
            lambda g: np.moveaxis(g, here, tuple(axes)),
        )

    T = property(transpose)

    def __getitem__(self, index):
        shape = self.data.shape

        def back(g):
            spread = np.zeros(shape)
            np.add.at(spread, index, g)
            return spread

        return self.linear(lambda x: x[index], back)

    # ---- step 3

    def __matmul__(self, other):
        a, b = self, tensor(other)
        corner = [slice(None), slice(None)]
        if a.data.ndim == 1:
            a, corner[0] = a.reshape(1, -1), 0
        if b.data.ndim == 1:
            b, corner[1] = b.reshape(-1, 1), 0
        whole = a.product(b)
        if corner == [slice(None), slice(None)]:
            return whole
        return whole[(slice(None),) * (whole.data.ndim - 2) + tuple(corner)]

    # ---- of several steps

    def log_softmax(self, axis=-1):
        low = self - np.max(self.data, axis=axis, keepdims=True)
        return low - low.exp().sum(axis, True).log()

    # ---- the way back

    def backward(self):
        waiting, heap = {self: np.ones_like(self.data)}, [self]
        while heap:
            youngest = heapq.heappop(heap)
            g = np.asarray(waiting.pop(youngest))
            if not youngest.origin:
                youngest.grad = np.array(youngest.grad + g)
                continue
            youngest.grad = np.array(g)
            for parent, adjoint in youngest.origin:
                if parent in waiting:
                    waiting[parent] = waiting[parent] + adjoint(g)
                else:
                    waiting[parent] = adjoint(g)
                    heapq.heappush(heap, parent)


def tensor(value):
    return value if isinstance(value, Tensor) else Tensor(value)


def _reflected(name):
    plain = getattr(Tensor, f"__{name}__")
    setattr(Tensor, f"__r{name}__", lambda self, other: plain(Tensor(other), self))


for _name in ("add", "sub", "mul", "truediv", "matmul"):
    _reflected(_name)


def cross_entropy(logits, labels):
    """The mean over all rows of minus the log-probability of the right label."""
    columns = np.arange(logits.data.shape[-1])
    chosen = np.equal(np.reshape(labels, (-1, 1)), columns)  # one True in each row
    return (logits.log_softmax() * -chosen.astype(float)).sum(axis=-1).mean()


def zero_grad(root):
    """Give every tensor that can be reached from `root` a gradient of zeros."""
    family, new = set(), {root}
    while new:
        family |= new
        new = {parent for t in new for parent, _ in t.origin} - family
    for t in family:
        t.grad = np.zeros_like(t.data)
