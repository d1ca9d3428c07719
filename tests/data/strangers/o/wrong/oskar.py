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
from collections import deque


class Value:
    """Nodes collect the slopes when they are made; backward() only multiplies."""

    def __init__(self, data, edges=()):
        self.data = data
        self.grad = 0.0
        self._edges = edges

    @property
    def _prev(self):
        return tuple(node for node, _ in self._edges)

    def _backward(self):
        for node, slope in self._edges:
            node.grad += slope * self.grad

    def __add__(self, other):
        other = coerce(other)
        return Value(self.data + other.data, ((self, 1), (other, 1)))

    def __sub__(self, other):
        other = coerce(other)
        return Value(self.data - other.data, ((self, 1), (other, -1)))

    def __mul__(self, other):
        other = coerce(other)
        return Value(self.data * other.data, ((self, other.data), (other, self.data)))

    def __truediv__(self, other):
        other = coerce(other)
        inverse = 1 / other.data
        edges = ((self, inverse), (other, -self.data * inverse * inverse))
        return Value(self.data / other.data, edges)

    def __radd__(self, other):
        return coerce(other) + self

    def __rsub__(self, other):
        return coerce(other) - self

    def __rmul__(self, other):
        return coerce(other) * self

    def __rtruediv__(self, other):
        return coerce(other) / self

    def __neg__(self):
        return Value(-self.data, ((self, -1),))

    def __pow__(self, n):
        if self.data == 0:
            slope = 0.0
        else:
            slope = n * self.data ** (n - 1)
        return Value(self.data**n, ((self, slope),))

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, ((self, 1 - t * t),))

    def exp(self):
        e = math.exp(self.data)
        return Value(e, ((self, e),))

    def relu(self):
        return Value(max(0.0, self.data), ((self, int(self.data > 0)),))

    def backward(self):
        topo = deque()
        build_topo(self, set(), topo)
        for node in topo:
            if node._edges:
                node.grad = 0.0
        self.grad += 1.0
        while topo:
            topo.pop()._backward()


def coerce(x):
    return x if isinstance(x, Value) else Value(float(x))


def build_topo(v, visited, topo):
    todo = deque([("open", v)])
    while todo:
        state, node = todo.pop()
        if state == "close":
            topo.append(node)
        elif node not in visited:
            visited.add(node)
            todo.append(("close", node))
            for child in node._prev:
                todo.append(("open", child))


def zero_grad(root):
    everything = []
    build_topo(root, set(), everything)
    for node in everything:
        node.grad = 0.0
