"""Exercise 8, pulled instead of pushed.

No tensor sends a gradient anywhere. A `Gradients` dictionary works out an entry when it is first
asked for: it asks for the gradients of the consumers, and takes from each what is due.
"""

from collections import defaultdict
from itertools import count

import numpy as np

_births = count()


class Tensor:
    __array_ufunc__ = None

    def __init__(self, data, *made_of):
        self.birth = next(_births)
        self.data = np.array(data, dtype=np.float64)
        self.grad = np.zeros(self.data.shape)
        self.made_of = made_of  # (operand, what is due to it)

    def __lt__(self, other):
        return self.birth < other.birth

    def backward(self):
        gradients = Gradients(self)
        for tensor in gradients.known_tensors():
            if tensor.made_of:
                gradients[tensor]  # asked for early, so that no question goes deep
            else:
                tensor.grad += gradients[tensor]


class Gradients(dict):
    """From tensor to gradient."""

    def __init__(self, root):
        self.consumers = defaultdict(list)
        self.consumers[root] = []
        look_at = [root]
        for tensor in look_at:
            for operand, due in tensor.made_of:
                if operand not in self.consumers:
                    look_at.append(operand)
                self.consumers[operand].append((tensor, due))
        self[root] = np.ones(root.data.shape)

    def known_tensors(self):
        return sorted(self.consumers, reverse=True)

    def __missing__(self, tensor):
        total = np.zeros(tensor.data.shape)
        for consumer, due in self.consumers[tensor]:
            total += unbroadcast(due(self[consumer]), total.shape)
        self[tensor] = total
        return total


def T(x):
    return x if isinstance(x, Tensor) else Tensor(x)


def two_sided(name):
    """The operator and its mirror image, out of one function of two tensors."""

    def decorate(function):
        setattr(Tensor, f"__{name}__", lambda self, other: function(self, T(other)))
        setattr(Tensor, f"__r{name}__", lambda self, other: function(T(other), self))
        return function

    return decorate


def on_tensor(function):
    setattr(Tensor, function.__name__, function)
    return function


@two_sided("add")
def _(a, b):
    return Tensor(a.data + b.data, (a, lambda g: g), (b, lambda g: g))


@two_sided("sub")
def _(a, b):
    return Tensor(a.data - b.data, (a, lambda g: g), (b, lambda g: -g))


@two_sided("mul")
def _(a, b):
    return Tensor(a.data * b.data, (a, lambda g: g * b.data), (b, lambda g: g * a.data))


@two_sided("truediv")
def _(a, b):
    out = a.data / b.data
    return Tensor(out, (a, lambda g: g / b.data), (b, lambda g: -g * out / b.data))


@two_sided("matmul")
def _(a, b):
    x, y = a.data, b.data
    row, column = x.ndim == 1, y.ndim == 1
    # m and n are the outer axes, k is summed over, the dots are the stack
    left = "k" if row else "...mk"
    right = "k" if column else "...kn"
    out = ("" if row and column else "...") + ("" if row else "m") + ("" if column else "n")
    stack = np.broadcast_shapes(x.shape[:-2], y.shape[:-2])

    def due_a(g):
        if row and column:
            return g * y
        full = np.broadcast_to(y, stack + y.shape[-2:]) if not column else y
        return np.einsum(f"{out},{right}->...{left.strip('.')}", g, full)

    def due_b(g):
        if row and column:
            return g * x
        full = np.broadcast_to(x, stack + x.shape[-2:]) if not row else x
        return np.einsum(f"{out},{left}->...{right.strip('.')}", g, full)

    return Tensor(x @ y, (a, due_a), (b, due_b))


@on_tensor
def __neg__(self):
    return Tensor(-self.data, (self, lambda g: -g))


@on_tensor
def __pow__(self, n):
    if n == 0:
        return Tensor(self.data**0, (self, np.zeros_like))
    return Tensor(self.data**n, (self, lambda g: g * (n * self.data ** (n - 1))))


@on_tensor
def __getitem__(self, index):
    def due(g):
        whole = np.zeros(self.data.shape)
        np.add.at(whole, index, g)
        return whole

    return Tensor(self.data[index], (self, due))


@on_tensor
def sum(self, axis=None, keepdims=False):
    def due(g):
        if axis is not None and not keepdims:
            g = np.expand_dims(g, axis)
        return np.broadcast_to(g, self.data.shape)

    return Tensor(self.data.sum(axis=axis, keepdims=keepdims), (self, due))


@on_tensor
def mean(self, axis=None, keepdims=False):
    total = self.sum(axis, keepdims)
    return total * (total.data.size / self.data.size)


@on_tensor
def reshape(self, *shape):
    return Tensor(self.data.reshape(*shape), (self, lambda g: g.reshape(self.data.shape)))


@on_tensor
def transpose(self, axes=None):
    def due(g):
        whole = np.empty(self.data.shape)
        whole.transpose(axes)[...] = g
        return whole

    return Tensor(self.data.transpose(axes), (self, due))


Tensor.T = property(lambda self: self.transpose())


@on_tensor
def relu(self):
    return Tensor(self.data.clip(0.0), (self, lambda g: g * (self.data > 0)))


@on_tensor
def exp(self):
    value = np.exp(self.data)
    return Tensor(value, (self, lambda g: g * value))


@on_tensor
def log(self):
    return Tensor(np.log(self.data), (self, lambda g: g / self.data))


@on_tensor
def tanh(self):
    value = np.tanh(self.data)
    return Tensor(value, (self, lambda g: g * (1 - value**2)))


@on_tensor
def log_softmax(self, axis=-1):
    low = self.data - self.data.max(axis=axis, keepdims=True)
    value = low - np.log(np.exp(low).sum(axis=axis, keepdims=True))

    def due(g):
        return g - np.exp(value) * g.sum(axis=axis, keepdims=True)

    return Tensor(value, (self, due))


def unbroadcast(grad, shape):
    """The gradient, summed over everything that broadcasting from `shape` repeated."""
    if len(shape) < grad.ndim:
        return unbroadcast(grad.sum(axis=0), shape)
    for axis, (wide, narrow) in enumerate(zip(grad.shape, shape)):
        if wide != narrow:
            return unbroadcast(grad.sum(axis=axis, keepdims=True), shape)
    return grad


def cross_entropy(logits, labels):
    """The mean over all rows of minus the log-probability of the right label."""
    x = logits.data
    places = np.arange(len(x)), np.asarray(labels, dtype=int)
    low = x - x.max(axis=1, keepdims=True)
    logs = low - np.log(np.exp(low).sum(axis=1, keepdims=True))

    def due(g):
        p = np.exp(logs)
        p[places] -= 1.0
        return p * (g / len(x))

    return Tensor(-logs[places].mean(), (logits, due))


def zero_grad(root):
    """Give every tensor that can be reached from `root` a gradient of zeros."""
    for tensor in Gradients(root).known_tensors():
        tensor.grad = np.zeros(tensor.data.shape)


# ---- Examples: run this file to see them. Nothing to do below this line. ----


def broadcast():
    a, b = Tensor([[1.0], [2.0]]), Tensor([3.0, 4.0, 5.0])
    (a * b).sum().backward()
    return [a.grad, b.grad]


def product():
    a, b = Tensor([[1.0, 2.0], [3.0, 4.0]]), Tensor([5.0, 6.0])
    (a @ b).mean().backward()
    return [a.grad, b.grad]


def twice():
    a = Tensor([1.0, 2.0])
    root = (a * a + a).sum()
    root.backward()
    root.backward()
    return [a.grad]


def same_row():
    a = Tensor([[1.0, 2.0], [3.0, 4.0]])
    (a[[0, 0, 1]] * 2).sum().backward()
    return [a.grad]


def labelled():
    x = Tensor([[1000.0, 0.0], [0.0, 0.0]])
    root = cross_entropy(x, [0, 1])
    root.backward()
    return [root.data, x.grad]


EXAMPLES = [
    ("(a * b).sum(), shapes (2, 1) and (3,)", broadcast, [[[12], [12]], [3, 3, 3]]),
    ("(a @ b).mean()", product, [[[2.5, 3], [2.5, 3]], [2, 3]]),
    ("(a * a + a).sum(), two calls", twice, [[6, 10]]),
    ("a[[0, 0, 1]] takes a row twice", same_row, [[[4, 4], [2, 2]]]),
    ("cross_entropy, logits of 1000", labelled, [np.log(2) / 2, [[0, 0], [0.25, -0.25]]]),
]


def main():
    for what, compute, wanted in EXAMPLES:
        try:
            found = compute()
        except Exception as error:
            print(f"  not yet  {what}: {type(error).__name__}: {error}")
            continue
        right = all(
            np.shape(one) == np.shape(other) and np.allclose(one, other)
            for one, other in zip(found, wanted, strict=True)
        )
        print(f"  {'right    ' if right else 'not yet  '}{what}")
        if not right:
            print(f"             expected {wanted}\n             found    {found}")


if __name__ == "__main__":
    main()
