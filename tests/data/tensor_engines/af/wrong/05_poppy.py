"""Exercise 8, the exam: the whole engine, on arrays."""

import numpy as np


def unbroadcast(grad, shape):
    """The gradient, summed over everything that broadcasting from `shape` repeated."""
    grad = np.asarray(grad, dtype=np.float64)
    lead = grad.ndim - len(shape)
    for i in reversed(range(grad.ndim)):
        if i < lead:
            grad = grad.sum(axis=i)
        elif shape[i - lead] == 1:
            grad = grad.sum(axis=i, keepdims=True)
    return np.asarray(grad)


class Tensor:
    """An array, its gradient, and how it was made.

    `op` is the name of the operation, `prev` its operands, `extra` what else it was called with.
    The rule of an operation is the method `_grad_<op>`.
    """

    # With this, `array * tensor` is left to Tensor.__rmul__: NumPy does not go through the entries.
    __array_ufunc__ = None

    def __init__(self, data, prev=(), op="", extra=None):
        self.data = np.asarray(data, dtype=np.float64).copy()
        self.grad = np.zeros(self.data.shape)
        self.prev = prev
        self.op = op
        self.extra = extra

    def __repr__(self):
        return f"Tensor({self.data.tolist()}, op={self.op!r})"

    @classmethod
    def of(cls, value):
        return value if isinstance(value, cls) else cls(value)

    def _receive(self, grad):
        self.grad = np.asarray(self.grad + unbroadcast(grad, self.data.shape))

    # + and -

    def __add__(self, other):
        other = Tensor.of(other)
        return Tensor(self.data + other.data, (self, other), "add")

    def __radd__(self, other):
        return Tensor.of(other) + self

    def _grad_add(self):
        for operand in self.prev:
            operand._receive(self.grad)

    def __neg__(self):
        return Tensor(-self.data, (self,), "neg")

    def _grad_neg(self):
        self.prev[0]._receive(-self.grad)

    def __sub__(self, other):
        other = Tensor.of(other)
        return Tensor(self.data - other.data, (self, other), "sub")

    def __rsub__(self, other):
        return Tensor.of(other) - self

    def _grad_sub(self):
        self.prev[0]._receive(self.grad)
        self.prev[1]._receive(-self.grad)

    # * and /

    def __mul__(self, other):
        other = Tensor.of(other)
        return Tensor(self.data * other.data, (self, other), "mul")

    def __rmul__(self, other):
        return Tensor.of(other) * self

    def _grad_mul(self):
        a, b = self.prev
        a._receive(self.grad * b.data)
        b._receive(self.grad * a.data)

    def __truediv__(self, other):
        return self * Tensor.of(other) ** -1

    def __rtruediv__(self, other):
        return Tensor.of(other) / self

    def __pow__(self, n):
        return Tensor(self.data ** float(n), (self,), "pow", n)

    def _grad_pow(self):
        n, (a,) = self.extra, self.prev
        if n:
            a._receive(self.grad * n * a.data ** float(n - 1))

    # @

    def __matmul__(self, other):
        other = Tensor.of(other)
        return Tensor(self.data @ other.data, (self, other), "matmul")

    def __rmatmul__(self, other):
        return Tensor.of(other) @ self

    def _grad_matmul(self):
        a, b = self.prev
        x, y, g = a.data, b.data, self.grad
        if x.ndim == 1 and y.ndim == 1:
            a._receive(g * y)
            b._receive(g * x)
        elif x.ndim == 1:
            a._receive(np.einsum("...n,...kn->...k", g, y))
            b._receive(np.einsum("k,...n->...kn", x, g))
        elif y.ndim == 1:
            a._receive(np.einsum("...m,k->...mk", g, y))
            b._receive(np.einsum("...m,...mk->...k", g, x))
        else:
            a._receive(np.einsum("...mn,...kn->...mk", g, y))
            b._receive(np.einsum("...mk,...mn->...kn", x, g))

    # functions

    def relu(self):
        return Tensor(np.where(self.data > 0, self.data, 0), (self,), "relu")

    def _grad_relu(self):
        self.prev[0]._receive(self.grad * (self.data > 0))

    def exp(self):
        return Tensor(np.exp(self.data), (self,), "exp")

    def _grad_exp(self):
        self.prev[0]._receive(self.grad * self.data)

    def log(self):
        return Tensor(np.log(self.data), (self,), "log")

    def _grad_log(self):
        self.prev[0]._receive(self.grad / self.prev[0].data)

    def tanh(self):
        return Tensor(np.tanh(self.data), (self,), "tanh")

    def _grad_tanh(self):
        self.prev[0]._receive(self.grad - self.grad * self.data**2)

    def log_softmax(self, axis=-1):
        top = np.max(self.data, axis=axis, keepdims=True)
        below = np.log(np.exp(self.data - top).sum(axis=axis, keepdims=True))
        return Tensor(self.data - top - below, (self,), "log_softmax", axis)

    def _grad_log_softmax(self):
        total = self.grad.sum(axis=self.extra, keepdims=True)
        self.prev[0]._receive(self.grad - total * np.exp(self.data))

    # sums

    def sum(self, axis=None, keepdims=False):
        return Tensor(self.data.sum(axis=axis, keepdims=keepdims), (self,), "sum", (axis, keepdims))

    def _spread(self):
        """The gradient of a sum, once for each entry that was summed."""
        (a,) = self.prev
        axis, keepdims = self.extra
        grad = self.grad
        if axis is not None and not keepdims:
            grad = np.expand_dims(grad, axis)
        return np.broadcast_to(grad, a.data.shape)

    def _grad_sum(self):
        self.prev[0]._receive(self._spread())

    def mean(self, axis=None, keepdims=False):
        data = self.data.mean(axis=axis, keepdims=keepdims)
        return Tensor(data, (self,), "mean", (axis, keepdims))

    def _grad_mean(self):
        (a,) = self.prev
        a._receive(self._spread() * self.data.size / a.data.size)

    # shapes

    def reshape(self, *shape):
        return Tensor(self.data.reshape(*shape), (self,), "reshape")

    def _grad_reshape(self):
        (a,) = self.prev
        a._receive(self.grad.reshape(a.data.shape))

    def transpose(self, axes=None):
        if axes is None:
            axes = tuple(reversed(range(self.data.ndim)))
        axes = tuple(axis % self.data.ndim for axis in axes)
        return Tensor(self.data.transpose(axes), (self,), "transpose", axes)

    def _grad_transpose(self):
        self.prev[0]._receive(self.grad.transpose(np.argsort(self.extra)))

    @property
    def T(self):
        return self.transpose()

    def __getitem__(self, index):
        return Tensor(self.data[index], (self,), "index", index)

    def _grad_index(self):
        (a,) = self.prev
        grad = np.zeros(a.data.shape)
        np.add.at(grad, self.extra, self.grad)
        a._receive(grad)

    # the graph

    def _nodes(self):
        """Every tensor that this one is made of, operands first, this one last."""
        nodes, seen = [], set()

        def visit(node):
            seen.add(node)
            for operand in node.prev:
                if operand not in seen:
                    visit(operand)
            nodes.append(node)

        visit(self)
        return nodes

    def backward(self):
        nodes = self._nodes()
        if self.prev:
            self.grad = np.ones(self.data.shape)
        else:
            self._receive(np.ones(self.data.shape))
        for node in reversed(nodes):
            if node.op:
                getattr(node, "_grad_" + node.op)()
        # leave the inner tensors clean for the next call
        for node in nodes[:-1]:
            if node.prev:
                node.grad[...] = 0.0


def cross_entropy(logits, labels):
    """The mean over all rows of minus the log-probability of the right label."""
    labels = np.asarray(labels, dtype=int)
    picked = logits.log_softmax()[np.arange(labels.shape[0]), labels]
    return -picked.mean()


def zero_grad(root):
    """Give every tensor that can be reached from `root` a gradient of zeros."""
    for node in root._nodes():
        node.grad = np.zeros(node.data.shape)


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
