"""Exam: the rules are written with tensors, not with arrays.

What a rule sends back is computed by the operators of this class themselves. So the gradient of
every tensor is a small graph again, and one could go on and derive it. Here only its data are used.
"""

import numpy as np


def unbroadcast(grad, shape):
    """For arrays and for tensors: both have sum and reshape."""
    have = np.shape(grad.data) if isinstance(grad, Tensor) else np.shape(grad)
    padded = (1,) * (len(have) - len(shape)) + tuple(shape)
    axes = tuple(i for i in range(len(have)) if padded[i] != have[i])
    if not axes and have == tuple(shape):
        return grad
    return grad.sum(axis=axes, keepdims=True).reshape(tuple(shape))


class Tensor:
    __array_ufunc__ = None

    def __init__(self, data, parents=(), rule=None):
        self.data = np.array(data, dtype=np.float64)
        self.grad = np.zeros_like(self.data)
        self.parents = parents
        self.rule = rule  # gradient (a tensor) -> gradients (tensors)

    @property
    def shape(self):
        return self.data.shape

    def __add__(self, other):
        other = as_tensor(other)
        return Tensor(self.data + other.data, (self, other), lambda g: (g, g))

    def __mul__(self, other):
        other = as_tensor(other)
        return Tensor(self.data * other.data, (self, other), lambda g: (g * other, g * self))

    def __neg__(self):
        return Tensor(-self.data, (self,), lambda g: (-g,))

    def __sub__(self, other):
        return self + -as_tensor(other)

    def __truediv__(self, other):
        other = as_tensor(other)
        return Tensor(self.data / other.data, (self, other), lambda g: (g / other, -(g * self) / (other * other)))

    def __pow__(self, n):
        rule = lambda g: (g * n * self ** (n - 1) if n != 0 else g * 0.0,)
        return Tensor(self.data**n, (self,), rule)

    def __matmul__(self, other):
        other = as_tensor(other)
        a = self.reshape(1, -1) if self.data.ndim == 1 else self
        b = other.reshape(-1, 1) if other.data.ndim == 1 else other
        if a is self and b is other:
            rule = lambda g: (g @ b.flip(), a.flip() @ g)
            return Tensor(a.data @ b.data, (a, b), rule)
        return (a @ b).reshape(np.shape(self.data @ other.data))

    def flip(self):
        """The last two axes change places."""
        axes = list(range(self.data.ndim))
        axes[-2:] = axes[:-3:-1]
        return self.transpose(axes)

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

    def sum(self, axis=None, keepdims=False):
        kept = self.data.sum(axis=axis, keepdims=True).shape
        rule = lambda g: (g.reshape(kept) * np.ones(self.shape),)
        return Tensor(self.data.sum(axis=axis, keepdims=keepdims), (self,), rule)

    def mean(self, axis=None, keepdims=False):
        s = self.sum(axis=axis, keepdims=keepdims)
        return s * (s.data.size / self.data.size)

    def reshape(self, *shape):
        return Tensor(self.data.reshape(*shape), (self,), lambda g: (g.reshape(self.shape),))

    def transpose(self, axes=None):
        if axes is None:
            return Tensor(self.data.T, (self,), lambda g: (g.T,))
        positive = [a % self.data.ndim for a in axes]
        return Tensor(
            self.data.transpose(positive), (self,), lambda g: (g.transpose([positive.index(i) for i in range(len(positive))]),)
        )

    @property
    def T(self):
        return self.transpose()

    def __getitem__(self, index):
        return Tensor(self.data[index], (self,), lambda g: (g.put_into(index, self.shape),))

    def put_into(self, index, shape):
        """The other way of an index: zeros of this shape, plus my entries at the index."""
        full = np.zeros(shape)
        np.add.at(full, index, self.data)
        return Tensor(full, (self,), lambda g: (g[index],))

    def relu(self):
        return self * (self.data > 0)

    def exp(self):
        out = Tensor(np.exp(self.data), (self,))
        out.rule = lambda g: (g * out,)
        return out

    def log(self):
        return Tensor(np.log(self.data), (self,), lambda g: (g / self,))

    def tanh(self):
        out = Tensor(np.tanh(self.data), (self,))
        out.rule = lambda g: (g - g * out * out,)
        return out

    def log_softmax(self, axis=-1):
        x = self - self.data.max(axis=axis, keepdims=True)
        return x - x.exp().sum(axis=axis, keepdims=True).log()

    def backward(self):
        for leaf, g in gradients(self).items():
            leaf.grad = np.array(leaf.grad + g.data)


def gradients(root):
    """A dict: every leaf below root, and its gradient as a tensor."""
    sent = {root: Tensor(np.ones(root.shape))}
    leaves = {}
    for t in from_root(root):
        g = sent.pop(t)
        if t.rule is None:
            leaves[t] = g
            continue
        for parent, part in zip(t.parents, t.rule(g)):
            part = unbroadcast(part, parent.shape)
            sent[parent] = sent[parent] + part if parent in sent else part
    return leaves


def from_root(root):
    order, seen, stack = [], set(), [root]
    while stack:
        t = stack.pop()
        if isinstance(t, list):
            order.append(t[0])
        elif t not in seen:
            seen.add(t)
            stack.append([t])
            stack.extend(t.parents)
    return order[::-1]


def as_tensor(x):
    return x if isinstance(x, Tensor) else Tensor(x)


def cross_entropy(logits, labels):
    n, k = logits.shape
    one_hot = np.asarray(labels).reshape(n, 1) == np.arange(k)
    return (logits.log_softmax(axis=1) * one_hot).sum() / -n


def zero_grad(root):
    for t in from_root(root):
        t.grad = np.zeros(t.shape)
