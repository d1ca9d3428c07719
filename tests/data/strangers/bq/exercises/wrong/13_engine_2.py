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
    may set that of a leaf, and its gradient: `p.data -= 0.1 * p.grad`, then `p.grad = 0`.

Operators
  * `+ - * /` between two Values, or a Value and a plain number, on either side: `a - 2`, `2 - a`.
  * `-a`, and `a ** n` with a plain number n.
  * Whatever Python makes of these: `sum([a, b])` works, and so do `x += y`, `-=`, `*=`, `/=` and
    `**=`, after which x is a NEW node (if you leave `__iadd__` and the like away, Python does the
    right thing by itself).
  * `a ** 0` at 0: value 1, gradient 0.
  * Not judged: division by zero, or by a number whose square is too large or too small for a
    float; `0 ** 0.5`, a fraction as exponent of a negative number, exponents above 300; whether
    `a + 0`, `a * 1` and `a ** 1` are new nodes or `a` itself; whether a result is worked out at
    once or when it is first read.

Functions
  * `a.tanh()`, `a.exp()`, `a.relu()`.
  * tanh at 1000 and -1000 is 1 and -1, with gradient 0 and no error.
  * relu at exactly 0 has gradient 0.
  * Not judged: exp where the result does not fit a float, infinite numbers, and digits that tanh
    loses close to 0.

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
  * An operator that raised an exception for its numbers (`1 / 0`) changes nothing in a new
    graph.
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
import traceback
import warnings


class Value:
    """One number, its gradient, and how it was made."""

    def __init__(self, data, _prev=(), _op="", slopes=()):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self.slopes = slopes  # one for each input

    def __repr__(self):
        return f"Value({self.data:g}{' from ' + self._op if self._op else ''})"

    def _backward(self):
        for node, slope in zip(self._prev, self.slopes):
            node.grad += slope * self.grad

    # ---- two inputs

    def __add__(self, other):
        other = node_of(other)
        return Value(self.data + other.data, (self, other), "+", (1.0, 1.0))

    def __sub__(self, other):
        other = node_of(other)
        return Value(self.data - other.data, (self, other), "-", (1.0, -1.0))

    def __mul__(self, other):
        other = node_of(other)
        return Value(self.data * other.data, (self, other), "*", (other.data, self.data))

    def __truediv__(self, other):
        other = node_of(other)
        q = self.data / other.data
        return Value(q, (self, other), "/", (1.0 / other.data, -q / other.data))

    def __radd__(self, number):
        return node_of(number) + self

    def __rsub__(self, number):
        return node_of(number) - self

    def __rmul__(self, number):
        return node_of(number) * self

    def __rtruediv__(self, number):
        return node_of(number) / self

    # ---- one input

    def __neg__(self):
        return Value(-self.data, (self,), "neg", (-1.0,))

    def __pow__(self, n):
        y = self.data**n
        return Value(y, (self,), "**", (n * self.data ** (n - 1) if n else 0.0,))

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, (self,), "tanh", (1.0 - t**2,))

    def exp(self):
        e = math.exp(self.data)
        return Value(e, (self,), "exp", (e,))

    def relu(self):
        if self.data > 0:
            return self
        return Value(0.0, (self,), "relu", (0.0,))

    # ----

    def backward(self):
        nodes = []
        build_topo(self, set(), nodes)
        for node in nodes:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in nodes[::-1]:
            node._backward()


def node_of(x):
    return x if isinstance(x, Value) else Value(x)


def build_topo(v, visited, topo):
    """Append to `topo` every node reachable from `v`, each once, inputs first."""
    # from the root down, as soon as all consumers are through; then turned round
    consumers = {v: 0}
    met = [v]
    for node in met:
        for inp in node._prev:
            if inp not in consumers:
                consumers[inp] = 0
                met.append(inp)
            consumers[inp] += 1
    downward = [v]
    for node in downward:
        for inp in node._prev:
            consumers[inp] -= 1
            if consumers[inp] == 0:
                downward.append(inp)
    topo.extend(downward[::-1])
    visited.update(downward)


def zero_grad(root):
    """Set the gradient of every node reachable from `root` to 0.0."""
    stack, seen = [root], {root}
    while stack:
        node = stack.pop()
        node.grad = 0.0
        for inp in node._prev:
            if inp not in seen:
                seen.add(inp)
                stack.append(inp)


# ---- Examples: run this file to see them. Nothing to do below this line. ----


def numbers(values):
    return ", ".join(f"{value + 0.0:.6g}" for value in values)


def example(what, expected, compute):
    """Print whether your code gives what is expected, and both if it does not."""
    said = ""
    try:
        found = compute()
    except NotImplementedError as todo:
        said = str(todo)
    except Exception as error:
        place = traceback.extract_tb(error.__traceback__)[-1].lineno
        said = f"line {place}: {type(error).__name__}: {error}"
    else:
        if all(abs(found[i] - expected[i]) < 1e-6 for i in range(len(expected))):
            print(f"  right    {what}: {numbers(found)}")
            return True
    print(f"  not yet  {what}\n             expected {numbers(expected)}")
    print(f"             {said or 'found    ' + numbers(found)}")
    return False


def finish(done, exercise):
    if all(done):
        print(f"\nAll examples agree. The grader tries more: topograde check {exercise}")
    else:
        print("\nThere is still something to do: see # TODO in this file.")
        print(f"Stuck? topograde hint {exercise}")


def leaves(*values):
    return [Value(value) for value in values]


def gradients(root, *nodes):
    root.backward()
    return [node.grad for node in nodes]


def lesson():
    a, b, c = leaves(2.0, -3.0, 10.0)
    return gradients(a * b + c, a, b, c)


def showcase():
    a, b, c = leaves(2.0, 3.0, 1.0)
    return gradients((a * b + c) * (a + b), a, b, c)


def showcase_twice():
    a, b, c = leaves(2.0, 3.0, 1.0)
    L = (a * b + c) * (a + b)
    L.backward()
    return gradients(L, a, b, c)


def neuron():
    x1, x2, w1, w2, b = leaves(2.0, 0.0, -3.0, 1.0, 6.8813735870195432)
    return gradients((x1 * w1 + x2 * w2 + b).tanh(), x1, w1, x2, w2)


def shared():
    a, b = leaves(-2.0, 3.0)
    return gradients((a * b) * (a + b), a, b)


def two_losses():
    (x,) = leaves(3.0)
    h = x * x
    (h * 2).backward()
    return gradients(h * 5, x)


def operators():
    a, b = leaves(2.0, 4.0)
    return gradients(5 - a + 6 / a + a / b - sum([a, b]) + 2 * a**3, a, b)


def far_out():
    (a,) = leaves(1000.0)
    root = a.tanh()
    return [root.data, *gradients(root, a)]


def after_zero_grad():
    a, b, c = leaves(2.0, 3.0, 1.0)
    L = (a * b + c) * (a + b)
    L.backward()
    zero_grad(L)
    return [a.grad, b.grad, c.grad, L.grad]


def deep_chain():
    (x,) = leaves(1.0)
    y = x
    for _ in range(20_000):
        y = y + x
    return gradients(y, x)


def mixture(a, b):
    """An expression with everything in it, for your engine and for PyTorch alike."""
    c = a * b + (a - b) / 3
    d = c.tanh() + (a * 0.5).exp() - (2 - b).relu()
    return d * d + c**2 / (1 + a * a)


def mixture_twice():
    a, b = leaves(0.7, -1.3)
    root = mixture(a, b)
    root.backward()
    root.backward()
    return [root.data, a.grad, b.grad]


def compare_with_torch():
    """Two calls of backward() on `mixture`, beside PyTorch's if it is installed."""
    try:
        # Without NumPy beside it, PyTorch warns when it starts. That does not matter here.
        warnings.simplefilter("ignore")
        import torch
    except ImportError:
        print("  (PyTorch is not installed here, so there is no comparison with it.)")
        return True
    ta = torch.tensor(0.7, dtype=torch.float64, requires_grad=True)
    tb = torch.tensor(-1.3, dtype=torch.float64, requires_grad=True)
    torch_root = mixture(ta, tb)
    # Without retain_graph=True, PyTorch throws the graph away after the first call.
    torch_root.backward(retain_graph=True)
    torch_root.backward()
    expected = [torch_root.item(), ta.grad.item(), tb.grad.item()]
    return example("PyTorch, two calls: value, a, b", expected, mixture_twice)


def main():
    done = [
        example("a*b + c at 2, -3, 10: a, b, c", [-3, 2, 1], lesson),
        example("(a*b + c) * (a+b) at 2, 3, 1: a, b, c", [22, 17, 5], showcase),
        example("... two calls", [44, 34, 10], showcase_twice),
        example("a neuron with tanh: x1, w1, x2, w2", [-1.5, 1, 0.5, 0], neuron),
        example("(a*b) * (a+b) at -2, 3: a, b", [-3, -8], shared),
        example("h = x*x at 3; h*2, then h*5", [42], two_losses),
        example("all operators at 2, 4: a, b", [20.75, -1.125], operators),
        example("tanh(a) at 1000: value, a", [math.tanh(1000.0), 0], far_out),
        example("After zero_grad: a, b, c, L", [0, 0, 0, 0], after_zero_grad),
        example("20,000 additions: the leaf", [20_001], deep_chain),
    ]
    if all(done):
        done.append(compare_with_torch())
    else:
        print("  (The comparison with PyTorch follows once all of these agree.)")
    finish(done, "engine")


if __name__ == "__main__":
    main()
