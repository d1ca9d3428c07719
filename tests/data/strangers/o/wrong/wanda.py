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
    def __init__(self, data, _prev=()):
        self.data = data
        self.grad = 0.0
        self._prev = _prev

    def _backward(self):
        """A leaf has no rule."""

    def __add__(self, other):
        return Add(self, leaf(other))

    def __radd__(self, other):
        return Add(leaf(other), self)

    def __sub__(self, other):
        return Add(self, Neg(leaf(other)))

    def __rsub__(self, other):
        return Add(leaf(other), Neg(self))

    def __mul__(self, other):
        return Mul(self, leaf(other))

    def __rmul__(self, other):
        return Mul(leaf(other), self)

    def __truediv__(self, other):
        return Mul(self, Pow(leaf(other), -1))

    def __rtruediv__(self, other):
        return Mul(leaf(other), Pow(self, -1))

    def __neg__(self):
        return Neg(self)

    def __pow__(self, n):
        return Pow(self, n)

    def tanh(self):
        return Func(self, math.tanh, lambda x, y: 1 - y * y)

    def exp(self):
        return Func(self, math.exp, lambda x, y: y)

    def relu(self):
        return Func(self, lambda x: max(x, 0.0), lambda x, y: 1.0 if x > 0 else 0.0)

    def backward(self):
        order = order_from(self)
        for node in order:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in order:
            node._backward()


class Add(Value):
    def __init__(self, a, b):
        Value.__init__(self, a.data + b.data, (a, b))

    def _backward(self):
        a, b = self._prev
        a.grad += self.grad
        b.grad += self.grad


class Mul(Value):
    def __init__(self, a, b):
        Value.__init__(self, a.data * b.data, (a, b))

    def _backward(self):
        a, b = self._prev
        a.grad += self.grad * b.data
        b.grad += self.grad * a.data


class Neg(Value):
    def __init__(self, a):
        Value.__init__(self, -a.data, (a,))

    def _backward(self):
        self._prev[0].grad -= self.grad


class Pow(Value):
    def __init__(self, a, n):
        Value.__init__(self, a.data**n, (a,))
        self.n = n

    def _backward(self):
        a = self._prev[0]
        if self.n != 0:
            a.grad += self.grad * self.n * a.data ** (self.n - 1)


class Func(Value):
    def __init__(self, a, f, slope):
        Value.__init__(self, f(a.data), (a,))
        self.slope = slope

    def _backward(self):
        a = self._prev[0]
        a.grad += self.grad * self.slope(a.data, self.data)


def leaf(x):
    return x if isinstance(x, Value) else Value(x)


def order_from(root):
    """The nodes below root, consumers first."""
    seen = set()
    order = []
    stack = [(root, False)]
    while stack:
        node, done = stack.pop()
        if done:
            continue
        if node in seen:
            continue
        seen.add(node)
        order.append(node)
        stack.append((node, True))
        for child in node._prev:
            stack.append((child, False))
    return order


def build_topo(v, visited, topo):
    opened, stack = set(), [v]
    while stack:
        node = stack[-1]
        if node in opened:
            stack.pop()
            if node not in visited:
                visited.add(node)
                topo.append(node)
        else:
            opened.add(node)
            stack.extend(c for c in node._prev if c not in opened)


def zero_grad(root):
    for node in order_from(root):
        node.grad = 0.0
