"""Exercise 12: count the consumers."""

# How many consumers each node still has to wait for.
waits_for = {}


class Node:
    """A node with a name and a list of the nodes it was computed from."""

    def __init__(self, name, inputs):
        self.name = name
        self.inputs = inputs

    def __repr__(self):
        return f"Node({self.name})"


def count_consumers(end_node):
    waits_for[end_node] = 0
    stack = [end_node]
    while stack:
        for input_node in stack.pop().inputs:
            if input_node not in waits_for:
                waits_for[input_node] = 0
                stack.append(input_node)
            waits_for[input_node] += 1


def toposort(end_node):
    """Yield every node reachable from `end_node` once, after all of its consumers."""
    try:
        count_consumers(end_node)
        ready = [end_node]
        while ready:
            node = ready.pop()
            yield node
            for input_node in node.inputs:
                waits_for[input_node] -= 1
                if waits_for[input_node] == 0:
                    ready.append(input_node)
    finally:
        # also if the caller leaves half way
        waits_for.clear()
