"""Exercise 9: backward() a second time.

The idea
--------
In exercise 8 you saw what a second `L.backward()` leaves on a, b, c in the teaching engine:
81, 61, 15. The first call had left 22, 17, 5. What should the second leave? Two answers come
to mind:

    22, 17, 5     each call starts from nothing
    44, 34, 10    each call adds its own 22, 17, 5 to the leaves

PyTorch decided for the second, and with good reason. You may have two losses, or the examples
of a batch one after the other, and want the gradient of their sum. Then you call `backward()`
on each, and the leaves add up. An engine that wipes everything at the start of `backward()` can no
longer do that.

So leaves ADD from call to call, until you zero them yourself. And the inner nodes? Their
gradient is a sum under construction, of use only while one call is running. The teaching
engine leaves the last call's sum on them, and the next call passes it on once more.
That is where 81 comes from. The rule is:

    Leaves add. Inner nodes restart.

(What input, consumer, leaf and root mean is said in exercise 1.)

Your task
---------
Some lines are missing in `backward()`. Write them, and 81, 61, 15 become 44, 34, 10: each call
clears the inner nodes of its graph once, before the first rule runs.

One corner: the root may be a leaf itself. Then it is a leaf like any other and adds: after
`x.backward()` twice, x.grad is 2. Look at how the root gets its 1 once your lines stand.

What is judged
--------------
First, second, third calls on one graph; two losses that share an inner node, in either order; a
loss on top of another loss; a leaf that is used in several graphs, or that you set back yourself
(`x.grad = 0`); an inner node that holds a gradient before the first call; `backward()` on a
leaf. What inner nodes hold after a call does not matter.

Run this file to see the examples:  python 09_double_backward.py
Stuck?  topograde hint double-backward        Ready?  topograde check double-backward
"""

import math
import traceback


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
            self.grad += out.grad
            other.grad += out.grad

        out._backward = _backward
        return out

    def __mul__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        out = Value(self.data * other.data, (self, other), "*")

        def _backward():
            self.grad += other.data * out.grad
            other.grad += self.data * out.grad

        out._backward = _backward
        return out

    def __radd__(self, other):  # number + self
        return self + other

    def __rmul__(self, other):  # number * self
        return self * other

    def tanh(self):
        t = math.tanh(self.data)
        out = Value(t, (self,), "tanh")

        def _backward():
            self.grad += (1.0 - t * t) * out.grad

        out._backward = _backward
        return out

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._op in ("+", "*"):
                node.grad = 0.0
        self.grad = 1.0 if self._prev else self.grad + 1.0
        for node in reversed(topo):
            node._backward()

def build_topo(v, visited, topo):
    if v not in visited:
        visited.add(v)
        for input_node in v._prev:
            build_topo(input_node, visited, topo)
        topo.append(v)


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


def showcase(calls):
    a, b, c = Value(2.0), Value(3.0), Value(1.0)
    L = (a * b + c) * (a + b)
    for _ in range(calls):
        L.backward()
    return [a.grad, b.grad, c.grad]


def once():
    return showcase(1)


def twice():
    return showcase(2)


def three_times():
    return showcase(3)


def one_operation_twice():
    a, b = Value(2.0), Value(3.0)
    L = a * b
    L.backward()
    L.backward()
    return [a.grad, b.grad]


def sum_times_twice():
    a, b, d = Value(3.0), Value(2.0), Value(1.0)
    L = (a + b) * d
    L.backward()
    L.backward()
    return [a.grad, b.grad, d.grad]


def two_losses():
    x = Value(3.0)
    h = x * x
    (h * 2).backward()
    (h * 5).backward()
    return [x.grad]


def loss_on_a_loss():
    x = Value(3.0)
    L1 = x * x
    L2 = L1 * L1
    L1.backward()
    L2.backward()
    return [x.grad]


def leaf_as_root():
    x = Value(3.0)
    x.backward()
    x.backward()
    return [x.grad]


def main():
    done = [
        example("(a*b + c) * (a+b) at 2, 3, 1, one call", [22, 17, 5], once),
        example("... two calls", [44, 34, 10], twice),
        example("... three calls", [66, 51, 15], three_times),
        example("a*b at 2, 3, two calls", [6, 4], one_operation_twice),
        example("(a+b) * d at 3, 2, 1, two calls", [2, 2, 10], sum_times_twice),
        example("h = x*x at 3; h*2, then h*5", [42], two_losses),
        example("L1 = x*x at 3; L1, then L1*L1", [114], loss_on_a_loss),
        example("x itself, two calls", [2], leaf_as_root),
    ]
    finish(done, "double-backward")


if __name__ == "__main__":
    main()
