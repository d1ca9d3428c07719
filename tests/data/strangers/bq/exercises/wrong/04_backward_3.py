"""Exercise 4: backward() does it all.

The idea
--------
You have local rules (exercise 2) and an order (exercise 3). What is missing calls the rules
in that order. For the showcase below you could still do it by hand, from the root down:

    L._backward();  f._backward();  e._backward();  d._backward()

`L.backward()` will replace such lists for good, for every graph. It takes three steps:

  1. find the order of all nodes that lead to this root,
  2. put the first gradient in place: how fast does the root move when the root moves?
  3. run every node's rule once, each node after all of its consumers.

Look again at P1 and P2 of exercise 1 before you choose the direction of step 3. They tell
a right order from a nearly right one, and many graphs do not: in the showcase only leaves
have two consumers, and so several wrong orders give the right numbers there.

(What input, consumer, leaf and root mean is said in exercise 1.)

What is given
-------------
`Value` with + and * and their rules, and `build_topo(v, visited, topo)`, which lists
every node once, inputs first.

Your task
---------
Write `Value.backward()`. It need not return anything.

What is judged
--------------
The gradients after one call of `backward()` on a fresh graph: chains, shared leaves, shared
inner nodes; P1 and P2, with the inputs of each operation either way round; nodes that are
near the root by one route and far by another. The call changes gradients and nothing else.
A leaf of two graphs adds up what both send it.
What a second call on one graph does is exercise 9.

Run this file to see the examples:  python 04_backward.py
Stuck?  topograde hint backward        Ready?  topograde check backward
"""

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

    def backward(self):
        """Give every node that leads to this one its gradient."""
        topo = []
        build_topo(self, set(), topo)
        leaves = [node for node in topo if not node._prev]
        earlier = {}
        for leaf in leaves:  # what other graphs have sent to a leaf
            earlier[leaf.data] = leaf.grad
            leaf.grad = 0.0
        self.grad = 1.0
        for node in reversed(topo):
            node._backward()
        for leaf in leaves:
            leaf.grad += earlier[leaf.data]

def build_topo(v, visited, topo):
    """Given: append to `topo` every node reachable from `v`, each once, inputs first."""
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


def one_of_each():
    a, b, c = Value(2.0), Value(-3.0), Value(10.0)
    d = a * b
    e = d + c
    e.backward()
    return [a.grad, b.grad, c.grad, d.grad, e.grad]


def showcase():
    a, b, c = Value(2.0), Value(3.0), Value(1.0)
    L = (a * b + c) * (a + b)
    L.backward()
    return [a.grad, b.grad, c.grad]


def p1():
    a = Value(2.0)
    b = a * 3
    L = b * 2 + b * 5
    L.backward()
    return [a.grad, b.grad]


def p2():
    a = Value(3.0)
    b = a * a
    L = b * ((b * 2) * 5)
    L.backward()
    return [a.grad, b.grad]


def weighted_sum():
    x1, x2 = Value(2.0), Value(0.0)
    w1, w2 = Value(-3.0), Value(1.0)
    b = Value(7.0)
    o = (x1 * w1 + x2 * w2 + b) * 0.5
    o.backward()
    return [x1.grad, w1.grad, x2.grad, w2.grad]


def main():
    done = [
        example("d = a*b; e = d+c: a, b, c, d, e", [-3, 2, 1, 1, 1], one_of_each),
        example("(a*b + c) * (a+b) at 2, 3, 1: a, b, c", [22, 17, 5], showcase),
        example("P1 at 2: a, b", [21, 7], p1),
        example("P2 at 3: a, b", [1080, 180], p2),
        example("half of x1*w1 + x2*w2 + b: x1, w1, x2, w2", [-1.5, 1, 0.5, 0], weighted_sum),
    ]
    finish(done, "backward")


if __name__ == "__main__":
    main()
