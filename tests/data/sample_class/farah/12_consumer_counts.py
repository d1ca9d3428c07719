"""Consumer counts, shorter than the original."""


class Node:
    def __init__(self, name, inputs):
        self.name = name
        self.inputs = inputs

    def __repr__(self):
        return f"<{self.name}>"


def toposort(end_node):
    counts = {}
    stack = [end_node]
    while stack:
        node = stack.pop()
        if node in counts:
            counts[node] += 1
        else:
            counts[node] = 1
        stack.extend(node.inputs)       # everything below, every time

    nodes_without_consumers = [end_node]
    while nodes_without_consumers:
        node = nodes_without_consumers.pop()
        yield node
        for inp in node.inputs:
            if counts[inp] == 1:
                nodes_without_consumers.append(inp)
            else:
                counts[inp] -= 1
