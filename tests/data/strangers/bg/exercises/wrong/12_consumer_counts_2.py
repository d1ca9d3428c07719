from collections import defaultdict


class Node:
    """A node with a name and a list of the nodes it was computed from."""

    def __init__(self, name, inputs):
        self.name = name
        self.inputs = inputs

    def __repr__(self):
        return f"Node({self.name})"


def consumers(end_node):
    """For each node below `end_node` the number of its consumers."""
    number = defaultdict(int)
    met = {end_node}
    todo = [end_node]
    while todo:
        node = todo.pop()
        for input_node in set(node.inputs):
            number[input_node] += 1
            if input_node not in met:
                met.add(input_node)
                todo.append(input_node)
    return number


def toposort(end_node):
    """Yield every node reachable from `end_node` once, after all of its consumers."""
    waits_for = consumers(end_node)
    ready = [end_node]
    while ready:
        node = ready.pop()
        yield node
        for input_node in node.inputs:
            waits_for[input_node] -= 1
            if waits_for[input_node] == 0:
                ready.append(input_node)
