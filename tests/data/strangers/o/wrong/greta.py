"""Exercise 13, the exam: the whole engine.

You have built all the parts. Now put them together: from an empty class to an engine that
gives the gradients PyTorch gives. Only Python's standard library may be used, and nothing of
it that needs files, windows, threads, other processes or the network: these are locked while
your engine is graded.

You may copy from your earlier answers. But copy with care: exercises 2 to 8 used an engine
that is good for one call of `backward()`, for shallow graphs and for moderate numbers. The exam
asks for more.

(What input, consumer, leaf and root mean is said in exercise 1.)

The contract
------------
Nodes
  * `Value(data)` makes a leaf. `data` is a float. `grad` starts at 0.0.
  * The result of an operation is a new node. It remembers its inputs in `_prev` (a tuple,
    list or set) and its local rule in `_backward`.
  * Your engine never changes the `data` of a node that exists. A training loop, outside of it,
    may set that of a leaf: `p.data -= 0.1 * p.grad`.

Operators
  * `+ - * /` between two Values, or a Value and a plain number, on either side: `a - 2`, `2 - a`.
  * `-a`, and `a ** n` with a plain number n.
  * Whatever Python makes of these: `sum([a, b])` works, and so do `x += y`, `-=`, `*=`, `/=` and
    `**=`, after which x is a NEW node (if you leave `__iadd__` and the like away, Python does the
    right thing by itself).
  * `a ** 0` at 0: value 1, gradient 0.
  * Not judged: division by zero, `0 ** 0.5`, a fraction as exponent of a negative number.

Functions
  * `a.tanh()`, `a.exp()`, `a.relu()`.
  * tanh at 1000 and -1000 is 1 and -1, with gradient 0 and no error.
  * relu at exactly 0 has gradient 0.
  * Not judged: exp of a number so large that the result does not fit a float.

root.backward()
  * Every node's rule runs once, after the rules of all of that node's consumers in this graph.
  * The root's gradient is seeded with 1. No `data` changes.
  * Leaves ADD: after several calls, from one root or from several, a leaf's `grad` is the sum of
    what each call alone would give. A root that is a leaf adds as well: `x.backward()` twice
    leaves 2.
  * Inner nodes RESTART: what an earlier call left on an inner node must not enter a later one.
    So (a*b + c) * (a+b) at 2, 3, 1 gives 22, 17, 5 and after a second call 44, 34, 10. The
    gradients of two calls are never added up on an inner node.
  * Nodes that cannot be reached from the root keep what they have.
  * What it returns does not matter, nor what inner nodes hold in `grad` afterwards.
  * Printing is allowed but of no use (long output is cut off).

zero_grad(root)
  * A function beside the class: afterwards every node that can be reached from `root` has
    `grad == 0.0`. `data` and the graph stay as they are. (A method `root.zero_grad()` counts
    as well.)

build_topo(v, visited, topo)
  * A function beside the class, called with an empty set and an empty list: afterwards `topo`
    holds every node that can be reached from `v`, once, each after its inputs. What is in
    `visited` afterwards and what is returned does not matter. Nodes of your own, such as
    wrapped numbers, may be in the list.
  * Two nodes that hold the same number are still two nodes.

Size
  * Ladders of 40 doublings (`x = x + x`, `x = x*0.5 + x*0.5`) finish in a second or two.
  * A chain of 450 operations must work. One check with few points goes to 900, another to
    20,000, which needs an engine that does not call itself. Leave Python's recursion limit
    alone.

What is judged
--------------
Everything above: values and gradients of every small expression and of large random ones,
compared with PyTorch in float64. The names inside your class beyond the contract, the kind
of order, the way you store the rules: all yours.

Run this file to see the examples:  python 13_engine.py    (it compares with PyTorch if you
have it, and works without.)
Stuck?  topograde hint engine        Ready?  topograde check engine
"""

import math


class Value:
    """Each node keeps a generator function that yields (input, contribution)."""

    def __init__(self, data, _prev=(), rule=None):
        self.data = data
        self.grad = 0.0
        self._prev = list(_prev)
        self.rule = rule

    def _backward(self):
        if self.rule is None:
            return
        for node, contribution in self.rule(self.grad):
            node.grad += contribution

    def __add__(self, other):
        other = Value.of(other)

        def rule(g):
            yield self, g
            yield other, g

        return Value(self.data + other.data, [self, other], rule)

    def __mul__(self, other):
        other = Value.of(other)

        def rule(g):
            yield self, g * other.data
            yield other, g * self.data

        return Value(self.data * other.data, [self, other], rule)

    def __truediv__(self, other):
        other = Value.of(other)

        def rule(g):
            yield self, g / other.data
            yield other, -g * self.data / other.data**2

        return Value(self.data / other.data, [self, other], rule)

    def __pow__(self, n):
        def rule(g):
            if n != 0:
                yield self, g * n * self.data ** (n - 1)

        return Value(self.data**n, [self], rule)

    def __neg__(self):
        def rule(g):
            yield self, -g

        return Value(-self.data, [self], rule)

    def __sub__(self, other):
        return self + -Value.of(other)

    def __radd__(self, other):
        return Value.of(other) + self

    def __rmul__(self, other):
        return Value.of(other) * self

    def __rsub__(self, other):
        return Value.of(other) - self

    def __rtruediv__(self, other):
        return Value.of(other) / self

    def tanh(self):
        x = self.data
        t = math.tanh(x)

        def rule(g):
            yield self, g * (1 - x * x)

        return Value(t, [self], rule)

    def exp(self):
        e = math.exp(self.data)

        def rule(g):
            yield self, g * e

        return Value(e, [self], rule)

    def relu(self):
        def rule(g):
            if self.data > 0:
                yield self, g

        return Value(max(0.0, self.data), [self], rule)

    @classmethod
    def of(cls, x):
        return x if isinstance(x, cls) else cls(x)

    def backward(self):
        for node in consumers_first(self):
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in consumers_first(self):
            node._backward()


def consumers_first(root):
    """Yield the nodes, the root first, each after all of its consumers."""
    waits = {root: 0}
    todo = [root]
    while todo:
        for p in todo.pop()._prev:
            if p not in waits:
                waits[p] = 0
                todo.append(p)
            waits[p] += 1
    ready = [root]
    while ready:
        node = ready.pop()
        yield node
        for p in node._prev:
            waits[p] -= 1
            if waits[p] == 0:
                ready.append(p)


def build_topo(v, visited, topo):
    order = list(consumers_first(v))
    order.reverse()
    visited.update(order)
    topo.extend(order)


def zero_grad(root):
    for node in consumers_first(root):
        node.grad = 0.0
