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
    for input_node in v._prev:
        build_topo(input_node, visited, topo)
    if v not in visited:
        visited.add(v)
        topo.append(v)
