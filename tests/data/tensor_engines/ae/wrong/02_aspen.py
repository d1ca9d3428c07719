"""Exercise 8: the engine. Each result knows the name of its operation; the rule is found by name."""

import numpy as np


def tensor(value):
    return value if isinstance(value, Tensor) else Tensor(value)


class Tensor:
    """An array, its gradient, and how it was made."""

    __slots__ = ("data", "grad", "inputs", "op", "extra")

    # With this, `array * tensor` is left to Tensor.__rmul__: NumPy does not go through the entries.
    __array_ufunc__ = None

    def __init__(self, data, inputs=(), op=None, extra=None):
        self.data = np.array(data, dtype=np.float64)
        self.grad = np.zeros(self.data.shape)
        self.inputs = inputs
        self.op = op
        self.extra = extra

    def __repr__(self):
        return f"Tensor({self.data!r}, from {self.op or 'nothing'})"

    # ---- Two operands ----

    def __add__(self, other):
        other = tensor(other)
        return Tensor(self.data + other.data, (self, other), "add")

    def rule_add(self, grad):
        return grad, grad

    def __sub__(self, other):
        other = tensor(other)
        return Tensor(self.data - other.data, (self, other), "sub")

    def rule_sub(self, grad):
        return grad, -grad

    def __mul__(self, other):
        other = tensor(other)
        return Tensor(self.data * other.data, (self, other), "mul")

    def rule_mul(self, grad):
        a, b = self.inputs
        return grad * b.data, grad * a.data

    def __truediv__(self, other):
        other = tensor(other)
        return Tensor(self.data / other.data, (self, other), "div")

    def rule_div(self, grad):
        b = self.inputs[1].data
        return grad / b, -grad * self.data / b

    def __matmul__(self, other):
        other = tensor(other)
        return Tensor(np.matmul(self.data, other.data), (self, other), "matmul")

    def rule_matmul(self, grad):
        a, b = (each.data for each in self.inputs)
        if a.ndim == 1 and b.ndim == 1:
            return grad * b, grad * a
        if b.ndim == 1:
            return grad[..., None] * b, (grad[..., None] * a).reshape(-1, len(b)).sum(axis=0)
        if a.ndim == 1:
            to_a = (b @ grad[..., None])[..., 0]
            return to_a.reshape(-1, len(a)).sum(axis=0), a[:, None] * grad[..., None, :]
        return grad @ b.swapaxes(-1, -2), a.swapaxes(-1, -2) @ grad

    def __radd__(self, other):
        return tensor(other) + self

    def __rsub__(self, other):
        return tensor(other) - self

    def __rmul__(self, other):
        return tensor(other) * self

    def __rtruediv__(self, other):
        return tensor(other) / self

    def __rmatmul__(self, other):
        return tensor(other) @ self

    # ---- One operand, entry by entry ----

    def __neg__(self):
        return Tensor(-self.data, (self,), "neg")

    def rule_neg(self, grad):
        return (-grad,)

    def __pow__(self, n):
        return Tensor(self.data**n, (self,), "pow", n)

    def rule_pow(self, grad):
        n, a = self.extra, self.inputs[0].data
        return (np.zeros(a.shape) if n == 0 else grad * (n * a ** (n - 1)),)

    def relu(self):
        return Tensor(np.where(self.data > 0, self.data, 0.0), (self,), "relu")

    def rule_relu(self, grad):
        return (np.where(self.inputs[0].data > 0, grad, 0.0),)

    def exp(self):
        return Tensor(np.exp(self.data), (self,), "exp")

    def rule_exp(self, grad):
        return (grad * self.data,)

    def log(self):
        return Tensor(np.log(self.data), (self,), "log")

    def rule_log(self, grad):
        return (grad / self.inputs[0].data,)

    def tanh(self):
        return Tensor(np.tanh(self.data), (self,), "tanh")

    def rule_tanh(self, grad):
        return (grad * (1 - self.data * self.data),)

    # ---- Axes ----

    def sum(self, axis=None, keepdims=False):
        kept = self.data.sum(axis=axis, keepdims=True).shape
        return Tensor(self.data.sum(axis=axis, keepdims=keepdims), (self,), "sum", kept)

    def rule_sum(self, grad):
        return (np.broadcast_to(grad.reshape(self.extra), self.inputs[0].data.shape),)

    def mean(self, axis=None, keepdims=False):
        kept = self.data.mean(axis=axis, keepdims=True).shape
        return Tensor(self.data.mean(axis=axis, keepdims=keepdims), (self,), "mean", kept)

    def rule_mean(self, grad):
        (to_input,) = self.rule_sum(grad)
        return (to_input * self.data.size / self.inputs[0].data.size,)

    def log_softmax(self, axis=-1):
        low = self.data - self.data.max(axis=axis, keepdims=True)
        data = low - np.log(np.exp(low).sum(axis=axis, keepdims=True))
        return Tensor(data, (self,), "log_softmax", axis)

    def rule_log_softmax(self, grad):
        return (grad - np.exp(self.data) * grad.sum(axis=self.extra, keepdims=True),)

    # ---- Entries that only move ----

    def reshape(self, *shape):
        return Tensor(self.data.reshape(*shape), (self,), "reshape")

    def rule_reshape(self, grad):
        return (grad.reshape(self.inputs[0].data.shape),)

    def transpose(self, axes=None):
        return Tensor(np.transpose(self.data, axes), (self,), "transpose", axes)

    def rule_transpose(self, grad):
        if self.extra is None:
            return (grad.T,)
        axes = [axis % grad.ndim for axis in self.extra]
        return (grad.transpose([axes.index(i) for i in range(grad.ndim)]),)

    @property
    def T(self):
        return self.transpose()

    def __getitem__(self, index):
        return Tensor(self.data[index], (self,), "getitem", index)

    def rule_getitem(self, grad):
        to_input = np.zeros(self.inputs[0].data.shape)
        np.add.at(to_input, self.extra, grad)
        return (to_input,)

    # ---- All together ----

    def backward(self):
        order = in_order(self)
        for each in order:
            if each.inputs:
                each.grad = np.zeros(each.data.shape)
        self.grad = np.asarray(self.grad + np.ones(self.data.shape))
        for each in reversed(order):
            if each.inputs:
                rule = getattr(each, "rule_" + each.op)
                for source, part in zip(each.inputs, rule(each.grad), strict=True):
                    part = unbroadcast(part, source.data.shape)
                    source.grad = np.asarray(source.grad + part)


def in_order(root):
    """The tensors below root, inputs before results. A list of iterators stands for the calls."""
    done, order = {id(root)}, []
    path = [(root, iter(root.inputs))]
    while path:
        node, rest = path[-1]
        for each in rest:
            if id(each) not in done:
                done.add(id(each))
                path.append((each, iter(each.inputs)))
                break
        else:
            order.append(node)
            path.pop()
    return order


def unbroadcast(grad, shape):
    """The gradient, summed over everything that broadcasting from `shape` repeated."""
    if grad.shape == tuple(shape):
        return grad
    while grad.ndim > len(shape):
        grad = grad.sum(axis=0)
    for axis, n in enumerate(shape):
        if n == 1:
            grad = grad.sum(axis=axis)
    return grad.reshape(shape)


def cross_entropy(logits, labels):
    """The mean over all rows of minus the log-probability of the right label."""
    labels = np.asarray(labels)
    chosen = logits.log_softmax(axis=1)[np.arange(labels.size), labels]
    return -chosen.mean()


def zero_grad(root):
    """Give every tensor that can be reached from `root` a gradient of zeros."""
    for each in in_order(root):
        each.grad = np.zeros(each.data.shape)


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
