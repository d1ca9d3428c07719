"""Exercise 8, the exam, from three primitives.

  pick   out.flat[k] = x.flat[places[k]]          broadcasting, reshape, transpose, index
  heap   out.flat[places[k]] += x.flat[k]         sum, and everything that is made of it
  each   one function of every entry, or of every pair of entries

pick and heap are each other's rule. Which entry goes where is found by doing to an array of
numbers what is to be done to the data, so no rule for a single shape has to be thought out.
"""

import numpy as np


def numbered(shape):
    return np.arange(int(np.prod(shape, dtype=int))).reshape(shape)


def pile(values, places, shape):
    """Zeros of this shape, and the values added at their places."""
    size = int(np.prod(shape, dtype=int))
    flat = np.bincount(np.ravel(places), weights=np.ravel(values), minlength=size)
    return flat.astype(np.float64).reshape(shape)


class Tensor:
    """An array, its gradient, and how it was made."""

    __array_ufunc__ = None

    def __init__(self, data, _prev=(), _rules=()):
        self.data = np.array(data, dtype=np.float64, order="C")
        self.grad = np.zeros(self.data.shape)
        self._prev = _prev
        self._rules = _rules

    def __repr__(self):
        return f"Tensor({self.data.tolist()})"

    # ---- the primitives ----

    def _pick(self, places):
        shape = self.data.shape
        value = np.ravel(self.data)[places]
        return Tensor(value, (self,), (lambda g: pile(g, places, shape),))

    def _heap(self, places, shape):
        return Tensor(pile(self.data, places, shape), (self,), (lambda g: np.ravel(g)[places],))

    def _each(self, value, slope):
        return Tensor(value, (self,), (lambda g: g * slope,))

    def _like(self, shape):
        """This tensor, with its entries repeated up to the shape."""
        if self.data.shape == shape:
            return self
        return self._pick(np.broadcast_to(numbered(self.data.shape), shape))

    def _pair(self, other):
        other = other if isinstance(other, Tensor) else Tensor(other)
        shape = np.broadcast_shapes(self.data.shape, other.data.shape)
        return self._like(shape), other._like(shape)

    # ---- pairs ----

    def __add__(self, other):
        a, b = self._pair(other)
        return Tensor(a.data + b.data, (a, b), (lambda g: g, lambda g: g))

    def __mul__(self, other):
        a, b = self._pair(other)
        return Tensor(a.data * b.data, (a, b), (lambda g: g * b.data, lambda g: g * a.data))

    def __truediv__(self, other):
        a, b = self._pair(other)
        ratio = a.data / b.data
        return Tensor(ratio, (a, b), (lambda g: g / b.data, lambda g: -g * ratio / b.data))

    def __rtruediv__(self, other):
        return Tensor(other) / self

    __radd__ = __add__
    __rmul__ = __mul__

    def __neg__(self):
        return self._each(-self.data, -1.0)

    def __sub__(self, other):
        a, b = self._pair(other)
        return a + -b

    def __rsub__(self, other):
        return -self + other

    # ---- the product: pairs over one more axis, which is summed ----

    def __matmul__(self, other):
        other = other if isinstance(other, Tensor) else Tensor(other)
        a, b = self.data.shape, other.data.shape
        drop = ()
        if len(a) == 1:
            a, drop = (1,) + a, drop + (-2,)
        if len(b) == 1:
            b, drop = b + (1,), drop + (-1,)
        left = self.reshape(a + (1,))  # ... i k 1
        right = other.reshape(b[:-2] + (1,) + b[-2:])  # ... 1 k j
        if left.data.shape[-2] != right.data.shape[-2]:
            raise ValueError("matmul: lengths do not match")
        out = (left * right).sum(axis=-2)
        shape = out.data.shape
        kept = [n for k, n in enumerate(shape) if k - len(shape) not in drop]
        return out.reshape(tuple(kept))

    def __rmatmul__(self, other):
        return Tensor(other) @ self

    # ---- shapes ----

    def reshape(self, *shape):
        return self._pick(numbered(self.data.shape).reshape(*shape))

    def transpose(self, axes=None):
        return self._pick(numbered(self.data.shape).transpose(axes))

    @property
    def T(self):
        return self.transpose()

    def __getitem__(self, index):
        return self._pick(numbered(self.data.shape)[index])

    def sum(self, axis=None, keepdims=False):
        kept = self.data.sum(axis=axis, keepdims=True).shape
        total = self._heap(np.broadcast_to(numbered(kept), self.data.shape), kept)
        return total if keepdims else total.reshape(self.data.sum(axis=axis).shape)

    def mean(self, axis=None, keepdims=False):
        total = self.sum(axis, keepdims)
        return total / (self.data.size / total.data.size)

    # ---- functions ----

    def __pow__(self, n):
        return self._each(self.data**n, n * self.data ** (n - 1) if n != 0 else 0.0)

    def relu(self):
        return self._each(self.data.clip(0.0), np.where(self.data > 0, 1.0, 0.0))

    def exp(self):
        value = np.exp(self.data)
        return self._each(value, value)

    def log(self):
        return self._each(np.log(self.data), 1.0 / self.data)

    def tanh(self):
        value = np.tanh(self.data)
        return self._each(value, 1.0 - value**2)

    def log_softmax(self, axis=-1):
        moved = self - self.data.max(axis=axis, keepdims=True)
        return moved - moved.exp().sum(axis=axis, keepdims=True).log()

    # ---- backward ----

    def backward(self):
        order = family(self)
        gradients = {id(t): np.zeros(t.data.shape) for t in order}
        gradients[id(self)] = np.ones(self.data.shape)
        for t in reversed(order):
            g = gradients[id(t)]
            for parent, rule in zip(t._prev, t._rules):
                gradients[id(parent)] = gradients[id(parent)] + rule(g)
            t.grad = np.array(g if t._prev else t.grad + g, dtype=np.float64)


def family(root):
    """All tensors that root is made of, operands first: a depth-first walk with its own stack."""
    order, state, stack = [], {}, [root]
    while stack:
        t = stack[-1]
        if state.get(id(t)) is None:
            state[id(t)] = "open"
            stack.extend(p for p in t._prev if id(p) not in state)
        else:
            stack.pop()
            if state[id(t)] == "open":
                state[id(t)] = "closed"
                order.append(t)
    return order


def unbroadcast(grad, shape):
    """The gradient, summed over everything that broadcasting from `shape` repeated."""
    return pile(grad, np.broadcast_to(numbered(shape), np.shape(grad)), shape)


def cross_entropy(logits, labels):
    """The mean over all rows of minus the log-probability of the right label."""
    wanted = np.asarray(labels, dtype=int)
    return -logits.log_softmax(axis=-1)[np.arange(wanted.size), wanted].mean()


def zero_grad(root):
    """Give every tensor that can be reached from `root` a gradient of zeros."""
    for t in family(root):
        t.grad = np.zeros(t.data.shape)
