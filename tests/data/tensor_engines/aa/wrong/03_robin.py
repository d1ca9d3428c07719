import numpy as np

# A tensor knows its edges: pairs of an input and a function that carries a gradient to it.
# backward() keeps the gradients of one call in a dict, and hands them to the leaves at the end.


def as_tensor(x):
    return x if isinstance(x, Tensor) else Tensor(x)


def unbroadcast(grad, shape):
    if grad.shape == tuple(shape):
        return grad
    padded = (1,) * (grad.ndim - len(shape)) + tuple(shape)
    axes = tuple(i for i, n in enumerate(padded) if n == 1)
    return grad.sum(axis=axes).reshape(shape)


class Tensor:
    __array_ufunc__ = None
    __slots__ = ("data", "grad", "edges")

    def __init__(self, data, edges=()):
        self.data = np.array(data, dtype=np.float64)
        self.grad = np.zeros(self.data.shape)
        self.edges = edges

    # two operands

    def __add__(self, other):
        other = as_tensor(other)
        return Tensor(self.data + other.data, (
            (self, lambda g: unbroadcast(g, self.data.shape)),
            (other, lambda g: unbroadcast(g, other.data.shape)),
        ))

    def __sub__(self, other):
        other = as_tensor(other)
        return Tensor(self.data - other.data, (
            (self, lambda g: unbroadcast(g, self.data.shape)),
            (other, lambda g: unbroadcast(-g, other.data.shape)),
        ))

    def __mul__(self, other):
        other = as_tensor(other)
        a, b = self.data, other.data
        return Tensor(a * b, (
            (self, lambda g: unbroadcast(g * b, a.shape)),
            (other, lambda g: unbroadcast(g * a, b.shape)),
        ))

    def __truediv__(self, other):
        other = as_tensor(other)
        a, b = self.data, other.data
        return Tensor(a / b, (
            (self, lambda g: unbroadcast(g / b, a.shape)),
            (other, lambda g: unbroadcast(-g * (a / b) / b, b.shape)),
        ))

    def __matmul__(self, other):
        other = as_tensor(other)
        a, b = self.data, other.data
        row = a[np.newaxis, :] if a.ndim == 1 else a
        column = b[:, np.newaxis] if b.ndim == 1 else b
        full = (row @ column).shape

        def to_left(g):
            return unbroadcast(g.reshape(full) @ np.moveaxis(column, -1, -2), row.shape).reshape(a.shape)

        def to_right(g):
            return unbroadcast(np.moveaxis(row, -1, -2) @ g.reshape(full), column.shape).reshape(b.shape)

        return Tensor(a @ b, ((self, to_left), (other, to_right)))

    def __radd__(self, other):
        return as_tensor(other) + self

    def __rsub__(self, other):
        return as_tensor(other) - self

    def __rmul__(self, other):
        return as_tensor(other) * self

    def __rtruediv__(self, other):
        return as_tensor(other) / self

    def __rmatmul__(self, other):
        return as_tensor(other) @ self

    # one operand

    def __neg__(self):
        return Tensor(-self.data, ((self, lambda g: -g),))

    def __pow__(self, n):
        x = self.data
        if n == 0:
            return Tensor(np.ones_like(x), ((self, lambda g: np.zeros_like(g)),))
        return Tensor(x ** n, ((self, lambda g: g * (n * x ** (n - 1))),))

    def relu(self):
        keep = self.data > 0
        return Tensor(self.data * keep, ((self, lambda g: g * keep),))

    def exp(self):
        y = np.exp(self.data)
        return Tensor(y, ((self, lambda g: g * y),))

    def log(self):
        x = self.data
        return Tensor(np.log(x), ((self, lambda g: g / x),))

    def tanh(self):
        y = np.tanh(self.data)
        return Tensor(y, ((self, lambda g: g - g * y * y),))

    def log_softmax(self, axis=-1):
        top = np.max(self.data, axis=axis, keepdims=True)
        y = self.data - top
        y = y - np.log(np.sum(np.exp(y), axis=axis, keepdims=True))
        p = np.exp(y)
        return Tensor(y, ((self, lambda g: g - p * np.sum(g, axis=axis, keepdims=True)),))

    def sum(self, axis=None, keepdims=False):
        shape = self.data.shape
        kept = self.data.sum(axis=axis, keepdims=True).shape

        def spread(g):
            return g.reshape(kept) * np.ones(shape)

        return Tensor(self.data.sum(axis=axis, keepdims=keepdims), ((self, spread),))

    def mean(self, axis=None, keepdims=False):
        shape = self.data.shape
        kept = self.data.sum(axis=axis, keepdims=True)
        n = self.data.size / kept.size

        def spread(g):
            return g.reshape(kept.shape) * np.full(shape, 1.0 / n)

        return Tensor(self.data.mean(axis=axis, keepdims=keepdims), ((self, spread),))

    def reshape(self, *shape):
        old = self.data.shape
        return Tensor(self.data.reshape(*shape), ((self, lambda g: g.reshape(old)),))

    def transpose(self, axes=None):
        if axes is None:
            return Tensor(self.data.T, ((self, lambda g: g.T),))
        places = np.arange(self.data.ndim)
        return Tensor(self.data.transpose(axes), (
            (self, lambda g: np.moveaxis(g, places, list(axes))),
        ))

    @property
    def T(self):
        return self.transpose()

    def __getitem__(self, index):
        shape = self.data.shape

        def put_back(g):
            out = np.zeros(shape)
            np.add.at(out, index, g)
            return out

        return Tensor(self.data[index], ((self, put_back),))

    def backward(self):
        grads = {id(self): np.ones_like(self.data)}
        for node in reachable(self):
            g = grads[id(node)]
            if not node.edges:
                node.grad = node.grad + g
            for parent, carry in node.edges:
                part = carry(g)
                if id(parent) in grads:
                    grads[id(parent)] += part
                else:
                    grads[id(parent)] = part


def reachable(root):
    """All tensors below the root, consumers before what they consume."""
    order, state = [], {}
    stack = [root]
    while stack:
        node = stack.pop()
        if state.get(id(node)) is None:
            state[id(node)] = "open"
            stack.append(node)
            for parent, _ in node.edges:
                if id(parent) not in state:
                    stack.append(parent)
        elif state[id(node)] == "open":
            state[id(node)] = "closed"
            order.append(node)
    order.reverse()
    return order


def zero_grad(root):
    for node in reachable(root):
        node.grad = np.zeros(node.data.shape)


def cross_entropy(logits, labels):
    logp = logits.log_softmax(axis=-1)
    n = len(labels)
    return logp[np.arange(n), np.array(labels)].sum() * (-1.0 / n)


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
