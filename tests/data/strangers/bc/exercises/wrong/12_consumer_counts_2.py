"""Exercise 12: depth first, the left input before the right one."""

from collections import defaultdict


class Node:
    """A node with a name and a list of the nodes it was computed from."""

    def __init__(self, name, inputs):
        self.name = name
        self.inputs = inputs

    def __repr__(self):
        return f"Node({self.name})"


def right_to_left(node):
    """The inputs from the last to the first: on a stack, the first comes out first."""
    inputs = node.inputs
    inputs.reverse()
    return inputs


def toposort(end_node):
    """Yield every node reachable from `end_node` once, after all of its consumers."""
    waits_for = defaultdict(int)
    stack = [end_node]
    while stack:
        for input_node in right_to_left(stack.pop()):
            if input_node not in waits_for:
                stack.append(input_node)
            waits_for[input_node] += 1

    ready = [end_node]
    while ready:
        node = ready.pop()
        yield node
        for input_node in right_to_left(node):
            waits_for[input_node] -= 1
            if waits_for[input_node] == 0:
                ready.append(input_node)
