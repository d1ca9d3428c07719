"""Exercise 8: the engine. The class is nearly empty: operations are put into it below."""

import operator
from functools import partial

import numpy as np


class Tensor:
    """An array, its gradient, and the pairs (input, share) that it came from."""

    # With this, `array * tensor` is left to Tensor.__rmul__: NumPy does not go through the entries.
    __array_ufunc__ = None

    def __init__(self, data, origin=()):
        self.data = np.array(data, dtype=np.float64)
        self.grad = np.zeros(self.data.shape)
        self.origin = tuple(origin)

    def __repr__(self):
        return f"Tensor({self.data})"

    @property
    def T(self):
        return self.transpose()

    def backward(self):
        order = postorder(self)
        for node in order:
            if node.origin:
                node.grad = np.zeros(node.data.shape)
        self.grad += 1.0
        for node in reversed(order):
            for source, share in node.origin:
                source.grad += unbroadcast(share(node.grad), source.data.shape)


def as_tensor(value):
    return value if isinstance(value, Tensor) else Tensor(value)


# ---- Two operands. name: the function, and the share of the left and of the right one ----


def left_of_product(a, b, out, grad):
    if a.ndim == b.ndim == 1:
        return grad * b
    if b.ndim == 1:
        return np.expand_dims(grad, -1) * b
    if a.ndim == 1:
        return (np.expand_dims(grad, -2) * b).sum(axis=-1)
    return grad @ np.swapaxes(b, -1, -2)


def right_of_product(a, b, out, grad):
    if a.ndim == b.ndim == 1:
        return grad * a
    if b.ndim == 1:
        return (np.expand_dims(grad, -1) * a).sum(axis=-2)
    if a.ndim == 1:
        return np.expand_dims(grad, -2) * a[:, np.newaxis]
    return np.swapaxes(a, -1, -2) @ grad


TWO = {
    "add": (operator.add, lambda a, b, out, grad: grad, lambda a, b, out, grad: grad),
    "sub": (operator.sub, lambda a, b, out, grad: grad, lambda a, b, out, grad: -grad),
    "mul": (operator.mul, lambda a, b, out, grad: grad * b, lambda a, b, out, grad: grad * a),
    "truediv": (
        operator.truediv,
        lambda a, b, out, grad: grad / b,
        lambda a, b, out, grad: -grad * out / b,
    ),
    "matmul": (operator.matmul, left_of_product, right_of_product),
}


def install_two(name, compute, to_left, to_right):
    def forward(left, right):
        left, right = as_tensor(left), as_tensor(right)
        a, b = left.data, right.data
        data = compute(a, b)
        return Tensor(
            data,
            [(left, partial(to_left, a, b, data)), (right, partial(to_right, a, b, data))],
        )

    setattr(Tensor, f"__{name}__", forward)
    setattr(Tensor, f"__r{name}__", lambda self, other: forward(other, self))


for name, functions in TWO.items():
    install_two(name, *functions)


# ---- One operand, entry by entry. name: the function, and its slope from input and output ----


ONE = {
    "__neg__": (np.negative, lambda a, out: -1.0),
    "relu": (lambda a: np.maximum(a, 0.0), lambda a, out: a > 0.0),
    "exp": (np.exp, lambda a, out: out),
    "log": (np.log, lambda a, out: 1.0 / a),
    "tanh": (np.tanh, lambda a, out: 1.0 - out**2),
}


def install_one(name, compute, slope):
    def method(self):
        a = self.data
        out = compute(a)
        return Tensor(out, [(self, lambda grad: grad * slope(a, out))])

    setattr(Tensor, name, method)


for name, functions in ONE.items():
    install_one(name, *functions)


# ---- The rest ----


def method(function):
    setattr(Tensor, function.__name__, function)
    return function


@method
def __pow__(self, n):
    a = self.data
    return Tensor(a**n, [(self, lambda grad: grad * (n * a ** (n - 1) if n != 0 else 0.0))])


@method
def sum(self, axis=None, keepdims=False):
    shape = self.data.shape

    def share(grad):
        if axis is None:
            return np.full(shape, grad.reshape(()))
        return np.zeros(shape) + (grad if keepdims else np.expand_dims(grad, axis))

    return Tensor(self.data.sum(axis=axis, keepdims=keepdims), [(self, share)])


@method
def mean(self, axis=None, keepdims=False):
    total = self.sum(axis, keepdims)
    return total * (total.data.size / self.data.size)


@method
def reshape(self, *shape):
    return Tensor(
        self.data.reshape(*shape), [(self, lambda grad: grad.reshape(self.data.shape))]
    )


@method
def transpose(self, axes=None):
    def share(grad):
        return grad.T if axes is None else np.moveaxis(grad, range(grad.ndim), axes)

    return Tensor(self.data.transpose(axes), [(self, share)])


@method
def __getitem__(self, index):
    shape = self.data.shape

    def share(grad):
        full = np.zeros(shape)
        np.add.at(full, index, grad)
        return full

    return Tensor(self.data[index], [(self, share)])


@method
def log_softmax(self, axis=-1):
    a = self.data - self.data.max(axis=axis, keepdims=True)
    out = a - np.log(np.exp(a).sum(axis=axis, keepdims=True))
    softmax = np.exp(out)

    def share(grad):
        return grad - softmax * grad.sum(axis=axis, keepdims=True)

    return Tensor(out, [(self, share)])


def postorder(root):
    """Everything that root depends on, and root last."""
    order, seen, stack = [], {root}, [(root, iter(root.origin))]
    while stack:
        node, sources = stack[-1]
        for source, _ in sources:
            if source not in seen:
                seen.add(source)
                stack.append((source, iter(source.origin)))
                break
        else:
            order.append(node)
            stack.pop()
    return order


def unbroadcast(grad, shape):
    """The gradient, summed over everything that broadcasting from `shape` repeated."""
    grad = grad.sum(axis=tuple(range(grad.ndim - len(shape))))
    return grad.sum(axis=tuple(i for i, n in enumerate(shape) if n == 1), keepdims=True)


def cross_entropy(logits, labels):
    """The mean over all rows of minus the log-probability of the right label."""
    rows = np.arange(logits.data.shape[0])
    return -logits.log_softmax(axis=1)[rows, np.asarray(labels)].mean()


def zero_grad(root):
    """Give every tensor that can be reached from `root` a gradient of zeros."""
    zeros = {}
    for node in postorder(root):
        shape = node.data.shape
        if shape not in zeros:
            zeros[shape] = np.zeros(shape)
        node.grad = zeros[shape]


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
