"""Exercise 12: nodes in the order of the alphabet, consumers first."""


from collections import Counter
from heapq import heappop, heappush


class Node:
    """A node with a name and a list of the nodes it was computed from."""

    def __init__(self, name, inputs):
        self.name = name
        self.inputs = inputs

    def __repr__(self):
        return f"Node({self.name})"


def toposort(end_node):
    """Yield every node reachable from `end_node` once, after all of its consumers."""
    waits = Counter({end_node: 0})
    agenda = [end_node]
    while agenda:
        for input_node in agenda.pop().inputs:
            if input_node not in waits:
                agenda.append(input_node)
            waits[input_node] += 1

    ready = [(end_node.name, end_node)]
    while ready:
        _, node = heappop(ready)
        yield node
        for input_node in node.inputs:
            waits[input_node] -= 1
            if not waits[input_node]:
                heappush(ready, (input_node.name, input_node))
