"""Exercise 7: five million nodes.

How large may a graph be? A node of the usual teaching engine takes some 750 bytes: an object
with a dict, a function with all that it remembers, a tuple. A million of them is most of a
gigabyte, and the garbage collector walks through it again and again.

Your task
---------
Write an engine that is small and steady: `Value` with + and * between nodes, `data`, `grad`
and `backward()`, as in the exam.

  * 5,000,000 operations, at most 350 bytes for each of them, all included: nodes, rules,
    and whatever `backward()` needs while it runs.
  * Ten times the nodes take about ten times as long. A right order costs one visit of each
    node and each input.

What is judged
--------------
The gradients of 50,000, 500,000 and 5,000,000 operations, in one long row:

    y = x
    for _ in range(2_500_000):
        y = y * h
        y = y + x

The process has as much memory as 350 bytes for each of 5,000,000 nodes come to. The time of
a graph is compared with that of the next smaller one, measured on the same machine a moment
before: at most 25 times as long. Your style is yours: slots or arrays, a stack or counts.

This is judged by your instructor's run only. It takes a minute and two gigabytes, so
`topograde check` leaves it out and says so. Run this file to measure it yourself.

Run this file to measure your engine:  python 07_five_million.py
Stuck?  topograde hint five-million
"""

import sys
import time

### BEGIN SOLUTION
# TODO: the class Value, with + and * and backward()
# STUB:


class Value:
    """A number, its gradient, and for each input the slope that its rule multiplies by."""

    __slots__ = ("_left", "_right", "_seen", "_to_left", "_to_right", "data", "grad")

    def __init__(self, data, left=None, to_left=0.0, right=None, to_right=0.0):
        self.data = data
        self.grad = 0.0
        self._left = left
        self._to_left = to_left
        self._right = right
        self._to_right = to_right
        self._seen = 0

    def __add__(self, other):
        return Value(self.data + other.data, self, 1.0, other, 1.0)

    def __mul__(self, other):
        return Value(self.data * other.data, self, other.data, other, self.data)

    def backward(self):
        order = inputs_first(self)
        for node in order:
            if node._left is not None:
                node.grad = 0.0
        self.grad += 1.0
        while order:
            node = order.pop()
            if node._left is not None:
                node._left.grad += node._to_left * node.grad
                node._right.grad += node._to_right * node.grad


CALLS = [0]


def inputs_first(root):
    """Every node once, each after its inputs. A mark in each node says that it was seen."""
    CALLS[0] += 1
    begun, done = CALLS[0], -CALLS[0]
    order, stack = [], [root]
    while stack:
        node = stack[-1]
        if node._seen == begun:
            node._seen = done
            order.append(node)
            stack.pop()
        elif node._seen == done:
            stack.pop()
        else:
            node._seen = begun
            for source in (node._left, node._right):
                if source is not None and source._seen != done:
                    stack.append(source)
    return order


### END SOLUTION


def row(count):
    """Given: the root of a row of `count` operations, and its two leaves."""
    x, h = Value(1.5), Value(0.5)
    y = x
    for _ in range(count // 2):
        y = y * h
        y = y + x
    return y, x, h


# ---- Examples: run this file to see them. Nothing to do below this line. ----


def measured(count):
    """Seconds of CPU time for a row and its gradients, which are 2 and 6."""
    before = time.process_time()
    root, x, h = row(count)
    root.backward()
    took = time.process_time() - before
    print(f"{count:>9,} operations: {took:6.2f} s, x.grad {x.grad:.6f}, h.grad {h.grad:.6f}")
    return took


def peak():
    """The most memory that this process has held so far, in bytes; None where nobody tells."""
    try:
        import resource
    except ImportError:  # Windows
        return None
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most if sys.platform == "darwin" else most * 1024


def main():
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 500_000
    try:
        small = measured(count // 10)
        before = peak()
        large = measured(count)
    except (NameError, NotImplementedError, AttributeError, TypeError) as error:
        print(f"There is still something to do:\n  {error}")
        return
    print(f"ten times the nodes took {large / max(small, 1e-9):.1f} times as long (25 are allowed)")
    if before is not None:
        print(f"about {(peak() - before) / count:.0f} bytes for each node (350 are allowed)")
    print("The real size:  python 07_five_million.py 5000000")


if __name__ == "__main__":
    main()
