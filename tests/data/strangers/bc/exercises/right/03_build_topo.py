"""Exercise 3: from the root downwards, by counting, and then the list is turned round.

A node is taken once all that use it are taken. That is the backward order. Turned round,
inputs come first.
"""

import collections


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
    graph = {}
    frontier = {v}
    while frontier:
        graph.update((node, collections.Counter(node._prev)) for node in frontier)
        below_all = (below for node in frontier for below in node._prev)
        frontier = {below for below in below_all if below not in graph}

    open_uses = sum_of_counters(graph.values())
    backward = [v]
    for node in backward:  # grows meanwhile
        open_uses.subtract(graph[node])
        backward.extend(below for below in graph[node] if open_uses[below] == 0)
    visited.update(map(id, backward))
    topo.extend(backward[::-1])


def sum_of_counters(counters):
    total = collections.Counter()
    for counter in counters:
        total.update(counter)
    return total
