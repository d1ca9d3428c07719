"""Tensor engine with a tape.

Every operation writes a line on the tape: result, operands, rule. backward() reads the lines from
the last to the first and leaves out those that have nothing to do with the root. Gradients are
arrays that are added to in place.
"""

import weakref

import numpy as np


class Line:
    """One operation on the tape."""

    def __init__(self, out, operands, rule):
        self.out = weakref.ref(out)
        self.operands = operands
        self.rule = rule


class Tape:
    def __init__(self):
        self.lines = []

    def write(self, out, operands, rule):
        line = Line(out, operands, rule)
        out.line = line
        self.lines.append(weakref.ref(line))
        if len(self.lines) > 5000:
            self.lines = [r for r in self.lines if r() is not None]

    def above(self, root):
        """The lines that lead to root, newest first."""
        needed = {id(root)}
        for ref in reversed(self.lines):
            line = ref()
            if line is None:
                continue
            out = line.out()
            if out is not None and id(out) in needed:
                needed.update(id(t) for t in line.operands)
                yield line


TAPE = Tape()


def record(value, operands, rule):
    out = Tensor(value)
    TAPE.write(out, operands, rule)
    return out


def send(tensor, g):
    """Add g to the gradient of a tensor, in the tensor's own shape."""
    tensor.grad += unbroadcast(g, tensor.data.shape)


class Tensor:
    __array_ufunc__ = None

    def __init__(self, data):
        self.data = np.array(data, dtype=np.float64)
        self.grad = np.zeros_like(self.data)
        self.line = None

    def __add__(self, other):
        other = to_tensor(other)

        def rule(g):
            send(self, g)
            send(other, g)

        return record(self.data + other.data, (self, other), rule)

    def __sub__(self, other):
        other = to_tensor(other)

        def rule(g):
            send(self, g)
            send(other, -g)

        return record(self.data - other.data, (self, other), rule)

    def __mul__(self, other):
        other = to_tensor(other)

        def rule(g):
            send(self, g * other.data)
            send(other, g * self.data)

        return record(self.data * other.data, (self, other), rule)

    def __truediv__(self, other):
        other = to_tensor(other)

        def rule(g):
            send(self, g / other.data)
            send(other, -(self.data / other.data**2) * g)

        return record(self.data / other.data, (self, other), rule)

    def __matmul__(self, other):
        other = to_tensor(other)
        a = self.data if self.data.ndim > 1 else self.data[None, :]
        b = other.data if other.data.ndim > 1 else other.data[:, None]
        whole = a @ b  # with all of its axes
        value = self.data @ other.data

        def rule(g):
            g = g.reshape(whole.shape)
            ga = unbroadcast(g @ b.swapaxes(-1, -2), a.shape)
            gb = unbroadcast(a.swapaxes(-1, -2) @ g, b.shape)
            send(self, ga.reshape(self.data.shape))
            send(other, gb.reshape(other.data.shape))

        return record(value, (self, other), rule)

    def __radd__(self, other):
        return to_tensor(other).__add__(self)

    def __rsub__(self, other):
        return to_tensor(other).__sub__(self)

    def __rmul__(self, other):
        return to_tensor(other).__mul__(self)

    def __rtruediv__(self, other):
        return to_tensor(other).__truediv__(self)

    def __rmatmul__(self, other):
        return to_tensor(other).__matmul__(self)

    def __neg__(self):
        return record(-self.data, (self,), lambda g: send(self, -g))

    def __pow__(self, n):
        def rule(g):
            if n != 0:
                send(self, g * n * np.power(self.data, float(n) - 1.0))

        return record(np.power(self.data, float(n)), (self,), rule)

    def sum(self, axis=None, keepdims=False):
        def rule(g):
            if axis is not None and not keepdims:
                g = np.expand_dims(g, axis)
            send(self, np.broadcast_to(g, self.data.shape))

        return record(np.sum(self.data, axis=axis, keepdims=keepdims), (self,), rule)

    def mean(self, axis=None, keepdims=False):
        def rule(g):
            if axis is not None and not keepdims:
                g = np.expand_dims(g, axis)
            count = self.data.size / max(g.size, 1)
            send(self, np.broadcast_to(g / count, self.data.shape))

        return record(np.mean(self.data, axis=axis, keepdims=keepdims), (self,), rule)

    def reshape(self, *shape):
        return record(
            self.data.reshape(*shape), (self,), lambda g: send(self, g.reshape(self.data.shape))
        )

    def transpose(self, axes=None):
        if axes is None:
            return record(self.data.T, (self,), lambda g: send(self, g.T))
        axes = tuple(np.arange(self.data.ndim)[list(axes)])

        def rule(g):
            send(self, np.moveaxis(g, range(g.ndim), axes))

        return record(self.data.transpose(axes), (self,), rule)

    @property
    def T(self):
        return self.transpose()

    def __getitem__(self, index):
        def rule(g):
            np.add.at(self.grad, index, g)

        return record(self.data[index], (self,), rule)

    def relu(self):
        return record(
            np.maximum(self.data, 0), (self,), lambda g: send(self, np.where(self.data > 0, g, 0))
        )

    def exp(self):
        value = np.exp(self.data)
        return record(value, (self,), lambda g: send(self, g * value))

    def log(self):
        return record(np.log(self.data), (self,), lambda g: send(self, g / self.data))

    def tanh(self):
        value = np.tanh(self.data)
        return record(value, (self,), lambda g: send(self, g * (1 - value * value)))

    def log_softmax(self, axis=-1):
        centered = self.data - np.max(self.data, axis=axis, keepdims=True)
        powers = np.exp(centered)
        total = np.sum(powers, axis=axis, keepdims=True)

        def rule(g):
            send(self, g - powers / total * np.sum(g, axis=axis, keepdims=True))

        return record(centered - np.log(total), (self,), rule)

    def backward(self):
        lines = list(TAPE.above(self))
        for ref in TAPE.lines:
            if ref() is not None and ref().out() is not None:
                ref().out().grad = np.zeros_like(ref().out().data)
        self.grad += 1.0
        for line in lines:
            line.rule(line.out().grad)


def to_tensor(value):
    return value if isinstance(value, Tensor) else Tensor(value)


def unbroadcast(grad, shape):
    """The gradient, summed over everything that broadcasting from `shape` repeated."""
    missing = grad.ndim - len(shape)
    grad = grad.sum(axis=tuple(range(missing)))
    stretched = [i for i in range(len(shape)) if shape[i] == 1 and grad.shape[i] != 1]
    return grad.sum(axis=tuple(stretched), keepdims=True)


def cross_entropy(logits, labels):
    """The mean over all rows of minus the log-probability of the right label."""
    x = logits.data
    labels = np.asarray(labels, dtype=int)
    rows = np.arange(len(x))
    top = x.max(axis=1, keepdims=True)
    logp = x - top - np.log(np.exp(x - top).sum(axis=1, keepdims=True))

    def rule(g):
        d = np.exp(logp)
        d[rows, labels] -= 1
        send(logits, g * d / len(x))

    return record(-logp[rows, labels].mean(), (logits,), rule)


def zero_grad(root):
    """Give every tensor that can be reached from `root` a gradient of zeros."""
    tensors = {id(root): root}
    for line in TAPE.above(root):
        tensors.update((id(t), t) for t in line.operands)
    for t in tensors.values():
        t.grad = np.zeros_like(t.data)


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
