"""Exercise 3: put the nodes in order.

The idea
--------
In exercise 1 you found a backward order by looking at a picture. A program cannot
look at a picture. It stands on the root and can only ask each node: what are your
inputs?

That is enough. Walk the graph depth first: before a node may enter the list, all of
its inputs must be in the list (and before them, their inputs, and so on). The result
is called a topological order:

    every node comes AFTER all of its inputs

The root is the last one in the list. Read from its end, the list is a backward order:
every node comes after all of its consumers. That turn belongs to exercise 4. Here the
list runs forwards, inputs first.

Two things can go wrong:
  * A node with two consumers can be reached by two routes. List it only once, and walk on
    from it only once: a graph of 41 nodes may have a million million routes. Hence
    `visited`, the set of nodes that you have been to.
  * Two different nodes may hold the same number. They are still two nodes. `Value` does
    not define `==`, so `node in visited` asks "is it this very object?", and that is
    the question you want. Do not compare `data`.

A plain number, as in a*3, becomes a leaf of its own, and it belongs in the list as well. A
node may have one input, two or many: `_prev` holds all of them.

(What input, consumer, leaf and root mean is said in exercise 1.)

Your task
---------
Write `build_topo(v, visited, topo)`. A call starts with an empty set and an empty list:

    topo = []
    build_topo(root, set(), topo)

Afterwards `topo` holds every node that can be reached from `root`, each exactly once,
each after all of its inputs. A function that calls itself is fine here.

What is judged
--------------
Each node once; inputs first; exactly the nodes that can be reached, those of plain numbers
among them; nodes with equal numbers kept apart; a new call, with a new set and list, that
begins anew; a ladder of 40 doublings (y = y + y) in good time. Any right order counts. What
you return does not matter, nor what is in `visited` afterwards.

Run this file to see the examples:  python 03_build_topo.py
Stuck?  topograde hint build-topo        Ready?  topograde check build-topo
"""

import traceback


class Value:
    """One number and its inputs. (Only the forward half: no rules are needed here.)"""

    def __init__(self, data, _prev=(), _op=""):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self._backward = lambda: None

    def __repr__(self):
        return f"Value(data={self.data})"

    def __add__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        return Value(self.data + other.data, (self, other), "+")

    def __mul__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        return Value(self.data * other.data, (self, other), "*")


def build_topo(v, visited, topo):
    """Append to `topo` every node reachable from `v`, each once, inputs first."""
    if v in visited:
        return
    visited.add(v)
    if v._prev:
        build_topo(v._prev[0], visited, topo)
        build_topo(v._prev[-1], visited, topo)
    topo.append(v)

# ---- Examples: run this file to see them. Nothing to do below this line. ----


def fault_in_topo(topo, count):
    """Say what is wrong with a topological order, or return an empty string."""
    place = {}
    for position, node in enumerate(topo):
        if node in place:
            return f"{node} is in the list more than once"
        place[node] = position
    for node in topo:
        for input_node in node._prev:
            if input_node not in place:
                return f"{input_node}, an input of {node}, is not in the list"
            if place[input_node] > place[node]:
                return f"{node} comes before its input {input_node}"
    if len(topo) != count:
        return f"{len(topo)} nodes in the list"
    return ""


def example(what, root, count):
    """Print whether your code gives a right order, and what is wrong with it if not."""
    topo = []
    fault = ""
    try:
        build_topo(root, set(), topo)
    except NotImplementedError as todo:
        fault = str(todo)
    except Exception as error:
        place = traceback.extract_tb(error.__traceback__)[-1].lineno
        fault = f"line {place}: {type(error).__name__}: {error}"
    fault = fault or fault_in_topo(topo, count)
    if not fault:
        print(f"  right    {what}: {count} nodes, inputs first")
        return True
    print(f"  not yet  {what}\n             expected {count} nodes, inputs first")
    print(f"             found    {fault}")
    return False


def names_in_order(names, root):
    """The list that build_topo makes, with names in place of nodes."""
    topo = []
    try:
        build_topo(root, set(), topo)
    except Exception as error:
        return str(error)
    return ", ".join(names[node] for node in topo if node in names)


def main():
    a, b, c = Value(2.0), Value(3.0), Value(1.0)
    d = a * b
    e = d + c
    f = a + b
    L = e * f

    x = Value(2.0)
    shared = x * 3
    p1 = shared * 2 + shared * 5

    left, right = Value(3.0), Value(3.0)

    ladder = Value(1.0)
    for _ in range(15):
        ladder = ladder + ladder

    done = [
        example("a leaf alone", Value(1.0), 1),
        example("L = (a*b + c) * (a+b)", L, 7),
        example("b = a*3; L = b*2 + b*5", p1, 8),
        example("(a*2) * (b*2), both 3.0", (left * 2) * (right * 2), 7),
        example("15 doublings, y = y + y", ladder, 16),
    ]
    names = {a: "a", b: "b", c: "c", d: "d", e: "e", f: "f", L: "L"}
    print("\nL = (a*b + c) * (a+b), one right order of many:")
    print("  for example  a, b, d, c, e, f, L")
    print(f"  yours        {names_in_order(names, L)}")
    if all(done):
        print("\nAll examples agree. The grader tries more graphs: topograde check build-topo")
    else:
        print("\nThere is still something to do: see # TODO in this file.")
        print("Stuck? topograde hint build-topo")


if __name__ == "__main__":
    main()
