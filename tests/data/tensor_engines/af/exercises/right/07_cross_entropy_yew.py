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


def unbroadcast(grad, shape):
    """The gradient, summed over everything that broadcasting from `shape` repeated."""
    grad = grad.sum(axis=tuple(range(grad.ndim - len(shape))))
    stretched = tuple(i for i, n in enumerate(shape) if n == 1 and grad.shape[i] != 1)
    return grad.sum(axis=stretched, keepdims=True)


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
        other = other if isinstance(other, Tensor) else Tensor(other)
        out = Tensor(self.data * other.data, (self, other))

        def _backward():
            self.grad = self.grad + unbroadcast(out.grad * other.data, self.data.shape)
            other.grad = other.grad + unbroadcast(out.grad * self.data, other.data.shape)

        out._backward = _backward
        return out

    def sum(self, axis=None, keepdims=False):
        out = Tensor(self.data.sum(axis=axis, keepdims=keepdims), (self,))

        def _backward():
            grad = out.grad
            if axis is not None and not keepdims:
                grad = np.expand_dims(grad, axis)
            self.grad = self.grad + np.broadcast_to(grad, self.data.shape)

        out._backward = _backward
        return out

    def mean(self, axis=None, keepdims=False):
        out = Tensor(self.data.mean(axis=axis, keepdims=keepdims), (self,))

        def _backward():
            grad = out.grad * (out.data.size / self.data.size)
            if axis is not None and not keepdims:
                grad = np.expand_dims(grad, axis)
            self.grad = self.grad + np.broadcast_to(grad, self.data.shape)

        out._backward = _backward
        return out

    def __neg__(self):
        return self * -1.0

    def __getitem__(self, index):
        out = Tensor(self.data[index], (self,))

        def _backward():
            grad = np.zeros_like(self.data)
            np.add.at(grad, index, out.grad)  # `+=` would add a row that comes twice only once
            self.grad = self.grad + grad

        out._backward = _backward
        return out

    def log_softmax(self, axis=-1):
        out = Tensor(self.data - np.logaddexp.reduce(self.data, axis=axis, keepdims=True), (self,))

        def _backward():
            # A row of the Jacobian at a time would be eye - probabilities; this is that times the gradient.
            whole = np.add.reduce(out.grad, axis=axis, keepdims=True)
            for part in (out.grad, -(whole * np.exp(out.data))):
                self.grad = self.grad + part

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


def cross_entropy(logits, labels):
    """The mean over all rows of minus the log-probability of the right label."""
    wanted = np.array(labels, dtype=int)
    rows = np.arange(wanted.size)
    # How far every other logit lies above the right one: the loss of a row is log(sum(exp(lead))).
    lead = logits.data - logits.data[rows, wanted][:, None]
    losses = np.logaddexp.reduce(lead, axis=1)
    out = Tensor(losses.sum() / wanted.size, (logits,))

    def _backward():
        share = np.exp(lead - losses[:, None])
        share[rows, wanted] -= 1.0
        logits.grad = logits.grad + share * (out.grad / wanted.size)

    out._backward = _backward
    return out


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
