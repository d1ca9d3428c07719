class Node:
    """A node with a name and a list of the nodes it was computed from."""

    def __init__(self, name, inputs):
        self.name = name
        self.inputs = inputs

    def __repr__(self):
        return f"Node({self.name})"


def toposort(end_node):
    """Yield every node reachable from `end_node` once, after all of its consumers."""
    # Pass 1: nodes in the order in which they are met, and their consumers.
    waits_for = {end_node: 0}
    met = [end_node]
    for node in met:
        inputs = node.inputs
        inputs.sort(key=lambda input_node: str(input_node.name))
        for input_node in inputs:
            if input_node in waits_for:
                waits_for[input_node] += 1
            else:
                waits_for[input_node] = 1
                met.append(input_node)

    # Pass 2: by name among equals.
    ready = [end_node]
    while ready:
        node = ready.pop()
        yield node
        for input_node in reversed(node.inputs):
            waits_for[input_node] -= 1
            if not waits_for[input_node]:
                ready.append(input_node)
