"""Exercise 12: the other algorithm.

The idea
--------
So far you built the list inputs first and read it from its end. You can also start at the root
and find the backward order directly, with no stack of half-finished nodes and no turning round:

    A node may be yielded as soon as its last consumer has been yielded.

To know which consumer is the last one, count them. The algorithm has two passes:

  1. Walk the graph from the root and count for each node how many consumers it has.
  2. Start with the root, which has none. Whenever a node is yielded, each of its inputs has
     one consumer fewer to wait for. An input that waits for nobody any more is ready.

If a node is both inputs of its consumer, as in s*s, that consumer counts twice, in pass 1 and
in pass 2 alike.

`toposort(end_node)` is a generator: it does not return a list but gives one node at a time
with `yield`, and the caller says `for node in toposort(end_node)`.

The bug
-------
The version below is broken, and it is easy to overlook: on a tree, where each node has one
consumer, it is right. But if an INNER node has two consumers, the nodes below it never come
out, and no error is raised. Moreover, take a ladder of k doublings, where each node is both inputs
of the next one. There it takes 2^(k+1) - 1 steps to count: 2,097,151 for the 21 nodes of a
ladder of 20. Run this file and see. What does it count, if not consumers?

(What input, consumer, leaf and root mean is said in exercise 1.)

Your task
---------
Repair `toposort(end_node)`. It yields every node that can be reached from `end_node`, no node
twice, each after all of its consumers: the root first. Nodes are told apart as objects (two
may have the same name). It changes no node, so that a second call gives the same. `Node` is
given and right.

What is judged
--------------
Trees; a shared node with something below it (a diamond with a tail); a node used twice by one
consumer; exactly the nodes that can be reached; a call on the same nodes after another one,
which was finished or left half way; ladders and long chains in good time. Any right order counts.

Run this file to see the examples:  python 12_consumer_counts.py
Stuck?  topograde hint consumer-counts        Ready?  topograde check consumer-counts
"""

import traceback


_waits_for = {}


class Node:
    """A node with a name and a list of the nodes it was computed from."""

    def __init__(self, name, inputs):
        self.name = name
        self.inputs = inputs

    def __repr__(self):
        return f"Node({self.name})"


def toposort(end_node):
    """Yield every node reachable from `end_node` once, after all of its consumers."""
    _waits_for.clear()
    _waits_for[end_node] = 0
    stack = [end_node]
    while stack:
        node = stack.pop()
        for input_node in node.inputs:
            if input_node not in _waits_for:
                _waits_for[input_node] = 0
                stack.append(input_node)
            _waits_for[input_node] += 1

    ready = [end_node]
    while ready:
        node = ready.pop()
        yield node
        for input_node in node.inputs:
            _waits_for[input_node] -= 1
            if _waits_for[input_node] == 0:
                ready.append(input_node)

# ---- Examples: run this file to see them. Nothing to do below this line. ----


def reachable(end_node):
    seen = {end_node}
    waiting = [end_node]
    while waiting:
        for input_node in waiting.pop().inputs:
            if input_node not in seen:
                seen.add(input_node)
                waiting.append(input_node)
    return seen


def fault_in_order(order, end_node):
    """Say what is wrong with a backward order, or return an empty string."""
    place = {}
    for position, node in enumerate(order):
        if node in place:
            return f"{node.name} came more than once"
        place[node] = position
    missing = sorted(node.name for node in reachable(end_node) if node not in place)
    if missing:
        return f"missing: {', '.join(missing)}"
    for node in order:
        for input_node in node.inputs:
            if place[input_node] < place[node]:
                return f"{input_node.name} came before its consumer {node.name}"
    return ""


def example(what, expected, end_node):
    """Print what is expected (any right order counts) beside what your code gives."""
    order = []
    try:
        for node in toposort(end_node):
            order.append(node)
    except NotImplementedError as todo:
        print(f"  {what}\n      {todo}")
        return False
    except Exception as error:
        place = traceback.extract_tb(error.__traceback__)[-1].lineno
        print(f"  {what}\n      line {place}: {type(error).__name__}: {error}")
        return False
    fault = fault_in_order(order, end_node)
    print(f"  {what}")
    print(f"      expected {expected} (or another right order)")
    print(f"      found    {' '.join(node.name for node in order)}")
    print(f"      {'not yet, ' + fault if fault else 'right'}")
    return not fault


def note():
    """z -> t1 -> t2, then t3 from 1 and t2, then y from t3."""
    one = Node("1", [])
    z = Node("z", [])
    t1 = Node("t1", [z])
    t2 = Node("t2", [t1])
    t3 = Node("t3", [one, t2])
    return Node("y", [t3])


def diamond_with_tail():
    """t = a*3; b = t*7; L = b*2 + b*5, without the numbers."""
    a = Node("a", [])
    t = Node("t", [a])
    b = Node("b", [t])
    c = Node("c", [b])
    d = Node("d", [b])
    return Node("L", [c, d])


def square_of_square():
    a = Node("a", [])
    s = Node("s", [a, a])
    return Node("L", [s, s])


def ladder(doublings, kind=Node):
    node = kind("0", [])
    for number in range(1, doublings + 1):
        node = kind(str(number), [node, node])
    return node


class Counted(Node):
    """A node that counts how often the inputs of any node are asked for."""

    asked = 0

    @property
    def inputs(self):
        Counted.asked += 1
        return self._inputs

    @inputs.setter
    def inputs(self, inputs):
        self._inputs = inputs


def few_steps():
    """Whether the work grows with the nodes and not with the routes."""
    Counted.asked = 0
    count = 0
    try:
        count = sum(1 for _ in toposort(ladder(20, Counted)))
    except Exception as error:
        print(f"  a ladder of 20 doublings\n      {error}")
        return False
    right = count == 21 and Counted.asked < 1000
    print("  a ladder of 20 doublings: how often `inputs` was read")
    print(f"      expected 21 times in each pass\n      found    {Counted.asked:,}")
    print(f"      {'right' if right else 'not yet'}")
    return right


def main():
    done = [
        example("y from t3; t3 from 1, t2; t2 from t1; t1 from z", "y t3 t2 t1 z 1", note()),
        example(
            "t = a*3; b = t*7; c = b*2; d = b*5; L = c + d", "L d c b t a", diamond_with_tail()
        ),
        example("s = a*a; L = s*s", "L s a", square_of_square()),
        example("a ladder of 12 doublings", "12 11 10 ... 2 1 0", ladder(12)),
        few_steps(),
    ]
    if all(done):
        print("\nAll examples agree. The grader tries more: topograde check consumer-counts")
    else:
        print("\nThere is still something to do: see # TODO in this file.")
        print("Stuck? topograde hint consumer-counts")


if __name__ == "__main__":
    main()
