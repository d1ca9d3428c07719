"""Exercise 12: edges hold the nodes, and a node that no edge holds any more is loose.

Each edge is an object of its own, so a node that is used twice by one consumer has two.
"""

import collections


class Node:
    """A node with a name and a list of the nodes it was computed from."""

    def __init__(self, name, inputs):
        self.name = name
        self.inputs = inputs

    def __repr__(self):
        return f"Node({self.name})"


def all_edges(end_node):
    """For each node, by identity: the edges to its inputs, and how many edges hold it."""
    out_edges, held = {}, {id(end_node): 0}
    layer = [end_node]
    while layer:
        next_layer = []
        for node in layer:
            out_edges[id(node)] = edges = tuple(node.inputs)
            for goal in edges:
                if id(goal) not in held:
                    held[id(goal)] = 0
                    next_layer.append(goal)
                held[id(goal)] += 1
        layer = next_layer
    return out_edges, held


def toposort(end_node):
    """Yield every node reachable from `end_node` once, after all of its consumers."""
    out_edges, held = all_edges(end_node)
    loose = collections.deque((end_node,))
    while loose:
        node = loose.popleft()
        yield node
        for goal in out_edges.pop(id(node)):
            held[id(goal)] -= 1
            if held[id(goal)] == 0:
                loose.appendleft(goal)
