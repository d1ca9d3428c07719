"""Exercise 8: the engine. Operators only write down what was done; one function knows all rules."""

from typing import NamedTuple

import numpy as np


class Recipe(NamedTuple):
    """How a tensor was made: the operation, the tensors, and what else it needed."""

    name: str = "leaf"
    inputs: tuple = ()
    detail: object = None


def make(name, data, *inputs, detail=None):
    out = Tensor(data)
    out.recipe = Recipe(name, inputs, detail)
    return out


def shares(out, grad):
    """What `out`, with this gradient, sends to each of its inputs."""
    arrays = [each.data for each in out.recipe.inputs]
    match out.recipe.name, *arrays:
        case "leaf", *_:
            return []
        case "add", _, _:
            return [grad, grad]
        case "sub", _, _:
            return [grad, -grad]
        case "mul", a, b:
            return [grad * b, grad * a]
        case "div", a, b:
            return [grad / b, grad * -(a / b) / b]
        case "matmul", a, b:
            return matmul_shares(grad, a, b)
        case "neg", _:
            return [-grad]
        case "pow", a:
            n = out.recipe.detail
            if n == 0:
                return [np.zeros_like(a)]
            return [grad * n * out.data / a]
        case "sum", a:
            return [np.zeros_like(a) + grad.reshape(out.recipe.detail)]
        case "mean", a:
            each = grad.reshape(out.recipe.detail) * grad.size / a.size
            return [np.zeros_like(a) + each]
        case "reshape", a:
            return [grad.reshape(a.shape)]
        case "transpose", a:
            back = np.zeros_like(a)
            np.transpose(back, out.recipe.detail)[...] = grad
            return [back]
        case "getitem", a:
            back = np.zeros_like(a)
            np.add.at(back, out.recipe.detail, grad)
            return [back]
        case "relu", a:
            return [np.where(a > 0, grad, 0.0)]
        case "exp", _:
            return [grad * out.data]
        case "log", a:
            return [grad / a]
        case "tanh", _:
            return [grad * (1.0 - np.square(out.data))]
        case "log_softmax", _:
            total = grad.sum(axis=out.recipe.detail, keepdims=True)
            return [grad - total * np.exp(out.data)]
    raise AssertionError(out.recipe.name)


def matmul_shares(grad, a, b):
    a_axis = (0,) if a.ndim == 1 else ()
    b_axis = (1,) if b.ndim == 1 else ()
    rows, columns = np.expand_dims(a, a_axis), np.expand_dims(b, b_axis)
    if b_axis:
        grad = np.expand_dims(grad, -1)
    if a_axis:
        grad = np.expand_dims(grad, -2)
    to_rows = unbroadcast(grad @ np.swapaxes(columns, -1, -2), rows.shape)
    to_columns = unbroadcast(np.swapaxes(rows, -1, -2) @ grad, columns.shape)
    return [to_rows.squeeze(a_axis), to_columns.squeeze(b_axis)]


class Tensor:
    """An array, its gradient, and how it was made."""

    __slots__ = ("data", "grad", "recipe")

    # With this, `array * tensor` is left to Tensor.__rmul__: NumPy does not go through the entries.
    __array_ufunc__ = None

    def __init__(self, data):
        self.data = np.array(data, dtype=np.float64)
        self.grad = np.zeros_like(self.data)
        self.recipe = Recipe()

    def __repr__(self):
        return f"Tensor({self.data.tolist()}, by {self.recipe.name})"

    def __add__(self, other):
        other = known(other)
        return make("add", self.data + other.data, self, other)

    def __radd__(self, other):
        return known(other) + self

    def __sub__(self, other):
        other = known(other)
        return make("sub", self.data - other.data, self, other)

    def __rsub__(self, other):
        return known(other) - self

    def __mul__(self, other):
        other = known(other)
        return make("mul", self.data * other.data, self, other)

    def __rmul__(self, other):
        return known(other) * self

    def __truediv__(self, other):
        other = known(other)
        return make("div", self.data / other.data, self, other)

    def __rtruediv__(self, other):
        return known(other) / self

    def __matmul__(self, other):
        other = known(other)
        return make("matmul", self.data @ other.data, self, other)

    def __rmatmul__(self, other):
        return known(other) @ self

    def __neg__(self):
        return make("neg", -self.data, self)

    def __pow__(self, n):
        return make("pow", self.data**n, self, detail=n)

    def sum(self, axis=None, keepdims=False):
        kept = self.data.sum(axis=axis, keepdims=True)
        data = kept if keepdims else self.data.sum(axis=axis)
        return make("sum", data, self, detail=kept.shape)

    def mean(self, axis=None, keepdims=False):
        kept = self.data.mean(axis=axis, keepdims=True)
        data = kept if keepdims else self.data.mean(axis=axis)
        return make("mean", data, self, detail=kept.shape)

    def reshape(self, *shape):
        return make("reshape", self.data.reshape(*shape), self)

    def transpose(self, axes=None):
        return make("transpose", np.transpose(self.data, axes), self, detail=axes)

    @property
    def T(self):
        return self.transpose()

    def __getitem__(self, index):
        return make("getitem", self.data[index], self, detail=index)

    def relu(self):
        return make("relu", np.maximum(self.data, 0.0), self)

    def exp(self):
        return make("exp", np.exp(self.data), self)

    def log(self):
        return make("log", np.log(self.data), self)

    def tanh(self):
        return make("tanh", np.tanh(self.data), self)

    def log_softmax(self, axis=-1):
        low = self.data - self.data.max(axis=axis, keepdims=True)
        data = low - np.log(np.exp(low).sum(axis=axis, keepdims=True))
        return make("log_softmax", data, self, detail=axis)

    def backward(self):
        grads = {self: np.ones_like(self.data)}
        for node in lineage(self):
            grad = grads.pop(node)
            if node.recipe.name == "leaf":
                node.grad += grad
            else:
                node.grad[...] = grad
            for each, share in zip(node.recipe.inputs, shares(node, grad)):
                share = unbroadcast(share, each.data.shape)
                grads[each] = np.asarray(grads[each] + share) if each in grads else share


def known(value):
    return value if isinstance(value, Tensor) else Tensor(value)


def lineage(root):
    """Root first; every tensor after all that was made of it."""
    entered, left, stack = set(), [], [root]
    while stack:
        node = stack.pop()
        if node is None:
            left.append(stack.pop())
        elif node not in entered:
            entered.add(node)
            stack += [node, None, *node.recipe.inputs]
    return reversed(left)


def unbroadcast(grad, shape):
    """The gradient, summed over everything that broadcasting from `shape` repeated."""
    if grad.shape == tuple(shape):
        return grad
    grad = grad.sum(axis=tuple(range(grad.ndim - len(shape))))
    stretched = tuple(axis for axis, n in enumerate(shape) if n == 1)
    return grad.sum(axis=stretched, keepdims=True)


def cross_entropy(logits, labels):
    """The mean over all rows of minus the log-probability of the right label."""
    rows = np.arange(len(labels))
    return -logits.log_softmax(axis=1)[rows, np.asarray(labels)].mean()


def zero_grad(root):
    """Give every tensor that can be reached from `root` a gradient of zeros."""
    for node in lineage(root):
        node.grad = np.zeros_like(node.data)


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
