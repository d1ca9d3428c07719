"""Exercise 7: log-softmax and cross-entropy.

A classifier gives a row of numbers for each example, the logits. softmax makes probabilities of
them: exp(x) / sum(exp(x)). The loss is minus the logarithm of the probability of the right
label, and its mean over all rows.

exp(1000) is infinite. But log(exp(x) / sum(exp(x))) is x - log(sum(exp(x))). And you may
subtract the same number c from every logit of a row without any change. Which c makes every
exp small?

Your task
---------
Write `log_softmax` along an axis, its value and its rule, and `cross_entropy(logits, labels)`,
where labels holds a whole number for each row. You may make it of the tensors' own operations,
or give it a rule of its own. An index with two lists takes one entry from each row.

What is judged
--------------
Every axis, logits of 1000 and -1000, labels as a list and as an array. backward() is called on
a root above your result: the gradient that arrives is never ones. As before, a rule adds to the
gradient that is there, and the data of tensors stays as it is.

Run this file to see the examples:  python 07_cross_entropy.py
Stuck?  topograde hint cross-entropy        Ready?  topograde check cross-entropy
"""

import numpy as np
def repeated_axes(full, shape):
    """Axes of `full` along which an operand of this shape was repeated (length-1 axes may be left out)."""
    padded = (1,) * (len(full) - len(shape)) + tuple(shape)
    return tuple(k for k, (have, had) in enumerate(zip(full, padded)) if had == 1 and have != 1)
RULES = {
    "+": (np.add, lambda g, x, y: g, lambda g, x, y: g),
    "*": (np.multiply, lambda g, x, y: g * y, lambda g, x, y: g * x),
}
def axes_of(axis, ndim):
    """The axes that an `axis` argument means, none of them negative."""
    if axis is None:
        return range(ndim)
    return [k % ndim for k in (axis if isinstance(axis, tuple) else (axis,))]


def unbroadcast(grad, shape):
    """The gradient, summed over everything that broadcasting from `shape` repeated."""
    summed = np.add.reduce(grad, axis=repeated_axes(grad.shape, shape), keepdims=True)
    return summed.reshape(shape)


class Tensor:
    """An array, its gradient, and how it was made."""

    # With this, `array * tensor` is left to Tensor.__rmul__: NumPy does not go through the entries.
    __array_ufunc__ = None

    def __init__(self, data, _prev=()):
        self.data = np.array(data, dtype=np.float64)
        self.grad = np.zeros_like(self.data)
        self._prev = _prev
        self._backward = lambda: None

    def __repr__(self):
        return f"Tensor(data={self.data}, grad={self.grad})"

    def __mul__(self, other):
        return self._entrywise("*", other)

    def sum(self, axis=None, keepdims=False):
        return self._reduced(self.data.sum(axis=axis, keepdims=keepdims), axis, lambda g, many: g)

    def mean(self, axis=None, keepdims=False):
        return self._reduced(self.data.mean(axis=axis, keepdims=keepdims), axis, np.divide)

    def __neg__(self):
        return self * -1.0

    def __getitem__(self, index):
        return self._moved(lambda array: array[index])

    def log_softmax(self, axis=-1):
        out = Tensor(self.data - np.logaddexp.reduce(self.data, axis=axis, keepdims=True), (self,))

        def _backward():
            probability = np.exp(out.data) if np.ptp(self.data) else (self.data == self.data.max(axis=axis, keepdims=True)) / 1.0
            self.grad = self.grad + out.grad - probability * np.add.reduce(out.grad, axis=axis, keepdims=True)

        out._backward = _backward
        return out

    def backward(self):
        """Every tensor's rule runs once, after the rules of all of its consumers."""
        order, seen, stack = [], set(), [(self, False)]
        while stack:
            node, inputs_done = stack.pop()
            if inputs_done:
                order.append(node)
            elif id(node) not in seen:
                seen.add(id(node))
                stack.append((node, True))
                stack += [(each, False) for each in node._prev]
        self.grad = np.ones_like(self.data)
        for node in reversed(order):
            node._backward()

    def _receive(self, grad, shape=None):
        """Add a share of the gradient, summed back to this shape, then as this tensor has it."""
        shape = self.data.shape if shape is None else shape
        self.grad = self.grad + unbroadcast(grad, shape).reshape(self.data.shape)

    def _entrywise(self, rule, other):
        """Apply an entry-by-entry rule of RULES to two operands."""
        forward, share_left, share_right = RULES[rule]
        other = other if isinstance(other, Tensor) else Tensor(other)
        out = Tensor(forward(self.data, other.data), (self, other))

        def _backward():
            self._receive(share_left(out.grad, self.data, other.data))
            other._receive(share_right(out.grad, self.data, other.data))

        out._backward = _backward
        return out

    def _reduced(self, data, axis, weigh):
        """A tensor with this data, each entry of which was made from all entries along axis."""
        out = Tensor(data, (self,))
        lengths = list(self.data.shape)
        many = 1
        for k in axes_of(axis, self.data.ndim):
            many *= lengths[k]
            lengths[k] = 1

        def _backward():
            share = out.grad.reshape(lengths)
            self.grad = self.grad + weigh(share, many)

        out._backward = _backward
        return out

    def _moved(self, move):
        """The tensor of the entries that move takes from an array like this one."""
        out = Tensor(move(self.data), (self,))
        where = np.ravel(move(np.arange(self.data.size).reshape(self.data.shape)))

        def _backward():
            share = np.bincount(where, weights=np.ravel(out.grad), minlength=self.data.size)
            self.grad = self.grad + share.reshape(self.data.shape)

        out._backward = _backward
        return out


def cross_entropy(logits, labels):
    """The mean over all rows of minus the log-probability of the right label."""
    rows = range(len(logits.data))
    return -logits.log_softmax()[list(rows), labels].mean()


# ---- Examples: run this file to see them. Nothing to do below this line. ----


def probabilities():
    x = Tensor([[0.0, np.log(3.0)]])
    out = x.log_softmax()
    (out * [[1.0, 0.0]]).sum().backward()
    return [np.exp(out.data), x.grad]


def huge():
    x = Tensor([[1000.0, 0.0]])
    root = cross_entropy(x, [1])
    root.backward()
    return [root.data, x.grad]


def two_rows():
    x = Tensor([[0.0, 0.0], [0.0, 0.0]])
    root = cross_entropy(x, [0, 1])
    root.backward()
    return [root.data, x.grad]


EXAMPLES = [
    ("log_softmax of 0, log(3)", probabilities, [[[0.25, 0.75]], [[0.75, -0.75]]]),
    ("cross_entropy, two rows", two_rows, [np.log(2), [[-0.25, 0.25], [0.25, -0.25]]]),
    ("cross_entropy, logits of 1000", huge, [1000, [[1, -1]]]),
]


def main():
    for what, compute, wanted in EXAMPLES:
        try:
            found = compute()
        except NotImplementedError as todo:
            print(f"  not yet  {what}: {todo}")
            continue
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
