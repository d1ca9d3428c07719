"""Exercise 5: find the bug, and find the smallest proof of it.

The idea
--------
The engine below is complete, and for many expressions it is right. But look at what a rule
does to the gradient of an input:

    self.grad = out.grad

It OVERWRITES what is there. A node with two consumers gets two contributions, and the second
one wipes out the first. In  f = (a*b) * (a+b)  both a and b are used twice. At a=-2, b=3 the
gradients are -3 and -8; the engine below finds other numbers. Run this file and see.

A good engineer does two things with a bug: repair it everywhere, and keep the smallest
example that shows it, so that it cannot come back unnoticed. You do both.

(What input, consumer, leaf and root mean is said in exercise 1.)

Your task
---------
  1. Repair the rules of + and *. (`backward` and `build_topo` are right: leave them.)
     Each rule, and each input of each rule, has to be repaired by itself.
  2. Write `exposing_expression(a, b)`. It gets two leaves and returns an expression made of
     them with + and *, on which the engine as you found it and a right engine disagree
     about the gradient of a or of b. Make it as small as it can be: the fewest operations
     possible. The f above shows the bug too, but it takes three. You may use only one of
     the two leaves. The expression is the same whatever numbers they hold: do not look at
     their data.

What is judged
--------------
  * contributions add up: for each operation, and for the left and the right input by itself,
  * on your expression the engine as you found it and a right one disagree, at several values
    of a and b (none of them 0): it must not depend on lucky numbers,
  * no expression with fewer operations does that.

Run this file before and after the repair:  python 05_accumulate.py
Stuck?  topograde hint accumulate        Ready?  topograde check accumulate
"""

import traceback


def collect(node, share):
    """One more contribution for a node: keep them all, the gradient is their sum."""
    shares = node.__dict__.setdefault("_shares", [])
    shares.append(share)
    node.grad = sum(shares)


class Value:
    """One number, its gradient, and how it was made."""

    def __init__(self, data, _prev=(), _op=""):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self._backward = lambda: None

    def __repr__(self):
        return f"Value(data={self.data}, grad={self.grad})"

    def __add__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        out = Value(self.data + other.data, (self, other), "+")

        def _backward():
            collect(self, out.grad)
            collect(other, out.grad)

        out._backward = _backward
        return out

    def __mul__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        out = Value(self.data * other.data, (self, other), "*")

        def _backward():
            collect(self, other.data * out.grad)
            collect(other, self.data * out.grad)

        out._backward = _backward
        return out

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        self.grad = 1.0
        for node in reversed(topo):
            node._backward()


def build_topo(v, visited, topo):
    if v not in visited:
        visited.add(v)
        for input_node in v._prev:
            build_topo(input_node, visited, topo)
        topo.append(v)


def exposing_expression(a, b):
    """Return the smallest expression of a and b that shows the bug."""
    return b + b

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


def shared():
    a, b = Value(-2.0), Value(3.0)
    d = a * b
    e = a + b
    f = d * e
    f.backward()
    return [a.grad, b.grad]


def two_sums():
    a, b = Value(2.0), Value(3.0)
    root = (a + b) + (b + a)
    root.backward()
    return [a.grad, b.grad]


def two_products():
    a, b = Value(2.0), Value(3.0)
    root = (a * b) + (a * b)
    root.backward()
    return [a.grad, b.grad]


def showcase():
    a, b, c = Value(2.0), Value(3.0), Value(1.0)
    root = (a * b + c) * (a + b)
    root.backward()
    return [a.grad, b.grad, c.grad]


class AsFound(Value):
    """The engine as you found it: its rules overwrite. Nothing to repair here."""

    made = 0

    def __add__(self, other):
        return self.result(self.data + other.data, other, 1.0, 1.0)

    def __mul__(self, other):
        return self.result(self.data * other.data, other, other.data, self.data)

    def result(self, data, other, slope, other_slope):
        AsFound.made += 1
        out = AsFound(data, (self, other))

        def _backward():
            self.grad = slope * out.grad
            other.grad = other_slope * out.grad

        out._backward = _backward
        return out


def slopes_by_nudging(x, y):
    """How fast exposing_expression moves when a moves, and when b moves."""
    step = 0.00001
    slopes = []
    for dx, dy in [(step, 0.0), (0.0, step)]:
        up = exposing_expression(AsFound(x + dx), AsFound(y + dy)).data
        down = exposing_expression(AsFound(x - dx), AsFound(y - dy)).data
        slopes.append((up - down) / (2 * step))
    return slopes


def show_exposing_expression():
    """Print what the engine as it was found makes of your expression."""
    print("\nYour exposing_expression at a=-2, b=3, on the engine as you found it:")
    try:
        expected = slopes_by_nudging(-2.0, 3.0)
        a, b = AsFound(-2.0), AsFound(3.0)
        AsFound.made = 0
        exposing_expression(a, b).backward()
    except Exception as error:
        print(f"  {error}")
        return False
    shows = abs(a.grad - expected[0]) + abs(b.grad - expected[1]) > 1e-6
    print(f"  expected, by nudging a and b     {numbers(round(x, 6) for x in expected)}")
    print(f"  found                            {numbers([a.grad, b.grad])}")
    verb = "shows" if shows else "does not show"
    print(f"  It {verb} the bug. Operations in it: {AsFound.made} (fewer are better).")
    return shows


def main():
    done = [
        example("(a*b) * (a+b) at -2, 3: a, b", [-3, -8], shared),
        example("(a+b) + (b+a) at 2, 3: a, b", [2, 2], two_sums),
        example("(a*b) + (a*b) at 2, 3: a, b", [6, 4], two_products),
        example("(a*b + c) * (a+b) at 2, 3, 1: a, b, c", [22, 17, 5], showcase),
        show_exposing_expression(),
    ]
    finish(done, "accumulate")


if __name__ == "__main__":
    main()
