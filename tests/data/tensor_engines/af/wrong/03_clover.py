"""Exercise 8, the exam: the whole engine, on arrays.

Slots, and edges: a tensor keeps a tuple of (operand, rule) pairs. A rule takes the gradient of
the result and gives what the operand gets.
"""

import numpy as np


def unbroadcast(grad, shape):
    """The gradient, summed over everything that broadcasting from `shape` repeated."""
    extra = np.ndim(grad) - len(shape)
    padded = (1,) * extra + tuple(shape)
    axes = tuple(i for i, (n, m) in enumerate(zip(padded, grad.shape, strict=True)) if n != m)
    if axes:
        grad = grad.sum(axis=axes, keepdims=True)
    return grad.reshape(shape)


def swap(array):
    """Every matrix of a stack, transposed."""
    return np.swapaxes(array, -1, -2)


def lift(value):
    if isinstance(value, Tensor):
        return value
    return Tensor(value)


class Tensor:
    """An array, its gradient, and how it was made."""

    # With this, `array * tensor` is left to Tensor.__rmul__: NumPy does not go through the entries.
    __array_ufunc__ = None

    __slots__ = ("data", "grad", "_edges", "_passes", "_stamp")

    def __init__(self, data, _edges=()):
        self.data = np.array(data, dtype=np.float64)
        self.grad = np.zeros_like(self.data)
        self._edges = _edges
        self._passes = 0  # calls of backward
        self._stamp = 0  # the last pass that came by here

    def __repr__(self):
        return f"Tensor(data={self.data}, grad={self.grad})"

    # ------------------------------------------------------------------ + - * / @

    def __add__(self, other):
        other = lift(other)
        return Tensor(self.data + other.data, ((self, lambda g: g), (other, lambda g: g)))

    def __sub__(self, other):
        other = lift(other)
        return Tensor(self.data - other.data, ((self, lambda g: g), (other, lambda g: -g)))

    def __mul__(self, other):
        other = lift(other)
        x, y = self.data, other.data
        return Tensor(x * y, ((self, lambda g: g * y), (other, lambda g: g * x)))

    def __truediv__(self, other):
        other = lift(other)
        x, y = self.data, other.data
        return Tensor(x / y, ((self, lambda g: g / y), (other, lambda g: g * (-x / (y * y)))))

    def __matmul__(self, other):
        other = lift(other)
        x, y = self.data, other.data
        # Both as matrices; `left` and `right` say which axis the result does not have.
        left, right = x.ndim == 1, y.ndim == 1
        mx = x.reshape(1, -1) if left else x
        my = y.reshape(-1, 1) if right else y
        full = mx @ my
        shape = full.shape
        if right:
            full = full[..., 0]
        if left:
            full = full[..., 0] if right else full[..., 0, :]

        def to_left(g):
            g = unbroadcast(g.reshape(shape) @ swap(my), mx.shape)
            return g.reshape(x.shape)

        def to_right(g):
            g = unbroadcast(swap(mx) @ g.reshape(shape), my.shape)
            return g.reshape(y.shape)

        return Tensor(full, ((self, to_left), (other, to_right)))

    def __radd__(self, other):
        return lift(other) + self

    def __rsub__(self, other):
        return lift(other) - self

    def __rmul__(self, other):
        return lift(other) * self

    def __rtruediv__(self, other):
        return lift(other) / self

    def __rmatmul__(self, other):
        return lift(other) @ self

    def __neg__(self):
        return Tensor(-self.data, ((self, lambda g: -g),))

    def __pow__(self, n):
        x = self.data
        if n == 0:
            return Tensor(np.ones_like(x), ((self, lambda g: np.zeros_like(x)),))
        return Tensor(x**n, ((self, lambda g: g * n * x ** (n - 1)),))

    # ------------------------------------------------------------------ entry by entry

    def relu(self):
        on = (self.data > 0).astype(np.float64)
        return Tensor(np.maximum(self.data, 0), ((self, lambda g: g * on),))

    def exp(self):
        y = np.exp(self.data)
        return Tensor(y, ((self, lambda g: g * y),))

    def log(self):
        x = self.data
        return Tensor(np.log(x), ((self, lambda g: g / x),))

    def tanh(self):
        y = np.tanh(self.data)
        return Tensor(y, ((self, lambda g: g * (1 - y**2)),))

    def log_softmax(self, axis=-1):
        x = self.data - self.data.max(axis=axis, keepdims=True)
        y = x - np.log(np.exp(x).sum(axis=axis, keepdims=True))

        def rule(g):
            return g - np.exp(y) * g.sum(axis=axis, keepdims=True)

        return Tensor(y, ((self, rule),))

    # ------------------------------------------------------------------ shapes

    def sum(self, axis=None, keepdims=False):
        shape = self.data.shape
        between = self.data.sum(axis=axis, keepdims=True).shape

        def rule(g):
            return np.broadcast_to(g.reshape(between), shape)

        return Tensor(self.data.sum(axis=axis, keepdims=keepdims), ((self, rule),))

    def mean(self, axis=None, keepdims=False):
        out = self.sum(axis, keepdims)
        return out * (out.data.size / self.data.size)

    def reshape(self, *shape):
        old = self.data.shape
        return Tensor(self.data.reshape(*shape), ((self, lambda g: g.reshape(old)),))

    def transpose(self, axes=None):
        ndim = self.data.ndim
        if axes is None:
            axes = range(ndim)[::-1]
        axes = [axis % ndim for axis in axes]
        inverse = [axes.index(axis) for axis in range(ndim)]
        return Tensor(self.data.transpose(axes), ((self, lambda g: g.transpose(inverse)),))

    @property
    def T(self):
        return self.transpose()

    def __getitem__(self, index):
        shape = self.data.shape

        def rule(g):
            full = np.zeros(shape)
            np.add.at(full, index, g)
            return full

        return Tensor(self.data[index], ((self, rule),))

    # ------------------------------------------------------------------ backward

    def _post_order(self):
        """Operands first. A tensor that bears the stamp of this pass has had its turn."""
        self._passes += 1
        now = self._passes
        self._stamp = now
        order = []
        stack = [(self, iter(self._edges))]
        while stack:
            node, edges = stack[-1]
            for operand, _ in edges:
                if operand._stamp != now:
                    operand._stamp = now
                    stack.append((operand, iter(operand._edges)))
                    break
            else:
                order.append(node)
                stack.pop()
        return order

    def backward(self):
        order = self._post_order()
        for node in order:
            if node._edges:
                node.grad = np.zeros_like(node.data)
        self.grad = np.asarray(self.grad + 1.0)
        for node in reversed(order):
            for operand, rule in node._edges:
                sent = unbroadcast(np.asarray(rule(node.grad)), operand.data.shape)
                operand.grad = np.asarray(operand.grad + sent)


def cross_entropy(logits, labels):
    """The mean over all rows of minus the log-probability of the right label."""
    labels = np.asarray(labels)
    each = logits.log_softmax(-1)[np.arange(labels.size), labels]
    return each.sum() / -float(labels.size)


def zero_grad(root):
    """Give every tensor that can be reached from `root` a gradient of zeros."""
    seen, todo = set(), [root]
    while todo:
        node = todo.pop()
        if id(node) in seen:
            continue
        seen.add(id(node))
        node.grad = np.zeros_like(node.data)
        todo.extend(operand for operand, _ in node._edges)


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
