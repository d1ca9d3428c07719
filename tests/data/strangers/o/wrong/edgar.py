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
    """One number, its gradient, and how it was made."""

    def __init__(self, data, _prev=(), _op=None):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._op = _op

    def _backward(self):
        getattr(self, "_rule_" + self._op)(self.grad, *self._prev)

    def _rule_add(self, g, a, b):
        a.grad += g
        b.grad += g

    def _rule_sub(self, g, a, b):
        a.grad += g
        b.grad -= g

    def _rule_mul(self, g, a, b):
        a.grad += g * b.data
        b.grad += g * a.data

    def _rule_div(self, g, a, b):
        a.grad += g / b.data
        b.grad -= g * a.data / b.data**2

    def _rule_neg(self, g, a):
        a.grad -= g

    def _rule_pow(self, g, a):
        if self.exponent != 0:
            a.grad += g * self.exponent * a.data ** (self.exponent - 1)

    def _rule_tanh(self, g, a):
        a.grad += g * (1 - self.data**2)

    def _rule_exp(self, g, a):
        a.grad += g * self.data

    def _rule_relu(self, g, a):
        if a.data > 0:
            a.grad += g

    def __add__(self, other):
        other = Value._lift(other)
        return Value(self.data + other.data, (self, other), "add")

    def __sub__(self, other):
        other = Value._lift(other)
        return Value(self.data - other.data, (self, other), "sub")

    def __mul__(self, other):
        other = Value._lift(other)
        return Value(self.data * other.data, (self, other), "mul")

    def __truediv__(self, other):
        other = Value._lift(other)
        return Value(self.data / other.data, (self, other), "div")

    def __radd__(self, other):
        return Value._lift(other) + self

    def __rsub__(self, other):
        return Value._lift(other) - self

    def __rmul__(self, other):
        return Value._lift(other) * self

    def __rtruediv__(self, other):
        return Value._lift(other) / self

    def __neg__(self):
        return Value(-self.data, (self,), "neg")

    def __pow__(self, n):
        out = Value(self.data**n, (self,), "pow")
        out.exponent = n
        return out

    def tanh(self):
        return Value(math.tanh(self.data), (self,), "tanh")

    def exp(self):
        return Value(math.exp(self.data), (self,), "exp")

    def relu(self):
        return Value(max(self.data, 0.0), (self,), "relu")

    @staticmethod
    def _lift(x):
        return x if isinstance(x, Value) else Value(x)

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for v in topo:
            if v._op is not None:
                v.grad = 0.0
        self.grad += 1.0
        for v in reversed(topo):
            if v._op is None:
                break
            v._backward()


def build_topo(v, visited, topo):
    stack = [[v, None]]
    while stack:
        node, inputs = stack[-1]
        if inputs is None:
            if node in visited:
                stack.pop()
                continue
            visited.add(node)
            inputs = stack[-1][1] = iter(node._prev)
        child = next(inputs, None)
        if child is None:
            topo.append(node)
            stack.pop()
        else:
            stack.append([child, None])


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for v in topo:
        v.grad = 0.0
